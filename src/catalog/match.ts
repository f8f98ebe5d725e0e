// Which language a file belongs to, from its name and from what else lies in its project.
//
// Names and globs win over extensions, a longer extension over a shorter one, and case never counts. A pattern that
// several languages claim is settled by `ambiguity.ts`.

import type { Ambiguity } from "./ambiguity.ts";
import { ambiguities } from "./ambiguity.ts";
import type { LanguageEntry } from "./entry.ts";
import { alternatives, isGlob, matchesGlob, matchesTail } from "./globs.ts";
import type { Catalog } from "./table.ts";
import { languageById } from "./table.ts";

type Names = readonly string[] | ReadonlySet<string>;

/** `present`: base names that are known to lie in the file's project, such as `v.mod`; they settle what is ambiguous. */
export function languageOf(from: Catalog, path: string, present: Names = []): LanguageEntry | undefined {
  for (const claim of claimsOn(patternsOf(from), path)) {
    const language = settle(from, claim, present);
    if (language !== undefined) return language;
  }
  return from.otherwise === undefined ? undefined : languageById(from, from.otherwise);
}

/** Whether the language of the file depends on what else lies in its project. */
export function isAmbiguous(from: Catalog, path: string): boolean {
  return claimsOn(patternsOf(from), path).some(({ pattern }) => ruleFor(from, pattern) !== undefined);
}

/** Of the names that lie in a project those by which an ambiguity can be settled; of each kind one is enough. */
export function tellingNames(names: Iterable<string>): string[] {
  const told = new Map<string, string>();
  for (const name of names) {
    if (telling.has(name)) told.set(name, name);
    const ending = `*${name.slice(name.lastIndexOf("."))}`;
    if (telling.has(ending)) told.set(ending, name);
  }
  return [...told.values()];
}

// — below: private, in the order they are used —

/** Looked up, not matched: a tree has a hundred thousand names. Invariant: a glob of a hint is `*` and an ending. */
const telling: ReadonlySet<string> = new Set(
  ambiguities.flatMap(({ hints }) => hints.flatMap(({ present }) => present.flatMap(alternatives))),
);

interface Claim {
  /** As the languages spell it. */
  readonly pattern: string;
  readonly languages: LanguageEntry[];
}

interface Patterns {
  readonly names: ReadonlyMap<string, Claim>;
  readonly globs: ReadonlyMap<string, Claim>;
  readonly extensions: ReadonlyMap<string, Claim>;
  /** The claims on paths that were asked about: every question asks about the same ones again. */
  readonly known: Map<string, readonly Claim[]>;
}

/** Paths whose claims are remembered; beyond that all are forgotten. */
const maxKnown = 20_000;

const remembered = new WeakMap<Catalog, Patterns>();

function patternsOf(from: Catalog): Patterns {
  let patterns = remembered.get(from);
  if (patterns === undefined) {
    const pairs = (list: (language: LanguageEntry) => readonly string[] | undefined): [string, LanguageEntry][] =>
      from.languages.flatMap((language) =>
        (list(language) ?? []).map((pattern): [string, LanguageEntry] => [pattern, language]),
      );
    const names = pairs((language) => language.fileNames);
    patterns = {
      names: gathered(names.filter(([pattern]) => !isTailOrGlob(pattern))),
      globs: gathered(names.filter(([pattern]) => isTailOrGlob(pattern))),
      extensions: gathered(pairs((language) => language.extensions)),
      known: new Map(),
    };
    remembered.set(from, patterns);
  }
  return patterns;
}

function isTailOrGlob(pattern: string): boolean {
  return isGlob(pattern) || pattern.includes("/");
}

function gathered(pairs: readonly [string, LanguageEntry][]): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const [pattern, language] of pairs) {
    const key = pattern.toLowerCase();
    const claim = claims.get(key);
    if (claim === undefined) claims.set(key, { pattern, languages: [language] });
    else claim.languages.push(language);
  }
  return claims;
}

/** The claims that a path meets, the strongest first. */
function claimsOn(patterns: Patterns, path: string): readonly Claim[] {
  const { known } = patterns;
  const before = known.get(path);
  if (before !== undefined) return before;
  const claims = [...foundClaims(patterns, path.replaceAll("\\", "/").toLowerCase())];
  if (known.size >= maxKnown) known.clear();
  known.set(path, claims);
  return claims;
}

function* foundClaims(patterns: Patterns, path: string): Generator<Claim> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const exact = patterns.names.get(name);
  if (exact !== undefined) yield exact;
  for (const [pattern, claim] of patterns.globs) {
    if (pattern.includes("/") ? matchesTail(pattern, path) : matchesGlob(pattern, name)) yield claim;
  }
  // A leading dot hides a file and begins no extension.
  for (let dot = name.indexOf(".", 1); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const claim = patterns.extensions.get(name.slice(dot));
    if (claim !== undefined) yield claim;
  }
}

function settle(from: Catalog, claim: Claim, present: Names): LanguageEntry | undefined {
  const { pattern, languages } = claim;
  const rule = ruleFor(from, pattern);
  if (rule === undefined) return languages[0];
  const hinted = rule.hints.find((hint) => anyPresent(hint.present, present))?.language;
  return (
    languages.find((language) => language.id === hinted) ?? languages.find((language) => language.id === rule.byDefault)
  );
}

function ruleFor(from: Catalog, pattern: string): Ambiguity | undefined {
  return from.decided.includes(pattern) ? undefined : ambiguities.find((one) => one.pattern === pattern);
}

function anyPresent(markers: readonly string[], present: Names): boolean {
  for (const name of present) {
    if (markers.some((marker) => matchesGlob(marker, name))) return true;
  }
  return false;
}
