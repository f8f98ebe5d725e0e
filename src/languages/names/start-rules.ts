// What the languages share that start functions by calls: the forms of rules, and of functions without a name.

import type { StartRule } from "./rules.ts";

/** Whether the text up to an opening brace begins a function without a name. */
export const bracedClosure =
  /(?:=>|\bfunction\b[^{}]*|\bfunc\s*\([^{}]*|\|[^|{}]*\|\s*(?:async\s+)?(?:move\s*)?|\basync(?:\s+move)?|->|\][^{};]*)\s*$/;

export function callback(callee: RegExp, name?: string): StartRule {
  return { takes: "callback", callee, ...(name === undefined ? {} : { name }) };
}

export function task(callee: RegExp, name?: string): StartRule {
  return { takes: "task", callee, ...(name === undefined ? {} : { name }) };
}
