// Which changes of a body in Java other files cannot notice: those of a method or a constructor, whose header says all
// that others see of it.

import type { ChangeRules, CodeTokens } from "../change/body.ts";
import { tokenText } from "../change/body.ts";

export const javaChange: ChangeRules = {
  confinedBody({ former, body }) {
    if (!isMethod(former, body.open)) return undefined;
    const around = [...former.pairs].filter(([open, close]) => open < body.open && close > body.close);
    return around.length > 0 && around.every(([open]) => isType(former, open)) ? "file" : undefined;
  },
};

// — below: private, in the order they are used —

/** `int f(…) throws E {`, and nothing that gives a value, calls or branches. */
function isMethod(code: CodeTokens, brace: number): boolean {
  const header = headerOf(code, brace);
  const thrown = header.lastIndexOf("throws");
  const head = thrown < 0 ? header : header.slice(0, thrown);
  if (thrown >= 0 && !header.slice(thrown + 1).every((part) => /^[\p{L}\p{N}_$.,]+$/u.test(part))) return false;
  const name = head.at(-2) ?? "";
  return head.at(-1) === "()" && isName(name) && !head.some((part) => notInHeaders.has(part));
}

function isName(part: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}\p{M}_$]*$/u.test(part) && !statements.has(part);
}

const statements = new Set(
  "if for while switch catch synchronized try assert return throw super this else do".split(" "),
);
const notInHeaders = new Set(["=", "-", "+", "new", "return", "class", "interface", "enum", "case", "throw", "yield"]);

function isType(code: CodeTokens, brace: number): boolean {
  const header = headerOf(code, brace);
  if (header.some((part) => part === "=" || part === "new" || part === "return")) return false;
  const isRecord = header.some((part, at) => part === "record" && isName(header[at + 1] ?? ""));
  return isRecord || header.some((part) => part === "class" || part === "interface" || part === "enum");
}

/** The tokens before a brace, from the end of what stands before it on; `()` for what round brackets hold. */
function headerOf(code: CodeTokens, brace: number): string[] {
  const opening = new Map([...code.pairs].map(([open, close]) => [close, open]));
  const header: string[] = [];
  for (let at = brace - 1; at >= 0; at--) {
    const text = tokenText(code, at);
    if (text === ";" || text === "{" || text === "}" || text === "(" || text === "[") break;
    const open = text === ")" || text === "]" ? opening.get(at) : undefined;
    header.unshift(open === undefined ? text : text === ")" ? "()" : "[]");
    if (open !== undefined) at = open;
  }
  return header;
}
