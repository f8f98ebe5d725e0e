// What a file says about its own reach: what it brings in, and whether others see it without bringing it in.
//
// Invariant: in doubt a file brings in anything, and is seen by all.

import type { Family } from "./family.ts";
import { codeOnly } from "./syntax/code-text.ts";
import { familyOf } from "./table.ts";
import { goImports, mentionedModules } from "./imports/import-statements.ts";
import { scriptImports } from "./imports/script-imports.ts";
import { pythonModules } from "./imports/python-imports.ts";
import { definedNames } from "./change/linked-names.ts";

/** The languages whose imports can be followed; of all others every file may use every other. */
export type Followed = Extract<Family, "script" | "python" | "go" | "c">;

/** Stands among the modules of a Go file that takes other files in as they are. */
export const embedded = "//go:embed";

export interface Facts {
  /** As they are written, or nearly so. */
  readonly modules: readonly string[];
  /** Modules that it declares or makes larger: it knows them only if they are there. */
  readonly declares: readonly string[];
  /** It brings in something that its text does not name. */
  readonly isUnclear: boolean;
  /** Files that do not bring it in see what it declares, and so what it takes from others. */
  readonly isSeenByAll: boolean;
  /** What it defines for the linker. */
  readonly defines: readonly string[];
}

/** Of a file that nobody can read: it may bring in anything, and be seen by all. */
export const unknownFacts: Facts = { modules: [], declares: [], isUnclear: true, isSeenByAll: true, defines: [] };

export function followedFamily(file: string): Followed | undefined {
  if (fragments.test(file)) return "c";
  const family = familyOf(file);
  return family === "script" || family === "python" || family === "go" || family === "c" ? family : undefined;
}

export function factsOf(family: Followed, file: string, text: string): Facts {
  return {
    modules: readers[family](family === "script" ? text.replaceAll(declared, " ") : text),
    declares: family === "script" ? [...text.matchAll(declared)].flatMap((match) => match[2] ?? []) : [],
    isUnclear: unclear[family].test(text),
    isSeenByAll: isSeenByAll(family, file, text),
    defines: family === "c" ? definedNames(text) : [],
  };
}

/** What holds of a file in each of two states. */
export function joinedFacts(all: readonly Facts[]): Facts {
  return {
    modules: [...new Set(all.flatMap(({ modules }) => modules))],
    declares: [...new Set(all.flatMap(({ declares }) => declares))],
    isUnclear: all.some(({ isUnclear }) => isUnclear),
    isSeenByAll: all.some((one) => one.isSeenByAll),
    defines: [...new Set(all.flatMap(({ defines }) => defines))],
  };
}

/** Whether a file that changes may decide what others see, beside what it declares: it is a part of their program. */
export function isPartOfAll(family: Followed, file: string, text: string): boolean {
  const isListing = family === "script" && (declarations.test(file) || /\/\/\/\s*<(?:reference|amd)/.test(text));
  return isListing || isSeenByAll(family, file, text);
}

// — below: private, in the order they are used —

/** Parts of C and C++ that are only ever included. */
const fragments = /\.(?:inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm)$/;

/** At the beginning of a statement: elsewhere it is a text that ends in this word. */
const declared = /(?:^|[;{}]|\bdeclare\b)[ \t]*module\s*(["'])([^"'\n]+)\1/gm;

const readers: Readonly<Record<Followed, (text: string) => string[]>> = {
  script: scriptImports,
  python: pythonModules,
  go: (text) => [...goImports(text), ...(/^\/\/go:embed\b/m.test(text) ? [embedded] : [])],
  c: (text) => [...mentionedModules("c", text), ...[...text.matchAll(askedFor)].flatMap((match) => match[1] ?? [])],
};

/** Whether there is such a file changes what the text means. */
const askedFor = /(?:\b__has_(?:include(?:_next)?|embed)[ \t]*\([ \t]*|^[ \t]*#[ \t]*embed[ \t]*)([<"][^>"\n]+[>"])/gm;

const unclear: Readonly<Record<Followed, RegExp>> = {
  // An escape in the name of a module, or a comment before it that is too long to be looked behind.
  script: /\b(?:from|import|require)\s*(?:\(\s*)?(?:["'`][^"'`\n]*\\|\/\*(?:(?!\*\/)[\s\S]){500}|\/\/[^\n]{500})/,
  // The name of a module is made while the program runs, which no type checker follows.
  python: /(?!)/,
  // An escape in the name of a package.
  go: /\bimport\b(?:(?!\bimport\b)[^`\n;])*?"[^"\n]*\\/,
  // A name that a macro holds, or a module, which no path tells.
  c: new RegExp(
    [
      String.raw`^[ \t]*(?:#|%:)[ \t]*(?:include(?:_next)?|import)\b[ \t]*[^<"\s]`,
      String.raw`^[ \t]*(?:export[ \t]+)?(?:import|module)[ \t]+[\w.:<"]`,
      String.raw`@import\b`,
      // A comment or another spelling of the sign where nobody writes one.
      String.raw`^[ \t]*(?:%:|\?\?=)|^[ \t]*#[ \t]*(?:\/\*|\\)|\*\/[ \t]*#[ \t]*(?:include|import|embed)`,
    ].join("|"),
    "m",
  ),
};

/** Whether what a text declares is seen by files that do not import it. */
function isSeenByAll(family: Followed, file: string, text: string): boolean {
  if (family === "python") return /(?:^|\/)__builtins__\.pyi$/.test(file);
  return family === "script" && isSeenScript(file, text);
}

const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;

function isSeenScript(file: string, text: string): boolean {
  const code = codeOnly(text, "script");
  if (/\bdeclare\s+(?:global|module)\b|\bexport\s+as\s+namespace\b/.test(code)) return true;
  // Inside of declarations the word before may be left out.
  if (declarations.test(file) && /\b(?:global|module)\s*(?:\{|["'])/.test(text)) return true;
  if (/\.(?:vue|svelte|astro)$/.test(file)) return false;
  if (isModule(code)) return isPutOnGlobal(file, code);
  const isCommon = isJavaScript(file) && /\b(?:module\.exports|exports\.\w+|require\s*\()/.test(code);
  return !isCommon || isPutOnGlobal(file, code);
}

/** Something is exported or imported outside of all brackets; a key of that name, or a call of `import`, is neither. */
function isModule(code: string): boolean {
  let depth = 0;
  for (const match of code.matchAll(/[{([]|[})\]]|(?<![\w$.#])(?:import|export)\b/g)) {
    const [sign] = match;
    if ("{([".includes(sign)) depth++;
    else if ("})]".includes(sign)) depth--;
    // More is closed than was opened: the signs are not what they seem.
    if (depth < 0) return false;
    if (depth > 0 || sign.length === 1) continue;
    const rest = code.slice(match.index + sign.length);
    if ((sign === "export" ? exporting : importing).test(rest)) return true;
  }
  return false;
}

const exporting =
  /^\s*(?:[{*=@]|(?:default|declare|abstract|async|class|const|enum|function|import|interface|let|module|namespace|type|var|using|await)\b)/;
/** A name for a part of a namespace makes no module; texts are blank here. */
const importing =
  /^(?!\s*(?:type\s+)?[\p{L}\p{N}_$]+\s*=(?!\s*require\b))(?:\s*[{*]|\s+[\p{L}_$]|[ \t]*(?:[;\r\n]|$))/u;

function isJavaScript(file: string): boolean {
  return /\.[cm]?jsx?$/.test(file);
}

/** In JavaScript an assignment declares what it assigns to. */
function isPutOnGlobal(file: string, code: string): boolean {
  return isJavaScript(file) && /\b(?:globalThis|window|global|self)\s*\.\s*[\w$]+\s*=[^=]/.test(code);
}
