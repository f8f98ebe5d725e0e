// What can be read off a server's edit besides its steps: which stretches it replaces, and what it wants confirmed.
//
// Spec: LSP 3.18 "WorkspaceEdit".

import type { Location } from "../../model/code-facts.ts";
import type { Reason } from "../../model/standing.ts";
import { editsOf, partsOf, toConfirm } from "../../protocol/confirmations.ts";
import { isRange } from "../../protocol/locations.ts";
import { at as jsonAt } from "../../std/json.ts";
import { fromLspLocations } from "../questions/convert.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";

/** The stretches of text that would be replaced, in the texts as they are now. */
export async function replacedPlaces(session: Session, running: Running, edit: unknown): Promise<Location[]> {
  const wire = partsOf(edit).flatMap((part) => {
    const uri = jsonAt(part, ["textDocument", "uri"]);
    if (typeof uri !== "string") return [];
    return editsOf(part).flatMap(({ range }) => (isRange(range) ? [{ uri, range }] : []));
  });
  return fromLspLocations(session, running, wire);
}

/** What the server wants to be confirmed first. */
export function confirmations(session: Session, edit: unknown): Reason[] {
  const { title } = session.options.server.entry;
  return toConfirm(edit).map((label) => ({ code: "unchecked", detail: `${title} asks to confirm: ${label}` }));
}
