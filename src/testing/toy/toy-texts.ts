// The texts the toy server knows: documents that are open, and files of its root as it last read them.
//
// Invariant: a file on disk is read when the index is made, when a change is reported, and when a document is
// closed; never otherwise. So an unreported change is not seen, as with a real server.

import type { Files } from "../../host/files.ts";
import { replacedBytes } from "../../host/read-limits.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import type { PositionEncoding } from "../../model/line-index.ts";
import { fromUri, toUri } from "../../protocol/uri.ts";

export interface ToyDocument {
  readonly uri: string;
  /** Undefined while the document is closed. */
  readonly version: number | undefined;
  readonly index: LineIndex;
}

export interface ToyTextChange {
  readonly text: string;
  readonly range?: { readonly start: WirePlace; readonly end: WirePlace };
}
interface WirePlace {
  readonly line: number;
  readonly character: number;
}

export class ToyTexts {
  readonly #files: Pick<Files, "read" | "list" | "decode">;
  readonly #extension: string;
  readonly #open = new Map<string, ToyDocument>();
  readonly #disk = new Map<string, ToyDocument>();
  readonly #lastVersion = new Map<string, number>();
  /** What a client must not do with documents, and did. */
  readonly violations: string[] = [];

  constructor(files: Pick<Files, "read" | "list" | "decode">, extension: string) {
    this.#files = files;
    this.#extension = extension;
  }

  /** Reads all files of the language below the root. */
  async index(root: FilePath): Promise<void> {
    for (const entry of (await this.#files.list(root)) ?? []) {
      const path = joinPath(root, entry.name);
      if (entry.kind === "directory") await this.index(path);
      else if (entry.name.endsWith(this.#extension)) await this.readAgain(toUri(path));
    }
  }

  /** What is known: open documents first, then files; by the order of their names. */
  all(): ToyDocument[] {
    const known = new Map([...this.#disk, ...this.#open]);
    return [...known.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  }

  get open(): readonly ToyDocument[] {
    return [...this.#open.values()];
  }

  get(uri: string): ToyDocument | undefined {
    return this.#open.get(uri) ?? this.#disk.get(uri);
  }

  didOpen(uri: string, version: number, text: string): void {
    if (this.#open.has(uri)) this.violations.push(`${uri} was opened twice`);
    this.#follow(uri, version);
    this.#open.set(uri, { uri, version, index: new LineIndex(text) });
  }

  didChange(uri: string, version: number, changes: readonly ToyTextChange[], encoding: PositionEncoding): void {
    const open = this.#open.get(uri);
    if (open === undefined) return void this.violations.push(`${uri} was changed but is not open`);
    this.#follow(uri, version);
    let { index } = open;
    for (const { range, text } of changes) {
      if (range === undefined) index = new LineIndex(text);
      else {
        const start = index.offsetOfUnits(range.start, encoding);
        const end = index.offsetOfUnits(range.end, encoding);
        index = new LineIndex(index.text.slice(0, start) + text + index.text.slice(end));
      }
    }
    this.#open.set(uri, { uri, version, index });
  }

  async didClose(uri: string): Promise<void> {
    if (!this.#open.delete(uri)) this.violations.push(`${uri} was closed but is not open`);
    await this.readAgain(uri);
  }

  #follow(uri: string, version: number): void {
    const before = this.#lastVersion.get(uri) ?? 0;
    if (version <= before) this.violations.push(`${uri} went from version ${before} to ${version}`);
    this.#lastVersion.set(uri, version);
  }

  /** A client said that it has gone, and is believed. */
  async forget(uri: string): Promise<void> {
    this.#disk.delete(uri);
  }

  async readAgain(uri: string): Promise<void> {
    const path = fromUri(uri);
    // A server minds no limit of ours.
    const bytes = typeof path === "string" ? await this.#files.read(filePath(path), replacedBytes) : undefined;
    if (bytes === undefined) return void this.#disk.delete(uri);
    const { text } = this.#files.decode(bytes);
    this.#disk.set(uri, { uri, version: undefined, index: new LineIndex(text.replace(/^\uFEFF/, "")) });
  }
}
