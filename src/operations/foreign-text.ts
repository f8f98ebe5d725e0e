// Text of a repository or a server inside of an answer: marked, so that none of its lines can pass for a line of ours.
//
// Invariant: what we say ourselves never begins with a mark of foreign text.

import type { Base, FilePath } from "../model/file-path.ts";
import { display } from "../model/file-path.ts";
import { inert, inertLine } from "../render/inert.ts";

/** Whether a line that begins like this reads as if it were ours: a standing, a hint, the head of a target, an aside. */
export function looksLikeOurs(text: string): boolean {
  return /^\s*(?:(?:standing|next|since then|not (?:checked|listed)|diagnostics unavailable|remark|note|safe|breaks|undo id):|since=|[=(|])/i.test(
    text,
  );
}

/** A name at the beginning of a line. */
export function nameAtStart(name: string): string {
  return looksLikeOurs(name) ? `"${name}"` : name;
}

/** Source with its line numbers, which also are what a next question needs. */
export function numberedLines(lines: readonly string[], first: number): string[] {
  return lines.map((line, at) => `${first + at}\t${inert(line).replaceAll("\n", " ")}`);
}

/** Prose of a server, as a quotation. */
export function quotedLines(text: string): string[] {
  return text.split("\n").map((line) => (line === "" ? "|" : `| ${line}`));
}

/** A path at the beginning of a line: `./` distinguishes one that reads like a line of ours. */
export function shownPath(base: Base, file: FilePath): string {
  const path = inertLine(display(base, file));
  return looksLikeOurs(path) ? `./${path}` : path;
}
