// The context of a file as data, and the tag that is the same as long as the context is.

import type { Standing } from "../../model/standing.ts";
import type { ContextCaller, ContextSymbol, EditingContext } from "./editing-context.ts";
import { kindName } from "../symbols/kind.ts";

export interface ContextJson {
  readonly etag: string;
  readonly file: string;
  readonly lines: number;
  readonly symbols: readonly SymbolJson[];
  readonly imports: readonly { readonly module: string; readonly line: number; readonly file?: string }[];
  readonly used_by: readonly string[];
  readonly focus?: {
    readonly symbol_name: string;
    readonly start_line: number;
    readonly end_line: number;
    readonly first_line: number;
    readonly source: string;
  };
}

interface SymbolJson {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly end_line: number;
  readonly signature: string;
  /** Absent where no server was asked. */
  /** Users in the file itself, by their names. */
  readonly used_here?: readonly string[];
  readonly callers?: {
    readonly count: number;
    readonly files: number;
    readonly nearest: readonly PlaceJson[];
  };
  readonly callees?: readonly PlaceJson[];
}

interface PlaceJson {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

const nearestShown = 5;

export function contextJson(context: EditingContext, etag: string): ContextJson {
  const { path, lineCount, symbols, imports, usedBy, focus } = context;
  return {
    etag,
    file: path,
    lines: lineCount,
    symbols: symbols.map(symbolJson),
    imports: imports.map(({ module, line, file }) => ({ module, line, ...(file === undefined ? {} : { file }) })),
    used_by: usedBy.map((one) => one.path),
    ...(focus === undefined
      ? {}
      : {
          focus: {
            symbol_name: focus.name,
            start_line: focus.startLine,
            end_line: focus.endLine,
            first_line: focus.firstLine,
            source: focus.lines.join("\n"),
          },
        }),
  };
}

/**
 * What an etag is the hash of: the file's text and everything that the answer tells, callers in other files and its
 * standing included, so that an equal tag means an equal answer. Neither paths of the machine nor versions of documents
 * are in it: the tag is the same in every process.
 */
export function identity(context: EditingContext, standing: Standing): string {
  const { file, text, symbols, imports, usedBy, focus } = context;
  const named = (list: readonly ContextCaller[] | undefined): unknown =>
    list?.map(({ name, file: place, line }) => [name, place, line]);
  return JSON.stringify([
    text,
    file,
    symbols.map((one) => [
      one.name,
      one.kind,
      one.line,
      one.endLine,
      named(one.callers),
      one.usedHere,
      named(one.callees),
    ]),
    imports.map(({ module, line, shown }) => [module, line, shown]),
    usedBy.map((one) => one.file),
    focus?.name,
    standing.state,
    standing.reasons.map(({ code, detail }) => `${code} ${detail}`).sort(),
  ]);
}

// — below: private, in the order they are used —

function symbolJson({ name, kind, line, endLine, signature, callers, usedHere, callees }: ContextSymbol): SymbolJson {
  return {
    name,
    kind: kindName(kind),
    line,
    end_line: endLine,
    signature: signature.trim(),
    ...(callers === undefined
      ? {}
      : {
          callers: {
            count: callers.length,
            files: new Set(callers.map(({ path }) => path)).size,
            nearest: callers.slice(0, nearestShown).map(placeJson),
          },
        }),
    ...(usedHere.length === 0 ? {} : { used_here: usedHere }),
    ...(callees === undefined ? {} : { callees: callees.map(placeJson) }),
  };
}

function placeJson({ name, path, line }: ContextCaller): PlaceJson {
  return { name, file: path, line };
}
