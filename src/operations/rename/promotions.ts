// Members of Go that a type has from what it embeds: the nearest of a name answers, whatever a server says of the others.

import { refuse } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Snapshot, Target } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { GoMember } from "./go-types.ts";
import { GoTypes } from "./go-types.ts";

type ShownMember = Pick<GoMember, "type" | "name" | "file" | "place">;

/** Refused where a member that is had from within would be hidden; a reason where the renamed one may be. */
export async function promotionsMet(snapshot: Snapshot, at: Target, newName: string): Promise<Reason[]> {
  const types = await GoTypes.around(snapshot, at);
  const own = types?.memberAt(at);
  if (types === undefined || own === undefined) return [];
  const hidden = types.promoted(own, newName);
  const name = inertLine(newName, 100);
  if (hidden.length > 0) {
    refuse({
      code: "conflicting_edit",
      what: `${name} already means something else in what ${own.type} embeds.`,
      why: `The renamed one would answer instead of the other ${name}: ${shownMembers(snapshot, hidden)}.`,
      next: `Nothing was changed. Choose another name, or rename the other ${name} first.`,
      data: { places: hidden.map(({ file, place: { line } }) => ({ file, line, kind: "joined" })) },
    });
  }
  const beside = types.beside(own, newName);
  const unread: Reason = {
    code: "unchecked",
    detail: `${types.unread} files were not read for what embeds ${own.type}: there are too many`,
  };
  const detail = `in types that embed ${own.type} another ${name} would answer: ${shownMembers(snapshot, beside)}`;
  const met: Reason = { code: "server_not_exhaustive", detail };
  return [...(types.unread > 0 ? [unread] : []), ...(beside.length > 0 ? [met] : [])];
}

/** What is to be said of a method that goes although its type embeds another of its name. */
export async function answersInstead(snapshot: Snapshot, at: Target): Promise<string[]> {
  if (snapshot.languageOf(at.file) !== "go") return [];
  const types = await GoTypes.around(snapshot, at);
  const own = types?.memberAt(at);
  const instead = types === undefined || own === undefined ? [] : types.promoted(own, own.name);
  if (instead.length === 0) return [];
  return [`What its type embeds has the same name and answers instead of it: ${shownMembers(snapshot, instead)}.`];
}

/** The first of them, each with its type and its place. */
export function shownMembers({ base }: Pick<Snapshot, "base">, found: readonly ShownMember[]): string {
  const some = found
    .slice(0, 3)
    .map(({ type, name, file, place }) => `${type}.${inertLine(name, 100)} (${shownPath(base, file)}:${place.line})`);
  return `${some.join(", ")}${found.length > 3 ? ` and ${found.length - 3} more` : ""}`;
}
