// The lines of a chain: each holds the hash of the one before it, a seal of the user's key, and its own hash.
//
// Invariant: the hash covers every byte of the line before it, so that verifying needs no canonical form of JSON.

import { digestOf, sealOf } from "../../host/seal.ts";
import type { ChainPosition, EvidenceRecord } from "../../model/evidence.ts";
import { parsedRecord } from "../user-key.ts";

/** What stands before the first record. */
export const noHash = "0".repeat(64);

export interface LinePlace {
  readonly seq: number;
  readonly prev: string;
  /** ISO 8601. */
  readonly at: string;
}

export function chainLine(
  record: EvidenceRecord,
  { seq, prev, at }: LinePlace,
  key: string,
): { readonly line: string; readonly hash: string } {
  const body = JSON.stringify({ seq, prev, at, ...record }).slice(0, -1);
  const sealed = `${body},"seal":"${sealOf(key, body).slice(0, sealLength)}"`;
  const hash = digestOf(sealed);
  return { line: `${sealed},"hash":"${hash}"}\n`, hash };
}

export interface ParsedLine {
  readonly seq: number;
  readonly prev: string;
  readonly at: string;
  readonly hash: string;
  readonly record: Readonly<Record<string, unknown>> & { readonly type: string };
  /** Whether the user's key sealed it. */
  isSealedBy(key: string): boolean;
}

/** Undefined for what is no line of a chain, and for one whose bytes are not those that were hashed. */
export function parseLine(line: string): ParsedLine | undefined {
  const sealed = line.slice(0, -hashTail.length);
  const tail = line.slice(-hashTail.length);
  const hash = tail.slice(hashTail.indexOf("0"), -2);
  if (tail !== `,"hash":"${hash}"}` || digestOf(sealed) !== hash) return undefined;
  const body = sealed.slice(0, -sealTail.length);
  const seal = sealed.slice(-sealTail.length);
  const record = parsedRecord(line);
  if (record === undefined) return undefined;
  const { seq, prev, at, type } = record;
  if (typeof seq !== "number" || typeof prev !== "string" || typeof at !== "string" || typeof type !== "string")
    return undefined;
  return {
    seq,
    prev,
    at,
    hash,
    record: { ...record, type },
    isSealedBy: (key) => seal === `,"seal":"${sealOf(key, body).slice(0, sealLength)}"`,
  };
}

// — The head of a chain: its last record, in a line of constant size —

export function headLine({ chain, seq, hash }: ChainPosition, key: string): string {
  const said = `${String(seq).padStart(seqLength, "0")} ${hash}`;
  return `${said} ${headSeal(chain, said, key)}\n`;
}

/** Undefined for what is not the head of this chain; without a key, its seal is not judged. */
export function parseHead(chain: string, text: string, key: string | undefined): ChainPosition | undefined {
  const [, seq, hash, seal] = headForm.exec(text) ?? [];
  if (seq === undefined || hash === undefined) return undefined;
  if (key !== undefined && seal !== headSeal(chain, `${seq} ${hash}`, key)) return undefined;
  return { chain, seq: Number(seq), hash };
}

// — below: private, in the order they are used —

const sealLength = 32;
const hashTail = `,"hash":"${noHash}"}`;
const sealTail = `,"seal":"${"0".repeat(sealLength)}"`;
const seqLength = 15;
const headForm = /^(\d{15}) ([0-9a-f]{64}) ([0-9a-f]{32})\n$/;

function headSeal(chain: string, said: string, key: string): string {
  return sealOf(key, `head of ${chain} ${said}`).slice(0, sealLength);
}
