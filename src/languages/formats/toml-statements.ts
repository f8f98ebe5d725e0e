// Splits TOML into its statements, tables and pairs, each with its place in the text, for edits that keep all else.
//
// Spec: TOML 1.0. Values are read as far as it takes to know where they end; texts and lists of texts are also understood.

import type { BrokenText } from "./jsonc-tree.ts";
import { brokenAt } from "./jsonc-tree.ts";

export interface TomlStatement {
  readonly kind: "table" | "tables" | "pair";
  /** From the top of the document: that of a pair holds its table's. */
  readonly path: readonly string[];
  /** The table that it stands in or begins, by the number of its header; 0 before the first. */
  readonly table: number;
  /** Without the blanks before it and the comment after it. */
  readonly from: number;
  readonly to: number;
  /** Where the value of a pair begins; the end of a header. */
  readonly valueFrom: number;
}

export function parseToml(text: string): readonly TomlStatement[] | BrokenText {
  const scan: Scan = { text, at: text.startsWith("\uFEFF") ? 1 : 0 };
  const found: TomlStatement[] = [];
  const known: Known = { once: new Set(), lists: new Set() };
  let table: { readonly path: readonly string[]; readonly number: number } = { path: [], number: 0 };
  try {
    for (skipLines(scan); scan.at < text.length; skipLines(scan)) {
      const statement = text[scan.at] === "[" ? header(scan, table.number + 1) : pair(scan, table);
      if (statement.kind !== "pair") table = { path: statement.path, number: statement.table };
      mustBeNew(known, statement);
      found.push(statement);
      endOfLine(scan);
    }
    return found;
  } catch (error) {
    if (error instanceof Fault) return brokenAt(text, error.at, error.message);
    throw error;
  }
}

/** The value of a pair: a text, a list of texts, or undefined for all else. */
export function tomlValueOf(text: string, { valueFrom, to }: TomlStatement): string | readonly string[] | undefined {
  const scan: Scan = { text: text.slice(0, to), at: valueFrom };
  if (text[valueFrom] !== "[") return `"'`.includes(text[valueFrom] ?? " ") ? textValue(scan) : undefined;
  const items: string[] = [];
  scan.at += 1;
  for (skipAll(scan); scan.text[scan.at] !== "]"; skipAll(scan)) {
    if (!`"'`.includes(scan.text[scan.at] ?? " ")) return undefined;
    items.push(textValue(scan));
    skipAll(scan);
    if (scan.text[scan.at] === ",") scan.at += 1;
  }
  return items;
}

export function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((key, index) => path[index] === key);
}

// — below: private, in the order they are used —

/** What was written before. */
interface Known {
  readonly once: Set<string>;
  readonly lists: Set<string>;
}

interface Scan {
  readonly text: string;
  at: number;
}

class Fault extends Error {
  readonly at: number;
  constructor(at: number, why: string) {
    super(why);
    this.at = at;
  }
}

function fail({ at }: Scan, why: string): never {
  throw new Fault(at, why);
}

const lines = /(?:[ \t\r\n]+|#[^\r\n]*)*/y;
const blanks = /[ \t]*/y;
const bareKey = /[A-Za-z0-9_-]+/y;
const basic = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
const literal = /'[^'\r\n]*'/y;
// Up to two quotes may stand right before the three that close it.
const longBasic = /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""(?:"{1,2})?/y;
const longLiteral = /'''(?:[^']|'(?!''))*'''(?:'{1,2})?/y;
const word = /(?:true|false|[+-]?(?:inf|nan)|[+-]?[0-9][0-9A-Fa-f_xob.eE+:TtZz-]*(?: [0-9]{2}:[0-9:.Zz+-]*)?)/y;

function taken(scan: Scan, pattern: RegExp): string {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text)?.[0] ?? "";
  scan.at += found.length;
  return found;
}

function skipLines(scan: Scan): void {
  taken(scan, lines);
}

const skipAll = skipLines;

function header(scan: Scan, number: number): TomlStatement {
  const from = scan.at;
  const isList = scan.text.startsWith("[[", from);
  scan.at += isList ? 2 : 1;
  const path = keyPath(scan);
  const close = isList ? "]]" : "]";
  if (!scan.text.startsWith(close, scan.at)) fail(scan, `${close} is missing`);
  scan.at += close.length;
  return { kind: isList ? "tables" : "table", path, table: number, from, to: scan.at, valueFrom: scan.at };
}

function pair(scan: Scan, table: { readonly path: readonly string[]; readonly number: number }): TomlStatement {
  const from = scan.at;
  const path = [...table.path, ...keyPath(scan)];
  if (scan.text[scan.at] !== "=") fail(scan, "= is missing");
  scan.at += 1;
  taken(scan, blanks);
  const valueFrom = scan.at;
  value(scan, 0);
  return { kind: "pair", path, table: table.number, from, to: scan.at, valueFrom };
}

function keyPath(scan: Scan): string[] {
  const path: string[] = [];
  for (;;) {
    taken(scan, blanks);
    const sign = scan.text[scan.at];
    const key = sign === '"' || sign === "'" ? textValue(scan) : taken(scan, bareKey);
    if (key === "" && sign !== '"' && sign !== "'") fail(scan, "a key is missing");
    path.push(key);
    taken(scan, blanks);
    if (scan.text[scan.at] !== ".") return path;
    scan.at += 1;
  }
}

/** Lists and tables inside one another; no configuration has ten, and the stack does not hold any number. */
const deepest = 100;

function value(scan: Scan, depth: number): void {
  const sign = scan.text[scan.at] ?? "";
  if (depth > deepest) fail(scan, `it is nested more than ${deepest} deep`);
  if (sign === '"' || sign === "'") {
    textValue(scan);
  } else if (sign === "[") {
    items(scan, "]", () => value(scan, depth + 1));
  } else if (sign === "{") {
    items(scan, "}", () => {
      keyPath(scan);
      if (scan.text[scan.at] !== "=") fail(scan, "= is missing");
      scan.at += 1;
      taken(scan, blanks);
      value(scan, depth + 1);
    });
  } else if (taken(scan, word) === "") {
    fail(scan, "a value is missing, or none of TOML");
  }
}

function items(scan: Scan, close: string, item: () => void): void {
  scan.at += 1;
  for (;;) {
    skipAll(scan);
    if (scan.text[scan.at] === close) break;
    item();
    skipAll(scan);
    if (scan.text[scan.at] === close) break;
    if (scan.text[scan.at] !== ",") fail(scan, scan.at < scan.text.length ? "a comma is missing" : "it is not closed");
    scan.at += 1;
  }
  scan.at += 1;
}

function textValue(scan: Scan): string {
  const from = scan.at;
  const isBasic = scan.text[from] === '"';
  const isLong = scan.text.startsWith(isBasic ? '"""' : "'''", from);
  const written = taken(scan, isLong ? (isBasic ? longBasic : longLiteral) : isBasic ? basic : literal);
  if (written === "") fail(scan, "a text in quotes is not closed");
  const inner = isLong ? written.slice(3, -3).replace(/^\r?\n/, "") : written.slice(1, -1);
  return isBasic ? unescaped(inner) : inner;
}

const escapes: Readonly<Record<string, string>> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\u001b" };

function unescaped(inner: string): string {
  return inner.replaceAll(/\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\r?\n\s*|[^\r\n])/g, (_, sign: string) => {
    if (/^[uU]/.test(sign) && sign.length > 1) {
      const code = Number.parseInt(sign.slice(1), 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\uFFFD";
    }
    return /^\s/.test(sign) ? "" : (escapes[sign] ?? sign);
  });
}

function endOfLine(scan: Scan): void {
  taken(scan, blanks);
  const next = scan.text[scan.at];
  if (next !== undefined && !"#\r\n".includes(next)) fail(scan, "something follows after the end of its value");
}

/** A table is begun once, and a key has one value: an agent refuses the file otherwise, or takes one of the two. */
function mustBeNew({ once, lists }: Known, { kind, path, from }: TomlStatement): void {
  const isInList = path.some((_, index) => lists.has(JSON.stringify(path.slice(0, index + 1))));
  if (kind === "tables") lists.add(JSON.stringify(path));
  if (kind === "tables" || isInList) return;
  const name = JSON.stringify([kind, path]);
  if (once.has(name)) throw new Fault(from, `${path.join(".")} is there twice`);
  once.add(name);
}
