// What is said in place of text that may come from outside the root.

import type { Diagnostic, SymbolNode } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";

export interface Withheld {
  /** The file that leads outside, and the line. */
  readonly where: string;
  /** Where it leads to, in a clause. */
  readonly why: string;
}

/** What helps, as the operator can do it. */
const remedy =
  "trust the root (sightline trust), or serve the directory that it leads to as a root too (--root . --root DIR)";

/** Refuses to show what a server says of a file, where there is a reason to withhold it. */
export function mustBeShown(root: FilePath, file: FilePath, withheld: Withheld | undefined): void {
  if (withheld === undefined) return;
  refuse({
    code: "outside_root",
    what: `The server's output about ${display(root, file)} is withheld: it may quote text from outside the root.`,
    why: `${withheld.why}.`,
    next: `Ask the operator to ${remedy}.`,
  });
}

/** Why an answer lacks text, short enough for the line of its standing. */
export function withheldReason({ where }: Withheld): Reason {
  const short = where.length > longestWhere ? `…/${where.slice(where.lastIndexOf("/") + 1)}` : where;
  return { code: "withheld", detail: `text withheld — ${short} leads outside the root` };
}

/** A problem without what is said of it: where it is, and which, is told. */
export function withoutMessage(diagnostic: Diagnostic, why: string): Diagnostic {
  return { ...diagnostic, message: withheldMessage(why) };
}

export function withheldMessage(why: string): string {
  return `message withheld: it may quote text from outside the root (${why})`;
}

/** What a file declares as its own text spells it: without details, which may be inferred, and without made-up names. */
export function shownSymbols(
  symbols: readonly SymbolNode[],
  text: string,
  withheld: Withheld | undefined,
): { readonly symbols: SymbolNode[]; readonly reasons: Reason[] } {
  if (withheld === undefined) return { symbols: [...symbols], reasons: [] };
  const words = new Set([...wordsIn(text), ...wordsOfServers]);
  let foreign = 0;
  const shown = (nodes: readonly SymbolNode[]): SymbolNode[] =>
    nodes.flatMap(({ name, kind, span, nameSpan, leftOut, ...node }) => {
      const children = shown(node.children);
      const isOwn = wordsIn(name).every((word) => words.has(word));
      if (isOwn) return [{ name, kind, span, nameSpan, children, ...(leftOut === undefined ? {} : { leftOut }) }];
      foreign++;
      return children;
    });
  const own = shown(symbols);
  return { symbols: own, reasons: foreign === 0 ? [] : [withheldReason(withheld)] };
}

// — below: private, in the order they are used —

const longestWhere = 32;

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

/** How servers call what has no name. */
const wordsOfServers = [
  "anonymous",
  "callback",
  "class",
  "default",
  "enum",
  "function",
  "lambda",
  "module",
  "namespace",
  "struct",
  "union",
];
