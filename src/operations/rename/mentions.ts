// Where a name still stands after a rename: in comments, in strings, or as the name of something else.
//
// Invariant: nothing of it is ever changed, and what was not looked at is said.

import type { FilePath } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import type { Patience, Snapshot } from "../../workspace/snapshot.ts";
import type { SourceFile } from "../../workspace/files/snapshot-files.ts";
import { shownPath } from "../foreign-text.ts";
import { textOf } from "../places.ts";
import { agreeing, counted } from "../../std/words.ts";

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

/**
 * Whole words in every text of the root, prose too; those of a language and of what is written together with it first.
 * With a `part` of code to look at, in these alone.
 */
export async function mentionsOf(
  snapshot: Snapshot,
  word: string,
  language: string | undefined,
  changed: NewTexts,
  patience: Patience,
  /** What of a text is looked at; offsets and lines stay. */
  part?: (file: FilePath, text: string) => string,
): Promise<Mentions> {
  const family = families.find((one) => language !== undefined && one.includes(language)) ?? [language];
  const isLookedAt = (one: SourceFile): boolean => language === undefined || family.includes(one.language);
  const sources = (await snapshot.sources()).filter(isLookedAt).map(({ file }) => file);
  const others = part === undefined ? await snapshot.files() : [];
  const files = [...new Set([...changed.keys(), ...sources, ...others])];
  const until = patience.deadline.within(searchMs);
  let unread = Math.max(0, files.length - maxFiles);
  const found = await pooled(files.slice(0, maxFiles), atOnce, async (file) => {
    if (until.passed) unread++;
    if (until.passed || (changed.has(file) && changed.get(file) === undefined)) return [];
    const text = changed.get(file) ?? (await textOf(snapshot, file))?.text ?? "";
    return linesWith(text.includes(word) ? (part?.(file, text) ?? text) : "", word).map(
      (line) => `${shownPath(snapshot.base, file)}:${line}`,
    );
  });
  const holders = found.filter((lines) => lines.length > 0);
  const all = holders.flat();
  return { count: all.length, first: all.slice(0, shownFirst), files: holders.length, unread };
}

/** As one line for an answer; undefined where there is nothing to say. */
export function mentionsText(what: string, { count, first, files, unread }: Mentions): string | undefined {
  const limit = unread === 0 ? "" : ` (${counted(unread, "file")} ${agreeing(unread, "was", "were")} not looked at)`;
  if (count === 0) return unread === 0 ? undefined : `${what}: none found${limit}`;
  const more = count > first.length ? ", …" : "";
  const where = `${count} line${count === 1 ? "" : "s"} in ${files} file${files === 1 ? "" : "s"}`;
  return `${what}: ${where}${limit}: ${first.join(", ")}${more}`;
}

// — below: private, in the order they are used —

/** Languages whose files name one another's symbols. */
const families: readonly (readonly string[])[] = [
  ["typescript", "typescriptreact", "javascript", "javascriptreact", "vue", "svelte", "astro"],
  ["c", "cpp", "objective-c", "objective-cpp", "cuda-cpp"],
  ["java", "kotlin", "scala", "groovy"],
];

const maxFiles = 2_000;
const searchMs = 2_000;
const atOnce = 16;
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
