// What stood at the targets of a transaction before it: one content after the other, in as few files as will do.
//
// Invariant: a content that does not match its recorded hash is never returned.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { EditRecord } from "./edit-journal-record.ts";

/** What one file holds at the most, unless a single content is larger: it is read whole for any of them. */
export const pieceBytes = 32 * 1024 ** 2;

/** What is to be written: a name beside the record, and its content. */
export interface ContentPiece {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Place {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Each file that is made waits for the disk, so there are few of them. */
export function piecesOf(contents: readonly Uint8Array[], limit = pieceBytes): ContentPiece[] {
  const places = placesOf(
    contents.map(({ length }) => length),
    limit,
  );
  const names = [...new Set(places.map(({ name }) => name))];
  return names.map((name) => {
    const bytes = new Uint8Array(places.findLast((place) => place.name === name)?.to ?? 0);
    for (const [index, place] of places.entries())
      if (place.name === name) bytes.set(contents[index] ?? [], place.from);
    return { name, bytes };
  });
}

export function isPiece(name: string): boolean {
  return /^before-[0-9]+$/.test(name);
}

/** Reads the former contents of a transaction; a file that holds several of them is read once. */
export class FormerContents {
  readonly #host: Pick<Host, "files" | "writing">;
  readonly #record: EditRecord;
  readonly #directory: FilePath;
  readonly #places: ReadonlyMap<number, Place>;
  #last: { readonly name: string; readonly read: Promise<Uint8Array | undefined> } | undefined;

  constructor(
    host: Pick<Host, "files" | "writing">,
    record: EditRecord,
    { directory, limit = pieceBytes }: { readonly directory: FilePath; readonly limit?: number },
  ) {
    this.#host = host;
    this.#record = record;
    this.#directory = directory;
    const kept = record.targets.flatMap(({ before }, index) => (before === undefined ? [] : [{ index, before }]));
    const places = placesOf(
      kept.map(({ before }) => before.size),
      limit,
    );
    this.#places = new Map(places.map((place, at) => [kept[at]?.index ?? -1, place]));
  }

  /** The former content of a target; refused if it does not match its recorded hash. */
  async at(index: number): Promise<Uint8Array> {
    const { id, targets } = this.#record;
    const target = targets[index];
    const { name, from, to } = this.#places.get(index) ?? { name: "record.json", from: 0, to: 0 };
    const path = joinPath(this.#directory, name);
    if (this.#last?.name !== name) this.#last = { name, read: this.#host.writing.read(path) };
    const piece = await this.#last.read;
    const bytes = piece?.subarray(from, to);
    if (bytes !== undefined && this.#host.files.hash(bytes) === target?.before?.hash) return bytes;
    return refuse({
      code: "file_unreadable",
      what: `The saved content of ${target?.file ?? id} for undoing ${id} is damaged.`,
      why: `${path} is ${piece === undefined ? "missing" : "not what was written there"}.`,
      next: "Restore the file from elsewhere; nothing was changed.",
    });
  }
}

// — below: private, in the order they are used —

/** Where each content lies; follows from their sizes alone. */
function placesOf(sizes: readonly number[], limit: number): Place[] {
  let [piece, end] = [0, 0];
  return sizes.map((size) => {
    if (end > 0 && end + size > limit) [piece, end] = [piece + 1, 0];
    const from = end;
    end += size;
    return { name: `before-${piece}`, from, to: end };
  });
}
