// Which declarations are gone from a text, by how they are written: no server knows the text before any more.
//
// Invariant: both texts are read by the same rules, so what these rules take for something else they do so in both.

import type { LineIndex } from "../../model/line-index.ts";
import type { TouchedLines } from "../../workspace/git/git.ts";
import type { DeclaredSymbol } from "./outline.ts";
import { spelled } from "../../languages/names/symbol-name.ts";

export interface GoneDeclaration {
  readonly name: string;
  /** In the text before. */
  readonly line: number;
}

/** A declaration is gone when there are less of its name, in what held it, than before. */
export function goneDeclarations(
  symbols: readonly DeclaredSymbol[],
  index: LineIndex,
  lines: readonly TouchedLines[],
): GoneDeclaration[] {
  if (!lines.some(({ removed }) => removed.some((text) => declarationOf(text) !== undefined))) return [];
  const now = Array.from({ length: index.lineCount }, (_, at) => index.lineText(at + 1) ?? "");
  const { texts, places } = textBefore(now, lines);
  const before = written(texts);
  const left = leftIn(now, symbols);
  const lost = counted(before.declarations.map(keyOf));
  for (const [key, count] of lost) lost.set(key, count - (left.get(key) ?? 0));
  const leaves = new Set(symbols.map(({ leaf }) => leaf));
  return before.declarations.flatMap((one) => {
    const line = places[one.at];
    const key = keyOf(one);
    const more = lost.get(key) ?? 0;
    if (line === undefined || more <= 0 || (one.isSignature && left.has(key))) return [];
    lost.set(key, more - 1);
    // One that has a namesake is told with what held it.
    const isNamed = one.holder === undefined || !leaves.has(one.name);
    return [{ name: isNamed ? one.name : `${one.holder?.shown}.${one.name}`, line }];
  });
}

// — below: private, in the order they are used —

const modifiers =
  "(?:(?:export|default|declare|async|pub(?:\\([^)]*\\))?|public|private|protected|internal|static|abstract|final|override|unsafe|extern|inline|sealed|partial|readonly)\\s+)*";
const keyword = new RegExp(
  `^(\\s*)${modifiers}(function\\*?|class|interface|type|enum|def|fn|func|struct|union|trait|record|object|const|let|var|val|static|fun|module|mod|namespace)\\s+(\\([^)]*\\)\\s*)?([\\p{L}_$][\\p{L}\\p{N}_$]*)`,
  "u",
);
const method = new RegExp(
  `^\\s+${modifiers}(?:[\\w<>[\\],.?]+\\s+)?(?:get\\s+|set\\s+|\\*\\s*)?([\\p{L}_$#][\\p{L}\\p{N}_$]*)\\s*(?:<[^>]*>)?\\([^;]*\\{\\s*$`,
  "u",
);
const statements = new Set("if for while switch catch function return with else do try match new await".split(" "));
const values = new Set(["const", "let", "var", "val", "static"]);
/** A function that is handed over where it is written: the line is a call. */
const handedOver = /(?:=>|\bfunction\b[^{(]*\([^{]*)\s*\{\s*$/;
/** Declarations on longer lines are not expected. */
const longestLine = 2_000;

interface Written {
  readonly name: string;
  /** The type that a method of Go is written for. */
  readonly receiver: string | undefined;
  /** Without a body, as an overload has none. */
  readonly isSignature: boolean;
}

function declarationOf(text: string): Written | undefined {
  if (text.length > longestLine) return undefined;
  const isSignature = /(?:;|\.\.\.)\s*$/.test(text);
  const [, indent = "", word = "", before, name] = keyword.exec(text) ?? [];
  if (name !== undefined) {
    const receiver = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\])?\s*\)\s*$/u.exec(before ?? "")?.[1];
    // What is indented and holds a value is a local most of the time.
    return indent !== "" && values.has(word) ? undefined : { name, receiver, isSignature };
  }
  const own = method.exec(text)?.[1];
  if (own === undefined || statements.has(own) || handedOver.test(text) || !isClosed(text)) return undefined;
  return { name: own, receiver: undefined, isSignature };
}

/** The parameters of a method end before its body; a call that is handed an object is still open there. */
function isClosed(text: string): boolean {
  return text.split("(").length === text.split(")").length;
}

/** The text before, line by line, and the number there of each line that is gone. */
function textBefore(
  now: readonly string[],
  lines: readonly TouchedLines[],
): { readonly texts: readonly string[]; readonly places: readonly (number | undefined)[] } {
  const texts: string[] = [];
  const places: (number | undefined)[] = [];
  let here = 0;
  const keepUntil = (end: number): void => {
    for (; here < end; here++) {
      texts.push(now[here] ?? "");
      places.push(undefined);
    }
  };
  for (const { first, last, removed, oldStart } of lines) {
    keepUntil(Math.min(first - 1, now.length));
    for (const [at, text] of removed.entries()) {
      texts.push(text);
      places.push(oldStart + at);
    }
    here = Math.max(here, last);
  }
  keepUntil(now.length);
  return { texts, places };
}

/** What a declaration stands in, by its indentation. */
interface Holder {
  readonly indent: number;
  readonly key: string;
  readonly shown: string;
}

interface Declaration {
  readonly at: number;
  readonly name: string;
  readonly holder: Pick<Holder, "key" | "shown"> | undefined;
  readonly isSignature: boolean;
}

/** Lines that end nothing, however little they are indented: brackets, comments, labels, directives. */
const endsNothing =
  /^\s*(?:$|[)\]}>{(,;:|&?+=.*/"'`-]|#(?:[^\p{L}_]|\s*(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma|region|endregion)\b)|(?:public|private|protected|signals|slots)\b[^(]*:\s*$)/u;

function written(texts: readonly string[]): {
  readonly declarations: readonly Declaration[];
  readonly holders: readonly (Holder | undefined)[];
} {
  const declarations: Declaration[] = [];
  const holders: (Holder | undefined)[] = [];
  const open: Holder[] = [];
  for (const [at, text] of texts.entries()) {
    const indent = text.length - text.trimStart().length;
    if (!endsNothing.test(text)) while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const own = declarationOf(text);
    const type = own?.receiver;
    const holder = type === undefined ? open.at(-1) : { indent, key: type, shown: type };
    holders.push(holder);
    if (own !== undefined) {
      declarations.push({ at, name: own.name, holder, isSignature: own.isSignature });
      open.push({ indent, key: own.name, shown: own.name });
      continue;
    }
    const block = blockOf(text);
    if (block !== undefined) open.push({ indent, ...block });
  }
  return { declarations, holders };
}

/** An `impl` of Rust: two of one type are told apart by what they are for. */
function blockOf(text: string): Pick<Holder, "key" | "shown"> | undefined {
  if (text.length > longestLine || !/^\s*(?:unsafe\s+)?impl\b/.test(text)) return undefined;
  const key = (text.split("{", 1)[0] ?? "").trim();
  return { key, shown: spelled(key).parts.at(-1) ?? key };
}

function keyOf({ holder, name }: Pick<Declaration, "holder" | "name">): string {
  return `${holder?.key ?? ""}\0${name}`;
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How many there are now, by how they are written or by what the server says, whichever finds more. */
function leftIn(now: readonly string[], symbols: readonly DeclaredSymbol[]): Map<string, number> {
  const { declarations, holders } = written(now);
  const left = counted(declarations.map(keyOf));
  const told = symbols.map(({ leaf, node }) => keyOf({ holder: holders[node.nameSpan.start.line - 1], name: leaf }));
  for (const [key, count] of counted(told)) left.set(key, Math.max(count, left.get(key) ?? 0));
  return left;
}
