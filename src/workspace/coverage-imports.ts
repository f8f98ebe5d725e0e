// What TypeScript and JavaScript import, read from the text, and the files that a relative import may mean.

import type { FilePath } from "../model/file-path.ts";
import { joinPath, parentOf } from "../model/file-path.ts";

/** Every module that a text imports, requires, re-exports, augments or refers to; a mention too many does no harm. */
export function scriptImports(text: string): string[] {
  const named = [...text.matchAll(mentions)].flatMap((match) => match[2] ?? []);
  const referred = [...text.matchAll(references)].map(([, kind, target = ""]) =>
    kind === "path" && !/^\.{0,2}\//.test(target) ? `./${target}` : target,
  );
  const sources = [...text.matchAll(pragmas)].flatMap(([, source = ""]) => runtimesOf(source));
  return [...new Set([...named, ...referred, ...sources])];
}

/** The modules that a source of JSX is asked for. */
export function runtimesOf(source: string): string[] {
  return [`${source}/jsx-runtime`, `${source}/jsx-dev-runtime`];
}

/** What a text brings in, as far as rules of coverage ask for it. */
export interface ScriptFacts {
  readonly requires: readonly string[];
  readonly relative: readonly string[];
  /** By a name: of a package, or one that a configuration gives. */
  readonly named: readonly string[];
}

export function scriptFacts(text: string): ScriptFacts {
  return {
    requires: relativeRequires(text),
    relative: relativeImports(text),
    named: scriptImports(text.replaceAll(proseLines, "")).filter((module) => !isRelative(module)),
  };
}

export function isDeclaration(file: string): boolean {
  return /\.d\.(?:\w+\.)?[cm]?ts$/.test(file);
}

/** The relative ones among them. */
export function relativeImports(text: string): string[] {
  return scriptImports(text).filter(isRelative);
}

export function isRelative(module: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(module);
}

/** The relative modules among them that are required, which a server does not follow into TypeScript. */
export function relativeRequires(text: string): string[] {
  const found = text.matchAll(/\brequire\s*\(\s*["'](\.{1,2}\/[^"'\n]+|\.{1,2})["']/g);
  return [...found].flatMap((match) => match[1] ?? []);
}

/** The files that a relative import may mean, sources of compiled names included. */
export function importedFiles(from: FilePath, specifier: string): FilePath[] {
  return filesAt(joinPath(parentOf(from) ?? from, specifier));
}

/** The same for a path that somebody else has joined. */
export function filesAt(base: FilePath): FilePath[] {
  const bare = base.replace(/\.[cm]?jsx?$/, "");
  const endings = [".ts", ".tsx", ".mts", ".cts", ".d.ts"];
  const names = [base, ...endings.flatMap((ending) => [bare + ending, base + ending, `${base}/index${ending}`])];
  return [...new Set(names)].map((name) => name as FilePath);
}

// — below: private, in the order they are used —

/** What may stand between two words; a comment of a sensible length. */
const gap = String.raw`(?:\s|\/\*[\s\S]{0,500}?\*\/|\/\/[^\n]*\n)*`;
const mentions = new RegExp(
  String.raw`\b(?:from|import|require|module)(?:${gap}\()?${gap}(["'\x60])([^"'\x60\n]+)\1`,
  "g",
);
const references = /\/\/\/\s*<reference\b[^>\n]*?\b(path|types)\s*=\s*["']([^"'\n]+)["']/g;
/** Examples in comments name packages that nobody imports. */
const proseLines = /^[ \t]*(?:\/\/(?!\/)|\*(?=\s)(?!\s*as\b))[^\n]*/gm;
const pragmas = /@jsxImportSource\s+([^\s*]+)/g;
