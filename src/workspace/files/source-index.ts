// The index of a root's files: which of them may contain a word, what each imports, and every other kind of facts that a
// feature reads off their texts, found out once for each content.
//
// Facts are kept, never texts: about a kilobyte for a file of ordinary size. They are found out when a question first needs
// them.
// Invariant: a file that cannot be read may contain every word.

import { textBytes } from "../../host/read-limits.ts";
import type { Host } from "../../host/host.ts";
import type { FileStat } from "../../host/files.ts";
import { FileFault, notRegular, orIfUnreadable, tooLarge } from "../../host/files.ts";
import type { FileChange } from "../../host/watch.ts";
import type { HashedWord, WordFilter } from "../../languages/names/word-filter.ts";
import { filterOf, hashWord, mayContain } from "../../languages/names/word-filter.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import { Cancelled } from "../../std/cancel.ts";
import { pooled } from "../../std/pooled.ts";
import type { Facts } from "../../languages/file-facts.ts";
import { factsOf, followedFamily } from "../../languages/facts.ts";
import { unknownFacts } from "../../languages/file-facts.ts";
import type { ContentContext } from "./by-content.ts";
import { ByContent } from "./by-content.ts";

export interface SourceIndexContext extends ContentContext {
  /** A larger file is not read: it may contain every word, and import anything. */
  readonly maxBytes: number;
}

/**
 * One kind of facts that is read off the text of a file.
 *
 * Invariant: the object itself is the key, so that there is one for each kind.
 */
export interface FactKind<T> {
  read(text: string, file: FilePath): T;
  /** Of a file that is there, but is no regular file or too large. */
  unread?(file: FilePath, stat: FileStat, maxBytes: number): T;
  readonly maxBytes?: number;
  /** Such files may lie where changes are not reported: their stamps are compared each time. */
  readonly isUnwatched?: true;
}

/** Files read at the same time. */
const atOnce = 32;

/** Of a file that cannot be read. */
const unreadable = "unreadable";

export class SourceIndex {
  readonly #context: SourceIndexContext;
  readonly #filters: ByContent<WordFilter | typeof unreadable>;
  /** The facts of each kind. */
  readonly #facts = new Map<unknown, ByContent<unknown>>();

  constructor(context: SourceIndexContext) {
    this.#context = context;
    this.#filters = new ByContent(context);
  }

  /** The files whose words are known, and the bytes that this takes. */
  get size(): { readonly files: number; readonly bytes: number } {
    const filters = [...this.#filters.values];
    const bytes = filters.reduce((sum, one) => sum + (one === unreadable ? 0 : one.bits.length), 0);
    return { files: filters.length, bytes };
  }

  /** Those of the files that may contain one of the words. */
  async filesWith(
    words: Iterable<string>,
    files: readonly FilePath[],
    signal?: CancelSignal,
  ): Promise<readonly FilePath[]> {
    const hashed = [...words].map(hashWord);
    const unknown: FilePath[] = [];
    const mayHold = files.filter((file) => {
      const filter = this.#filters.known(file);
      if (filter === undefined) unknown.push(file);
      return filter === undefined || filter === unreadable || containsOne(filter, hashed);
    });
    if (unknown.length === 0) return mayHold;
    const read = await pooled(unknown, atOnce, async (file) => {
      if (signal?.aborted === true) throw new Cancelled(signal.reason);
      return [file, await this.#filterOf(file)] as const;
    });
    const found = new Map(read);
    return files.filter((file) => {
      // What was dropped while others were read may have changed: it may contain every word.
      const filter = found.has(file) ? found.get(file) : (this.#filters.known(file) ?? unreadable);
      return filter === unreadable || (filter !== undefined && containsOne(filter, hashed));
    });
  }

  /** What a file imports, declares and shows to others; undefined where there is none, or imports of it cannot be followed. */
  async factsOf(file: FilePath): Promise<Facts | undefined> {
    const family = followedFamily(file);
    if (family === undefined) return undefined;
    return orIfUnreadable(unknownFacts, () => this.of(importFacts, file));
  }

  /**
   * Facts of one kind; undefined where there is no file, or it is none that is read and the kind says nothing of that.
   * A `FileFault` passes through and nothing is kept: the next read may succeed.
   */
  async of<T>(kind: FactKind<T>, file: FilePath): Promise<T | undefined> {
    const { files } = this.#context.host;
    const found = await this.#factsFor(kind).of(file, async (stat) => {
      const maxBytes = kind.maxBytes ?? this.#context.maxBytes;
      const bytes = await orIfNotRead(() => files.read(file, maxBytes));
      return bytes === undefined ? kind.unread?.(file, stat, maxBytes) : kind.read(files.decode(bytes).text, file);
    });
    // What is kept for a kind was read by that kind.
    return found as T | undefined;
  }

  filesChanged(changes: readonly FileChange[]): void {
    this.#filters.filesChanged(changes);
    for (const facts of this.#facts.values()) facts.filesChanged(changes);
  }

  /** Changes may have been missed. */
  forgetAll(): void {
    this.#filters.forgetAll();
    for (const facts of this.#facts.values()) facts.forgetAll();
  }

  // — below: private, in the order they are used —

  async #filterOf(file: FilePath): Promise<WordFilter | typeof unreadable | undefined> {
    // A path without permission for `stat` may lead to anything.
    return orIfUnreadable(unreadable, async () => {
      return await this.#filters.of(file, async () => {
        const bytes = await this.#read(file);
        return bytes === undefined ? unreadable : filterOf(bytes);
      });
    });
  }

  /** Undefined for what cannot be read. */
  async #read(file: FilePath, maxBytes = this.#context.maxBytes): Promise<Uint8Array | undefined> {
    return orIfUnreadable(undefined, () => this.#context.host.files.read(file, maxBytes));
  }

  #factsFor(kind: FactKind<unknown>): ByContent<unknown> {
    const context = kind.isUnwatched === true ? { ...this.#context, isFollowed: () => false } : this.#context;
    const facts = this.#facts.get(kind) ?? new ByContent<unknown>(context);
    this.#facts.set(kind, facts);
    return facts;
  }
}

/** An index for one host alone, which nothing is reported to: it compares stamps each time. */
export function unwatchedIndex(host: Host): SourceIndex {
  return new SourceIndex({ host, maxBytes: textBytes, isFollowed: () => false });
}

/** What a file imports, declares and shows to others; nothing is known of one whose imports cannot be followed. */
export const importFacts: FactKind<Facts> = {
  maxBytes: textBytes,
  read: (text, file) => {
    const family = followedFamily(file);
    return family === undefined ? unknownFacts : factsOf(family, file, text);
  },
  unread: () => unknownFacts,
};

/** Undefined for what is no regular file or too large, which it stays until it changes. */
async function orIfNotRead<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileFault && (error.code === notRegular || error.code === tooLarge)) return undefined;
    throw error;
  }
}

function containsOne(filter: WordFilter, words: readonly HashedWord[]): boolean {
  return words.some((word) => mayContain(filter, word));
}
