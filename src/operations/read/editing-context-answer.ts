// The context of a file as text: full where there is room, then fewer callers, then counts, then names.

import type { Rendering } from "../../render/bound.ts";
import { fitting } from "../../render/bound.ts";
import type { Budget } from "../../render/budget.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import type { ContextCaller, ContextSymbol, EditingContext } from "./editing-context.ts";
import { numberedLines } from "../foreign-text.ts";
import { kindName } from "../symbols/kind.ts";
import { counted } from "../../std/words.ts";

/** How much is told of each symbol. */
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
  leavesOut: "callers but for counts, callees",
};
/** Of the symbol that was asked for nearly everything is told. */
const focused: Detail = { callers: 10, callees: 20, files: 8, signature: 110 };

/** Without a word on how long it may be an answer stays far below what reading the file costs. */
export function contextText(context: EditingContext, etag: string, budget: Budget): string {
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

// — below: private, in the order they are used —

function headText(context: EditingContext, etag: string, filesShown: number): string {
  const { file, lineCount, imports, usedBy } = context;
  const modules = imports.map(({ module }) => inertLine(module, 80));
  const files = usedBy.map((one) => fromHere(context, one.file));
  const users = `used by ${files.length} other file${files.length === 1 ? "" : "s"}`;
  return [
    `${inertLine(file)}  ${lineCount} lines  etag ${etag}`,
    ...(modules.length === 0 ? [] : [`imports ${some(modules, filesShown * 2)}`]),
    files.length === 0 ? users : `${users}: ${some(files, filesShown)}`,
  ].join("\n");
}

/** Files below the directory of the file are named from there, as its imports name them. */
function fromHere({ file }: Pick<EditingContext, "file">, other: string): string {
  const directory = file.slice(0, file.lastIndexOf("/") + 1);
  const isBelow = directory !== "" && other !== file && other.startsWith(directory);
  return inertLine(isBelow ? `./${other.slice(directory.length)}` : other);
}

/** Members that have nothing to tell but their name share a line. */
function symbolLines(context: EditingContext, symbols: readonly ContextSymbol[], detail: Detail): string[] {
  const lines: string[] = [];
  let plain: ContextSymbol[] = [];
  const flush = (): void => {
    const [first] = plain;
    if (first !== undefined) {
      const names = plain.map(({ leaf }) => inertLine(leaf, 60));
      lines.push(`${"  ".repeat(first.level)}${first.line} ${kindName(first.kind)} ${some(names, 12)}`);
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
          `calls ${some(
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
  const count = `used by ${callers.length} in ${files} file${files === 1 ? "" : "s"}`;
  return nearest.length === 0 ? count : `${count}: ${nearest.join(", ")} …`;
}

/** Without it a symbol unused elsewhere would read as one that is unused. */
function usedHereText(names: readonly string[], shown: number): string {
  if (shown === 0) return `used here by ${names.length}`;
  return `used here by ${some(
    names.map((name) => inertLine(name, 60)),
    shown,
  )}`;
}

function some(names: readonly string[], shown: number): string {
  const rest = names.length - shown;
  return rest <= 0 ? names.join(", ") : `${names.slice(0, shown).join(", ")} and ${rest} more`;
}

/** A line for each symbol at the top; its members share the next. */
function namesText({ file, symbols, usedBy }: EditingContext, etag: string, budget: Budget): string {
  const head = `${inertLine(file)}  used by ${counted(usedBy.length, "file")}  etag ${etag}  (name:line, and how many use it elsewhere)`;
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
  const also = others.length === 0 ? [] : [`beside it ${some(others, 12)}`];
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
    text: `${counted(symbols.length, "symbol")}, used by ${counted(usedBy.length, "file")}; etag ${etag}; too long for more`,
  };
}
