// A question about a whole repository, with its answer in three ways, each a list of facts in one form.

import type { RealPackage } from "../../test/real/real-package.ts";
import type { Hit, Shell, Tools } from "./arms.ts";

export interface ScriptQuestion {
  readonly asks: string;
  readonly of: RealPackage;
  /** What a model would write. */
  readonly code: string;
  /** Single tools, with a search for what no tool lists. */
  tools(tools: Tools, shell: Shell): Promise<string[]>;
  /** A search, files, and the rules that a careful reader of them would follow. */
  grep(shell: Shell): Promise<string[]>;
}

/** Each once, in order. */
export function facts(found: Iterable<string>): string[] {
  return [...new Set(found)].sort();
}

/** A declaration by its name, as a target of the tools. */
export interface Declared extends Hit {
  readonly name: string;
  readonly target: string;
}

/** Declarations among hits; the first group of `pattern` ends with the name. */
export function declaredIn(hits: readonly Hit[], pattern: RegExp): Declared[] {
  return hits.flatMap((hit) => {
    const match = pattern.exec(hit.text);
    const name = /[\w$]+$/.exec(match?.[1] ?? "")?.[0];
    if (match === null || name === undefined) return [];
    const column = match.index + match[0].lastIndexOf(match[1] ?? "") + (match[1] ?? "").length - name.length + 1;
    return [{ ...hit, name, target: `${hit.file}:${hit.line}:${column}` }];
  });
}
