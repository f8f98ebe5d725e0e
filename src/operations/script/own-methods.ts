// The methods of a script that are more than one question, or none: files by a pattern, their symbols in one list, their text.
//
// What they ask goes through the engine like every other question.

import { z } from "zod";
import { symbolKinds } from "../../model/code-facts.ts";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { isRecord } from "../../std/json.ts";
import { pooled } from "../../std/pooled.ts";
import type { QueryContext } from "../define.ts";
import { exportedIn } from "../impact/exported.ts";
import { outlineOf } from "../impact/outline.ts";
import { decode } from "../decode.ts";
import { kindName, parseKinds } from "../symbols/kind.ts";
import type { SymbolJson } from "../symbols/list-symbols.ts";
import { shortPath } from "./inner-operations.ts";

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
    signature: "(pattern?: string | string[]): Promise<string[]>",
    summary: 'Source files of the root, all of them or those that match: "src/**/*.ts", "*.py", "src/{a,b}/*".',
    run: files,
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

// — below: private, in the order they are used —

const symbolsOptions = z.strictObject({ kinds: z.array(z.string()).optional() });

const atOnce = 8;
/** What one search lists at the most. */
const foundAtMost = 2_000;

async function files(
  context: OwnContext,
  subject: unknown,
  options: Readonly<Record<string, unknown>>,
): Promise<Answer<readonly string[]>> {
  const patterns = subject === undefined || subject === null ? undefined : patternsIn(subject);
  const { value, standing } = await context.ask("list_files", { ...options, ...(patterns && { patterns }) });
  return { value: value as readonly string[], standing };
}

function patternsIn(subject: unknown): readonly string[] {
  const patterns: readonly unknown[] = [subject].flat();
  return patterns.map((one) =>
    typeof one === "string"
      ? one
      : refuse({ code: "bad_input", what: "A pattern of files is a text.", next: 'Such as "src/**/*.ts".' }),
  );
}

async function symbols(
  context: OwnContext,
  subject: unknown,
  options: Readonly<Record<string, unknown>>,
): Promise<Answer<ScriptSymbol[]>> {
  const { kinds: wanted } = decode(symbolsOptions, options);
  const kinds = wanted && parseKinds(wanted);
  const named = (Array.isArray(subject) ? subject : [subject ?? "**"]).map((one) =>
    isRecord(one) ? one["file"] : one,
  );
  const patterns = named.filter((one) => typeof one !== "string" || /[*?[{]/.test(one));
  const found = patterns.length === 0 ? undefined : await files(context, patterns, {});
  const names = named.flatMap((one) => (typeof one === "string" && !patterns.includes(one) ? [one] : []));
  const parts = await pooled([...new Set([...names, ...(found?.value ?? [])])], atOnce, (file) =>
    declaredIn(context, file, kinds),
  );
  return {
    value: parts.flatMap(({ value }) => value),
    standing: joinStandings([...(found === undefined ? [] : [found]), ...parts].map(({ standing }) => standing)),
  };
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
  const { value, standing } = await context.ask("read_text", { ...options, file_path: name });
  return { value: value as string, standing };
}
