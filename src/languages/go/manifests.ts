// What go.mod and go.work say: the name of a module, what it requires, what it replaces, and what a workspace uses.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";

/** The name that a go.mod gives to its module; empty where it is no path. */
export function goModuleName(text: string): string {
  const name = /^[ \t]*module\b\s*(?:\(\s*)?["`]?([^\s"`()]+)/m.exec(withoutComments(text))?.[1] ?? "";
  return /^[\w.~/-]+$/.test(name) ? name : "";
}

/** The modules that a go.mod requires. */
export function requiredModules(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:require\s+)?([\w.~/-]+)\s+v\d/gm)].flatMap((match) => match[1] ?? []);
}

/** A module with the directory that it lies in. */
export interface GoModule {
  readonly name: string;
  readonly directory: FilePath;
}

/** The names by which a `go.mod` or `go.work` has others import modules that lie in the tree under names of their own. */
export function replacedModules(text: string, home: FilePath): GoModule[] {
  const lines = withoutComments(text).matchAll(
    /^[ \t]*(?:replace[ \t(]+)?([^\s(]\S*)[ \t]*(?:(?<=[ \t])v\S+[ \t]*)?=>[ \t]*(\S+)/gm,
  );
  const plain = (one: string): string => one.replaceAll(/["`]/g, "");
  return [...lines].flatMap(([, name = "", target = ""]) =>
    /^\.\.?(?:\/|$)/.test(plain(target)) ? [{ name: plain(name), directory: joinPath(home, plain(target)) }] : [],
  );
}

/** The directories that a go.work names in its `use` lines. */
export function usedDirectories(text: string): string[] {
  const used: string[] = [];
  let inBlock = false;
  for (const raw of text.split("\n")) {
    const line = (raw.split("//", 1)[0] ?? "").trim();
    const single = /^use\s+([^(\s].*)$/.exec(line)?.[1];
    if (single !== undefined) used.push(unquoted(single));
    else if (/^use\s*\($/.test(line)) inBlock = true;
    else if (line === ")") inBlock = false;
    else if (inBlock && line !== "") used.push(unquoted(line));
  }
  return used;
}

/** Whether an import is of a module; of one whose name cannot be read anything may be. */
export function isOfModule(name: string, imported: string): boolean {
  return name === "" || imported === name || imported.startsWith(`${name}/`);
}

// — below: private, in the order they are used —

function withoutComments(text: string): string {
  return text.replaceAll(/\/\/[^\n]*/g, "");
}

function unquoted(text: string): string {
  return text.trim().replace(/^["`](.*)["`]$/, "$1");
}
