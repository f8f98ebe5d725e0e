// Which changes of a body in TypeScript other files cannot notice: those of a function that declares what it returns.

import type { BodyConfinement, ChangedBody, ChangeRules, CodeTokens } from "../change/body.ts";
import { tokenText, bodyWords } from "../change/body.ts";

export const scriptChange: ChangeRules = {
  confinedBody: (changed) => (typed.test(changed.file) ? confinedInScript(changed) : undefined),
};

// — below: private, in the order they are used —

/** In files of declarations there are no bodies, and in JavaScript every type is inferred. */
const typed = /(?<!\.d)\.(?:[cm]?ts|tsx)$/;

function confinedInScript(changed: ChangedBody): BodyConfinement | undefined {
  if (!hasDeclaredType(changed.former, changed.body.open)) return undefined;
  const [was = new Set(), is = new Set()] = bodyWords(changed);
  // An import brings more into the program. By `this` a method becomes one whose context decides its type.
  if ([was, is].some((words) => words.has("import") || words.has("require"))) return undefined;
  return was.has("this") === is.has("this") ? "file" : undefined;
}

/** Whether the brace at an index begins the body of a function that declares what it returns. */
function hasDeclaredType(code: CodeTokens, brace: number): boolean {
  const isArrow = tokenText(code, brace - 1) === ">" && tokenText(code, brace - 2) === "=";
  const last = brace - (isArrow ? 3 : 1);
  // Behind these the brace begins a part of the type.
  if (!isArrow && (beforeTypePart.has(tokenText(code, last)) || "<,.[|&".includes(tokenText(code, last)))) return false;
  let colon = last;
  while (isPartOfType(code, colon)) colon--;
  if (colon === last || tokenText(code, colon) !== ":" || tokenText(code, colon - 1) !== ")") return false;
  const round = [...code.pairs].find(([, close]) => close === colon - 1)?.[0];
  const [from, to] = [code.tokens[colon - 1]?.start, code.tokens[brace]?.start];
  // A choice over several lines may look the same.
  if (round === undefined || code.text.slice(from, to).includes("\n")) return false;
  const name = beforeTypeParameters(code, round - 1);
  if (isStatement(code, colon, last) || tokenText(code, name - 1) === "case") return false;
  if (!isArrow)
    return (code.tokens[name]?.kind !== "sign" || "]*".includes(tokenText(code, name))) && !isInChoice(code, round);
  const isAsync = tokenText(code, name) === "async";
  return beforeArrow.has(tokenText(code, isAsync ? name - 1 : name)) && !isInChoice(code, round);
}

/** Whether a word behind the colon begins something else than a type, as behind `case f(1): try {`. */
function isStatement(code: CodeTokens, colon: number, last: number): boolean {
  for (let at = colon + 1; at <= last; at++) if (notInTypes.has(tokenText(code, at))) return true;
  return false;
}

const notInTypes = new Set(
  "async await case catch class do else finally for function if let return switch throw try while with yield".split(
    " ",
  ),
);
const beforeTypePart = new Set(
  "is asserts keyof typeof readonly unique extends infer new abstract in out as satisfies".split(" "),
);
const beforeArrow = new Set(["=", "(", ",", ":", "return", "default", ">"]);

function isPartOfType(code: CodeTokens, at: number): boolean {
  const token = code.tokens[at];
  if (token === undefined) return false;
  return token.kind !== "sign" || "<>,.[]|&".includes(tokenText(code, at));
}

/** The index before the parameters that a function has for types. */
function beforeTypeParameters(code: CodeTokens, at: number): number {
  if (tokenText(code, at) !== ">" || tokenText(code, at - 1) === "=") return at;
  let depth = 0;
  for (let back = at; back >= 0; back--) {
    const sign = tokenText(code, back);
    if (sign === ">" && tokenText(code, back - 1) !== "=") depth++;
    if (sign === "<") depth--;
    if (depth === 0) return back - 1;
  }
  return -1;
}

/** Whether a question mark stands before a token on its line. */
function isInChoice({ text, tokens }: CodeTokens, at: number): boolean {
  const start = tokens[at]?.start ?? 0;
  return text.slice(text.lastIndexOf("\n", start) + 1, start).includes("?");
}
