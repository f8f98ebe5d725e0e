// Subtypes of a type where the server has no type hierarchy: the types that implementations of it stand in.
//
// Invariant: the answer says so, for implementations are told without the steps that lead to them.
// Invariant: nothing is told that is no type.

import type { Hierarchy, HierarchyItem, Location, SymbolKind } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import { isInside } from "../../model/file-path.ts";
import type { FilePlace, Span } from "../../model/place.ts";
import { contains } from "../../model/place.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { AskOptions } from "../ask-host.ts";
import { hierarchyAtOnce, hierarchyFiles } from "../limits.ts";
import { Outlines } from "./outlines.ts";
import { definition, locations } from "./queries.ts";
import type { Session } from "../session.ts";

export async function subtypesByImplementation(
  session: Session,
  at: FilePlace,
  options: AskOptions,
): Promise<Answer<Hierarchy>> {
  const { title } = session.options.server.entry;
  const outlines = new Outlines(session, options);
  const [implemented, declared] = await Promise.all([
    locations(session, "textDocument/implementation", at, options),
    definition(session, at, options),
  ]);
  const asked = await typesAt(session, outlines, declared.value);
  const found = await typesAt(session, outlines, implemented.value.slice(0, hierarchyFiles));
  const own = new Set(asked.map(keyOf));
  const nodes = [...new Map(found.map((item) => [keyOf(item), item])).values()]
    .filter((item) => !own.has(keyOf(item)))
    .map((item) => ({ item, sites: [], next: [], isRepeated: false }));
  const detail = `all direct and indirect implementations in one list: ${title} has no type hierarchy`;
  const reasons: Reason[] = [{ code: "scoped", detail }];
  if (implemented.value.length > hierarchyFiles) {
    reasons.push({ code: "capped", detail: `only the first ${hierarchyFiles} implementations are listed` });
  }
  const { standing } = implemented;
  const all = [...reasons, ...standing.reasons, ...outlines.reasons];
  return { value: { items: asked, nodes }, standing: standingOf(all, standing.evidence) };
}

// — below: private, in the order they are used —

/** An `impl` block of Rust is an object. */
const types: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "interface",
  "struct",
  "enum",
  "type parameter",
  "object",
]);

/** The types that are declared at the places; a value or a function that fits a type does not derive from it. */
async function typesAt(
  session: Session,
  outlines: Outlines,
  places: readonly Location[],
): Promise<readonly HierarchyItem[]> {
  const found = await pooled(places, hierarchyAtOnce, async ({ file, span }) => {
    if (isExternal(file)) return undefined;
    // What lies outside cannot be looked at.
    if (!isInside(session.options.root, file)) return { name: "", kind: "class" as const, file, span, nameSpan: span };
    const around = await outlines.innermost(file, span, ({ kind }) => types.has(kind));
    return around !== undefined && isOf(around, span) ? around : undefined;
  });
  return found.filter((item) => item !== undefined);
}

/** The place is the declaration or its name, and not something inside. */
function isOf({ nameSpan }: HierarchyItem, place: Span): boolean {
  return contains(nameSpan, place.start) || contains(place, nameSpan.start);
}

function keyOf({ file, nameSpan: { start } }: HierarchyItem): string {
  return keyOfPlace(file, start);
}
