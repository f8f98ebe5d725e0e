// Where the modules of Python lead.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, parentOf } from "../../model/file-path.ts";
import type { FileIndex } from "../modules/file-index.ts";
import { putUnder } from "../modules/file-index.ts";
import type { Placed } from "../modules/placed.ts";
import { outside } from "../modules/placed.ts";
import type { ModuleRules } from "../modules/rules.ts";

export const pythonModuleRules: ModuleRules = { placer: () => ({ isUnclear: false, place }) };

/** The Python files that a module may mean, whatever the search paths are. */
export function pythonFilesEndingIn(index: FileIndex, tail: string): FilePath[] {
  const named = asPythonReads(tail);
  const found = (index.derived(modulesByName).get(baseName(named)) ?? []).filter(({ stem }) =>
    stem.endsWith(`/${named}`),
  );
  return found.map(({ file }) => file);
}

/** The Python files that a path without its ending means. */
export function pythonFilesAt(index: FileIndex, stem: string): FilePath[] {
  const named = asPythonReads(stem);
  const found = (index.derived(modulesByName).get(baseName(named)) ?? []).filter((one) => one.stem === named);
  return found.map(({ file }) => file);
}

// — below: private, in the order they are used —

/** A module, and each package that it is in: that runs first, and hands on what it likes. */
function place(file: FilePath, module: string, index: FileIndex): Placed {
  const [, dots = "", name = ""] = /^(\.*)([^.\n].*)?$/.exec(module) ?? [];
  const parts = name.split(".").filter((part) => part !== "" && part !== "*");
  const isAll = name.endsWith("*");
  const start = dots === "" ? undefined : ancestors(file)[dots.length - 1];
  if (dots !== "" && start === undefined) return outside;
  const prefixes = parts.map((_part, at) => parts.slice(0, at + 1).join("/"));
  const files =
    start === undefined
      ? prefixes.flatMap((prefix) => pythonFilesEndingIn(index, prefix))
      : [...pythonFilesAt(index, start), ...prefixes.flatMap((prefix) => pythonFilesAt(index, `${start}/${prefix}`))];
  // All of a package may be its modules too.
  const isPackage = (found: FilePath): boolean => /\/__init__\.pyi?$/.test(found);
  const packages = isAll ? files.filter(isPackage).flatMap((found) => parentOf(found) ?? []) : [];
  return { ...outside, files, packages };
}

interface PythonModule {
  readonly file: FilePath;
  /** Its path as imports spell it: a package is its directory, and stubs stand for what they describe. */
  readonly stem: string;
}

function modulesByName(files: ReadonlySet<FilePath>): ReadonlyMap<string, readonly PythonModule[]> {
  const found = new Map<string, PythonModule[]>();
  for (const file of files) {
    const stem = pythonStem(file);
    if (stem !== undefined) putUnder(found, baseName(stem), { file, stem });
  }
  return found;
}

function pythonStem(file: FilePath): string | undefined {
  const [, path] = /^(.*)\.pyi?$/.exec(file) ?? [];
  return path && asPythonReads(path.replace(/\/__init__$/, "").replaceAll(/-stubs(?=\/|$)/g, ""));
}

/** Python normalizes identifiers with NFKC. */
function asPythonReads(path: string): string {
  return path.normalize("NFKC");
}
