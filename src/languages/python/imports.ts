// The imports of Python: one reading of a text, which answers three questions: which statements it has, which modules the
// program cannot do without, and which ones the text may bring in.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parentOf } from "../../model/file-path.ts";
import type { WrittenImport } from "../file-facts.ts";
import type { ImportedName, ImportRules, ReadStatement } from "../imports/rules.ts";
import { maskBy } from "../syntax/prose.ts";
import { pythonSyntax } from "./syntax.ts";

export const pythonImportRules: ImportRules = {
  read: (text) => readImports(text).found.flatMap((one) => (one.isStatement ? statementOf(one) : [])),
  filesOf: pythonFiles,
};

export interface PythonImports {
  /** By statements. Relative imports are left out: they mean the same whatever the search paths are. */
  readonly imports: readonly WrittenImport[];
  /**
   * Every module that the text may bring in, relative ones with their dots: a module that names are taken from stands
   * beside each of them, because that may be a module too. `*` stands for all. One too many does no harm.
   */
  readonly modules: readonly string[];
}

export function pythonImports(text: string): PythonImports {
  const { code, found } = readImports(text);
  const modules = found.flatMap(({ from, items }) => {
    const names = items.flatMap(({ name }) => /^(?:\*|[\p{L}_][\p{L}\p{N}_.]*)/u.exec(name)?.[0] ?? []);
    if (from === undefined) return names;
    return [from, ...names.map((name) => (from.endsWith(".") ? `${from}${name}` : `${from}.${name}`))];
  });
  return { imports: neededBy(code, found), modules: [...new Set(modules)] };
}

/** What a text calls the things that its statements bring in; a plain `import a.b` gives a name to the first part alone. */
export function pythonImportedNames(text: string): { local: string; module: string; name?: string }[] {
  const { found } = readImports(text);
  return found.flatMap(({ isStatement, from, items }) =>
    (isStatement ? items : []).map(({ name, alias }) => {
      if (from !== undefined) return { local: alias ?? name, module: from, name };
      const [first = name] = name.split(".", 1);
      return alias === undefined ? { local: first, module: first } : { local: alias, module: name };
    }),
  );
}

// — below: private, in the order they are used —

interface FoundImport {
  /** With what separates it from the statement before. */
  readonly start: number;
  readonly end: number;
  /** Undefined for a plain `import`. */
  readonly from: string | undefined;
  /** What stands behind `import`. */
  readonly list: string;
  readonly items: readonly ImportedName[];
  /** It stands where a statement begins, and has the form of one. */
  readonly isStatement: boolean;
  /** Of its line. */
  readonly indent: number;
}

/** Room for what is done when the last import fails. */
const beyondLast = 4_000;

// Blanks may stand around the dots of a name, and need not stand before one.
const anyImport =
  /(?:\bfrom\b((?:(?!\bfrom\b)[ \t\f.\p{L}\p{N}_])*?(?<=[ \t\f.]))(?=import))?\bimport\b([ \t\f]*)(\([^()]*\)?|[^\n\r;]*)/gu;

/** Most files import at their top, so most of the text need not be read. */
function readImports(text: string): { readonly code: string; readonly found: FoundImport[] } {
  const last = text.lastIndexOf("import");
  if (last < 0) return { code: "", found: [] };
  // What is imported last may be a list in brackets, of any length.
  const end = Math.max(last, text.indexOf(")", last)) + beyondLast;
  const masked = maskBy(pythonSyntax, text.slice(0, end));
  // A backslash joins two lines; offsets stay as they are.
  const code = masked.replaceAll(/\\(?:\r\n|\n|\r)/g, (joint) => " ".repeat(joint.length));
  const line = { start: 0, end: 0, indent: 0 };
  return {
    code,
    found: [...code.matchAll(anyImport)].map((match) => importAt(code, match, lineAt(code, match.index, line))),
  };
}

interface Line {
  start: number;
  /** How far it was read. */
  end: number;
  /** Blanks at its beginning. */
  indent: number;
}

/** The line of an offset, from the line of an offset before it: every character is read once. */
function lineAt(code: string, offset: number, line: Line): Line {
  for (; line.end < offset; line.end++) {
    const sign = code[line.end];
    if (sign === "\n" || sign === "\r") [line.start, line.indent] = [line.end + 1, 0];
    else if ((sign === " " || sign === "\t") && line.start + line.indent === line.end) line.indent++;
  }
  return line;
}

function importAt(code: string, match: RegExpExecArray, line: Line): FoundImport {
  const { index, 0: whole, 1: written, 2: gap = "", 3: all = "" } = match;
  const from = written === undefined ? undefined : withoutBlanksAtDots(written).trim();
  let above = index;
  while (above > line.start && /\s/.test(code[above - 1] ?? "")) above--;
  const isBehind = above > line.start && /[;:]/.test(code[above - 1] ?? "");
  const list = from === undefined ? (/^[\p{L}\p{N}_.,\s]*/u.exec(all)?.[0] ?? "") : all;
  const isFormed =
    from === undefined
      ? gap !== "" && list !== ""
      : /^(?:[\p{L}\p{N}_.]*[\p{L}\p{N}_]|\.+)$/u.test(from) && (!list.startsWith("(") || list.endsWith(")"));
  return {
    start: above - (isBehind ? 1 : 0),
    end: index + whole.length - all.length + list.length,
    from: from?.replaceAll(/\s/g, ""),
    list,
    items: itemsIn(all),
    isStatement: (above === line.start || isBehind) && isFormed,
    indent: line.indent,
  };
}

function withoutBlanksAtDots(text: string): string {
  return text.replaceAll(/(?<!\s)\s*\.\s*/g, ".");
}

function itemsIn(list: string): ImportedName[] {
  return withoutBlanksAtDots(list)
    .replaceAll(/[()]/g, " ")
    .split(",")
    .flatMap((item): ImportedName[] => {
      const [name = "", , alias] = item.trim().split(/\s+/, 3);
      return name === "" ? [] : [{ name, ...(alias === undefined ? {} : { alias }) }];
    });
}

/** Of `from a import b as c` the names, and of `import d.e as f` the modules that get another one. */
function statementOf({ start, end, from, list, items }: FoundImport): ReadStatement {
  if (from !== undefined) return { start, end, named: from, modules: [from], names: items };
  const names = items.flatMap(({ alias }) => (alias === undefined ? [] : [{ name: "*", alias }]));
  return { start, end, named: list, modules: items.map(({ name }) => name), names };
}

interface Block {
  readonly indent: number;
  readonly keyword: string;
  /** How many imports there were before it. */
  readonly from: number;
  isOptional: boolean;
}

const heads =
  /^([ \t]*)(try|except|else|elif|if|finally|with|def|class|async|for|while|match|raise)\b((?:\([^()]*\)|[^\n\r(])*)/gm;
const forgives = /^\s*:|^.*\b(?:ImportError|ModuleNotFoundError|Exception)\b/;
const otherMachine = /\bsys\.(?:version_info|platform)\b|\bos\.name\b/;

/** What the program is made to go on without, or takes on another version or platform alone, is not needed. */
function neededBy(code: string, found: readonly FoundImport[]): WrittenImport[] {
  const needed: WrittenImport[] = [];
  const blocks: Block[] = [];
  const statements = found.filter(({ isStatement, from }) => isStatement && from?.startsWith(".") !== true);
  let [next, headEnd] = [0, 0];
  const takeBefore = (index: number): void => {
    for (let one = statements[next]; one !== undefined && one.start < index; one = statements[++next]) take(one);
  };
  const take = (one: FoundImport): void => {
    // Behind the head of a block, on its line, it is a part of the block.
    if (one.start >= headEnd) enter(blocks, one.indent, undefined, "", needed.length);
    const isNeeded = !blocks.some(({ isOptional }) => isOptional);
    for (const each of written(one)) needed.push({ ...each, isNeeded });
  };
  for (const { index, 0: whole, 1: indent = "", 2: keyword, 3: rest = "" } of code.matchAll(heads)) {
    takeBefore(index);
    headEnd = index + whole.length;
    enter(blocks, indent.length, keyword, rest, needed.length);
    if (keyword === "except" && forgives.test(rest)) forgive(blocks, needed, true);
    // A handler that raises does not make the import optional.
    if (keyword === "raise") forgive(blocks, needed, false);
  }
  takeBefore(code.length);
  return needed;
}

/** Leaves the blocks that end here, and enters the one that begins. */
function enter(blocks: Block[], indent: number, keyword: string | undefined, rest: string, from: number): void {
  const goesOn = keyword === "except" || keyword === "else" || keyword === "elif" || keyword === "finally";
  while (blocks.some((block) => block.indent > indent)) blocks.pop();
  const before = blocks.at(-1)?.indent === indent ? blocks.at(-1) : undefined;
  if (goesOn && before !== undefined) return;
  if (before !== undefined) blocks.pop();
  if (keyword === undefined || keyword === "raise") return;
  blocks.push({ indent, keyword, from, isOptional: keyword === "if" && otherMachine.test(rest) });
}

/** What was tried may be missing, and so may what is taken instead. */
function forgive(blocks: readonly Block[], needed: WrittenImport[], isOptional: boolean): void {
  const block = blocks.findLast(({ keyword }) => keyword === "try");
  if (block === undefined || block.isOptional === isOptional) return;
  block.isOptional = isOptional;
  for (let index = block.from; index < needed.length; index++) {
    const one = needed[index];
    if (one !== undefined) needed[index] = { ...one, isNeeded: !isOptional };
  }
}

function written({ from, items }: FoundImport): Omit<WrittenImport, "isNeeded">[] {
  if (from !== undefined) return [{ module: from, names: items.map(({ name }) => name) }];
  return items.map(({ name }) => ({ module: name }));
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
