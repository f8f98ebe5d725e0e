// Reads a certificate and its key, and refuses what the system's TLS would not take.

import { createSecureContext } from "node:tls";
import { refuse } from "../model/refusal.ts";
import { takeRegular } from "./regular-file.ts";

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** A chain of certificates has a few kilobytes. */
const maxBytes = 1_000_000;

export async function readTls({ cert, key }: TlsFiles): Promise<{ readonly cert: Buffer; readonly key: Buffer }> {
  try {
    const read = { cert: await bytesOf(cert), key: await bytesOf(key) };
    createSecureContext(read);
    return read;
  } catch (error) {
    return refuse({
      code: "bad_input",
      what: "The certificate or its key cannot be used.",
      why: error instanceof Error ? error.message : String(error),
      next: "Give a certificate with --tls-cert and its private key with --tls-key, both as PEM files.",
    });
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  const { bytes } = await takeRegular(path, { maxBytes, isLocal: false }, async () => undefined);
  return Buffer.from(bytes);
}
