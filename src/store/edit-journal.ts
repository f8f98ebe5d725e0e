// The journal of the changes of one root: what is needed to take each of them back, outside of the root.
//
// A transaction is a directory whose name tells how far it is. `draft`: not written down yet, or no longer needed.
// `prepared`: it may have begun, and goes back unless it gets further. `committed`: done, but for what lies beside its
// files. `kept`, `undone` and `aborted`: over.
// Invariant: a name changes in one step, and is durable when the change resolves.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import { WriteFault } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, joinPath, parentOf, relativeTo } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { pooled } from "../std/pooled.ts";
import type { EditRecord, Staged } from "./edit-journal-record.ts";
import { parseRecord, parseStaged, writeRecord } from "./edit-journal-record.ts";

const states = ["draft", "prepared", "committed", "kept", "undone", "aborted"] as const;
export type EditState = (typeof states)[number];

export interface Journaled {
  readonly id: string;
  readonly state: EditState;
  /** Undefined for one that cannot be understood. */
  readonly record: EditRecord | undefined;
}

/** Each waits for the disk; together they wait for it once. */
export const writesAtOnce = 8;

const stagedName = "staged.json";
const privately = { mode: 0o600 };
const shape = /^(t[0-9]+-[0-9a-f]+)\.([a-z]+)$/;

export class EditJournal {
  readonly #host: Pick<Host, "files" | "writing" | "stateDirectory">;
  readonly #root: FilePath;
  #directory: FilePath | undefined;

  constructor(host: Pick<Host, "files" | "writing" | "stateDirectory">, root: FilePath) {
    this.#host = host;
    this.#root = root;
  }

  /** Where it lies, whether or not it is there. */
  async place(): Promise<FilePath> {
    if (this.#directory !== undefined) return this.#directory;
    const { files, stateDirectory } = this.#host;
    const key = journalName(files, this.#root);
    for (const known of [stateDirectory, ...ancestors(stateDirectory)]) {
      const real = await files.real(known);
      if (real === undefined) continue;
      this.#directory = joinPath(real, relativeTo(known, stateDirectory) ?? ".", "edits", key);
      return this.#directory;
    }
    return joinPath(stateDirectory, "edits", key);
  }

  /** Makes the directory where there is none; refuses one that others could write. */
  async open(): Promise<FilePath> {
    const directory = await this.place();
    const { writing } = this.#host;
    const missing: FilePath[] = [];
    for (const level of [directory, ...ancestors(directory)]) {
      if ((await writing.look(level)) !== undefined) break;
      missing.unshift(level);
    }
    for (const level of missing) await makeDirectory(writing, level);
    const doubt = await writing.doubt(directory);
    if (doubt === undefined) return directory;
    return refuse({
      code: "policy_denied",
      what: "Nothing is changed, because what would take it back cannot be kept safely.",
      why: `${directory}: ${doubt}.`,
      next: "Give the directory to yourself alone, or name another by SIGHTLINE_STATE_DIR.",
    });
  }

  /** The names of what tells that somebody is writing, or ended while he was. */
  async unfinished(): Promise<readonly string[]> {
    const entries = (await this.#host.files.list(await this.place())) ?? [];
    const names = entries.map(({ name }) => name);
    return names.filter((name) => /^(?:lock|draft)-|\.(?:draft|prepared|committed)$/.test(name)).sort();
  }

  /** The oldest first; those that cannot be understood come last. Throws where one cannot be read. */
  async all(): Promise<Journaled[]> {
    const directory = await this.place();
    const entries = (await this.#host.files.list(directory)) ?? [];
    const found = entries.flatMap(({ name }) => {
      const [, id, state] = shape.exec(name) ?? [];
      const known = states.find((one) => one === state);
      return id === undefined || known === undefined ? [] : [{ id, state: known }];
    });
    const read = await Promise.all(found.map(async (one) => ({ ...one, record: await this.#record(one) })));
    const order = ({ record }: Journaled): number => record?.sequence ?? Number.MAX_SAFE_INTEGER;
    return read.sort((a, b) => order(a) - order(b));
  }

  /** Writes a transaction down; from then on it can be taken back. `contents` are those before it, by target. */
  async prepare(record: EditRecord, contents: ReadonlyMap<number, Uint8Array>): Promise<void> {
    const { writing } = this.#host;
    await this.open();
    const draft = await this.#pathOf(record.id, "draft");
    await writing.makeDirectory(draft, 0o700);
    await pooled([...contents], writesAtOnce, ([index, bytes]) =>
      writing.create(joinPath(draft, `before-${index}`), bytes, privately),
    );
    await writing.create(joinPath(draft, "record.json"), writeRecord(record), privately);
    await writing.syncDirectory(draft);
    await this.mark(record.id, "draft", "prepared");
  }

  /** Writes down what was made ready; from then on it may be put in place. */
  async stage(id: string, staged: Staged): Promise<void> {
    const directory = await this.#pathOf(id, "prepared");
    const bytes = new TextEncoder().encode(JSON.stringify(staged));
    await this.#host.writing.create(joinPath(directory, stagedName), bytes, privately);
    await this.#host.writing.syncDirectory(directory);
  }

  /** Undefined for a transaction that has put nothing in place. */
  async staged(id: string): Promise<Staged | undefined> {
    const bytes = await this.#host.writing.read(joinPath(await this.#pathOf(id, "prepared"), stagedName));
    return bytes && parseStaged(this.#host.files.decode(bytes).text);
  }

  async mark(id: string, from: EditState, to: EditState): Promise<void> {
    await this.#host.writing.rename(await this.#pathOf(id, from), await this.#pathOf(id, to));
    await this.#host.writing.syncDirectory(await this.place());
  }

  /** What stood at a target before; refused where it is not what was kept. */
  async content({ id, targets }: EditRecord, state: EditState, index: number): Promise<Uint8Array> {
    const path = joinPath(await this.#pathOf(id, state), `before-${index}`);
    const bytes = await this.#host.writing.read(path);
    const target = targets[index];
    if (bytes !== undefined && this.#host.files.hash(bytes) === target?.before?.hash) return bytes;
    return refuse({
      code: "file_unreadable",
      what: `What was kept of ${target?.file ?? id} for taking ${id} back is damaged.`,
      why: `${path} is ${bytes === undefined ? "missing" : "not what was written there"}.`,
      next: "Restore the file from elsewhere; nothing was changed.",
    });
  }

  /** Keeps bytes that would otherwise be lost, and says where: in a place that no transaction takes away. */
  async rescue(name: string, bytes: Uint8Array): Promise<FilePath> {
    const { writing } = this.#host;
    const directory = joinPath(await this.open(), "rescued");
    if ((await writing.look(directory)) === undefined) await makeDirectory(writing, directory);
    const path = joinPath(directory, `${writing.nonce()}-${name.slice(-60)}`);
    try {
      await writing.create(path, bytes, privately);
      await writing.syncDirectory(directory);
    } catch (error) {
      // A part of a content is no rescue. That it cannot be removed says less than what went wrong before.
      await Promise.allSettled([writing.remove(path)]);
      throw error;
    }
    return path;
  }

  /** Forgets the oldest of what was rescued beyond so many bytes; the latest is always kept. */
  async trimRescued(keepBytes: number): Promise<void> {
    const { files, writing } = this.#host;
    const directory = joinPath(await this.place(), "rescued");
    const found: { readonly path: FilePath; readonly size: number; readonly changedAt: number }[] = [];
    for (const { name } of (await files.list(directory)) ?? []) {
      const path = joinPath(directory, name);
      const stat = await files.stat(path);
      if (stat !== undefined) found.push({ path, size: stat.size, changedAt: stat.changedAt });
    }
    let bytes = 0;
    for (const [index, { path, size }] of found.sort((a, b) => b.changedAt - a.changedAt).entries()) {
      bytes += size;
      if (index > 0 && bytes > keepBytes) await writing.remove(path);
    }
  }

  /** Forgets a transaction, first as a whole; pieces that cannot be removed now are removed with the drafts. */
  async discard(id: string, state: EditState): Promise<void> {
    const { files, writing } = this.#host;
    if (state !== "draft") await this.mark(id, state, "draft");
    const draft = await this.#pathOf(id, "draft");
    try {
      for (const { name } of (await files.list(draft)) ?? []) await writing.remove(joinPath(draft, name));
      await writing.removeDirectory(draft);
    } catch (error) {
      if (!(error instanceof WriteFault || error instanceof FileFault)) throw error;
    }
  }

  /** How far one has got; undefined when there is none. */
  async stateOf(id: string): Promise<EditState | undefined> {
    for (const state of states) {
      if ((await this.#host.writing.look(await this.#pathOf(id, state))) !== undefined) return state;
    }
    return undefined;
  }

  /** It went back: what is left is the knowledge that there was one, and what was special about it. */
  async abort(id: string, detail: string): Promise<void> {
    const { files, writing } = this.#host;
    await this.mark(id, "prepared", "aborted");
    const directory = await this.#pathOf(id, "aborted");
    for (const { name } of (await files.list(directory)) ?? []) {
      if (name.startsWith("before-") || name === stagedName) await writing.remove(joinPath(directory, name));
    }
    if (detail !== "") await writing.create(joinPath(directory, "detail"), new TextEncoder().encode(detail), privately);
  }

  async detail(id: string): Promise<string | undefined> {
    const bytes = await this.#host.writing.read(joinPath(await this.#pathOf(id, "aborted"), "detail"));
    return bytes && this.#host.files.decode(bytes).text;
  }

  async #pathOf(id: string, state: EditState): Promise<FilePath> {
    return joinPath(await this.place(), `${id}.${state}`);
  }

  /** Undefined also for one that another process is just giving another name. Throws where it cannot be read. */
  async #record({ id, state }: { id: string; state: EditState }): Promise<EditRecord | undefined> {
    const bytes = await this.#host.files.read(joinPath(await this.#pathOf(id, state), "record.json"));
    return bytes && parseRecord(this.#host.files.decode(bytes).text, this.#root);
  }
}

/** What the directory of a root's journal is called. */
export function journalName(files: Pick<Host["files"], "hash">, root: FilePath): string {
  return files.hash(new TextEncoder().encode(root)).slice(0, 32);
}

async function makeDirectory(writing: Host["writing"], path: FilePath): Promise<void> {
  try {
    await writing.makeDirectory(path, 0o700);
    await writing.syncDirectory(parentOf(path) ?? path);
  } catch (error) {
    // Another process of ours was faster.
    if (!(error instanceof WriteFault && error.code === "EEXIST")) throw error;
  }
}
