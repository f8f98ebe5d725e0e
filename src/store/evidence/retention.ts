// Removes the oldest evidence of a root when there is more, or older, than the operator wants to keep.
//
// Invariant: the oldest goes first, file by file, so that what is gone is everything up to one record. That record is
// named in a sealed file before anything is removed: verifying tells what was removed from what was lost.
// Invariant: nothing of a chain is removed that a living process still writes, except by that process, and never its last file.

import type { Host } from "../../host/host.ts";
import { evidenceFileBytes, recordBytes } from "../../host/read-limits.ts";
import { isSealOf, sealOf } from "../../host/seal.ts";
import type { Holder } from "../../host/writing.ts";
import { WriteFault } from "../../host/writing.ts";
import type { ChainPosition } from "../../model/evidence.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import { parsedRecord } from "../user-key.ts";
import { parseLine } from "./lines.ts";
import type { EvidenceDisk } from "./place.ts";
import { chainsIn, fileName, filesOfChain, headName, packetsName, retentionName } from "./place.ts";

export interface RetentionContext {
  readonly disk: EvidenceDisk;
  /** The directory of all chains of the root. */
  readonly place: FilePath;
  readonly own: string;
  readonly ownFile: number;
  readonly key: string;
}

export interface Keeping {
  readonly keepBytes: number;
  readonly keepDays: number;
}

type Told = (through: ChainPosition, files: number) => Promise<void>;

/** Two processes never remove at the same time; the second leaves it to the first. */
export async function retain(context: RetentionContext, keeping: Keeping, told: Told): Promise<void> {
  const files = await filesOf(context);
  const going = await outdated(context, files, keeping);
  if (going.length === 0) return;
  const { disk, place } = context;
  const lock = joinPath(place, "retention.lock");
  if (!(await isLocked(disk, lock))) return;
  try {
    await removeFiles(context, going, told);
  } finally {
    await disk.writing.remove(lock);
  }
}

/** The last record that was removed; undefined where nothing was. `damaged` where the file is not what was written. */
export async function removedThrough(
  files: Host["files"],
  place: FilePath,
  key: string | undefined,
): Promise<ChainPosition | "damaged" | undefined> {
  const bytes = await files.read(joinPath(place, retentionName), recordBytes);
  return bytes && (parsedMark(files.decode(bytes).text, key) ?? "damaged");
}

// — below: private, in the order they are used —

interface EvidenceFile {
  readonly chain: string;
  readonly number: number;
  /** With its packets. */
  readonly bytes: number;
  readonly changedAt: number;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Of all chains, the oldest first. */
async function filesOf({ disk, place }: RetentionContext): Promise<EvidenceFile[]> {
  const found: EvidenceFile[] = [];
  for (const chain of await chainsIn(disk.files, place)) {
    const directory = joinPath(place, chain);
    for (const number of await filesOfChain(disk.files, directory)) {
      const [stat, packets] = await Promise.all(
        [fileName(number), packetsName(number)].map((name) => disk.files.stat(joinPath(directory, name))),
      );
      const bytes = (stat?.size ?? 0) + (packets?.size ?? 0);
      found.push({ chain, number, bytes, changedAt: stat?.changedAt ?? 0 });
    }
  }
  return found;
}

async function outdated(
  context: RetentionContext,
  files: readonly EvidenceFile[],
  { keepBytes, keepDays }: Keeping,
): Promise<readonly EvidenceFile[]> {
  const until = context.disk.clock.wall() - keepDays * dayMs;
  let left = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const going: EvidenceFile[] = [];
  for (const file of files) {
    const isTooMuch = keepBytes > 0 && left > keepBytes;
    const isTooOld = keepDays > 0 && file.changedAt < until;
    if ((!isTooMuch && !isTooOld) || (await isInUse(context, file, files))) return going;
    going.push(file);
    left -= file.bytes;
  }
  return going;
}

async function isInUse(
  { disk, place, own, ownFile }: RetentionContext,
  { chain, number }: EvidenceFile,
  files: readonly EvidenceFile[],
): Promise<boolean> {
  if (chain === own) return number >= ownFile;
  // All files of a chain were written by one process; its first file, or what is left, names it.
  const isFirst = files.find((one) => one.chain === chain)?.number === number;
  if (!isFirst) return false;
  const holder = await holderOf(disk, joinPath(place, chain, fileName(1)));
  return holder !== undefined && (await disk.writing.isAlive(holder)) !== false;
}

async function holderOf({ files }: EvidenceDisk, path: FilePath): Promise<Holder | undefined> {
  const bytes = await files.read(path, evidenceFileBytes);
  const [line = ""] = bytes === undefined ? [] : files.decode(bytes).text.split("\n", 1);
  const process = parseLine(line)?.record["process"];
  return isRecord(process) && typeof process["pid"] === "number" ? (process as unknown as Holder) : undefined;
}

/** False where another process holds it. The lock of a process that has ended is removed for the next. */
async function isLocked({ writing, files }: EvidenceDisk, lock: FilePath): Promise<boolean> {
  try {
    const holder = new TextEncoder().encode(JSON.stringify(await writing.self()));
    await writing.create(lock, holder, { mode: 0o600, isBrief: true });
    return true;
  } catch (error) {
    if (!(error instanceof WriteFault && error.code === "EEXIST")) throw error;
    const bytes = await files.read(lock, recordBytes);
    const holder = bytes === undefined ? undefined : parsedRecord(files.decode(bytes).text);
    const isOver = holder !== undefined && (await writing.isAlive(holder as unknown as Holder)) === false;
    if (isOver) await writing.remove(lock);
    return false;
  }
}

async function removeFiles(
  { disk, place, key }: RetentionContext,
  going: readonly EvidenceFile[],
  told: Told,
): Promise<void> {
  const { files, writing } = disk;
  const last = going.at(-1);
  const through = last && (await lastOf(disk, place, last));
  // Where the last record cannot be read nothing is removed: verifying would have nothing to begin with.
  if (through === undefined) return;
  await told(through, going.length);
  await putMark(disk, place, through, key);
  for (const { chain, number } of going) {
    const directory = joinPath(place, chain);
    await writing.remove(joinPath(directory, packetsName(number)));
    await writing.remove(joinPath(directory, fileName(number)));
    if ((await filesOfChain(files, directory)).length > 0) continue;
    await writing.remove(joinPath(directory, headName));
    await writing.removeDirectory(directory);
  }
}

async function lastOf(
  { files }: EvidenceDisk,
  place: FilePath,
  { chain, number }: EvidenceFile,
): Promise<ChainPosition | undefined> {
  const bytes = await files.read(joinPath(place, chain, fileName(number)), evidenceFileBytes);
  const line = bytes === undefined ? undefined : files.decode(bytes).text.split("\n").at(-2);
  const parsed = line === undefined ? undefined : parseLine(line);
  return parsed && { chain, seq: parsed.seq, hash: parsed.hash };
}

async function putMark({ writing }: EvidenceDisk, place: FilePath, through: ChainPosition, key: string): Promise<void> {
  const said = JSON.stringify(through);
  const draft = joinPath(place, `retention-${writing.nonce()}`);
  const text = `${JSON.stringify({ through, seal: sealOf(key, `retention ${said}`) })}\n`;
  await writing.create(draft, new TextEncoder().encode(text), { mode: 0o600 });
  await writing.rename(draft, joinPath(place, retentionName));
}

function parsedMark(text: string, key: string | undefined): ChainPosition | undefined {
  const value = parsedRecord(text);
  const through = value?.["through"];
  const seal = value?.["seal"];
  if (!isRecord(through) || typeof seal !== "string") return undefined;
  if (key !== undefined && !isSealOf(key, `retention ${JSON.stringify(through)}`, seal)) return undefined;
  const { chain, seq, hash } = through;
  if (typeof chain !== "string" || typeof seq !== "number" || typeof hash !== "string") return undefined;
  return { chain, seq, hash };
}
