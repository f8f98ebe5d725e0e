// What the toy offers to do: fixes for undefined words, and actions that are not fixes. It heeds no kinds, as some servers do not.

import type { LineIndex } from "../../model/line-index.ts";
import { at, isRecord } from "../../std/json.ts";
import type { ToyDials } from "./toy-dials.ts";
import type { ToyDocument } from "./toy-texts.ts";

/** What the toy puts into a problem for itself; without it, given back as it was, it finds no fix. */
export function ownMark(dials: ToyDials, message: string): object {
  const name = /^unknown name (.+)$/.exec(message)?.[1];
  return dials.fixes === "none" || name === undefined ? {} : { data: { toyFix: name } };
}

/** Either with their edits, or with what the toy needs to make them later. */
export function toyActions(dials: ToyDials, document: ToyDocument, params: unknown): object[] {
  const context = at(params, ["context", "diagnostics"]);
  const fixes = (Array.isArray(context) ? context : []).flatMap((problem: unknown) => {
    const name = at(problem, ["data", "toyFix"]);
    return typeof name === "string" ? fixesFor(document, problem, name) : [];
  });
  const all = [...fixes, ...elsewhere(document)];
  return dials.fixes === "lazy" ? all.map(postponed) : all;
}

/** The action with the edit that was left out. */
export function resolvedAction(action: unknown): unknown {
  const later = at(action, ["data", "toyLater"]);
  if (!isRecord(action) || !isRecord(later)) return action;
  const { data: _, ...rest } = action;
  return { ...rest, ...later };
}

// — below: private, in the order they are used —

const start = { line: 0, character: 0 };

function fixesFor(document: ToyDocument, problem: unknown, name: string): object[] {
  const range = at(problem, ["range"]);
  return [
    // A bare command, as old servers send them.
    { title: `Explain ${name}`, command: "toy.explain", arguments: [name, 7, [true]] },
    {
      title: `Remove ${name}`,
      kind: "quickfix",
      diagnostics: [problem],
      edit: { changes: { [document.uri]: [{ range, newText: "" }] } },
    },
    {
      title: `Define ${name}`,
      kind: "quickfix.define",
      diagnostics: [problem],
      isPreferred: true,
      edit: edited(document, [{ range: { start, end: start }, newText: `def ${name}\n` }]),
    },
  ];
}

function elsewhere(document: ToyDocument): object[] {
  const { uri } = document;
  const moved = uri.replace(/[^/]+$/, "moved.toy");
  const everything = { start, end: endOf(document.index) };
  const textDocument = { uri: moved, version: null };
  return [
    {
      title: "Move everything to moved.toy",
      kind: "refactor.move",
      edit: {
        documentChanges: [
          { kind: "create", uri: moved },
          { textDocument, edits: [{ range: { start, end: start }, newText: document.index.text }] },
          { textDocument: { uri, version: document.version ?? null }, edits: [{ range: everything, newText: "" }] },
        ],
      },
    },
    { title: "Write elsewhere", kind: "refactor.move", edit: { changes: { "file:///elsewhere/a.toy": [] } } },
    { title: "Inline", kind: "refactor.inline", disabled: { reason: "nothing is selected" } },
    {
      title: "Sort words",
      kind: "source.organizeImports",
      command: { title: "Sort", command: "toy.sort", arguments: [uri] },
    },
  ];
}

function edited({ uri, version }: ToyDocument, edits: object[]): object {
  return { documentChanges: [{ textDocument: { uri, version: version ?? null }, edits }] };
}

function endOf(index: LineIndex): { readonly line: number; readonly character: number } {
  return index.unitsOf(index.text.length, "utf-16");
}

function postponed(action: object): object {
  if (!("edit" in action)) return action;
  const { edit, ...rest } = action;
  return { ...rest, data: { toyLater: { edit } } };
}
