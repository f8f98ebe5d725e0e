// Proves to another process that we know a secret, without telling it.

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 64 hexadecimal digits that cannot be guessed and do not come twice. */
export function newNonce(): string {
  return randomBytes(32).toString("hex");
}

export function keyedDigest(secret: string, said: readonly unknown[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(said)).digest("hex");
}

/** The time it takes does not depend on where the digests differ. */
export function isSameDigest(given: unknown, expected: string): boolean {
  if (typeof given !== "string") return false;
  const [theirs, ours] = [Buffer.from(given), Buffer.from(expected)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}
