// Where the old name is still found after a rename: in comments, in strings, or as the name of something else.
//
// Invariant: nothing is changed here, and files not searched, for their number or for lack of time, are counted.

import type { Patience } from "../../std/patience.ts";
import type { FilePath } from "../../model/file-path.ts";
import { agreeing, counted } from "../../std/words.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { TreeTexts } from "./tree-texts.ts";

export interface Mentions {
  readonly count: number;
  /** The first of the lines that were found, as `path:line`. */
  readonly first: readonly string[];
  readonly files: number;
  /** How many files were not searched, because there are too many or the time was up. */
  readonly unread: number;
}

/** The future text of each file that will change; undefined for a file that is not to be searched. */
export type NewTexts = ReadonlyMap<FilePath, string | undefined>;

export interface Mentioned {
  readonly word: string;
  /** The file that decides the language: see `mentionsOf`. */
  readonly of: FilePath;
  readonly changed: NewTexts;
  /** Returns the text with what is not to be searched blanked out, so that lines keep their numbers. */
  readonly part?: (file: FilePath, text: string) => string;
}

/**
 * Finds whole words in every text of the root, prose included. The changed files come first, then the sources in the
 * language of `of` and in those written together with it. With a `part`, only these two kinds are searched.
 */
export async function mentionsOf(
  tree: TreeTexts,
  snapshot: Snapshot,
  { word, of, changed, part }: Mentioned,
  patience: Patience,
): Promise<Mentions> {
  const others = part === undefined ? await snapshot.files() : [];
  const files = [...new Set([...changed.keys(), ...(await tree.sourcesWith(of)), ...others])];
  const bounded = { ...patience, deadline: patience.deadline.within(searchMs) };
  const unchanged = files.filter((file) => !changed.has(file));
  const { texts, unread } = await tree.withWord(word, unchanged, bounded);
  const holders = files.flatMap((file) => {
    const text = changed.has(file) ? changed.get(file) : texts.get(file);
    if (text === undefined || !text.includes(word)) return [];
    const lines = linesWith(part?.(file, text) ?? text, word);
    return lines.length === 0 ? [] : [lines.map((line) => `${shownPath(snapshot.base, file)}:${line}`)];
  });
  const all = holders.flat();
  return { count: all.length, first: all.slice(0, shownFirst), files: holders.length, unread };
}

/** The mentions as one line for an answer; undefined if there is nothing to say. */
export function mentionsText(what: string, { count, first, files, unread }: Mentions): string | undefined {
  const limit = unread === 0 ? "" : ` (${counted(unread, "file")} ${agreeing(unread, "was", "were")} not searched)`;
  if (count === 0) return unread === 0 ? undefined : `${what}: none found${limit}`;
  const more = count > first.length ? ", …" : "";
  const where = `${counted(count, "line")} in ${counted(files, "file")}`;
  return `${what}: ${where}${limit}: ${first.join(", ")}${more}`;
}

// — below: private, in the order they are used —

const searchMs = 2_000;
const shownFirst = 5;

/** The numbers, counted from 1, of the lines that contain the word as a whole word. */
function linesWith(text: string, word: string): number[] {
  if (!text.includes(word)) return [];
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => (holds(line, word) ? [at + 1] : []));
}

function holds(line: string, word: string): boolean {
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    const before = /[\p{ID_Continue}$]$/u.test(line.slice(Math.max(0, at - 2), at));
    const after = /^[\p{ID_Continue}$]/u.test(line.slice(at + word.length, at + word.length + 2));
    if (!before && !after) return true;
  }
  return false;
}
