// Python declarations under a test that a type checker decides by itself: platform, version, `TYPE_CHECKING`, constants.

import type { ConditionalDeclaration, DraftDeclaration as Draft } from "../conditional/declaration.ts";

export function pythonDeclarations(code: string): ConditionalDeclaration[] {
  const found: Draft[] = [];
  walk(code, (line, blocks) => {
    const scopes = blocks.filter(({ kind }) => kind === "class" || kind === "def");
    if (!blocks.some(({ kind }) => kind === "test") || scopes.some(({ kind }) => kind === "def")) return undefined;
    const declared = declaredBy(line, scopes.length > 0);
    if (declared === undefined) return undefined;
    const holder = scopes.at(-1)?.draft;
    (holder?.children ?? found).push(declared);
    return declared;
  });
  return found;
}

export function pythonConditionAt(code: string, offset: number): number | undefined {
  let condition: number | undefined;
  walk(code, (line, blocks) => {
    if (line.start <= offset) condition = blocks.findLast(({ kind }) => kind === "test")?.at;
    return undefined;
  });
  return condition;
}

// — below: private, in the order they are used —

interface Line {
  readonly indent: number;
  /** Where the line begins, and where its first word does. */
  readonly start: number;
  readonly at: number;
  readonly text: string;
}

interface Block {
  /** Lines that are indented further belong to it. */
  readonly indent: number;
  readonly kind: "test" | "class" | "def" | "other";
  readonly at: number;
  readonly draft?: Draft | undefined;
}

/** Goes through the statements, with the blocks around each; what a visitor returns ends where its block does. */
function walk(code: string, visit: (line: Line, blocks: readonly Block[]) => Draft | undefined): void {
  let blocks: Block[] = [];
  let end = 0;
  for (const line of statements(code)) {
    const left = blocks.filter(({ indent }) => indent >= line.indent);
    for (const { draft } of left) if (draft !== undefined) draft.end = end;
    blocks = blocks.filter(({ indent }) => indent < line.indent);
    const draft = visit(line, blocks);
    end = line.at + line.text.trimEnd().length;
    if (draft !== undefined) draft.end = end;
    const ended = blocks.at(-1);
    // What follows a test whose block leaves is compiled only where the test fails.
    if (ended?.kind === "test" && /^(?:raise|return|sys\.exit|exit)\b/.test(line.text)) {
      blocks.splice(-1, 0, { indent: ended.indent - 0.5, kind: "test", at: ended.at });
    }
    if (/^assert\b/.test(line.text) && isDecided.test(line.text)) {
      blocks.push({ indent: line.indent - 0.5, kind: "test", at: line.at });
    }
    const opened = openedBy(line, left, draft);
    if (opened !== undefined) blocks.push(opened);
  }
  for (const { draft } of blocks) if (draft !== undefined) draft.end = end;
}

/** Each statement by its first line; lines inside of brackets go on with one. */
function* statements(code: string): Generator<Line> {
  let depth = 0;
  let isContinued = false;
  for (const match of code.matchAll(/^([ \t]*)([^\n]*)$/gm)) {
    const [, space = "", text = ""] = match;
    const isStart = depth === 0 && !isContinued && text.trim() !== "";
    if (isStart) yield { indent: widthOf(space), start: match.index, at: match.index + space.length, text };
    for (const sign of text) depth = Math.max(0, depth + ("([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0));
    isContinued = /\\\s*$/.test(text);
  }
}

/** A tab goes on to the next multiple of eight. */
function widthOf(space: string): number {
  return [...space].reduce((width, sign) => (sign === "\t" ? width - (width % 8) + 8 : width + 1), 0);
}

/** A type checker decides these by itself. */
const isDecided =
  /\b(?:platform|version_info|os\s*\.\s*name|TYPE_CHECKING|True|False)\b|\b(?:if|elif)\s+(?:not\s+)?[01]\s*:/;

function openedBy(line: Line, left: readonly Block[], draft: Draft | undefined): Block | undefined {
  const { indent, at, text } = line;
  if (/^(?:async\s+)?def\b/.test(text)) return { indent, kind: "def", at, draft };
  if (/^class\b/.test(text)) return { indent, kind: "class", at, draft };
  if (/^(?:if|elif)\b/.test(text) && isDecided.test(text)) return { indent, kind: "test", at };
  // The other branches of a test are decided by it.
  const before = left.find((block) => block.indent === indent);
  if (/^(?:elif|else)\b/.test(text) && before?.kind === "test") return { indent, kind: "test", at: before.at };
  return /:\s*$/.test(text) ? { indent, kind: "other", at } : undefined;
}

function declaredBy({ at, text }: Line, isMember: boolean): Draft | undefined {
  const [, head = "", word = "", name] = /^(((?:async\s+)?def|class)\s+)([\p{L}_][\p{L}\p{N}_]*)/u.exec(text) ?? [];
  const shared = { start: at, end: at, children: [] };
  if (name !== undefined) {
    const kind = word === "class" ? "class" : isMember ? "method" : "function";
    return { ...shared, name, kind, at: at + head.length };
  }
  const value = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]*)?=(?!=)/u.exec(text)?.[1];
  return value === undefined ? undefined : { ...shared, name: value, kind: "variable", at };
}
