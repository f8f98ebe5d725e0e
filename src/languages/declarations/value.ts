// The edit that gives a new value: an expression where one stood, braces around statements where an arrow allows them.
//
// Invariant: statements never stand where an expression has to.

import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { bracesOf, formOf } from "./text-form.ts";
import type { Around, Extent } from "./symbol-extent.ts";
import type { Body } from "./body.ts";
import { layoutOf, linesAt } from "./layout.ts";
import { endsInLineComment, rulesOf, sourceOf } from "./signs.ts";
import type { Source } from "./source.ts";
import { indentAt, lineEnd, trimmedEnd } from "../syntax/lines.ts";
import { leafOf } from "../names/symbol-name.ts";

export interface Replaced {
  readonly file: string;
  readonly source: Source;
  readonly around: Around;
  readonly extent: Extent;
  /** As messages name it. */
  readonly shown: string;
}

export interface Inside {
  readonly edit: OffsetEdit;
  readonly remarks: readonly string[];
}

/** The first line goes on where it stands; statements cannot be the value of an arrow, so they get braces. */
export function valueEdit(replaced: Replaced, { kind, from, to }: Body, fresh: Source): Inside {
  const { source, around, extent, file, shown } = replaced;
  const layout = layoutOf(source.text, source.family);
  const indent = indentAt(source.text, extent.start);
  const inner = sourceOf(file, withoutEnd(fresh, kind === "value" ? leafOf(around.node.name) : undefined));
  if (inner.text.trim() === "") {
    return refuse({
      code: "bad_input",
      what: "new_body is empty.",
      why: `The body of ${shown} is a value.`,
      next: "Give the new value, or delete the symbol with safe_delete_symbol.",
    });
  }
  const isArrow = kind === "arrow" && rulesOf(source).hasArrowBlocks === true && !isTypeName(replaced);
  const braces = isArrow ? bracesOf(inner) : undefined;
  if (braces === "unclear") notDecided("an object, or statements", "Put parentheses around an object: ({ … }).");
  const form = braces === undefined ? formOf(inner) : "expression";
  if (form === "unclear") {
    notDecided(
      "one expression, or several statements",
      "Put parentheses around an expression, or braces around statements.",
    );
  }
  if (form === "statements" && !isArrow) noExpression(replaced);
  if (form === "statements") {
    const lines = linesAt(fresh.text, source.family, layout, indent + layout.unit);
    const newText = ["{", ...lines, `${indent}}`].join(layout.eol);
    return { edit: { start: from, end: to, newText }, remarks: ["Braces were added around the statements."] };
  }
  mustNotSwallow(source, to, inner);
  const newText = linesAt(inner.text, source.family, layout, indent).join(layout.eol).slice(indent.length);
  if (braces !== "object") return { edit: { start: from, end: to, newText }, remarks: [] };
  return {
    edit: { start: from, end: to, newText: `(${newText})` },
    remarks: ["Parentheses were added around the object."],
  };
}

/** Whether a text gives the value by name, or calls the same function with other arguments. */
export function isValueOf({ around }: Replaced, callee: string, fresh: Source): boolean {
  const name = leafOf(around.node.name);
  const value = withoutEnd(fresh, name);
  const called = value.trimStart().replace(/^new\s+/, "");
  const isCalled = called.startsWith(callee) && /^\s*[(<]/.test(called.slice(callee.length));
  const isNamed = value !== withoutEnd(fresh, undefined);
  return (isCalled || isNamed) && formOf(fresh) === "expression";
}

/** A comment at the end must not take in what stands behind the old text on its line. */
export function mustNotSwallow({ code }: Source, to: number, inner: Source): void {
  if (!endsInLineComment(inner) || code.slice(to, lineEnd(code, to)).trim() === "") return;
  refuse({
    code: "bad_input",
    what: "new_body ends with a comment.",
    why: "More code follows on the line, and the comment would swallow it.",
    next: "Omit the comment, or edit the text with safe_apply_edit.",
  });
}

// — below: private, in the order they are used —

/** Without the sign that ends a statement, and without `x =` where the value of `x` is given so. */
function withoutEnd({ text, code }: Source, name: string | undefined): string {
  const end = trimmedEnd(code, code.length);
  const isEnded = code.charAt(end - 1) === ";" && text.slice(end).trim() === "";
  const value = isEnded ? text.slice(0, end - 1) : text;
  if (name === undefined || !value.trimStart().startsWith(name)) return value;
  const rest = value.trimStart().slice(name.length);
  return /^\s*=(?![=>])/.test(rest) ? rest.replace(/^\s*=\s*/, "") : value;
}

/** An arrow of a type has a type behind it. */
function isTypeName({ source, extent }: Replaced): boolean {
  return /\btype\b/.test(source.code.slice(extent.start, extent.name));
}

function notDecided(either: string, next: string): never {
  return refuse({ code: "bad_input", what: `new_body may be ${either}.`, why: "Its text fits both.", next });
}

function noExpression({ shown }: Replaced): never {
  return refuse({
    code: "bad_input",
    what: "new_body is not one expression.",
    why: `The body of ${shown} is a value, not statements.`,
    next: "Give an expression, or the whole declaration, or edit the text with safe_apply_edit.",
  });
}
