// Brackets of a text without comments and strings: which belongs to which, and what stands outside of all of them.

/** Where the bracket opens that is closed at an offset. */
export function openingOf(code: string, close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const sign = code.charAt(at);
    if (isClosing(sign)) depth++;
    else if (isOpening(sign) && --depth === 0) return at;
  }
  return undefined;
}

/** The innermost bracket that is open at an offset. */
export function openingAround(code: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at--) {
    const sign = code.charAt(at);
    if (isClosing(sign)) depth++;
    else if (isOpening(sign) && --depth < 0) return at;
  }
  return undefined;
}

/** Where the innermost bracket is closed that is open at an offset. */
export function closingAround(code: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset; at < code.length; at++) {
    const sign = code.charAt(at);
    if (isOpening(sign)) depth++;
    else if (isClosing(sign) && --depth < 0) return at;
  }
  return undefined;
}

/** Where the bracket is closed that opens at an offset. */
export function closingOf(code: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    const sign = code.charAt(at);
    if (isOpening(sign)) depth++;
    else if (isClosing(sign) && --depth === 0) return at;
  }
  return undefined;
}

/** Behind the bracket that closes the one at an offset. */
export function behindGroup(code: string, open: number): number | undefined {
  const close = closingOf(code, open);
  return close === undefined ? undefined : close + 1;
}

/** The first place outside of brackets that passes a test; undefined when the brackets end before it. */
export function outsideBrackets(
  code: string,
  from: number,
  to: number,
  test: (at: number, sign: string) => boolean,
): number | undefined {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const sign = code.charAt(at);
    if (depth === 0 && test(at, sign)) return at;
    if (isOpening(sign)) depth++;
    else if (isClosing(sign) && --depth < 0) return undefined;
  }
  return undefined;
}

/** Whether each bracket is closed by its like, in the order they were opened. */
export function isBalanced(code: string): boolean {
  const open: string[] = [];
  for (const sign of code) {
    if (isOpening(sign)) open.push(sign);
    else if (isClosing(sign) && open.pop() !== openingFor[sign]) return false;
  }
  return open.length === 0;
}

/** The `=` that gives a value, outside of brackets. */
export function assignment(code: string, from: number, to: number): number | undefined {
  return outsideBrackets(code, from, to, (at, sign) => {
    return sign === "=" && !"=>~".includes(code.charAt(at + 1)) && !/[=!<>+\-*/%&|^?~:]/.test(code.charAt(at - 1));
  });
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

const openingFor: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

function isOpening(sign: string): boolean {
  return sign === "(" || sign === "[" || sign === "{";
}

function isClosing(sign: string): boolean {
  return sign === ")" || sign === "]" || sign === "}";
}
