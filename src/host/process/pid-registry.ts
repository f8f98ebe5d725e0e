// Remembers on disk which children are running, so that the next start can end what a SIGKILL left behind.
//
// Invariant: a process is signalled only if it still carries the nonce that was written down for it and its owner
// has gone. A record whose process cannot be identified is dropped, never acted on.

import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { processesWithNonce, startTime } from "./process-table.ts";
import { recordBytes } from "../read-limits.ts";
import { takeRegular } from "../regular-file.ts";

export interface ProcessRecord {
  readonly pid: number;
  readonly nonce: string;
  readonly command: string;
  readonly owner: { readonly pid: number; readonly startTime: string };
  /** In which boot and which namespace of processes the numbers above mean something. */
  readonly world?: string;
}

export class PidRegistry {
  readonly #directory: string;
  readonly #temporaries: string;
  /** Temporary directories that could not be made there, by the nonce. */
  readonly #elsewhere = new Map<string, string>();
  /** What the disk refused, to be reported by the caller. */
  readonly faults: unknown[] = [];

  constructor(stateDirectory: string) {
    this.#directory = join(stateDirectory, "processes");
    this.#temporaries = join(stateDirectory, "temporary");
  }

  /**
   * Best effort, like all of this: without a record the guard is still there, and a disk that cannot be written must
   * not keep a server from being started or ended.
   */
  async add(record: ProcessRecord): Promise<void> {
    const draft = `${this.#file(record.nonce)}.new`;
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      await writeFile(draft, JSON.stringify({ ...record, world: await world() }), { mode: 0o600 });
      await rename(draft, this.#file(record.nonce));
    } catch (error) {
      this.faults.push(error);
    }
  }

  /** A directory of a child's own, which goes with its record; elsewhere where ours cannot be written. */
  async temporaryDirectory(nonce: string): Promise<FilePath> {
    const directory = this.#temporary(nonce);
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return filePath(directory);
    } catch (error) {
      this.faults.push(error);
      const other = await mkdtemp(join(tmpdir(), "sightline-"));
      this.#elsewhere.set(nonce, other);
      return filePath(other);
    }
  }

  async remove(nonce: string): Promise<void> {
    try {
      await rm(this.#temporary(nonce), { recursive: true, force: true });
      await rm(this.#file(nonce), { force: true });
    } catch (error) {
      this.faults.push(error);
    }
  }

  /** Ends the children of owners that have gone. Returns what was ended. */
  async reap(): Promise<ProcessRecord[]> {
    const ended: ProcessRecord[] = [];
    const here = await world();
    for (const record of await this.#records()) {
      // Written in another container or before a reboot: its numbers mean nothing here.
      if (record.world !== undefined && record.world !== here) continue;
      if ((await startTime(record.owner.pid)) === record.owner.startTime) continue;
      const left = await processesWithNonce(record.nonce);
      for (const pid of left) kill(pid);
      if (left.length > 0) ended.push(record);
      await this.remove(record.nonce);
    }
    return ended;
  }

  async #records(): Promise<ProcessRecord[]> {
    const names = await namesIn(this.#directory);
    const records: ProcessRecord[] = [];
    for (const name of names.filter((one) => one.endsWith(".json"))) {
      const parsed = parseRecord(await textOf(join(this.#directory, name)));
      if (parsed === undefined) await rm(join(this.#directory, name), { force: true });
      else records.push(parsed);
    }
    return records;
  }

  #temporary(nonce: string): string {
    return this.#elsewhere.get(nonce) ?? join(this.#temporaries, nonce);
  }

  #file(nonce: string): string {
    return join(this.#directory, `${nonce}.json`);
  }
}

async function world(): Promise<string> {
  const parts = [readFile("/proc/sys/kernel/random/boot_id", "utf8"), readlink("/proc/self/ns/pid")];
  const known = await Promise.allSettled(parts);
  return known.map((part) => (part.status === "fulfilled" ? part.value.trim() : "")).join(" ");
}

function parseRecord(text: string): ProcessRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessRecord>;
    const valid =
      Number.isInteger(value.pid) &&
      /^[0-9a-f]{32}$/.test(value.nonce ?? "") &&
      typeof value.owner?.startTime === "string";
    return valid ? (value as ProcessRecord) : undefined;
  } catch {
    // A torn or foreign file: nothing in it may be acted on.
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It went by itself.
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch {
    // A registry that is not there, or that we may not read, names nothing that we could end.
    return [];
  }
}

async function textOf(file: string): Promise<string> {
  try {
    const how = { maxBytes: recordBytes, isLocal: false };
    return Buffer.from((await takeRegular(file, how, async () => undefined)).bytes).toString("utf8");
  } catch {
    // Another process of ours has removed it in between, or it is none of ours.
    return "";
  }
}
