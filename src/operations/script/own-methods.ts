// The methods of a script that are more than one question, or none: files by a pattern, their symbols in one list, their text.
//
// What they ask goes through the engine like every other question.

import { z } from "zod";
import { isExternal, severities, symbolKinds } from "../../model/code-facts.ts";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { isRecord } from "../../std/json.ts";
import { pooled } from "../../std/pooled.ts";
import { agreeing, counted } from "../../std/words.ts";
import { fromUri } from "../../protocol/uri.ts";
import type { QueryContext } from "../define.ts";
import { exportedIn } from "../impact/exported.ts";
import { isCallback, outlineOf } from "../impact/outline.ts";
import { decode } from "../decode.ts";
import type { DiagnosticsByUri, ProblemJson } from "../problems/diagnostics-found.ts";
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
  diagnostics: {
    signature:
      '(files?: string | string[], options?: { severity?: "error" | "warning" | "information" | "hint"; session_id?: string }): Promise<{ file, line, column, end_line, end_column, severity, code?, source?, message }[]>',
    summary: "Errors and warnings of files, given by path or pattern, or of the whole root, in one list.",
    run: diagnostics,
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
  const meant = await filesMeant(context, subject ?? "**");
  const parts = await pooled(meant.value, atOnce, (file) => declaredIn(context, file, kinds));
  return {
    value: parts.flatMap(({ value }) => value),
    standing: joinStandings([meant, ...parts].map(({ standing }) => standing)),
  };
}

/** What paths, patterns and whatever an answer lists name, each file once. */
async function filesMeant(context: OwnContext, subject: unknown): Promise<Answer<readonly string[]>> {
  const named = [subject].flat().map((one: unknown) => (isRecord(one) ? one["file"] : one));
  const patterns = named.filter((one) => typeof one !== "string" || /[*?[{]/.test(one));
  const names = named.flatMap((one) => (typeof one === "string" && !patterns.includes(one) ? [one] : []));
  if (patterns.length === 0) return { value: [...new Set(names)], standing: standingOf([]) };
  const { value, standing } = await files(context, patterns, {});
  return { value: [...new Set([...names, ...value])], standing };
}

const diagnosticsOptions = z.strictObject({
  severity: z.string().optional(),
  session_id: z.string().optional(),
  wait_ms: z.number().optional(),
});

/** Files that one question names at the most. */
const filesAsked = 200;

async function diagnostics(
  context: OwnContext,
  subject: unknown,
  options: Readonly<Record<string, unknown>>,
): Promise<Answer<ProblemOfScript[]>> {
  const wanted = decode(diagnosticsOptions, options);
  const isAll = subject === undefined || subject === null;
  const meant = isAll ? undefined : await filesMeant(context, subject);
  const count = Math.ceil((meant?.value.length ?? 0) / filesAsked);
  const parts = Array.from({ length: count }, (_, at) => meant?.value.slice(at * filesAsked, (at + 1) * filesAsked));
  const answers = await pooled(isAll ? [undefined] : parts, atOnce, (file_paths) =>
    context.ask("get_diagnostics", { ...wanted, ...(file_paths && { file_paths }) }),
  );
  const standings = [...(meant === undefined ? [] : [meant]), ...answers].map(({ standing }) => standing);
  const values = answers.map(({ value }) => value as DiagnosticsByUri);
  return { value: values.flatMap(problemsIn), standing: joinStandings([...standings, apartFrom(values)]) };
}

/** A problem as a script is given it. */
interface ProblemOfScript {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly severity: string;
  readonly code?: string;
  readonly source?: string;
  readonly message: string;
}

function problemsIn(answer: DiagnosticsByUri): ProblemOfScript[] {
  return Object.entries(answer).flatMap(([uri, problems]) => {
    const file = uri.startsWith("file:") && Array.isArray(problems) ? fromUri(uri) : undefined;
    if (file === undefined || isExternal(file)) return [];
    return (problems as readonly ProblemJson[]).map(({ range: { start, end }, severity, ...rest }) => ({
      file,
      line: start.line,
      column: start.column,
      end_line: end.line,
      end_column: end.column,
      ...rest,
      severity: severities[severity - 1] ?? "error",
    }));
  });
}

/** Problems that the operation only counts are missing in a list. */
function apartFrom(answers: readonly DiagnosticsByUri[]): Standing {
  const count = answers.reduce((sum, { outside_projects: apart }) => sum + (apart?.problems ?? 0), 0);
  const detail = `${counted(count, "problem")} of files outside of every project ${agreeing(count, "is", "are")} not listed`;
  return standingOf(count === 0 ? [] : [{ code: "scoped", detail, next: "name these files" }]);
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
  // A callback has no name to ask about.
  const wanted = outline.symbols.filter((one) => !isCallback(one) && (kinds?.has(one.node.kind) ?? true));
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
