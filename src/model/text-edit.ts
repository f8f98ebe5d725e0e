// Applies text edits to a text: all of them, in the order the protocol defines, or none.
//
// Spec: LSP 3.18 "TextEdit[]": ranges refer to the original text and must not overlap; several inserts at one
// position take effect in array order.

import { refuse } from "./refusal.ts";

export interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

export function applyEdits(text: string, edits: readonly OffsetEdit[]): string {
  const ordered = orderedEdits(text, edits);
  let result = "";
  let copied = 0;
  for (const edit of ordered) {
    result += text.slice(copied, edit.start) + edit.newText;
    copied = edit.end;
  }
  return result + text.slice(copied);
}

/** The edits that turn `applyEdits(text, edits)` back into `text`. */
export function inverseEdits(text: string, edits: readonly OffsetEdit[]): OffsetEdit[] {
  let shift = 0;
  return orderedEdits(text, edits).map((edit) => {
    const start = edit.start + shift;
    shift += edit.newText.length - (edit.end - edit.start);
    return { start, end: start + edit.newText.length, newText: text.slice(edit.start, edit.end) };
  });
}

function orderedEdits(text: string, edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
  // Array.prototype.sort is stable, which is what keeps inserts at one position in array order.
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let reached = 0;
  for (const edit of ordered) {
    if (!(0 <= edit.start && edit.start <= edit.end && edit.end <= text.length)) {
      refuse({
        code: "conflicting_edit",
        what: "An edit is outside the text it applies to.",
        why: `It covers ${edit.start}..${edit.end} of ${text.length} characters.`,
        next: "Ask for the edit again; nothing was changed.",
      });
    }
    if (edit.start < reached) {
      refuse({
        code: "conflicting_edit",
        what: "Two edits overlap.",
        why: `One ends at offset ${reached}, the next begins at ${edit.start}.`,
        next: "Give edits that do not overlap; nothing was changed.",
      });
    }
    reached = edit.end;
  }
  return ordered;
}
