// Digests of texts, and seals: digests with a key, so that records forged in our name can be recognised.

import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** HMAC-SHA-256, as hexadecimal digits. */
export function sealOf(key: string, text: string): string {
  if (pads?.key !== key) pads = padsOf(key);
  if (pads === undefined) return createHmac("sha256", key).update(text).digest("hex");
  // Spec: RFC 2104. An Hmac of Node is a stream, and takes twice as long for a line of evidence.
  pads.outer.write(hash("sha256", pads.inner + text), blockBytes, "hex");
  return hash("sha256", pads.outer);
}

export function isSealOf(key: string, text: string, seal: string): boolean {
  const [own, given] = [Buffer.from(sealOf(key, text)), Buffer.from(seal)];
  return own.length === given.length && timingSafeEqual(own, given);
}

/** SHA-256, as hexadecimal digits. */
export function digestOf(content: string | Uint8Array): string {
  return hash("sha256", content);
}

// — below: private, in the order they are used —

interface Pads {
  readonly key: string;
  /** The key with the first constant of the algorithm. */
  readonly inner: string;
  /** The key with the second one, and room for the inner digest. */
  readonly outer: Buffer;
}

const blockBytes = 64;
const digestBytes = 32;

/** Of the last key: a process seals with one. */
let pads: Pads | undefined;

/** Undefined for a key that is longer than a block or has other signs than ASCII. */
function padsOf(key: string): Pads | undefined {
  if (!/^[ -~]*$/.test(key) || key.length > blockBytes) return undefined;
  const block = Buffer.alloc(blockBytes);
  block.write(key, "latin1");
  const outer = Buffer.alloc(blockBytes + digestBytes);
  outer.set(block.map((byte) => byte ^ 0x5c));
  return { key, inner: String.fromCharCode(...block.map((byte) => byte ^ 0x36)), outer };
}
