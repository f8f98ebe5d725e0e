// `get_editing_context`: what one needs to know before editing a file, in one call.

import { z } from "zod";
import { refuse } from "../../model/refusal.ts";
import type { Answer, Standing } from "../../model/standing.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import type { QueryContext } from "../define.ts";
import { defineQuery } from "../define.ts";
import type { EditingContext, ContextCaller, ContextSymbol } from "./editing-context.ts";
import { editingContext } from "./editing-context.ts";
import type { DeclaredSymbol, FileOutline } from "../impact/outline.ts";
import { enclosing, symbolNamedAt } from "../impact/outline.ts";
import type { ResolvedTarget } from "../target.ts";
import { resolveTarget } from "../target.ts";
import { tokenSavings } from "../token-savings.ts";
import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { firstLines } from "../../render/first-lines.ts";
import { numberedLines } from "../foreign-text.ts";
import { kindName } from "../symbols/kind.ts";
import { counted, firstNames } from "../../std/words.ts";

export interface GotContext {
  readonly context: EditingContext;
  readonly etag: string;
  /** The caller has it already, word for word. */
  readonly isKnown: boolean;
}

export type GotContextJson = ContextJson | { readonly not_modified: true; readonly etag: string };

/** Sixty-four bits: enough to distinguish answers, and short to repeat. */
const etagLength = 16;

const input = {
  file_path: z.string().min(1),
  line: z.int().min(1).optional(),
  symbol_path: z.string().min(1).optional(),
  if_none_match: z.string().optional().describe("The etag of an earlier answer."),
};

export const getEditingContext = defineQuery<"get_editing_context", typeof input, GotContext, GotContextJson>({
  name: "get_editing_context",
  title: "Get Editing Context",
  summary: "Show what editing a file takes: its symbols, who uses each, what they call, its imports.",
  guidance: "In place of reading and searching before an edit; line or symbol_path adds one symbol's source.",
  exposure: "core",
  cli: { command: "context", positional: "file" },
  needs: [
    "textDocument/documentSymbol",
    "textDocument/references",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/outgoingCalls",
  ],
  asks: ["uses", "calls"],
  input,
  async run(context, asked): Promise<Answer<GotContext>> {
    const { snapshot, file } = await context.view.locate(asked.file_path);
    const focus = await focusIn(context, asked);
    const { value, standing } = await editingContext({ snapshot, file, patience: context.patience, focus });
    // What others do to the answer is known only when it is there; what is spared is the reading of it.
    const etag = snapshot.hash(identity(value, standing)).slice(0, etagLength);
    return { value: { context: value, etag, isKnown: asked.if_none_match === etag }, standing };
  },
  isEmpty: ({ context }) => context.symbols.length === 0,
  toText: ({ context, etag, isKnown }, budget) =>
    isKnown
      ? `not modified: ${inertLine(context.file)} and its answer are unchanged (etag ${etag})`
      : contextText(context, etag, budget),
  toJson: ({ context, etag, isKnown }) => (isKnown ? { not_modified: true, etag } : contextJson(context, etag)),
  hints: ({ context, isKnown }) => {
    if (context.symbols.length === 0) return [{ operation: "get_diagnostics", why: "whether the file parses" }];
    if (isKnown || context.focus !== undefined) return [{ operation: "preview_edit", why: "what an edit would break" }];
    return [
      { operation: "get_symbol_source", why: "the source of one of them" },
      { operation: "blast_radius", why: "what a change to it would reach" },
    ];
  },
  // Compared with reading the file alone; the files of its callers, which one would search as well, are not counted.
  meta: ({ context }, returned) => tokenSavings([context], returned),
  examples: [
    { title: "Before editing a file", input: { file_path: "src/money.ts" } },
    { title: "Before editing one function of it", input: { file_path: "src/money.ts", symbol_path: "times" } },
  ],
});

// — below: private, in the order they are used —

async function focusIn(
  context: QueryContext,
  asked: { readonly file_path: string; readonly line?: number | undefined; readonly symbol_path?: string | undefined },
): Promise<((outline: FileOutline) => DeclaredSymbol) | undefined> {
  const { file_path, line, symbol_path } = asked;
  if (line === undefined && symbol_path === undefined) return undefined;
  const target = await resolveTarget(context, { file_path, line, symbol_path }, "first text");
  const at = target.node?.nameSpan.start ?? target.place;
  return (outline) => symbolNamedAt(outline, at) ?? enclosing(outline, at) ?? noneAt(target);
}

function noneAt({ place, lineText }: ResolvedTarget): never {
  return refuse({
    code: "no_symbol",
    what: `Line ${place.line} is not inside a declaration.`,
    why: `It reads: ${sourceLine(lineText, 120)}`,
    next: "Omit line for the whole file, or name another line.",
  });
}

// — The context of a file as text: full where there is room, then fewer callers, then counts, then names —

/** How much is shown of each symbol. */
interface Detail {
  readonly callers: number;
  readonly callees: number;
  readonly files: number;
  readonly signature: number;
  readonly leavesOut?: string;
}

const full: Detail = { callers: 3, callees: 8, files: 8, signature: 110 };
const brief: Detail = { callers: 1, callees: 4, files: 4, signature: 90, leavesOut: "some callers and callees" };
const counts: Detail = {
  callers: 0,
  callees: 0,
  files: 3,
  signature: 70,
  leavesOut: "callees, and callers except for their counts",
};
/** Nearly everything is shown of the symbol that was asked for. */
const focused: Detail = { callers: 10, callees: 20, files: 8, signature: 110 };

/** Without a budget of the caller, the answer stays far below the cost of reading the file. */
function contextText(context: EditingContext, etag: string, budget: Budget): string {
  if (context.focus !== undefined) return focusText(context, etag, budget);
  const soft = Math.max(600, Math.floor(context.fileTokens / 5));
  const own = { ...budget, tokens: budget.tokens ?? soft };
  const detailed = [full, brief, counts].map((detail) => (): Rendering => {
    const text = [headText(context, etag, detail.files), ...symbolLines(context, context.symbols, detail)].join("\n");
    return detail.leavesOut === undefined
      ? { text }
      : {
          text,
          leavesOut: `left out: ${detail.leavesOut}; max_tokens allows more, a line or symbol_path asks for one`,
        };
  });
  return fitting([...detailed, () => ({ text: namesText(context, etag, own) }), () => shortest(context, etag)], own);
}

function headText(context: EditingContext, etag: string, filesShown: number): string {
  const { file, lineCount, imports, usedBy } = context;
  const modules = imports.map(({ module }) => inertLine(module, 80));
  const files = (usedBy ?? []).map((one) => fromHere(context, one.file));
  const users = usersText(usedBy, "other file");
  return [
    `${inertLine(file)}  ${lineCount} lines  etag ${etag}`,
    ...(modules.length === 0 ? [] : [`imports ${firstNames(modules, filesShown * 2)}`]),
    files.length === 0 ? users : `${users}: ${firstNames(files, filesShown)}`,
  ].join("\n");
}

/** Zero is a claim: where no use could be asked for, none is made. */
function usersText(usedBy: EditingContext["usedBy"], one: string): string {
  return usedBy === undefined ? "what uses it is not known" : `used by ${counted(usedBy.length, one)}`;
}

/** Files below the directory of the file are named from there, as its imports name them. */
function fromHere({ file }: Pick<EditingContext, "file">, other: string): string {
  const directory = file.slice(0, file.lastIndexOf("/") + 1);
  const isBelow = directory !== "" && other !== file && other.startsWith(directory);
  return inertLine(isBelow ? `./${other.slice(directory.length)}` : other);
}

/** Members of which only the name is shown share a line. */
function symbolLines(context: EditingContext, symbols: readonly ContextSymbol[], detail: Detail): string[] {
  const lines: string[] = [];
  let plain: ContextSymbol[] = [];
  const flush = (): void => {
    const [first] = plain;
    if (first !== undefined) {
      const names = plain.map(({ leaf }) => inertLine(leaf, 60));
      lines.push(`${"  ".repeat(first.level)}${first.line} ${kindName(first.kind)} ${firstNames(names, 12)}`);
    }
    plain = [];
  };
  for (const symbol of symbols) {
    const isPlain = symbol.level > 0 && symbol.callers === undefined && symbol.callees === undefined;
    const [first] = plain;
    if (first !== undefined && !(isPlain && first.kind === symbol.kind && first.level === symbol.level)) flush();
    if (isPlain) plain.push(symbol);
    else lines.push(...symbolText(context, symbol, detail));
  }
  flush();
  return lines;
}

function symbolText(context: EditingContext, symbol: ContextSymbol, detail: Detail): string[] {
  const { line, level, callers, callees, signature, usedHere } = symbol;
  const indent = "  ".repeat(level);
  const head = `${indent}${line} ${signatureText(signature, detail.signature)}`;
  const used = usedText(context, callers, detail.callers);
  const calls = (callees ?? []).slice(0, detail.callees);
  const called =
    calls.length === 0
      ? []
      : [
          `calls ${firstNames(
            calls.map(({ name }) => inertLine(name, 60)),
            detail.callees,
          )}`,
        ];
  const here = usedHere.length === 0 ? [] : [usedHereText(usedHere, detail.callers)];
  const more = [...(used === undefined ? [] : [used]), ...here, ...called].join("; ");
  if (more === "") return [head];
  return detail.callers === 0 ? [`${head}  (${more})`] : [head, `${indent}    ${more}`];
}

function signatureText(text: string, limit: number): string {
  return sourceLine(
    text
      .trimEnd()
      .replace(/(?:\{|=>|:|\()$/, "")
      .trimEnd()
      .replace(/^\s*export\s+(?:default\s+)?/, ""),
    limit,
  );
}

function usedText(
  context: EditingContext,
  callers: readonly ContextCaller[] | undefined,
  shown: number,
): string | undefined {
  if (callers === undefined || callers.length === 0) return undefined;
  const files = new Set(callers.map(({ path }) => path)).size;
  const nearest = callers
    .slice(0, shown)
    .map(({ name, file, line }) => `${inertLine(name, 60)} ${fromHere(context, file)}:${line}`);
  if (nearest.length === callers.length) return `used by ${nearest.join(", ")}`;
  const count = `used by ${callers.length} in ${counted(files, "file")}`;
  return nearest.length === 0 ? count : `${count}: ${nearest.join(", ")} …`;
}

/** Without it a symbol unused elsewhere would read as one that is unused. */
function usedHereText(names: readonly string[], shown: number): string {
  if (shown === 0) return `used here by ${names.length}`;
  return `used here by ${firstNames(
    names.map((name) => inertLine(name, 60)),
    shown,
  )}`;
}

/** A line for each symbol at the top; its members share the next. */
function namesText({ file, symbols, usedBy }: EditingContext, etag: string, budget: Budget): string {
  const head = `${inertLine(file)}  ${usersText(usedBy, "file")}  etag ${etag}  (name:line, and how many use it elsewhere)`;
  const named = ({ leaf, line, callers }: ContextSymbol): string =>
    `${inertLine(leaf, 60)}:${line}${(callers ?? []).length === 0 ? "" : ` (${callers?.length})`}`;
  const lines: string[] = [];
  let members: string[] = [];
  const flush = (): void => {
    if (members.length > 0) lines.push(`  ${members.join(", ")}`);
    members = [];
  };
  for (const symbol of symbols) {
    if (symbol.level > 0) members.push(named(symbol));
    else {
      flush();
      lines.push(`${kindName(symbol.kind)} ${named(symbol)}`);
    }
  }
  flush();
  const rest = (kept: number): string => `(${lines.length - kept} of ${lines.length} lines left out: too many)`;
  return firstLines(head, lines, budget, rest);
}

function focusText(context: EditingContext, etag: string, budget: Budget): string {
  const { focus, symbols } = context;
  if (focus === undefined) return "";
  const isAsked = ({ callers, callees }: ContextSymbol): boolean => callers !== undefined || callees !== undefined;
  const others = symbols
    .filter((one) => !isAsked(one) && one.level === 0)
    .map(({ leaf, line }) => `${inertLine(leaf, 60)} :${line}`);
  const asked = symbols.filter(isAsked);
  const also = others.length === 0 ? [] : [`beside it ${firstNames(others, 12)}`];
  const whole = [headText(context, etag, focused.files), ...also, ...symbolLines(context, asked, focused)].join("\n");
  const bare = `${inertLine(context.file)}  etag ${etag}  (surroundings left out)`;
  const shorter = [bare, ...symbolLines(context, asked.slice(0, 1), brief)].join("\n");
  const lines = numberedLines(focus.lines, focus.firstLine);
  const isCut = focus.firstLine + lines.length - 1 < focus.lastLine;
  const rest = (kept: number): string => `(lines ${focus.firstLine + kept}-${focus.lastLine} left out: too long)`;
  const withSource = (head: string): string =>
    firstLines(head, isCut ? [...lines, rest(lines.length)] : lines, budget, rest);
  const heads = [whole, shorter, bare];
  const texts = heads.map((head) => (): Rendering => ({ text: withSource(head) }));
  return fitting([...texts, () => shortest(context, etag)], budget);
}

function shortest({ symbols, usedBy }: EditingContext, etag: string): Rendering {
  return {
    text: `${counted(symbols.length, "symbol")}, ${usersText(usedBy, "file")}; etag ${etag}; too long for more`,
  };
}

// — The context of a file as data, and the tag that is the same as long as the context is —

export interface ContextJson {
  readonly etag: string;
  readonly file: string;
  readonly lines: number;
  readonly symbols: readonly SymbolJson[];
  readonly imports: readonly { readonly module: string; readonly line: number; readonly file?: string }[];
  /** Not there where it is not known. */
  readonly used_by?: readonly string[];
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

function contextJson(context: EditingContext, etag: string): ContextJson {
  const { path, lineCount, symbols, imports, usedBy, focus } = context;
  return {
    etag,
    file: path,
    lines: lineCount,
    symbols: symbols.map(symbolJson),
    imports: imports.map(({ module, line, file }) => ({ module, line, ...(file === undefined ? {} : { file }) })),
    ...(usedBy === undefined ? {} : { used_by: usedBy.map((one) => one.path) }),
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
    usedBy?.map((one) => one.file),
    focus?.name,
    standing.state,
    standing.reasons.map(({ code, detail }) => `${code} ${detail}`).sort(),
  ]);
}

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
