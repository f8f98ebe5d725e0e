// Digests of texts, and seals: digests with a key, so that records forged in our name can be recognised.

import { createHmac, hash, timingSafeEqual } from "node:crypto";

export function sealOf(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

export function isSealOf(key: string, text: string, seal: string): boolean {
  const [own, given] = [Buffer.from(sealOf(key, text)), Buffer.from(seal)];
  return own.length === given.length && timingSafeEqual(own, given);
}

/** SHA-256, as hexadecimal digits. */
export function digestOf(content: string | Uint8Array): string {
  return hash("sha256", content);
}
