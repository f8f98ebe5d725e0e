// Declarations of Python that share a path, of which its servers list the last one only: found by their text.
//
// Invariant: where there are several, none is taken unless the caller says which.

import type { SymbolNode } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import { inertLine } from "../../render/inert.ts";
import type { Around } from "../../languages/declarations/symbol-extent.ts";
import { editRulesFor } from "../../languages/table.ts";
import { isValue } from "../../languages/declarations/symbol-extent.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { indentAt, lineEnd, nextLine, trimmedEnd } from "../../languages/syntax/lines.ts";
import { leafOf } from "../../languages/names/symbol-name.ts";

/** The n-th declaration of the path; refused where there are several and no number says which. */
export function twinOf(source: Source, around: Around, number: number | undefined, shown: string): Around {
  const { node, siblings } = around;
  if (editRulesFor(source.family).hidesTwins !== true || isValue(node.kind)) return around;
  const twins = twinsOf(source, around);
  // Where the server lists all of them, the node is already the one that is meant.
  if (twins.length < 2 || siblings.filter(({ name }) => name === node.name).length > 1) return around;
  const twin = number === undefined ? undefined : twins[number - 1];
  if (twin !== undefined)
    return { ...around, node: twin, siblings: [...siblings.filter((one) => one !== node), ...twins] };
  const listed = twins.map(({ nameSpan: { start } }, at) => {
    return `[${at + 1}] ${inertLine(shown)}:${start.line}:${start.column} ${node.kind} ${inertLine(node.name, 160)}`;
  });
  return refuse({
    code: "ambiguous_target",
    what: `${inertLine(node.name, 200)} is declared ${twins.length} times in its place.`,
    why: listed.join("; "),
    next: "Append [n] to the path for the n-th of them.",
    data: { candidates: listed },
  });
}

// — below: private, in the order they are used —

/** All of the same name and indentation below the same parent. */
function twinsOf(source: Source, { node, parent }: Around): SymbolNode[] {
  const { code, text, index } = source;
  const name = leafOf(node.name);
  const indent = indentAt(text, index.offsetOf(node.nameSpan.start));
  const from = parent === undefined ? 0 : index.offsetOf(parent.span.start);
  const to = parent === undefined ? code.length : index.offsetOf(parent.span.end);
  const called = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const head = new RegExp(String.raw`^${indent}((?:async\s+)?(?:def|class)\s+)${called}(?![\p{L}\p{N}_])`, "gmu");
  return [...code.slice(from, to).matchAll(head)].map((match) => {
    const start = from + match.index + indent.length;
    const at = start + (match[1] ?? "").length;
    const end = suiteEnd(source, start, indent.length);
    const nameSpan = { start: index.placeOf(at), end: index.placeOf(at + name.length) };
    return { ...node, span: { start: index.placeOf(start), end: index.placeOf(end) }, nameSpan, children: [] };
  });
}

/** Behind the last line that is indented deeper, or closes a bracket of the head. */
function suiteEnd({ code, text }: Source, start: number, indent: number): number {
  let end = lineEnd(text, start);
  for (let at = nextLine(text, start); at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    const isInside = line.length - line.trimStart().length > indent || /^\s*[)\]}]/.test(line);
    // A line that begins inside of a string is blank in the code, however far left its text stands.
    const isProse = code.slice(at, at + line.length).trim() === "" && !/^\s*#/.test(line);
    if (!isInside && !isProse) break;
    if (line.trim() !== "") end = at + line.length;
  }
  return trimmedEnd(text, end, start);
}
