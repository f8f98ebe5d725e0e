// Names that macros of C put together: after `#define RUN(x) run_##x()` the code `RUN(fast)` uses `run_fast`.
//
// Two parameters joined to one another can make any name, and are not searched.

/** A macro that makes a name when it is called with a certain word. */
export interface Pasting {
  readonly macro: string;
  readonly word: string;
}

/** The beginnings and ends of a name that a macro is likely to hold: they end where one word of it meets the next. */
export function pastedParts(name: string): string[] {
  const found: string[] = [];
  for (let at = 1; at < name.length; at++) {
    const [left, right] = [name.slice(0, at), name.slice(at)];
    const isJoint = left.endsWith("_") !== right.startsWith("_") || /[a-z\d]$/.test(left) !== /^[a-z\d]/.test(right);
    if (isJoint) found.push(...[left, right].filter((part) => part.length > 1));
  }
  return [...new Set(found)];
}

/** The macros of a text that join a part of the name to one of their parameters. */
export function pastings(text: string, name: string): Pasting[] {
  if (!text.includes("##")) return [];
  const found: Pasting[] = [];
  for (const [, macro = "", parameters = "", body = ""] of text.matchAll(definition)) {
    const names = new Set(parameters.split(",").map((one) => one.trim()));
    for (const [, left = "", right = ""] of body.matchAll(/(?<!\w)([A-Za-z_]\w*)\s*##\s*(?=([A-Za-z_]\w*))/g)) {
      const isEnd = names.has(left) && right !== name && name.endsWith(right);
      const isBeginning = names.has(right) && left !== name && name.startsWith(left);
      if (isBeginning) found.push({ macro, word: name.slice(left.length) });
      if (isEnd) found.push({ macro, word: name.slice(0, -right.length) });
    }
  }
  return found;
}

/** Where code calls the macro with the word, among arguments without brackets. */
export function calledWith(code: string, { macro, word }: Pasting): number[] {
  const found: number[] = [];
  for (const { 0: call, index } of code.matchAll(new RegExp(String.raw`(?<!\w)${macro}[ \t]{0,20}\(`, "g"))) {
    const start = index + call.length;
    const [given = ""] = code.slice(start, start + mostGiven).split(/[()]/, 1);
    if (given.split(",").some((one) => one.trim() === word)) found.push(index);
  }
  return found;
}

// — below: private, in the order they are used —

/** Characters of the arguments of a call. */
const mostGiven = 2_000;

const definition = /^[ \t]*#[ \t]*define[ \t]+(\w+)\(([^()\n]*)\)((?:[^\\\n]|\\[\s\S])*)/gm;
