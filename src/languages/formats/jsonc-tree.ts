// Parses JSON with comments and trailing commas into a tree that knows where everything stands in the text.

/** `from` is the first character, `to` the one after the last. */
interface TextSpan {
  readonly from: number;
  readonly to: number;
}

export type JsonNode =
  | (TextSpan & { readonly kind: "object"; readonly children: readonly JsonMember[] })
  | (TextSpan & { readonly kind: "array"; readonly children: readonly JsonItem[] })
  | (TextSpan & { readonly kind: "scalar"; readonly value: string | number | boolean | null });

/** The span begins at the key and ends with the value. */
export interface JsonMember extends TextSpan {
  readonly key: string;
  readonly node: JsonNode;
}

export interface JsonItem extends TextSpan {
  readonly node: JsonNode;
}

/** Where and why a text is not of the format. */
export interface BrokenText {
  readonly kind: "broken";
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** A clause, such as `a comma is missing`. */
  readonly why: string;
}

export function parseJsonTree(text: string): JsonNode | BrokenText {
  const scan: Scan = { text, at: text.startsWith("\uFEFF") ? 1 : 0, depth: 0 };
  try {
    skip(scan);
    const root = node(scan);
    skip(scan);
    if (scan.at < text.length) fail(scan, "something follows after its end");
    return root;
  } catch (error) {
    if (error instanceof Fault) return brokenAt(text, error.at, error.message);
    throw error;
  }
}

export function brokenAt(text: string, at: number, why: string): BrokenText {
  const before = text.slice(0, at).split("\n");
  return { kind: "broken", line: before.length, column: (before.at(-1)?.length ?? 0) + 1, why };
}

/** The value that a program would read. */
export function jsonValueOf(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.children.map((item) => jsonValueOf(item.node));
  return Object.fromEntries(node.children.map((member) => [member.key, jsonValueOf(member.node)]));
}

/** The member of an object; undefined where it is none, has no such key, or has it twice. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  if (node?.kind !== "object") return undefined;
  const found = node.children.filter((member) => member.key === key);
  return found.length === 1 ? found[0] : undefined;
}

/** What stands at a path of keys. */
export function nodeAt(node: JsonNode, path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((here, key) => memberOf(here, key)?.node, node);
}

/** The place after the comma that follows, beyond blanks and comments; undefined where none does. */
export function afterComma(text: string, from: number): number | undefined {
  const scan: Scan = { text, at: from, depth: 0 };
  skip(scan);
  return text[scan.at] === "," ? scan.at + 1 : undefined;
}

// — below: private, in the order they are used —

interface Scan {
  readonly text: string;
  at: number;
  depth: number;
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

/** Lists and records inside one another; no configuration has ten, and the stack does not hold any number. */
const deepest = 100;

// Each ends at the end of the text at the latest, so that none begins again and again.
const blank = /(?:[ \t\r\n]+|\/\/[^\r\n]*)*/y;
const quoted = /"(?:[^"\\\r\n]|\\[^\r\n])*"?/y;
const plain = /[^\s,:{}[\]"/]+/y;

function skip(scan: Scan): void {
  for (;;) {
    taken(scan, blank);
    if (!scan.text.startsWith("/*", scan.at)) return;
    const end = scan.text.indexOf("*/", scan.at + 2);
    scan.at = end < 0 ? scan.text.length : end + 2;
    if (end < 0) fail(scan, "a comment is not closed");
  }
}

function taken(scan: Scan, pattern: RegExp): string {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text)?.[0] ?? "";
  scan.at += found.length;
  return found;
}

function node(scan: Scan): JsonNode {
  const from = scan.at;
  const sign = scan.text[from];
  if (sign === "{" || sign === "[") {
    if (scan.depth === deepest) fail(scan, `it is nested more than ${deepest} deep`);
    scan.depth += 1;
    const found: JsonNode =
      sign === "{"
        ? { kind: "object", from, children: children(scan, "}", member), to: scan.at }
        : { kind: "array", from, children: children(scan, "]", item), to: scan.at };
    scan.depth -= 1;
    return { ...found, to: scan.at };
  }
  return { kind: "scalar", from, value: scalar(scan), to: scan.at };
}

function children<T>(scan: Scan, end: string, child: (scan: Scan) => T): T[] {
  const found: T[] = [];
  scan.at += 1;
  for (;;) {
    skip(scan);
    if (scan.text[scan.at] === end) break;
    found.push(child(scan));
    skip(scan);
    if (scan.text[scan.at] === end) break;
    if (scan.text[scan.at] !== ",") fail(scan, scan.at < scan.text.length ? "a comma is missing" : "it is not closed");
    scan.at += 1;
  }
  scan.at += 1;
  return found;
}

function member(scan: Scan): JsonMember {
  const from = scan.at;
  if (scan.text[from] !== '"') fail(scan, from < scan.text.length ? "a key in quotes is missing" : "it is not closed");
  const key = text(scan);
  skip(scan);
  if (scan.text[scan.at] !== ":") fail(scan, "a colon is missing");
  scan.at += 1;
  skip(scan);
  const value = node(scan);
  return { from, key, node: value, to: value.to };
}

function item(scan: Scan): JsonItem {
  const found = node(scan);
  return { from: found.from, node: found, to: found.to };
}

function scalar(scan: Scan): string | number | boolean | null {
  if (scan.text[scan.at] === '"') return text(scan);
  const from = scan.at;
  const word = taken(scan, plain);
  const value = parsed(word);
  if (value === undefined) {
    scan.at = from;
    fail(scan, from < scan.text.length ? "a value is missing, or none of JSON" : "it ends too early");
  }
  return value as number | boolean | null;
}

function text(scan: Scan): string {
  const from = scan.at;
  const value = parsed(taken(scan, quoted));
  if (typeof value === "string") return value;
  scan.at = from;
  return fail(scan, "a text in quotes is not closed, or holds what JSON does not allow");
}

function parsed(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
