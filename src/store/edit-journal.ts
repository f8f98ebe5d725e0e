// The journal of the changes of one root: what is needed to take each of them back, outside of the root.
//
// A transaction is a directory whose name tells how far it is. `draft`: not written down yet, or no longer needed.
// `prepared`: it may have begun, and goes back unless it gets further. `committed`: done, but for what lies beside its
// files. `kept`, `undone` and `aborted`: over.
// Invariant: a name changes in one step, and is durable when the change resolves, but for that from `committed` to
// `kept`: there either name will do.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import { journalRecordBytes } from "../host/read-limits.ts";
import { WriteFault } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, joinPath, parentOf, relativeTo } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { pooled } from "../std/pooled.ts";
import { FormerContents, isPiece, piecesOf } from "./edit-journal-contents.ts";
import type { EditRecord, Staged } from "./edit-journal-record.ts";
import { parseRecord, parseStaged, toSealedRecord, toSealedStaged } from "./edit-journal-record.ts";
import { JournalSeal } from "./user-key.ts";

const states = ["draft", "prepared", "committed", "kept", "undone", "aborted"] as const;
export type EditState = (typeof states)[number];

/** A transaction as its directory's name describes it. */
export interface NamedEdit {
  readonly id: string;
  readonly state: EditState;
  /** The order of transactions. */
  readonly sequence: number;
}

export interface Journaled {
  readonly id: string;
  readonly state: EditState;
  /** Undefined for one that cannot be parsed. */
  readonly record: EditRecord | undefined;
}

/** Each waits for the disk; together they wait for it once. */
export const writesAtOnce = 8;
const readsAtOnce = 8;

const recordName = "record.json";
const stagedName = "staged.json";
const privately = { mode: 0o600 };
const shape = /^(t([0-9]+)-[0-9a-f]+)\.([a-z]+)$/;

export class EditJournal {
  readonly #host: Pick<Host, "files" | "writing" | "stateDirectory">;
  readonly #root: FilePath;
  readonly #seal: JournalSeal;
  #realState: FilePath | undefined;
  #place: FilePath | undefined;
  /** The stored bytes of each transaction; they never change. */
  readonly #bytes = new Map<string, number>();

  constructor(host: Pick<Host, "files" | "writing" | "stateDirectory">, root: FilePath) {
    this.#host = host;
    this.#root = root;
    this.#seal = new JournalSeal(host, () => this.#state());
  }

  /** Where it lies, whether or not it is there. */
  async place(): Promise<FilePath> {
    if (this.#place !== undefined) return this.#place;
    const place = joinPath(await this.#state(), "edits", journalName(this.#host.files, this.#root));
    // Only once the way to it is known for good.
    if (this.#realState !== undefined) this.#place = place;
    return place;
  }

  /** Where a transaction lies that is so far. */
  async pathOf(id: string, state: EditState): Promise<FilePath> {
    return joinPath(await this.place(), `${id}.${state}`);
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
      what: "Nothing was changed, because the undo data cannot be stored safely.",
      why: `${directory}: ${doubt}.`,
      next: "Make the directory accessible only to you, or set SIGHTLINE_STATE_DIR to another.",
    });
  }

  /** The names of the marks that a process is writing, or ended while it was. */
  async unfinished(): Promise<readonly string[]> {
    const entries = (await this.#host.files.list(await this.place())) ?? [];
    const names = entries.map(({ name }) => name);
    return names.filter((name) => /^(?:lock|draft)-|\.(?:draft|prepared|committed)$/.test(name)).sort();
  }

  /** The oldest first, from one listing of the journal's directory, however many there are. */
  async named(): Promise<NamedEdit[]> {
    const entries = (await this.#host.files.list(await this.place())) ?? [];
    const found = entries.flatMap(({ name }): NamedEdit[] => {
      const [, id, sequence, state] = shape.exec(name) ?? [];
      const known = states.find((one) => one === state);
      return id === undefined || known === undefined ? [] : [{ id, state: known, sequence: Number(sequence) }];
    });
    return found.sort((a, b) => a.sequence - b.sequence);
  }

  /** The oldest first; those that cannot be parsed come last. Throws where one cannot be read. */
  async all(wanted: readonly EditState[] = states): Promise<Journaled[]> {
    const found = (await this.named()).filter(({ state }) => wanted.includes(state));
    const read = await pooled(found, readsAtOnce, async (one) => ({ ...one, record: await this.#record(one) }));
    const order = ({ record }: Journaled): number => record?.sequence ?? Number.MAX_SAFE_INTEGER;
    return read.sort((a, b) => order(a) - order(b));
  }

  /** How many bytes of former contents each of them keeps; no record is read twice for that. */
  async bytesOf(edits: readonly NamedEdit[]): Promise<number[]> {
    return pooled(edits, readsAtOnce, async (edit) => {
      const known = this.#bytes.get(edit.id);
      if (known !== undefined) return known;
      const bytes = (await this.#record(edit))?.bytes ?? 0;
      this.#bytes.set(edit.id, bytes);
      return bytes;
    });
  }

  /** Writes a transaction down; from then on it can be undone. `contents` are those before it, in its order. */
  async prepare(record: EditRecord, contents: readonly Uint8Array[]): Promise<void> {
    const { writing } = this.#host;
    await this.open();
    const draft = await this.pathOf(record.id, "draft");
    await writing.makeDirectory(draft, 0o700);
    const sealed = await this.#seal.write(toSealedRecord(record));
    const pieces = [...piecesOf(contents), { name: recordName, bytes: sealed }];
    await pooled(pieces, writesAtOnce, ({ name, bytes }) => writing.create(joinPath(draft, name), bytes, privately));
    await writing.syncDirectory(draft);
    await this.mark(record.id, "draft", "prepared");
    this.#bytes.set(record.id, record.bytes);
  }

  /** Writes down what was made ready; from then on it may be put in place. */
  async stage(id: string, staged: Staged): Promise<void> {
    const directory = await this.pathOf(id, "prepared");
    const bytes = await this.#seal.write(toSealedStaged(id, staged));
    await this.#host.writing.create(joinPath(directory, stagedName), bytes, privately);
    await this.#host.writing.syncDirectory(directory);
  }

  /** Undefined for a transaction that has put nothing in place. */
  async staged(id: string): Promise<Staged | undefined> {
    const bytes = await this.#host.writing.read(joinPath(await this.pathOf(id, "prepared"), stagedName));
    return bytes && parseStaged(await this.#seal.read(bytes), id);
  }

  async mark(id: string, from: EditState, to: EditState): Promise<void> {
    await this.#host.writing.rename(await this.pathOf(id, from), await this.pathOf(id, to));
    await this.#host.writing.syncDirectory(await this.place());
  }

  /**
   * Done, and nothing lies beside its files any more. Writing does not wait until that is durable: where the power goes first,
   * it is tidied once more.
   */
  async keep(id: string): Promise<void> {
    await this.#host.writing.rename(await this.pathOf(id, "committed"), await this.pathOf(id, "kept"));
  }

  /** What stood at the targets of a transaction before it. */
  async contents(record: EditRecord, state: EditState): Promise<FormerContents> {
    return new FormerContents(this.#host, record, { directory: await this.pathOf(record.id, state) });
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

  /** Removes the oldest rescued contents beyond so many bytes, but never the latest. */
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
    const draft = await this.pathOf(id, "draft");
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
      if ((await this.#host.writing.look(await this.pathOf(id, state))) !== undefined) return state;
    }
    return undefined;
  }

  /** It went back: what is left is the knowledge that there was one, and what was special about it. */
  async abort(id: string, detail: string): Promise<void> {
    const { files, writing } = this.#host;
    await this.mark(id, "prepared", "aborted");
    const directory = await this.pathOf(id, "aborted");
    for (const { name } of (await files.list(directory)) ?? []) {
      if (isPiece(name) || name === stagedName) await writing.remove(joinPath(directory, name));
    }
    if (detail !== "") await writing.create(joinPath(directory, "detail"), new TextEncoder().encode(detail), privately);
  }

  async detail(id: string): Promise<string | undefined> {
    const bytes = await this.#host.writing.read(joinPath(await this.pathOf(id, "aborted"), "detail"));
    return bytes && this.#host.files.decode(bytes).text;
  }

  /** Undefined also for one that another process is just giving another name. Throws where it cannot be read. */
  async #record({ id, state }: Pick<NamedEdit, "id" | "state">): Promise<EditRecord | undefined> {
    const bytes = await this.#host.files.read(joinPath(await this.pathOf(id, state), recordName), journalRecordBytes);
    return bytes && parseRecord(await this.#seal.read(bytes), id, this.#root);
  }

  /** The real path of the state directory; where it is not there yet, as far as the way to it is. */
  async #state(): Promise<FilePath> {
    if (this.#realState !== undefined) return this.#realState;
    const { files, stateDirectory } = this.#host;
    for (const known of [stateDirectory, ...ancestors(stateDirectory)]) {
      const real = await files.real(known);
      if (real === undefined) continue;
      this.#realState = joinPath(real, relativeTo(known, stateDirectory) ?? ".");
      return this.#realState;
    }
    return stateDirectory;
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
