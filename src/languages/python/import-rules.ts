// Import statements of Python, and the files that they may plainly mean.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parentOf } from "../../model/file-path.ts";
import type { ImportRules } from "../imports/rules.ts";

/** Where a statement may begin, and blanks in one. */
const begin = String.raw`(?:(?<!\\\r?\n)^|[;:])[ \t]*`;
const gap = String.raw`(?:[ \t]|\\\r?\n)`;

export const pythonImportRules: ImportRules = {
  modules: [
    new RegExp(
      String.raw`${begin}from(?:${gap}+|(?=\.))([\w.]*\w|\.+)${gap}*\bimport\b${gap}*(?:\([^()]*\)|(?:\\\r?\n|[^\\\n;(])*)`,
      "gm",
    ),
    new RegExp(String.raw`${begin}import${gap}+((?:[\w.,]|${gap})+)`, "gm"),
  ],
  modulesIn: (named) => named.split(",").flatMap((one) => /^[\s\\]*([\w.]+)/.exec(one)?.[1] ?? []),
  filesOf: pythonFiles,
};

// — below: private, in the order they are used —

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
