// Confirmations that an edit asks for before it is applied.
//
// Spec: LSP 3.18 "WorkspaceEdit" and "ChangeAnnotation".

import type { JsonRecord } from "../std/json.ts";
import { isRecord, at as jsonAt } from "../std/json.ts";

/** The parts of an edit in their order; `changes` without an order have that of their keys. */
export function partsOf(edit: unknown): readonly unknown[] {
  if (!isRecord(edit)) return [];
  const { documentChanges, changes } = edit;
  if (Array.isArray(documentChanges)) return documentChanges;
  return Object.entries(isRecord(changes) ? changes : {}).map(([uri, edits]) => ({
    textDocument: { uri, version: null },
    edits,
  }));
}

export function editsOf(part: unknown): readonly JsonRecord[] {
  const edits = jsonAt(part, ["edits"]);
  return Array.isArray(edits) ? edits.filter(isRecord) : [];
}

/** In the words of its author; what is declared and not used is none of it. */
export function toConfirm(edit: unknown): string[] {
  const declared = jsonAt(edit, ["changeAnnotations"]);
  const used = new Set(
    partsOf(edit).flatMap((part) => [part, ...editsOf(part)].map((one) => jsonAt(one, ["annotationId"]))),
  );
  return Object.entries(isRecord(declared) ? declared : {}).flatMap(([id, annotation]) =>
    used.has(id) && jsonAt(annotation, ["needsConfirmation"]) === true ? [String(jsonAt(annotation, ["label"]))] : [],
  );
}
