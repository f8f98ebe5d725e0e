// Places behind a dot: members of what stands before it, or names of a module.

import type { ImportRules } from "../imports/rules.ts";
import { importsBy } from "../imports/statements.ts";
import type { Syntax } from "../syntax/prose.ts";
import type { NameRole, UnresolvedPlace } from "./rules.ts";

/** What of a language tells which modules a text brings in. */
export interface ModuleReading {
  readonly syntax: Syntax;
  readonly imports?: ImportRules;
  /** A module that an expression loads and takes a name out of at once. */
  readonly loadedHere?: RegExp;
}

/** Whether a place is a member of what stands before it, or a name of a module. */
export function isBehindDot({ code, offset }: UnresolvedPlace): boolean {
  return /(?<!\.\.)\.\s*$/.test(code.slice(Math.max(0, offset - 100), offset));
}

/** A plain name stands behind a dot only if a module stands before it, and modules are brought in by name. */
export function possibleMember(reading: ModuleReading, place: UnresolvedPlace, role: NameRole): string | undefined {
  if (role !== "plain") return "type unknown";
  return modulesNamedBefore(reading, place).length > 0 ? "import not resolved" : undefined;
}

/** The modules that may bring in what stands before the dot; empty texts for those whose names are not written there. */
export function modulesNamedBefore(
  { syntax, imports, loadedHere }: ModuleReading,
  { text, code, offset }: UnresolvedPlace,
): string[] {
  const start = Math.max(0, offset - 300);
  const before = code.slice(start, offset);
  const chain = /([\p{L}_$][\p{L}\p{N}_$]*)(?:\s*\.\s*[\p{L}_$][\p{L}\p{N}_$]*)*\s*\.\s*$/u.exec(before);
  const loaded = loadedHere?.exec(before) ?? null;
  if (loaded !== null) return [quotedIn(text, start + loaded.index, offset)];
  const first = chain?.[1];
  if (first === undefined) return [];
  const word = String.raw`(?<![\w$])${first.replaceAll("$", String.raw`\$`)}(?![\w$])`;
  const named = new RegExp(word);
  const assigned = new RegExp(
    String.raw`${word}\s*=\s*(?:await\s+import|require|(?:importlib\.)?import_module|__import__)\s*\([^()]{0,500}|\bimport\s*\([^()]{0,500}\)\s*\.then\s*\(\s*(?:async\s*)?(?:\(\s*)?${word}`,
    "g",
  );
  const statements = imports === undefined ? [] : importsBy(syntax, imports, text);
  const imported = statements.flatMap((one) => (named.test(one.text) ? [one.named ?? ""] : []));
  const required = [...code.matchAll(assigned)].map(({ index, 0: all }) => quotedIn(text, index, index + all.length));
  return [...imported, ...required];
}

// — below: private, in the order they are used —

/** The first text in quotes between two offsets. */
function quotedIn(text: string, from: number, to: number): string {
  return /["'`]([^"'`\n]*)["'`]/.exec(text.slice(from, to))?.[1] ?? "";
}
