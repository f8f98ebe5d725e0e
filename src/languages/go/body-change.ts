// Which changes of a body in Go other files cannot notice, or only those of its package.

import type { BodyConfinement, ChangedBody, ChangeRules, CodeTokens } from "../change/body.ts";
import { tokenText } from "../change/body.ts";
import { maskBy } from "../syntax/prose.ts";
import { goSyntax } from "./syntax.ts";

export const goChange: ChangeRules = { confinedBody: confinedInGo };

// — below: private, in the order they are used —

/** The type of a Go function never depends on its body; the order in which variables are initialized may. */
function confinedInGo(changed: ChangedBody): BodyConfinement | undefined {
  const { former, body, edit, present } = changed;
  const header = headerInGo(former, body.open);
  // Callers depend on whether it passes its arguments on to a formatter, or ever returns.
  if (header === undefined || header.includes("...")) return undefined;
  const lines = [
    linesAt(former.text, edit.start, edit.beforeEnd),
    linesAt(present.text, edit.start, edit.afterEnd),
  ] as const;
  if (lines.some((text) => /\b(?:panic|Exit|Fatal\w*|Goexit|Panic\w*)\b/.test(text))) return undefined;
  return lines.some(declares) || refersToMore(changed, header) ? "package" : "built-package";
}

/** A new declaration may change what other occurrences of its name refer to. */
function declares(lines: string): boolean {
  return /:=|\b(?:var|const|type|func|range)\b/.test(lines);
}

/** Whether the lines after the change have a name, or a member of one, that the function did not have before. */
function refersToMore({ former, present, body, edit }: ChangedBody, header: string): boolean {
  const end = former.tokens[former.pairs.get(body.open) ?? body.open]?.start ?? 0;
  const known = new Set([...chainsIn(header), ...chainsIn(former.text.slice(former.tokens[body.open]?.end, end))]);
  const outside = importedNames(former.text);
  const lines = present.text.slice(lineStart(present.text, edit.start), lineEnd(present.text, edit.afterEnd));
  return chainsIn(maskBy(goSyntax, lines)).some((chain) => {
    const [first = "", ...rest] = chain.split(".");
    if (known.has(chain) || predeclared.has(chain) || /^\d/.test(chain)) return false;
    return !(rest.length === 1 && outside.has(first));
  });
}

/** Names with their members, such as `a.b.c`. */
function chainsIn(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu) ?? [];
}

/** The packages that a file imports under their own names, except where the file uses such a name for anything else. */
function importedNames(text: string): Set<string> {
  const paths = [...text.matchAll(/^(?:import\s+|\t)"([^"\n]+)"[ \t]*$/gm)].flatMap((match) => match[1] ?? []);
  const names = paths.flatMap((path) => path.split("/").at(-1) ?? []).filter((name) => /^[a-z]+$/.test(name));
  const code = maskBy(goSyntax, text);
  return new Set(names.filter((name) => !new RegExp(String.raw`\b${name}\b(?!\.)`).test(code)));
}

const predeclared = new Set(
  (
    "break case continue default defer else fallthrough for go goto if return select switch map chan struct interface " +
    "nil true false iota append cap clear close complex copy delete imag len make max min new print println real recover " +
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string " +
    "uint uint8 uint16 uint32 uint64 uintptr"
  ).split(" "),
);

/** The header of the top-level function whose body begins at a brace; undefined for any other brace. */
function headerInGo(code: CodeTokens, brace: number): string | undefined {
  const isTop = ![...code.pairs].some(([open, close]) => open < brace && close > brace);
  if (!isTop || /^(?:struct|interface)$/.test(tokenText(code, brace - 1))) return undefined;
  let at = brace - 1;
  while (at >= 0 && !(tokenText(code, at) === "func" && startsLine(code, at))) {
    if (/^(?:[{}=;]|var|type|const|import|package)$/.test(tokenText(code, at)) && !isInRound(code, at, brace))
      return undefined;
    at--;
  }
  return at < 0 ? undefined : code.text.slice(code.tokens[at]?.start, code.tokens[brace]?.start);
}

function startsLine({ text, tokens }: CodeTokens, at: number): boolean {
  const start = tokens[at]?.start ?? 0;
  return start === 0 || text.charAt(start - 1) === "\n";
}

function isInRound({ pairs }: CodeTokens, at: number, brace: number): boolean {
  return [...pairs].some(([open, close]) => open < at && close > at && close < brace);
}

/** The whole lines that a stretch touches. */
function linesAt(text: string, start: number, end: number): string {
  return text.slice(lineStart(text, start), lineEnd(text, end));
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const next = text.indexOf("\n", at);
  return next < 0 ? text.length : next;
}
