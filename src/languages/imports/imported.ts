// What a file brings in, read from its text: the modules as they are written, and the files of the root they plainly mean.

import { familyOf, languageFor } from "../table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { importStatements } from "./import-statements.ts";
import { spanAround } from "../../model/offset-spans.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Span } from "../../model/place.ts";

export interface Imported {
  /** As it is written, without quotes. */
  readonly module: string;
  readonly line: number;
  /** The file of the root, where text alone can tell it. */
  readonly file: FilePath | undefined;
}

/** `isThere` tells whether the root has a file. */
export function importsIn(file: FilePath, index: LineIndex, isThere: (path: FilePath) => boolean): Imported[] {
  const family = familyOf(file);
  const filesOf = languageFor(family).imports?.filesOf ?? (() => []);
  const found = new Map<string, Imported>();
  for (const { start, text, modules } of importStatements(family, index.text)) {
    for (const module of modules) {
      if (found.has(module)) continue;
      const { line } = index.placeOf(start + Math.max(0, text.indexOf(module)));
      found.set(module, { module, line, file: filesOf(file, module).find(isThere) });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** A test for what stands in statements of a file that only bring names in, or list what is handed on. */
export function importedIn(file: FilePath, index: LineIndex): (span: Span) => boolean {
  const family = familyOf(file);
  const around = spanAround(importStatements(family, index.text).map(({ start, end }) => [start, end]));
  return ({ start, end }) => index.offsetOf(end) <= (around(index.offsetOf(start))?.[1] ?? -1);
}
