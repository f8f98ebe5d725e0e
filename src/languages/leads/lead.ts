// A place in a text that leads to another file, and what the readers of all languages share.

export interface Lead {
  /** As it is written, escapes resolved; relative to the directory of the file unless it is absolute. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /**
   * `searched`: directories that a configuration names are looked in too. `macro`: the path is the name of a macro.
   * `named`: it is the name of a package, or the first name of a module.
   */
  readonly way: "beside" | "searched" | "macro" | "named";
  /** Why a server may read it in another way than we do; absent for what is written plainly. */
  readonly unclear?: Unclear;
}

/** Why a lead is not plain, as messages word it. */
export type Unclear =
  | "it contains an escape"
  | "it has .. after a directory name"
  | "it cannot be read"
  | "it is a URL"
  | "it contains characters that are not valid in a path"
  | "it is concatenated from parts"
  | "its quotes are not closed"
  | "its line is joined with the next one"
  | "its # is written as a digraph or trigraph"
  | "its keyword is spelled with an escape"
  | "it is renamed by an alias"
  | "it is inside a merge conflict"
  | "it is not written as JSON"
  | "too much text precedes it"
  | "it is too long";

/** Where in the text it begins takes the place of its line. */
export interface FoundLeads extends Omit<Lead, "line"> {
  readonly at: number;
}

/** Finds where the text of a language leads. */
export type LeadReader = (text: string) => FoundLeads[];

/** A path with the reason why it is not plain, as far as the path itself gives one. */
export interface WrittenLead {
  readonly path: string;
  readonly unclear?: Unclear;
}

/** Stands for what could not be read; it leads outside of everything. */
export const unreadable = "/..";

export function isClimbing(path: string): boolean {
  return /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);
}

/** What no reader of paths agrees on. */
export function unsupportedCharacters(path: string): Unclear | undefined {
  return /\p{Cc}/u.test(path) ? "it contains characters that are not valid in a path" : undefined;
}

/**
 * A path that climbs out of a directory which it has named means another one where that is a link. What is understood
 * by the letters alone is not asked.
 */
export function climbsBehindName(path: string): Unclear | undefined {
  const parts = path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  const named = parts.findIndex((part) => part !== "..");
  return named >= 0 && parts.indexOf("..", named) >= 0 ? "it has .. after a directory name" : undefined;
}

export function stickyAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

/** Undefined where the next word is too far away to be searched. */
export type Skip = (at: number) => number | undefined;

/** The most pieces skipped between two words. */
const maxPieces = 200;

interface Blanks {
  /** Sticky. */
  readonly blanks: RegExp;
  /** Where a comment ends that holds for a line. */
  readonly lineEnd: RegExp;
}

/** Goes past blanks and comments. */
export function skipper(text: string, { blanks, lineEnd }: Blanks): Skip {
  const commentEnd = commentEnds(text, lineEnd);
  return (from) => {
    let at = from;
    for (let pieces = 0; pieces < maxPieces; pieces++) {
      const blank = stickyAt(blanks, text, at) ?? "";
      at += blank.length;
      const end = commentEnd(at);
      // The stars before the lines of a comment.
      const isStar = /[\n\r\u2028\u2029]/.test(blank) && /^\*(?!\/)/.test(text.slice(at, at + 2));
      if (end === undefined && !isStar) return at;
      at = end ?? at + 1;
    }
    return undefined;
  };
}

/** Where a comment ends that begins at a place; undefined where none does. Asked in any order, no text is read twice. */
export function commentEnds(text: string, lineEnd: RegExp): (at: number) => number | undefined {
  const block = { from: 0, end: -1 };
  const line = { from: 0, end: -1 };
  const ofLine = new RegExp(lineEnd, "g");
  return (at) => {
    if (text.startsWith("/*", at)) {
      if (at + 2 < block.from || at + 2 > block.end) {
        block.from = at + 2;
        block.end = text.indexOf("*/", at + 2);
        if (block.end < 0) block.end = text.length;
      }
      return Math.min(block.end + 2, text.length);
    }
    if (!text.startsWith("//", at)) return undefined;
    if (at < line.from || at > line.end) {
      ofLine.lastIndex = at;
      line.from = at;
      line.end = ofLine.exec(text)?.index ?? text.length;
    }
    return line.end;
  };
}
