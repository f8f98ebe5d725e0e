// Reads the chains of a root: as texts to be verified, and as records to be shown.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { evidenceFileBytes, recordBytes } from "../../host/read-limits.ts";
import type { ChainedRecord, PacketReference } from "../../model/evidence.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { parseLine } from "./lines.ts";
import { chainsIn, fileName, filesOfChain, headName, packetsName } from "./place.ts";
import { removedThrough } from "./retention.ts";
import type { ChainReport, ChainText } from "./verify.ts";
import { verifyChains } from "./verify.ts";

type Files = Host["files"];

export interface EvidenceReport {
  readonly chains: readonly ChainReport[];
  /** What was removed by the settings for retention: everything up to this record. */
  readonly removed: { readonly chain: string; readonly seq: number } | undefined;
  /** What is wrong with the directory itself. */
  readonly findings: readonly string[];
}

/** `place` holds the chains of a root; without the user's key, seals are not judged. */
export async function verifyEvidence(files: Files, place: FilePath, key: string | undefined): Promise<EvidenceReport> {
  const removed = await removedThrough(files, place, key);
  const through = removed === "damaged" ? undefined : removed;
  const ids = await chainsIn(files, place);
  const chains = await verifyChains(ids, (chain) => readChain(files, place, chain), { key, removed: through });
  const findings = removed === "damaged" ? ["The record of what retention removed is not what was written."] : [];
  return { chains, removed: through, findings };
}

/** Its records in their order; lines that cannot be read are left out, which `verifyEvidence` tells. */
export async function recordsOf(files: Files, place: FilePath, chain: string): Promise<readonly ChainedRecord[]> {
  const { files: parts } = await readChain(files, place, chain, false);
  return parts.flatMap(({ text }) =>
    text.split("\n").flatMap((line) => {
      const parsed = line === "" ? undefined : parseLine(line);
      return parsed === undefined ? [] : [parsed.record as unknown as ChainedRecord];
    }),
  );
}

/** The text of a packet; undefined where it is not there. */
export async function recordedPacket(
  files: Files,
  place: FilePath,
  chain: string,
  { file, at, bytes }: PacketReference,
): Promise<string | undefined> {
  const all = await files.read(joinPath(place, chain, file), evidenceFileBytes);
  return all && files.decode(all.subarray(at, at + bytes)).text;
}

// — below: private, in the order they are used —

async function readChain(files: Files, place: FilePath, chain: string, withPackets = true): Promise<ChainText> {
  const directory = joinPath(place, chain);
  const head = await orIfUnreadable(undefined, () => files.read(joinPath(directory, headName), recordBytes));
  const numbers = await filesOfChain(files, directory);
  const parts = [];
  const packets = new Map<string, Uint8Array>();
  for (const number of numbers) {
    const bytes = await files.read(joinPath(directory, fileName(number)), evidenceFileBytes);
    if (bytes !== undefined) parts.push({ number, ...files.decode(bytes) });
    const name = packetsName(number);
    const kept = withPackets ? await files.read(joinPath(directory, name), evidenceFileBytes) : undefined;
    if (kept !== undefined) packets.set(name, kept);
  }
  return { chain, head: head && files.decode(head).text, files: parts, packets };
}
