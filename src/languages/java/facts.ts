// What a file of Java or Kotlin says about its own reach.
//
// Besides its imports a file sees its own package, and every class by its whole name, which needs no import.
// Invariant: names that stand in comments and strings count too, since one too many does no harm.

import type { Facts, FactRules } from "../file-facts.ts";
import { unknownFacts } from "../file-facts.ts";
import { maskBy } from "../syntax/prose.ts";
import { javaSyntax } from "./syntax.ts";

/** Stands before a name that is written somewhere in the text, and may begin with a package. */
export const writtenMark = "~";
/** Stands before the name of a module of Java, all of whose packages are imported. */
export const moduleMark = "module ";

export const javaFactRules: FactRules = {
  factsOf,
  // The one decides which packages can be seen, the other may annotate a whole package.
  isPartOfAll: (file) => /(?:^|\/)(?:module|package)-info\.java$/.test(file),
};

/** The package that code declares; empty for the one without a name. */
export function packageIn(code: string): string {
  const [, name = ""] = new RegExp(`(?<![\\p{L}\\p{N}_$.])package\\s+(${dotted})`, "u").exec(code) ?? [];
  return plain(name);
}

// — below: private, in the order they are used —

const word = "(?:[\\p{L}_$][\\p{L}\\p{N}\\p{M}_$]*|`[^`\\n]+`)";
const dotted = `${word}(?:\\s*\\.\\s*${word})*`;

function factsOf(file: string, text: string): Facts {
  const code = maskBy(javaSyntax, text);
  if (isEscaped(text, code)) return unknownFacts;
  const own = packageIn(code);
  const isScript = file.endsWith(".kts");
  const isDescription = /(?:^|\/)module-info\.java$/.test(file);
  return {
    modules: [
      ...(own === "" ? [] : [`${own}.*`]),
      ...(isDescription ? packagesIn(code) : []),
      ...importsIn(code),
      ...writtenIn(text),
    ],
    imports: [],
    declares: [],
    // Which files have no package either is told by none of their paths. Scala imports by names that depend on where they
    // stand, and a script brings in what its host likes. What a module exports or offers is named.
    isUnclear: (own === "" && !isDescription) || !/\.(?:java|kt)$/.test(file),
    // What has no package is seen only by files that have none.
    isSeenByAll: own !== "" && !isScript && !isWhereItBelongs(file, own),
    defines: [],
  };
}

/**
 * Java resolves escapes before anything else: they may spell a keyword, or end a string, a comment or a line.
 * Spec: a backslash behind an odd number of others begins none.
 */
function isEscaped(text: string, code: string): boolean {
  return /(?<!\\)(?:\\\\)*\\u+00(?:0[ad]|2[27af]|5c)/i.test(text) || code.includes("\\u");
}

function importsIn(code: string): string[] {
  const statement = new RegExp(
    `(?<![\\p{L}\\p{N}_$.])import\\s+(static\\s+|module\\s+)?(${dotted}(?:\\s*\\.\\s*\\*)?)`,
    "gu",
  );
  const found = [...code.matchAll(statement)].map(([, kind = "", name = ""]) =>
    kind.startsWith("module") ? moduleMark + plain(name) : plain(name),
  );
  return [...new Set(found)];
}

/** The packages that the description of a module opens for others. */
function packagesIn(code: string): string[] {
  const opened = new RegExp(`(?<![\\p{L}\\p{N}_$.])(?:exports|opens)\\s+(${dotted})`, "gu");
  return [...new Set([...code.matchAll(opened)].map(([, name = ""]) => `${plain(name)}.*`))];
}

/** Names of at least two parts. */
function writtenIn(text: string): string[] {
  const name = new RegExp(`(?<![\\p{L}\\p{N}_$.])${word}(?:\\s*\\.\\s*${word})+`, "gu");
  const all = [...text.matchAll(name)].map(([found]) => plain(found).split(".").slice(0, deepest).join("."));
  return [...new Set(all)].map((one) => writtenMark + one);
}

/** What is behind so many parts is a member, for no package is so deep. */
const deepest = 16;

function plain(name: string): string {
  return name.replaceAll(/[\s`]+/g, "");
}

/** Imports are followed by the paths of files; a package elsewhere is found by none, unless it is of those that all see. */
function isWhereItBelongs(file: string, own: string): boolean {
  const directory = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  return `/${directory}`.endsWith(`/${own.replaceAll(".", "/")}`) && !/^(?:java\.lang|kotlin(?:\..*)?)$/.test(own);
}
