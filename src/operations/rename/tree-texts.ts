// The texts of a root as one rename reads them: each file once, whichever rules ask for it.
//
// Invariant: a file that the index rules out for a word is not read for that word; one that was not searched is counted.

import type { Patience } from "../../std/patience.ts";
import { groupOf } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { textOf } from "../places.ts";

/** The texts found, and how many files were not read, because there are too many or the time was up. */
export interface SearchedTexts {
  readonly texts: ReadonlyMap<FilePath, string>;
  readonly unread: number;
}

export class TreeTexts {
  readonly #snapshot: Snapshot;
  readonly #texts = new Map<FilePath, Promise<string | undefined>>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** Undefined where it cannot be read. */
  text(file: FilePath): Promise<string | undefined> {
    const known = this.#texts.get(file) ?? textOf(this.#snapshot, file).then((index) => index?.text);
    this.#texts.set(file, known);
    return known;
  }

  /** The sources that may name what a file declares: those of its language, and of what is written together with it. */
  async sourcesWith(file: FilePath): Promise<readonly FilePath[]> {
    const [language, group] = [this.#snapshot.languageOf(file), groupOf(file)];
    const sources = await this.#snapshot.sources();
    if (language === undefined) return sources.map((one) => one.file);
    const isTogether = (other: FilePath): boolean => group !== "other" && groupOf(other) === group;
    return sources.flatMap((one) => (one.language === language || isTogether(one.file) ? [one.file] : []));
  }

  /** The texts of files, the first so many. */
  async all(files: readonly FilePath[], { deadline }: Pick<Patience, "deadline">): Promise<SearchedTexts> {
    const wanted = [...new Set(files)];
    let unread = Math.max(0, wanted.length - maxFiles);
    const read = await pooled(wanted.slice(0, maxFiles), atOnce, async (file) => {
      if (deadline.passed) unread++;
      return deadline.passed ? undefined : await this.text(file);
    });
    return { texts: textMap(wanted, read), unread };
  }

  /** The texts among these that contain a word, possibly as a part of a longer one. */
  async withWord(word: string, files: readonly FilePath[], patience: Patience): Promise<SearchedTexts> {
    const wanted = [...new Set(files)];
    const searched = wanted.slice(0, maxFiles);
    let unread = wanted.length - searched.length;
    const plain = longestWord(word);
    const found = new Map<FilePath, string>();
    for (let from = 0; from < searched.length; from += atATime) {
      const some = searched.slice(from, from + atATime);
      if (patience.deadline.passed) {
        unread += some.length;
        continue;
      }
      const candidates = plain === undefined ? some : await this.#snapshot.filesWith([plain], some, patience.signal);
      const { texts, unread: left } = await this.all(candidates, patience);
      unread += left;
      for (const [file, text] of texts) if (text.includes(word)) found.set(file, text);
    }
    return { texts: found, unread };
  }
}

// — below: private, in the order they are used —

const maxFiles = 2_000;
const atOnce = 16;
const atATime = 250;

function textMap(files: readonly FilePath[], texts: readonly (string | undefined)[]): Map<FilePath, string> {
  return new Map(
    texts.flatMap((text, at): [FilePath, string][] => {
      const file = files[at];
      return file === undefined || text === undefined ? [] : [[file, text]];
    }),
  );
}

/** What the index knows as a word: a private name without its mark, and of `my-module` the longer part. */
function longestWord(name: string): string | undefined {
  const parts = name.replace(/^r#/, "").match(/[\p{ID_Continue}$]+/gu) ?? [];
  return parts.reduce<string | undefined>((best, one) => (one.length > (best?.length ?? 0) ? one : best), undefined);
}
