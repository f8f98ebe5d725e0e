// Elements in the code of a script: their text is prose, though no quotes mark it.
//
// Invariant: only what is closed by its own name in the right order is an element; anything else stays code.

/** A stretch of text that has been read: as code without its prose, and where it ends. */
export interface Read {
  readonly code: string;
  readonly end: number;
}

export interface ElementReading {
  readonly text: string;
  /** What stands between braces, from behind the first one up to the one that closes it. */
  readonly readBraces: (from: number) => Read;
  readonly blankString: (string: string) => string;
  readonly blankText: (text: string) => string;
}

/** The element that begins at an offset with `<`; undefined where none does. */
export function elementAt(reading: ElementReading, start: number): Read | undefined {
  const { text, blankText } = reading;
  const open: string[] = [];
  let code = "";
  let at = start;
  const take = (piece: string, shown = piece): void => {
    code += shown;
    at += piece.length;
  };
  do {
    const closing = matchAt(closingTag, text, at);
    if (closing !== undefined) {
      if (open.pop() !== (closing[1] ?? "")) return undefined;
      take(closing[0]);
    } else {
      const tag = tagAt(reading, at);
      if (tag === undefined) return undefined;
      code += tag.code;
      at = tag.end;
      if (!tag.isClosed) open.push(tag.name);
    }
    while (open.length > 0 && text.charAt(at) !== "<") {
      take(matchAt(prose, text, at)?.[0] ?? "", blankText(matchAt(prose, text, at)?.[0] ?? ""));
      if (text.charAt(at) === "<") break;
      const braces = bracesAt(reading, at);
      if (braces === undefined) return undefined;
      code += braces.code;
      at = braces.end;
    }
  } while (open.length > 0);
  return { code, end: at };
}

// — below: private, in the order they are used —

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$.:-]*`;
const closingTag = new RegExp(String.raw`<\/\s*(${name})?\s*>`, "uy");
const openingTag = new RegExp(String.raw`<(?:(${name})(?=[\s/>])|(?=>))`, "uy");
const attribute = new RegExp(String.raw`\s+|${name}(?:\s*=\s*(?=["'{]))?`, "uy");
const string = /"[^"]*"|'[^']*'/y;
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const prose = /[^<{]*/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

interface Tag extends Read {
  readonly name: string;
  readonly isClosed: boolean;
}

function tagAt(reading: ElementReading, start: number): Tag | undefined {
  const { text } = reading;
  const head = matchAt(openingTag, text, start);
  if (head === undefined) return undefined;
  const called = head[1] ?? "";
  let code = head[0];
  let at = start + code.length;
  while (at < text.length) {
    if (text.charAt(at) === ">") return { code: `${code}>`, end: at + 1, name: called, isClosed: false };
    if (text.startsWith("/>", at)) return { code: `${code}/>`, end: at + 2, name: called, isClosed: true };
    const piece = attributeAt(reading, at);
    if (piece === undefined) return undefined;
    code += piece.code;
    at = piece.end;
  }
  return undefined;
}

function attributeAt(reading: ElementReading, at: number): Read | undefined {
  const { text, blankString, blankText } = reading;
  const plain = matchAt(attribute, text, at)?.[0];
  if (plain !== undefined) return { code: plain, end: at + plain.length };
  const quoted = matchAt(string, text, at)?.[0];
  if (quoted !== undefined) return { code: blankString(quoted), end: at + quoted.length };
  const said = matchAt(comment, text, at)?.[0];
  return said === undefined ? bracesAt(reading, at) : { code: blankText(said), end: at + said.length };
}

function bracesAt({ text, readBraces }: ElementReading, at: number): Read | undefined {
  if (text.charAt(at) !== "{") return undefined;
  const { code, end } = readBraces(at + 1);
  return text.charAt(end) === "}" ? { code: `{${code}}`, end: end + 1 } : undefined;
}
