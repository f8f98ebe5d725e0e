// One writer of a root at a time, among all processes of a machine.
//
// Each process that wants to write creates a lock file with a unique name, and continues if there is no other. Names
// are never used twice, so the file of a dead process can be removed without removing that of another.
// Invariant: of two processes that enter at once, the later one sees the file of the earlier, so never both continue.

import type { Host } from "../host/host.ts";
import type { Holder } from "../host/writing.ts";
import { WriteFault } from "../host/writing.ts";
import { recordBytes } from "../host/read-limits.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, joinPath } from "../model/file-path.ts";
import type { CancelSignal } from "../std/cancel.ts";
import { isRecord } from "../std/json.ts";
import { pause } from "../std/pause.ts";

/** The process that held the lock when the time was up. */
export interface HeldBy {
  readonly heldBy: Holder;
  /** Its lock file. */
  readonly lock: FilePath;
  /** `unknown`: it cannot be determined here whether the process still runs. */
  readonly alive: true | "unknown";
}

/** How long another process is waited for. */
export interface LockWait {
  readonly waitMs: number;
  readonly signal?: CancelSignal | undefined;
}

const pollMs = 20;
/** Attempts even without waiting: another process may now and then remove our draft as a leftover. */
const leastTurns = 3;
const anyName = /^(?:draft|lock)-[0-9a-f]+$/;
const lockName = /^lock-[0-9a-f]+$/;

export class EditLock {
  readonly #host: Pick<Host, "clock" | "files" | "writing">;
  /** Our lock files that could not be removed; each is tried again before the lock is next entered. */
  readonly #stuck = new Set<FilePath>();

  constructor(host: Pick<Host, "clock" | "files" | "writing">) {
    this.#host = host;
  }

  /** `directory` exists, and no other user can write in it. Returns the result of `work` even if the release fails. */
  async holding<T>(directory: FilePath, wait: LockWait, work: () => Promise<T>): Promise<T | HeldBy> {
    for (const path of this.#stuck) await this.#leave(path);
    const entered = await this.#enter(directory, wait);
    if (typeof entered !== "string") return entered;
    try {
      return await work();
    } finally {
      await this.#leave(entered);
    }
  }

  /** The process that holds the lock now, without entering it. */
  async holder(directory: FilePath): Promise<HeldBy | undefined> {
    for (const path of (await this.#namesIn(directory, lockName)) ?? []) {
      const held = await this.#heldBy(path);
      if (held !== undefined && held !== "gone") return held;
    }
    return undefined;
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

  async #enter(directory: FilePath, { waitMs, signal }: LockWait): Promise<FilePath | HeldBy> {
    const { clock, writing } = this.#host;
    const until = clock.now() + waitMs;
    for (let turn = 1; ; turn++) {
      const nonce = writing.nonce();
      const own = await this.#putDown(directory, nonce);
      const other = typeof own === "string" ? await this.#orLeave(own, () => this.#otherIn(directory, own)) : own;
      if (other === undefined && typeof own === "string") return own;
      if (typeof own === "string") await this.#leave(own);
      const isOver = clock.now() >= until;
      if (isOver && other !== undefined && !(other instanceof WriteFault)) return other;
      if (isOver && other instanceof WriteFault && turn >= leastTurns) throw other;
      // Each process pauses for a time derived from its unique name, so that two that collided do not collide again.
      await pause(clock, pollMs * (0.5 + Number.parseInt(nonce.slice(-2), 16) / 0xff), signal);
    }
  }

  /** Returns a fault if the draft vanished: a writing process removed it as a leftover, or the directory is gone. */
  async #putDown(directory: FilePath, nonce: string): Promise<FilePath | WriteFault> {
    const { writing } = this.#host;
    const draft = joinPath(directory, `draft-${nonce}`);
    const own = joinPath(directory, `lock-${nonce}`);
    const self = new TextEncoder().encode(JSON.stringify(await writing.self()));
    try {
      await this.#orLeave(draft, () => writing.create(draft, self, { mode: 0o600, isBrief: true }));
      await this.#orLeave(draft, () => writing.rename(draft, own));
      return own;
    } catch (error) {
      if (error instanceof WriteFault && error.code === "ENOENT") return error;
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

  /** Another process that may be writing; those that have ended are forgotten. */
  async #otherIn(directory: FilePath, own: FilePath): Promise<HeldBy | WriteFault | undefined> {
    const { writing } = this.#host;
    const names = await this.#namesIn(directory, anyName);
    // Our own lock file is missing only if the directory was deleted.
    if (names?.includes(own) !== true) return new WriteFault("ENOENT", directory, undefined);
    for (const path of names.filter((one) => lockName.test(baseName(one)))) {
      const held = path === own ? undefined : await this.#heldBy(path);
      if (held === "gone") await writing.remove(path);
      else if (held !== undefined) return held;
    }
    for (const path of names.filter((one) => !lockName.test(baseName(one)))) await writing.remove(path);
    return undefined;
  }

  async #namesIn(directory: FilePath, shape: RegExp): Promise<FilePath[] | undefined> {
    const entries = await this.#host.files.list(directory);
    return entries?.flatMap(({ name }) => (shape.test(name) ? [joinPath(directory, name)] : []));
  }

  async #heldBy(lock: FilePath): Promise<HeldBy | "gone" | undefined> {
    const heldBy = await holderIn(this.#host.files, lock);
    // Undefined: released since the directory was listed.
    if (heldBy === undefined || heldBy === "gone") return heldBy;
    const alive = await this.#host.writing.isAlive(heldBy);
    return alive === false ? "gone" : { heldBy, lock, alive };
  }
}

/** Throws if the file exists and cannot be read: then the lock is held by an unknown process. */
async function holderIn(files: Host["files"], path: FilePath): Promise<Holder | "gone" | undefined> {
  try {
    const bytes = await files.read(path, recordBytes);
    const value: unknown = bytes && JSON.parse(files.decode(bytes).text);
    return isHolder(value) ? value : undefined;
  } catch (error) {
    // A lock file appears with its content, which is lost only in a power failure, together with every process.
    if (error instanceof SyntaxError) return "gone";
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
