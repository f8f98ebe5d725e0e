// Where a name still stands after a rename: in comments, in strings, or as the name of something else.
//
// Invariant: nothing of it is ever changed, and what was not looked at is said.

import type { Patience } from "../../std/patience.ts";
import type { FilePath } from "../../model/file-path.ts";
import { agreeing, counted } from "../../std/words.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { TreeTexts } from "./tree-texts.ts";

export interface Mentions {
  readonly count: number;
  /** The first of them, as `path:line`. */
  readonly first: readonly string[];
  readonly files: number;
  /** How many files were not looked at, because there are too many or the time was up. */
  readonly unread: number;
}

/** What the files are going to hold, where that is not what they hold now; undefined for what is not to be looked at. */
export type NewTexts = ReadonlyMap<FilePath, string | undefined>;

export interface Mentioned {
  readonly word: string;
  /** The file of what has the name. */
  readonly of: FilePath;
  readonly changed: NewTexts;
  /** What of a text is looked at; offsets and lines stay. */
  readonly part?: (file: FilePath, text: string) => string;
}

/**
 * Whole words in every text of the root, prose too; those of a language and of what is written together with it first.
 * With a `part` of code to look at, in these alone.
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

/** As one line for an answer; undefined where there is nothing to say. */
export function mentionsText(what: string, { count, first, files, unread }: Mentions): string | undefined {
  const limit = unread === 0 ? "" : ` (${counted(unread, "file")} ${agreeing(unread, "was", "were")} not looked at)`;
  if (count === 0) return unread === 0 ? undefined : `${what}: none found${limit}`;
  const more = count > first.length ? ", …" : "";
  const where = `${counted(count, "line")} in ${counted(files, "file")}`;
  return `${what}: ${where}${limit}: ${first.join(", ")}${more}`;
}

// — below: private, in the order they are used —

const searchMs = 2_000;
const shownFirst = 5;

/** The numbers of the lines that hold a word as a whole, from 1. */
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
