// What can be read off a server's edit besides its steps: which stretches it replaces, and what it wants confirmed.
//
// Spec: LSP 3.18 "WorkspaceEdit" and "ChangeAnnotation".

import type { Location } from "../model/code-facts.ts";
import type { Reason } from "../model/standing.ts";
import { isRange } from "../protocol/locations.ts";
import type { JsonRecord } from "../std/json.ts";
import { isRecord, at as jsonAt } from "../std/json.ts";
import { fromLspLocations } from "./convert.ts";
import type { Running } from "./running.ts";
import type { Session } from "./session.ts";

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

/** The stretches of text that would be replaced, in the texts as they are now. */
export async function replacedPlaces(session: Session, running: Running, edit: unknown): Promise<Location[]> {
  const wire = partsOf(edit).flatMap((part) => {
    const uri = jsonAt(part, ["textDocument", "uri"]);
    if (typeof uri !== "string") return [];
    return editsOf(part).flatMap(({ range }) => (isRange(range) ? [{ uri, range }] : []));
  });
  return fromLspLocations(session, running, wire);
}

/** What the server wants somebody to agree to first; what it declares and does not use is none of it. */
export function confirmations(session: Session, edit: unknown): Reason[] {
  const declared = jsonAt(edit, ["changeAnnotations"]);
  const used = new Set(partsOf(edit).flatMap((part) => [part, ...editsOf(part)].map(annotationOf)));
  return Object.entries(isRecord(declared) ? declared : {}).flatMap(([id, annotation]): Reason[] => {
    if (!used.has(id) || jsonAt(annotation, ["needsConfirmation"]) !== true) return [];
    const label = String(jsonAt(annotation, ["label"]));
    return [{ code: "unchecked", detail: `${session.options.server.entry.title} asks to confirm: ${label}` }];
  });
}

// — below: private, in the order they are used —

function editsOf(part: unknown): readonly JsonRecord[] {
  const edits = jsonAt(part, ["edits"]);
  return Array.isArray(edits) ? edits.filter(isRecord) : [];
}

function annotationOf(part: unknown): unknown {
  return jsonAt(part, ["annotationId"]);
}
