// What C and C++ define for the linker, recognised by form: whether a program still links is not checked.

import { maskBy } from "../syntax/prose.ts";
import { cSyntax } from "./syntax.ts";
import type { TextChange } from "../../model/consequences.ts";

/** The names of functions and variables that other files could mean; one too many does no harm. */
export function definedNames(text: string): string[] {
  return [...new Set(definitions(text).map(nameOf))].filter((name) => name !== "");
}

/** Whether something that others could mean is no longer defined as it was, or is defined where others do it too. */
export function breaksLinks(change: TextChange, definedElsewhere: ReadonlySet<string>): boolean {
  const was = definitions(change.before ?? "");
  const is = definitions(change.after ?? "");
  const [had, has] = [new Set(was), new Set(is)];
  return was.some((one) => !has.has(one)) || is.some((one) => !had.has(one) && definedElsewhere.has(nameOf(one)));
}

// — below: private, in the order they are used —

/** What stands before each body, or ends a declaration that makes room, outside of all others; blanks made even. */
function definitions(text: string): string[] {
  const code = maskBy(cSyntax, text).replaceAll(/^[ \t]*#(?:\\\r?\n|[^\n])*/gm, "");
  const found: string[] = [];
  let depth = 0;
  let head = "";
  const signs: Readonly<Record<string, () => void>> = {
    "{": () => {
      if (depth > 0 || !isScope.test(head)) depth++;
      else head = "";
      if (depth === 1 && isDefinition(head, true)) found.push(even(head));
    },
    "}": () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && !/=\s*$/.test(head)) head = "";
    },
    ";": () => {
      if (depth > 0) return;
      if (isDefinition(head, false)) found.push(even(head));
      head = "";
    },
  };
  for (const [part] of code.matchAll(/[{};]|[^{};]+/g)) {
    const sign = signs[part];
    if (sign !== undefined) sign();
    else if (depth === 0) head += part;
  }
  return [...new Set(found)];
}

/** What is in these brackets is as if it were outside. */
const isScope = /^\s*(?:inline\s+)?namespace\b|^\s*extern\s*$/;
const isNothing = /^\s*(?:static|typedef|using|template\s+class|friend|import|module|export\s+module)\b|^\s*$/;
const isType = /^\s*(?:typedef\s+)?(?:struct|class|union|enum)\b[^()=]*$/;

function isDefinition(head: string, hasBody: boolean): boolean {
  if (isNothing.test(head) || isType.test(head)) return false;
  if (hasBody) return /[\w)\]=]/.test(head);
  // With brackets and no value it only declares.
  if (/^\s*extern\b/.test(head)) return false;
  return (
    /[\w\]]\s*(?:=|$)/.test(head.trim()) && (head.includes("=") || !head.includes("(")) && /\w\s+[*&\w]/.test(head)
  );
}

function even(head: string): string {
  const [declared = ""] = head.split("=");
  return declared.replaceAll(/\s+/g, " ").trim();
}

function nameOf(definition: string): string {
  const [before = ""] = definition.split("(");
  return /$(?<=([~\w]+)\s*(?:\[[^[\]]*\]\s*)*)/.exec(before)?.[1] ?? "";
}
