// Decides whether a name after a dot that no server resolved may be a use: of a member, or of a name of a module.

import type { ImportRules } from "../imports/rules.ts";
import { importsBy } from "../imports/statements.ts";
import type { Syntax } from "../syntax/prose.ts";
import type { NameRole, UnresolvedPlace } from "./rules.ts";

/** The parts of a language that find the modules which a text imports. */
export interface ModuleReading {
  readonly syntax: Syntax;
  readonly imports?: ImportRules;
  /** Matches an expression that loads a module and takes a name out of it at once, up to the dot before the name. */
  readonly loadedHere?: RegExp;
}

/** Whether a dot precedes a place, and not the last one of `...`. */
export function isBehindDot({ code, offset }: UnresolvedPlace): boolean {
  return /(?<!\.\.)\.\s*$/.test(code.slice(Math.max(0, offset - 100), offset));
}

/**
 * Why a name after a dot may be a use; undefined if it cannot be. A plain name, which is no member, follows a dot only
 * if a module precedes the dot, and the text has to import or load that module.
 */
export function possibleMember(reading: ModuleReading, place: UnresolvedPlace, role: NameRole): string | undefined {
  if (role !== "plain") return "type unknown";
  return modulesNamedBefore(reading, place).length > 0 ? "import not resolved" : undefined;
}

/** The modules that the name before the dot may come from; an empty text for one whose name cannot be read. */
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
