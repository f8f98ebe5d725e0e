// How a client and a daemon prove to each other that they have read the same token, without sending it.
//
// Invariant: a client tells nothing but a fresh nonce before the daemon has proven that it knows the token, so a process
// that listens in its place learns nothing that it could use elsewhere.

import { isSameDigest, keyedDigest, newNonce } from "../../host/shared-secret.ts";
import { isRecord } from "../../std/json.ts";
import { controlMs } from "./limits.ts";
import type { Link } from "./link.ts";
import type { Greeting, Hello, Welcome } from "./wire.ts";
import { wireVersion } from "./wire.ts";

/** The process that listens does not know the token: it is not the daemon that wrote it. */
export class Imposter extends Error {
  override readonly name = "Imposter";
}

/** The role is part of what is proven, so that neither side can be made to answer for the other. */
export function proofOf(token: string, role: "client" | "daemon", nonces: readonly [string, string]): string {
  return keyedDigest(token, [wireVersion, role, ...nonces]);
}

/** A nonce that another side chose: long enough, and no more than that. */
export function isNonce(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/** The client's part; rejects with `Imposter`, or with what the daemon said against this client. */
export async function greetDaemon(
  link: Pick<Link, "request">,
  token: string,
  own: Omit<Hello, "proof">,
): Promise<Welcome> {
  const nonce = newNonce();
  const greeting = await link.request("greet", { wire: wireVersion, nonce } satisfies Greeting, controlMs);
  const { nonce: theirs, proof } = isRecord(greeting) ? greeting : {};
  if (!isNonce(theirs) || !isSameDigest(proof, proofOf(token, "daemon", [nonce, theirs]))) {
    throw new Imposter("what listens there does not know the daemon's token");
  }
  const hello: Hello = { ...own, proof: proofOf(token, "client", [nonce, theirs]) };
  return (await link.request("hello", hello, controlMs)) as Welcome;
}
