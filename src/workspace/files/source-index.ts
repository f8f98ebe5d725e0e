// The index of a root's source files: which of them may contain a word, and what each imports, found out once for each
// content.
//
// Facts are kept, never texts: about a kilobyte for a file of ordinary size. They are found out when a question first needs
// them.
// Invariant: a file that cannot be read may contain every word.

import { orIfUnreadable } from "../../host/files.ts";
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

/** Files read at the same time. */
const atOnce = 32;

/** Of a file that cannot be read. */
const unreadable = "unreadable";

export class SourceIndex {
  readonly #context: SourceIndexContext;
  readonly #filters: ByContent<WordFilter | typeof unreadable>;
  readonly #facts: ByContent<Facts>;

  constructor(context: SourceIndexContext) {
    this.#context = context;
    this.#filters = new ByContent(context);
    this.#facts = new ByContent(context);
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
    const isUnknown = (file: FilePath): boolean => this.#filters.known(file) === undefined;
    const read = await pooled(files.filter(isUnknown), atOnce, async (file) => {
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
    return this.#facts.of(file, async () => {
      const bytes = await this.#read(file);
      return bytes === undefined ? unknownFacts : factsOf(family, file, this.#context.host.files.decode(bytes).text);
    });
  }

  filesChanged(changes: readonly FileChange[]): void {
    this.#filters.filesChanged(changes);
    this.#facts.filesChanged(changes);
  }

  /** Changes may have been missed. */
  forgetAll(): void {
    this.#filters.forgetAll();
    this.#facts.forgetAll();
  }

  // — below: private, in the order they are used —

  async #filterOf(file: FilePath): Promise<WordFilter | typeof unreadable | undefined> {
    // A path that may not even be looked at may lead to anything.
    return orIfUnreadable(unreadable, async () => {
      return await this.#filters.of(file, async () => {
        const bytes = await this.#read(file);
        return bytes === undefined ? unreadable : filterOf(bytes);
      });
    });
  }

  /** Undefined for what cannot be read. */
  async #read(file: FilePath): Promise<Uint8Array | undefined> {
    return orIfUnreadable(undefined, () => this.#context.host.files.read(file, this.#context.maxBytes));
  }
}

function containsOne(filter: WordFilter, words: readonly HashedWord[]): boolean {
  return words.some((word) => mayContain(filter, word));
}
