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

/** Who had the lock when the time was up. */
export interface HeldBy {
  readonly heldBy: Holder;
}

const pollMs = 20;
const draftName = /^draft-[0-9a-f]+$/;
const lockName = /^lock-[0-9a-f]+$/;

export class EditLock {
  readonly #host: Pick<Host, "clock" | "files" | "writing">;
  /** Names of ours that could not be taken away when they should have been. */
  readonly #stuck = new Set<FilePath>();

  constructor(host: Pick<Host, "clock" | "files" | "writing">) {
    this.#host = host;
  }

  /** `directory` is there, and nobody else can write in it. What `work` gives is given also if leaving fails. */
  async holding<T>(directory: FilePath, waitMs: number, work: () => Promise<T>): Promise<T | HeldBy> {
    for (const path of this.#stuck) await this.#leave(path);
    const entered = await this.#enter(directory, waitMs);
    if (typeof entered !== "string") return entered;
    try {
      return await work();
    } finally {
      await this.#leave(entered);
    }
  }

  // — below: private, in the order they are used —

  /** Tried twice, and once more before the next one enters. */
  async #leave(path: FilePath): Promise<void> {
    this.#stuck.add(path);
    for (let attempt = 1; attempt <= 2 && this.#stuck.has(path); attempt++) {
      try {
        await this.#host.writing.remove(path);
        this.#stuck.delete(path);
      } catch (error) {
        if (!(error instanceof WriteFault)) throw error;
      }
    }
  }

  async #enter(directory: FilePath, waitMs: number): Promise<FilePath | HeldBy> {
    const { clock } = this.#host;
    const until = clock.now() + waitMs;
    for (;;) {
      const own = await this.#putDown(directory);
      // Whoever is writing took the draft for a leftover.
      if (own === undefined) continue;
      const other = await this.#orLeave(own, () => this.#otherIn(directory, own));
      if (other === undefined) return own;
      await this.#leave(own);
      if (clock.now() >= until) return { heldBy: other };
      // Each for another while, by the name that nobody else has: two who met do not meet again.
      await pause(clock, pollMs * (0.5 + Number.parseInt(own.slice(-2), 16) / 0xff));
    }
  }

  async #putDown(directory: FilePath): Promise<FilePath | undefined> {
    const { writing } = this.#host;
    const nonce = writing.nonce();
    const draft = joinPath(directory, `draft-${nonce}`);
    const own = joinPath(directory, `lock-${nonce}`);
    const self = new TextEncoder().encode(JSON.stringify(await writing.self()));
    try {
      await this.#orLeave(draft, () => writing.create(draft, self, { mode: 0o600 }));
      await this.#orLeave(draft, () => writing.rename(draft, own));
      return own;
    } catch (error) {
      if (error instanceof WriteFault && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  async #orLeave<T>(path: FilePath, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#leave(path);
      throw error;
    }
  }

  /** Somebody else who may be writing; those who have gone are forgotten. */
  async #otherIn(directory: FilePath, own: FilePath): Promise<Holder | undefined> {
    const { files, writing } = this.#host;
    const names = ((await files.list(directory)) ?? []).map(({ name }) => name);
    for (const path of names.filter((name) => lockName.test(name)).map((name) => joinPath(directory, name))) {
      const holder = path === own ? undefined : await holderIn(files, path);
      // Released between the two looks.
      if (holder === undefined) continue;
      if ((await writing.isAlive(holder)) !== false) return holder;
      await writing.remove(path);
    }
    for (const name of names.filter((one) => draftName.test(one))) await writing.remove(joinPath(directory, name));
    return undefined;
  }
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
