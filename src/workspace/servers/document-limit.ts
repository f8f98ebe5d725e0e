// How many documents callers may keep open, so that there is room for those that questions need.

import type { FilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";

/** Refuses one more than half of what a server may have open. */
export function mustHaveRoom(kept: ReadonlySet<FilePath>, file: FilePath, maxOpen: number): void {
  if (kept.has(file) || kept.size < maxOpen / 2) return;
  refuse({
    code: "resource_exhausted",
    what: `${kept.size} documents are already kept open.`,
    why: "The remaining slots are reserved for questions.",
    next: "Close some with close_document; questions need no open document.",
  });
}
