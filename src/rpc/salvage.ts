// Finds out which request an unreadable reply was for, from the two ends of its body.
//
// Invariant: only fields of the message itself are believed. An `id` inside a result may belong to anything, and rejecting
// the wrong request would be worse than letting the right one run into its timeout.

import type { BodyFault } from "./frame-reader.ts";

/** Servers write these before the long part of a message, or (gopls) the id as the last of all. */
const leadingField = /\s*"(jsonrpc|id|method)"\s*:\s*("(?:[^"\\]|\\.)*"|\d{1,15})\s*,/y;
const outcome = /\s*"(?:result|error)"\s*:/y;
const trailingId = /[\]}"el\d]\s*,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$/;

export function salvageReplyId(fault: BodyFault, head: string, tail: string): number | undefined {
  const { fields, end } = leadingFields(head);
  outcome.lastIndex = end;
  if (fields.has("method") || !outcome.test(head)) return undefined;
  // Where the JSON is broken, its end need not be the end of the message.
  const last = fault === "invalid_json" ? undefined : trailingId.exec(tail)?.[1];
  const id = fields.get("id") ?? last;
  return id === undefined || id.startsWith('"') ? undefined : Number(id);
}

function leadingFields(head: string): { readonly fields: Map<string, string>; readonly end: number } {
  const fields = new Map<string, string>();
  let end = head.indexOf("{") + 1;
  for (;;) {
    leadingField.lastIndex = end;
    const found = leadingField.exec(head);
    if (found === null) return { fields, end };
    fields.set(found[1] ?? "", found[2] ?? "");
    end = leadingField.lastIndex;
  }
}
