// Seals a text with a key, so that records forged in our name can be recognised.

import { createHmac, timingSafeEqual } from "node:crypto";

export function sealOf(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

export function isSealOf(key: string, text: string, seal: string): boolean {
  const [own, given] = [Buffer.from(sealOf(key, text)), Buffer.from(seal)];
  return own.length === given.length && timingSafeEqual(own, given);
}
