// A text without its prose: comments, quoted strings and patterns become blanks, so that what is left reads as code.
//
// It looks at signs only and knows no grammar but that of elements in scripts, whose text is prose too. Behind brackets a slash divides, unless they are those of an `if` or the
// like, or it begins a line behind a brace; a pattern elsewhere behind a bracket is read as code.
// Invariant: offsets and line ends stay as they are.

import type { Read } from "./code-text-elements.ts";
import { elementAt } from "./code-text-elements.ts";

/** The languages whose prose is marked alike. */
export type Family = "script" | "python" | "go" | "rust" | "java" | "csharp" | "c" | "other";

const endings: readonly (readonly [Family, RegExp])[] = [
  ["script", /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/],
  ["python", /\.pyi?$/],
  ["go", /\.go$/],
  ["rust", /\.rs$/],
  ["java", /\.(?:java|kts?|scala|groovy)$/],
  ["csharp", /\.(?:cs|csx|fs)$/],
  ["c", /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|m|mm|cu)$/],
];

export function familyOf(file: string): Family {
  return endings.find(([, ending]) => ending.test(file))?.[0] ?? "other";
}

/** Strings and patterns become as many of another sign, where they are to be told from comments. */
export function codeOnly(text: string, family: Family, stringSign = " "): string {
  // Where scripts stand in elements and not elements in scripts, all the code would be text.
  const mayHoldElements =
    family === "script" && /<\/|\/>/.test(text) && !/^<(?:script|template|style)\b|^---\s*$/m.test(text);
  return readCode(
    { text, family, stringSign, elements: new Map(), left: mayHoldElements ? text.length * 4 : 0, depth: 0 },
    0,
  ).code;
}

/** Where an expression ends that begins at an offset of code: at a semicolon, or at a line end outside of brackets. */
export function expressionEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from + (/^\s*/.exec(code.slice(from))?.[0].length ?? 0); at < code.length; at++) {
    const sign = code.charAt(at);
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    const isEnd = sign === ";" || (sign === "\n" && !/^\s*[.?:&|+*,=]/.test(code.slice(at, at + 200)));
    if (depth < 0 || (depth === 0 && isEnd)) return at;
  }
  return code.length;
}

// — below: private, in the order they are used —

interface Reading {
  readonly text: string;
  readonly family: Family;
  readonly stringSign: string;
  /** What has been found to begin at an offset, so that no place is read twice. */
  readonly elements: Map<number, Read | undefined>;
  /** How much may still be read in vain, looking for the ends of elements. */
  left: number;
  depth: number;
}

/** What of the text so far tells how to read on. */
interface Progress {
  /** Templates that are open, each with the braces that are open in its expression; -1 while in its text. */
  readonly templates: number[];
  /** Of each round bracket that is open, whether a statement follows it. */
  readonly rounds: boolean[];
  isHead: boolean;
  braces: number;
  /** Behind the last sign that is neither a blank nor a comment. */
  reached: number;
}

/** Up to the end, or up to the brace that closes more than was opened where braces are around it. */
function readCode(reading: Reading, from: number, isInBraces = false): Read {
  const { text, family } = reading;
  const progress: Progress = { templates: [], rounds: [], isHead: false, braces: 0, reached: from };
  let code = "";
  let at = from;
  while (at < text.length) {
    if (isInBraces && reading.left <= 0) return { code, end: text.length };
    const piece: Piece | undefined = readProse(reading, progress, at) ?? readElement(reading, progress.reached, at);
    if (piece !== undefined) {
      code += piece.code;
      at = piece.end;
      if (piece.isComment !== true) progress.reached = at;
      continue;
    }
    const sign = text.charAt(at);
    if (sign === "}" && isInBraces && progress.braces === 0 && progress.templates.length === 0) break;
    code += readSign(progress, text, at++, family === "script");
  }
  return { code, end: at };
}

interface Piece extends Read {
  readonly isComment?: boolean;
}

function readProse({ text, family, stringSign }: Reading, progress: Progress, at: number): Piece | undefined {
  const isTemplate = progress.templates.at(-1) === -1;
  const length = isTemplate
    ? templateText(text, at, progress.templates)
    : proseLength(proseOf[family], text, at) || (family === "script" ? patternLength(text, at, progress) : 0);
  if (length === 0) return undefined;
  const isComment = !isTemplate && /^(?:\/[/*]|#)/.test(text.slice(at, at + 2));
  return { code: blank(text.slice(at, at + length), isComment ? " " : stringSign), end: at + length, isComment };
}

/** The sign at an offset as code has it. */
function readSign(progress: Progress, text: string, at: number, isScript: boolean): string {
  const sign = text.charAt(at);
  const { reached, rounds } = progress;
  if (sign === "(") rounds.push(isScript && endsHeadWord.test(text.slice(Math.max(0, reached - 12), reached)));
  if (!" \t\r\n".includes(sign)) {
    progress.isHead = sign === ")" && rounds.pop() === true;
    progress.reached = at + 1;
  }
  if (isScript && endsExpression(sign, progress.templates)) return " ";
  if (sign === "{") progress.braces++;
  if (sign === "}") progress.braces--;
  return sign;
}

/** Behind a value `<` compares, or begins the arguments of a type. */
function readElement(reading: Reading, reached: number, at: number): Read | undefined {
  const { text, elements, stringSign } = reading;
  if (text.charAt(at) !== "<" || reading.left <= 0 || reading.depth > 40) return undefined;
  const before = text.slice(Math.max(0, reached - 12), reached);
  if ((endsValue.test(before) && !wantsValue.test(before)) || /(?<!=)>$/.test(before)) return undefined;
  if (elements.has(at)) return elements.get(at);
  let furthest = at;
  reading.depth++;
  const found = elementAt(
    {
      text,
      readBraces: (from) => {
        const read = readCode(reading, from, true);
        furthest = Math.max(furthest, read.end);
        return read;
      },
      blankString: (string) => blank(string, stringSign),
      blankText: (prose) => {
        furthest += prose.length;
        return blank(prose, " ");
      },
    },
    at,
  );
  reading.depth--;
  if (found === undefined) reading.left -= furthest - at;
  elements.set(at, found);
  return found;
}

const slashes = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const doubleQuoted = String.raw`"(?:\\[\s\S]|[^"\\\n])*"?`;
const singleQuoted = String.raw`'(?:\\[\s\S]|[^'\\\n])*'?`;
/** One character; the mark of a lifetime stays. */
const character = String.raw`'(?:\\[^'\n]+|\\'|[^'\\\n])'`;
const tripled = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)`;

const proseOf: Readonly<Record<Family, RegExp>> = {
  script: sticky(slashes, doubleQuoted, singleQuoted),
  python: sticky("#[^\\n]*", tripled, doubleQuoted, singleQuoted),
  go: sticky(slashes, "`[^`]*`?", doubleQuoted, character),
  rust: sticky(slashes, String.raw`r(#*)"[\s\S]*?"\1`, String.raw`"(?:\\[\s\S]|[^"\\])*"?`, character),
  java: sticky(slashes, tripled, doubleQuoted, character),
  csharp: sticky(slashes, '@"(?:""|[^"])*"?', doubleQuoted, character),
  c: sticky(slashes, String.raw`R"([^\s()\\]*)\([\s\S]*?\)\1"`, doubleQuoted, character),
  other: sticky(slashes, "#[^\\n]*", doubleQuoted),
};

/** Of a pattern of JavaScript; in a class of characters a slash is one of them. */
const pattern = sticky(String.raw`\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`);

/** Behind a value a slash divides, and behind `<` it ends an element; so does `/>` behind a brace. */
function patternLength(text: string, at: number, { reached, isHead }: Progress): number {
  if (text[at] !== "/") return 0;
  const before = text.slice(Math.max(0, reached - 12), reached);
  const beginsLine = before.endsWith("}") && text.slice(reached, at).includes("\n") && text[at + 1] !== ">";
  const isDivision = endsValue.test(before) && !wantsValue.test(before) && !isHead && !beginsLine;
  return isDivision ? 0 : proseLength(pattern, text, at);
}

/** Behind the brackets that follow such a word a statement begins. */
const endsHeadWord = /(?<![\w$.])(?:if|while|with|for(?:\s+await)?)$/;
const endsValue = /[\p{L}\p{N}_$)\]}<"'`/]$/u;
const wantsValue = /(?<![\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield|instanceof)$/;

function sticky(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"), "y");
}

function proseLength(prose: RegExp, text: string, at: number): number {
  prose.lastIndex = at;
  return prose.exec(text)?.[0].length ?? 0;
}

/** The text of a template up to its end or to an expression, which is code again. */
function templateText(text: string, at: number, templates: number[]): number {
  const inside = /(?:\\[\s\S]|[^`\\$]|\$(?!\{))*/y;
  inside.lastIndex = at;
  const length = inside.exec(text)?.[0].length ?? 0;
  const isExpression = text.startsWith("${", at + length);
  if (isExpression) templates.splice(-1, 1, 0);
  else templates.pop();
  return length + (isExpression ? 2 : 1);
}

/** Follows templates and the braces in them; true where a brace leads back from an expression into its template. */
function endsExpression(sign: string, templates: number[]): boolean {
  const open = templates.at(-1);
  if (sign === "`") templates.push(-1);
  else if (open !== undefined && sign === "{") templates.splice(-1, 1, open + 1);
  else if (open !== undefined && sign === "}") templates.splice(-1, 1, open - 1);
  return sign === "}" && open === 0;
}

function blank(prose: string, sign: string): string {
  return prose.replaceAll(/[^\r\n]/g, sign);
}
