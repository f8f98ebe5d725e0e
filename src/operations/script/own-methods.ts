// The methods of a script that are more than one question, or none: files by a pattern, their symbols in one list, their text.
//
// What they ask goes through the engine like every other question.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { symbolKinds } from "../../model/code-facts.ts";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { expandBraces } from "../../std/braces.ts";
import { isRecord } from "../../std/json.ts";
import { compilePattern, followPattern } from "../../std/path-pattern.ts";
import { pooled } from "../../std/pooled.ts";
import type { QueryContext } from "../define.ts";
import { exportedIn } from "../impact/exported.ts";
import { outlineOf } from "../impact/outline.ts";
import { decode } from "../decode.ts";
import { kindName, parseKinds } from "../symbols/kind.ts";
import type { SymbolJson } from "../symbols/list-symbols.ts";

export interface OwnContext extends QueryContext {
  readonly ask: (operation: string, input: object) => Promise<Answer<unknown>>;
}

interface OwnMethod {
  readonly signature: string;
  readonly summary: string;
  run(context: OwnContext, subject: unknown, options: Readonly<Record<string, unknown>>): Promise<Answer<unknown>>;
}

/** A symbol as a script is given it; it is a target of other questions. */
interface ScriptSymbol {
  readonly name: string;
  /** `Cart.total` */
  readonly path: string;
  readonly kind: string;
  /** Of what is inside of another symbol: whether that and it can be used elsewhere. */
  readonly exported: boolean;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
}

export const ownMethods: Readonly<Record<string, OwnMethod>> = {
  files: {
    signature: "(pattern?: string): Promise<string[]>",
    summary: 'Source files of the root, all of them or those that match: "src/**/*.ts", "*.py", "src/{a,b}/*".',
    run(context, pattern, options) {
      decode(noOptions, options);
      return files(context, pattern);
    },
  },
  symbols: {
    signature:
      "(files: string | string[], options?: { kinds?: string[] }): Promise<{ name, path, kind, exported: boolean, file, line, column, end_line }[]>",
    summary:
      "The declarations of files, given by path or pattern, in one list with members and without locals. Each is a target.",
    run: symbols,
  },
  find: {
    signature:
      "(query: string, options?: { kind?: string; language?: string }): Promise<{ name, kind, containerName?, file, line, column }[]>",
    summary: "Symbols of the whole workspace by something like their name, best first. Each is a target.",
    run: find,
  },
  text: {
    signature: "(file: string, options?: { from?: number; to?: number }): Promise<string>",
    summary: "The text of a file, or its lines from one to another, both from 1.",
    run: text,
  },
};

/** A path as a script is shown it and may give it back: below the root it begins there. */
export function shortPath(root: FilePath, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

// — below: private, in the order they are used —

const noOptions = z.strictObject({});
const symbolsOptions = z.strictObject({ kinds: z.array(z.string()).optional() });
const lineNumber = z.int().min(1).optional();
const textOptions = z.strictObject({ from: lineNumber, to: lineNumber });

const atOnce = 8;
/** What one search lists at the most. */
const foundAtMost = 2_000;

async function files(context: OwnContext, pattern: unknown): Promise<Answer<string[]>> {
  const snapshots = await context.view.all();
  const all = await Promise.all(
    snapshots.map(async (snapshot) => {
      const { files: sources, reasons } = await snapshot.rootSources();
      return { names: sources.map(({ file }) => shortPath(context.view.root, file)), reasons };
    }),
  );
  const names = all.flatMap((one) => one.names).sort();
  const standing = standingOf(all.flatMap(({ reasons }) => reasons));
  if (pattern === undefined || pattern === null) return { value: names, standing };
  const matches = matcherOf(pattern);
  return { value: names.filter(matches), standing };
}

function matcherOf(pattern: unknown): (name: string) => boolean {
  if (typeof pattern !== "string") return noPattern("A pattern is a text.");
  // Without a slash it is a name, wherever the file lies.
  const whole = pattern.includes("/") ? pattern.replace(/^\.\//, "") : `**/${pattern}`;
  const patterns = expandBraces(whole).map(
    (one) => compilePattern(one) ?? noPattern("It has a bracket that never ends."),
  );
  return (name) => patterns.some((one) => followPattern(one, name.split("/")).isWhole);
}

function noPattern(why: string): never {
  return refuse({ code: "bad_input", what: "This is no pattern of files.", why, next: 'Such as "src/**/*.ts".' });
}

async function symbols(
  context: OwnContext,
  subject: unknown,
  options: Readonly<Record<string, unknown>>,
): Promise<Answer<ScriptSymbol[]>> {
  const { kinds: wanted } = decode(symbolsOptions, options);
  const kinds = wanted && parseKinds(wanted);
  const named = await Promise.all((Array.isArray(subject) ? subject : [subject]).map((one) => filesOf(context, one)));
  const parts = await pooled([...new Set(named.flatMap(({ value }) => value))], atOnce, (file) =>
    declaredIn(context, file, kinds),
  );
  return {
    value: parts.flatMap(({ value }) => value),
    standing: joinStandings([...named, ...parts].map(({ standing }) => standing)),
  };
}

async function filesOf(context: OwnContext, one: unknown): Promise<Answer<string[]>> {
  const name = isRecord(one) ? one["file"] : one;
  if (typeof name === "string" && !/[*?[{]/.test(name)) return { value: [name], standing: standingOf([]) };
  return files(context, name ?? "**");
}

async function declaredIn(
  context: OwnContext,
  name: string,
  kinds: ReadonlySet<SymbolKind> | undefined,
): Promise<Answer<ScriptSymbol[]>> {
  const { value, standing } = await context.ask("list_symbols", { file_path: name });
  const { snapshot, file } = await context.view.locate(name);
  const index = await snapshot.text(file);
  const outline = outlineOf(file, index, (value as readonly SymbolJson[]).map(nodeOf));
  const isExported = exportedIn(snapshot.languageOf(file), file, index);
  const shown = shortPath(context.view.root, file);
  const wanted = outline.symbols.filter(({ node }) => kinds?.has(node.kind) ?? true);
  return {
    standing,
    value: wanted.map((symbol) => ({
      name: symbol.leaf,
      path: symbol.name,
      kind: kindName(symbol.node.kind),
      exported: isExported(symbol),
      file: shown,
      line: symbol.node.nameSpan.start.line,
      column: symbol.node.nameSpan.start.column,
      end_line: symbol.node.span.end.line,
    })),
  };
}

/** The tree of the contract, as it was before it became data. */
function nodeOf({ name, detail, kind, range, selectionRange, children = [] }: SymbolJson): SymbolNode {
  return {
    name,
    ...(detail === undefined ? {} : { detail }),
    kind: symbolKinds[kind - 1] ?? "variable",
    span: spanOf(range),
    nameSpan: spanOf(selectionRange),
    children: children.map(nodeOf),
  };
}

function spanOf({ start, end }: SymbolJson["range"]): SymbolNode["span"] {
  return {
    start: { line: start.line, column: start.character },
    end: { line: end.line, column: end.character },
  };
}

interface FoundJson {
  readonly total: number;
  readonly symbols: readonly (Readonly<Record<string, unknown>> & {
    readonly location: Readonly<Record<string, unknown>>;
  })[];
}

async function find(
  context: OwnContext,
  subject: unknown,
  options: Readonly<Record<string, unknown>>,
): Promise<Answer<unknown>> {
  const input = { limit: foundAtMost, ...options, query: subject };
  const { value, standing } = await context.ask("find_symbol", input);
  const { total, symbols: found } = value as FoundJson;
  const missing = total - found.length;
  const cut = standingOf(missing > 0 ? [{ code: "capped", detail: `${missing} more symbols match` }] : []);
  return {
    value: found.map(({ location, kind_name, ...rest }) => ({ ...rest, kind: kind_name, ...location })),
    standing: joinStandings([standing, cut]),
  };
}

async function text(
  context: OwnContext,
  subject: unknown,
  options: Readonly<Record<string, unknown>>,
): Promise<Answer<string>> {
  const name = isRecord(subject) ? subject["file"] : subject;
  if (typeof name !== "string") {
    return refuse({ code: "bad_input", what: "No file is named.", next: 'Such as sl.text("src/a.ts").' });
  }
  const { from, to } = decode(textOptions, options);
  const { snapshot, file } = await context.view.locate(name);
  const index = await snapshot.text(file);
  if (from === undefined && to === undefined) return { value: index.text, standing: standingOf([]) };
  const first = from ?? 1;
  const last = Math.min(index.lineCount, to ?? index.lineCount);
  const lines: string[] = [];
  for (let line = first; line <= last; line++) lines.push(index.lineText(line) ?? "");
  return { value: lines.join("\n"), standing: standingOf([]) };
}
