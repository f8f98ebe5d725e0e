// Finds where a text stops being JSON, because the runtime's own message names the place only sometimes.

export interface JsonFault {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

/** Undefined for JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  const scan: Scan = { text, at: 0 };
  try {
    value(scan);
    space(scan);
    if (scan.at < text.length) wrong(scan, "nothing more");
  } catch (error) {
    if (!(error instanceof Expected)) throw error;
    const before = text.slice(0, error.at).split("\n");
    const found = error.at < text.length ? JSON.stringify(text.slice(error.at, error.at + 1)) : "the end";
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { line: before.length, column, what: `expected ${error.message}, found ${found}` };
  }
  return undefined;
}

// — below: private, in the order they are used —

interface Scan {
  readonly text: string;
  at: number;
}

class Expected extends Error {
  readonly at: number;
  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// From the space on, but for the quote and the backslash: control characters have to be written as escapes.
const string = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;

type Closer = "}" | "]";

/** A loop and not a recursion: a file may be nested as deeply as its author likes. */
function value(scan: Scan): void {
  const open: Closer[] = [];
  do {
    space(scan);
    const mark = scan.text[scan.at];
    if (mark === "{" || mark === "[") {
      scan.at++;
      open.push(mark === "{" ? "}" : "]");
      if (takes(scan, open.at(-1) ?? "}")) open.pop();
      else {
        if (open.at(-1) === "}") key(scan);
        continue;
      }
    } else if (!matches(scan, string) && !matches(scan, literal)) wrong(scan, "a value");
    closed(scan, open);
  } while (open.length > 0);
}

/** After a value: what may follow it, until the next value is due. */
function closed(scan: Scan, open: Closer[]): void {
  for (let closer = open.at(-1); closer !== undefined; closer = open.at(-1)) {
    if (takes(scan, ",")) {
      if (closer === "}") key(scan);
      return;
    }
    if (!takes(scan, closer)) wrong(scan, `"," or "${closer}"`);
    open.pop();
  }
}

function key(scan: Scan): void {
  space(scan);
  if (!matches(scan, string)) wrong(scan, "a name in double quotes");
  if (!takes(scan, ":")) wrong(scan, '":"');
}

function takes(scan: Scan, mark: string): boolean {
  space(scan);
  if (scan.text[scan.at] !== mark) return false;
  scan.at++;
  return true;
}

function matches(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at;
  if (!pattern.test(scan.text)) return false;
  scan.at = pattern.lastIndex;
  return true;
}

function space(scan: Scan): void {
  while (" \t\r\n".includes(scan.text[scan.at] ?? "x")) scan.at++;
}

function wrong(scan: Scan, what: string): never {
  throw new Expected(what, scan.at);
}
