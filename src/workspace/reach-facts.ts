// What a file says about its own reach: what it brings in, and whether others see it without bringing it in.
//
// Invariant: in doubt a file brings in anything, and is seen by all.

import type { Family } from "../model/code-text.ts";
import { codeOnly, familyOf } from "../model/code-text.ts";
import { mentionedModules } from "../model/import-statements.ts";
import { scriptImports } from "./coverage-imports.ts";
import { pythonModules } from "./coverage-python-imports.ts";

/** The languages whose imports can be followed; of all others every file may use every other. */
export type Followed = Extract<Family, "script" | "python" | "go" | "c">;

/** Stands among the modules of a Go file that takes other files in as they are. */
export const embedded = "//go:embed";

export interface Facts {
  /** As they are written, or nearly so. */
  readonly modules: readonly string[];
  /** It brings in something that its text does not name. */
  readonly isUnclear: boolean;
}

export function followedFamily(file: string): Followed | undefined {
  if (fragments.test(file)) return "c";
  const family = familyOf(file);
  return family === "script" || family === "python" || family === "go" || family === "c" ? family : undefined;
}

export function factsOf(family: Followed, text: string): Facts {
  return { modules: readers[family](text), isUnclear: unclear[family].test(text) };
}

/** Whether what a text declares is seen by files that do not import it. */
export function isSeenByAll(family: Followed, file: string, text: string): boolean {
  if (family === "python") return /(?:^|\/)__builtins__\.pyi$/.test(file);
  return family === "script" && isSeenScript(file, text);
}

// — below: private, in the order they are used —

/** Parts of C and C++ that are only ever included. */
const fragments = /\.(?:inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm)$/;

const readers: Readonly<Record<Followed, (text: string) => string[]>> = {
  script: scriptImports,
  python: pythonModules,
  go: (text) => [...mentionedModules("go", text), ...(/^\/\/go:embed\b/m.test(text) ? [embedded] : [])],
  c: (text) => mentionedModules("c", text),
};

const unclear: Readonly<Record<Followed, RegExp>> = {
  // An escape in the name of a module.
  script: /\b(?:from|import|require)\s*\(?\s*["'][^"'\n]*\\/,
  // The name of a module is made while the program runs, which no type checker follows.
  python: /(?!)/,
  go: /^\s*import\b[^"\n]*`|;\s*import\b/m,
  // A name that a macro holds, or a module, which no path tells.
  c: /^[ \t]*(?:#[ \t]*(?:include|include_next|import)[ \t]+[^<"\s]|(?:export[ \t]+)?(?:import|module)[ \t]+[\w.:<"]|@import\b)/m,
};

function isSeenScript(file: string, text: string): boolean {
  if (/\.d\.(?:\w+\.)?[cm]?ts$/.test(file) || /\/\/\/\s*<(?:reference|amd)/.test(text)) return true;
  if (/\.(?:vue|svelte|astro)$/.test(file)) return false;
  const code = codeOnly(text, "script");
  if (/\bdeclare\s+(?:global|module)\b|\bexport\s+as\s+namespace\b/.test(code)) return true;
  // A line that begins with one of these words makes a module of the file; a call of `import` does not.
  if (/(?:^|[;}])[ \t]*(?:export\b|import\b(?!\s*[.(]))/m.test(code)) return isPutOnGlobal(file, code);
  const isCommon = isJavaScript(file) && /\b(?:module\.exports|exports\.\w+|require\s*\()/.test(code);
  return !isCommon || isPutOnGlobal(file, code);
}

function isJavaScript(file: string): boolean {
  return /\.[cm]?jsx?$/.test(file);
}

/** In JavaScript an assignment declares what it assigns to. */
function isPutOnGlobal(file: string, code: string): boolean {
  return isJavaScript(file) && /\b(?:globalThis|window|global|self)\s*\.\s*[\w$]+\s*=[^=]/.test(code);
}
