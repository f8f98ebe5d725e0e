// Import statements of Python, and the files that they may plainly mean.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parentOf } from "../../model/file-path.ts";
import type { ImportedName, ImportRules } from "../imports/rules.ts";

/** Where a statement may begin, and blanks in one. */
const begin = String.raw`(?:(?<!\\\r?\n)^|[;:])[ \t]*`;
const gap = String.raw`(?:[ \t]|\\\r?\n)`;

export const pythonImportRules: ImportRules = {
  modules: [
    new RegExp(
      String.raw`${begin}from(?:${gap}+|(?=\.))([\p{L}\p{N}_.]*[\p{L}\p{N}_]|\.+)${gap}*\bimport\b${gap}*(?:\([^()]*\)|(?:\\\r?\n|[^\\\n;(])*)`,
      "gmu",
    ),
    new RegExp(String.raw`${begin}import${gap}+((?:[\p{L}\p{N}_.,]|${gap})+)`, "gmu"),
  ],
  modulesIn: (named) => named.split(",").flatMap((one) => /^[\s\\]*([\p{L}\p{N}_.]+)/u.exec(one)?.[1] ?? []),
  namesIn,
  filesOf: pythonFiles,
};

// — below: private, in the order they are used —

/** Of `from a import b as c` the names, and of `import d.e as f` the modules that get another one. */
function namesIn(statement: string): ImportedName[] {
  const whole = statement.replaceAll(/\\\r?\n/g, " ");
  const at = whole.search(/\bimport\b/);
  const isFrom = /^[;:\s]*from\b/.test(whole);
  const items = whole
    .slice(at + "import".length)
    .replaceAll(/[()]/g, " ")
    .split(",");
  return items.flatMap((item): ImportedName[] => {
    const [name = "", , alias] = item.trim().split(/\s+/, 3);
    if (name === "" || (!isFrom && alias === undefined)) return [];
    return [{ name: isFrom ? name : "*", ...(alias === undefined ? {} : { alias }) }];
  });
}

/** Beside the file, or beside one of the directories that it lies in: the outermost packages are not known here. */
function pythonFiles(from: FilePath, module: string): FilePath[] {
  const [, dots = "", name = ""] = /^(\.*)([^.\n].*)?$/.exec(module) ?? [];
  const path = name.replaceAll(".", "/");
  const starts: FilePath[] = [];
  for (let here = parentOf(from); here !== undefined && here !== "/"; here = parentOf(here)) starts.push(here);
  const used = dots === "" ? starts : starts.slice(dots.length - 1, dots.length);
  return used.flatMap((start) =>
    path === ""
      ? [joinPath(start, "__init__.py")]
      : [`${path}.py`, `${path}.pyi`, `${path}/__init__.py`].map((one) => joinPath(start, one)),
  );
}
