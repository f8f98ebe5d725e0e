// One writer of a root at a time, among all processes of a machine.
//
// Everybody who wants to write puts down a name of his own, and goes on if there is nobody else then. Names are never
// used twice, so a name of a process that has gone can be taken away without taking anybody else's.
// Invariant: of two who want to write at once the later one sees the earlier one, so never both go on.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { Holder } from "../host/writing.ts";
import { WriteFault } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath } from "../model/file-path.ts";
import { isRecord } from "../std/json.ts";
import { pause } from "../std/pause.ts";

export interface HeldBy {
  readonly heldBy: Holder;
}

export interface Lock {
  release(): Promise<void>;
}

const pollMs = 20;
const draftName = /^draft-[0-9a-f]+$/;
const lockName = /^lock-[0-9a-f]+$/;

/** `directory` is there and nobody else can write in it. With no time it does not wait at all. */
export async function lockIn(
  host: Pick<Host, "clock" | "files" | "writing" | "random">,
  directory: FilePath,
  waitMs: number,
): Promise<Lock | HeldBy> {
  const { clock, writing } = host;
  const until = clock.now() + waitMs;
  const self = new TextEncoder().encode(JSON.stringify(await writing.self()));
  for (;;) {
    const nonce = writing.nonce();
    const draft = joinPath(directory, `draft-${nonce}`);
    const own = joinPath(directory, `lock-${nonce}`);
    await writing.create(draft, self, { mode: 0o600 });
    if (!(await hasPutDown(writing, draft, own))) continue;
    const other = await otherIn(host, directory, own);
    if (other === undefined) {
      await clearDrafts(host, directory);
      return { release: async () => void (await writing.remove(own)) };
    }
    await writing.remove(own);
    if (clock.now() >= until) return { heldBy: other };
    await pause(clock, pollMs * (0.5 + host.random()));
  }
}

// — below: private, in the order they are used —

/** False when whoever is writing has taken the draft for a leftover. */
async function hasPutDown(writing: Host["writing"], draft: FilePath, own: FilePath): Promise<boolean> {
  try {
    await writing.rename(draft, own);
    return true;
  } catch (error) {
    if (error instanceof WriteFault && error.code === "ENOENT") return false;
    throw error;
  }
}

/** Of those who have gone before they could put down a name. */
async function clearDrafts({ files, writing }: Pick<Host, "files" | "writing">, directory: FilePath): Promise<void> {
  for (const { name } of (await files.list(directory)) ?? []) {
    if (draftName.test(name)) await writing.remove(joinPath(directory, name));
  }
}

/** Somebody else who may be writing; those who have gone are forgotten. */
async function otherIn(
  { files, writing }: Pick<Host, "files" | "writing">,
  directory: FilePath,
  own: FilePath,
): Promise<Holder | undefined> {
  for (const { name } of (await files.list(directory)) ?? []) {
    const path = joinPath(directory, name);
    if (!lockName.test(name) || path === own) continue;
    const holder = await holderIn(files, path);
    // Released between the two looks.
    if (holder === undefined) continue;
    if ((await writing.isAlive(holder)) !== false) return holder;
    await writing.remove(path);
  }
  return undefined;
}

async function holderIn(files: Host["files"], path: FilePath): Promise<Holder | undefined> {
  try {
    const bytes = await files.read(path);
    const value: unknown = bytes && JSON.parse(files.decode(bytes).text);
    return isHolder(value) ? value : undefined;
  } catch (error) {
    // A name is put down with its content, so one that holds none was never somebody's.
    if (error instanceof FileFault || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    isRecord(value) &&
    typeof value["pid"] === "number" &&
    ["startTime", "machine", "boot", "namespace"].every((key) => typeof value[key] === "string")
  );
}
