// Catalogue entries for servers that someone else runs and a caller names by address.

import type { Address } from "../model/address.ts";
import type { RestrictedForm, ServerEntry } from "./entry.ts";
import { defineServer } from "./entry.ts";
import { unknownReadiness } from "./forms.ts";

/** Restricted forms say how a server is started, so none holds for a server that already runs. */
export const foreignForm = {
  kind: "refused",
  why: "someone else runs it, so it cannot be kept from executing code of the repository",
} as const satisfies RestrictedForm;

/** The same server, reached at an address. */
export function atAddress(entry: ServerEntry, { host, port }: Address): ServerEntry {
  return { ...entry, launch: { kind: "tcp", host, port }, restricted: foreignForm, proven: false };
}

/** A server that is not in the catalogue, for the languages of an entry. Nothing was measured for it. */
export function unmeasured({ id, role, roots, install, launch }: ServerEntry, title: string | undefined): ServerEntry {
  const fields = { id, role, roots, install, launch, restricted: foreignForm };
  return defineServer({ ...fields, title: title ?? id, readiness: unknownReadiness, diagnostics: "push" });
}
