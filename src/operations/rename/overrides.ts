// A rename of a member together with the members that override it or that it overrides: servers for Python rename one
// member and neither the others of its name nor mind those that have the new one. Members of Go that are embedded are
// looked at elsewhere.
//
// Invariant: every edit comes from a rename of the server; a member that it does not rename is named as left.
// Invariant: a rename is refused only for a class that is related for certain, and no other class is renamed along.

import { Refusal, refuse } from "../../model/refusal.ts";
import type { Reason, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { agreeing, counted } from "../../std/words.ts";
import type { Patience, Snapshot, Target } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import { isOfNamesAlone, mergedRenames } from "./merged.ts";
import { promotionsMet, shownMembers } from "./promotions.ts";
import type { FamilyLeft, FamilyMember, FamilyNames } from "./python-family.ts";
import { PythonFamily } from "./python-family.ts";
import type { Asked, SymbolRename } from "./symbol-place.ts";
import { meantBy, renamedThere, wordOf } from "./symbol-place.ts";
import type { ResolvedTarget } from "../target.ts";

export interface WholeRename {
  readonly edit: SymbolRename;
  /** The members that were renamed because they override one another. */
  readonly along: readonly FamilyMember[];
  /** With why it may not be all of it. */
  readonly standing: Standing;
}

/** The rename of what is declared at a place, and of every member that has to keep its name; what is left is a reason. */
export async function withOverrides(
  snapshot: Snapshot,
  at: Target,
  names: FamilyNames,
  asked: Asked,
  patience: Patience,
): Promise<WholeRename> {
  if (snapshot.languageOf(at.file) === "go") {
    const met = await promotionsMet(snapshot, at, names.newName);
    return { ...asked, along: [], standing: joinStandings([asked.standing, standingOf(met)]) };
  }
  const family = await PythonFamily.of(snapshot, at, names, patience);
  return family === undefined
    ? { ...asked, along: [] }
    : new FamilyRename(snapshot, family, names, asked).whole(patience);
}

// — below: private, in the order they are used —

/** So many members are renamed along with one. */
const maxMembers = 50;

class FamilyRename {
  readonly #snapshot: Snapshot;
  readonly #family: PythonFamily;
  readonly #names: FamilyNames;
  readonly #first: Asked;
  #edit: SymbolRename;
  readonly #standings: Standing[];
  /** What the server does not rename, and why. */
  readonly #refused = new Map<string, string>();

  constructor(snapshot: Snapshot, family: PythonFamily, names: FamilyNames, first: Asked) {
    this.#snapshot = snapshot;
    this.#family = family;
    this.#names = names;
    this.#first = first;
    this.#edit = first.edit;
    this.#standings = [first.standing];
  }

  async whole(patience: Patience): Promise<WholeRename> {
    let left = this.#left();
    let next = this.#next(left);
    let ended = this.#ended(left, patience);
    while (next !== undefined && ended === undefined) {
      await this.#rename(next, patience);
      left = this.#left();
      next = this.#next(left);
      ended = this.#ended(left, patience);
    }
    const [refused] = this.#refused.values();
    const doubts = [
      ...this.#reason(leftText, left.overrides, ended ?? refused),
      ...this.#reason(maybeText, left.doubtful, undefined),
      ...unreadReason(this.#family.unread),
    ];
    const standing = joinStandings([...this.#standings, standingOf(doubts)]);
    return { edit: this.#edit, along: this.#along(), standing };
  }

  #left(): FamilyLeft {
    const left = this.#family.leftBy(this.#edit.places);
    mustBeFree(this.#snapshot, this.#names.newName, left.taken);
    return left;
  }

  #next({ overrides }: FamilyLeft): FamilyMember | undefined {
    return overrides.find((one) => !this.#refused.has(keyOf(one)));
  }

  /** Why no further member is asked about. */
  #ended({ overrides }: FamilyLeft, { deadline }: Patience): string | undefined {
    if (overrides.length + this.#along().length > maxMembers) return `more than ${maxMembers} are not renamed along`;
    return deadline.passed ? "the time was up" : undefined;
  }

  #along(): readonly FamilyMember[] {
    if (this.#edit === this.#first.edit) return [];
    const isIn = ({ places }: SymbolRename, one: FamilyMember): boolean =>
      places.some(({ file, span }) => file === one.file && isStart(span.start, one.place));
    return this.#family
      .membersAround(this.#edit.places)
      .filter((one) => isIn(this.#edit, one) && !isIn(this.#first.edit, one));
  }

  /** Asks the server to rename a member too; what it does not rename stays as it is. */
  async #rename(member: FamilyMember, patience: Patience): Promise<void> {
    const asked = await this.#ask(member, patience);
    if (typeof asked === "string") {
      this.#refused.set(keyOf(member), asked);
      return;
    }
    this.#edit = mergedRenames([this.#edit, asked.edit], this.#names.newName);
    this.#standings.push(asked.standing);
  }

  async #ask(member: FamilyMember, patience: Patience): Promise<Asked | string> {
    const { newName } = this.#names;
    const nameIt = `${member.type}.${inertLine(member.name, 100)}`;
    try {
      const target = await targetAt(this.#snapshot, member);
      const word = wordOf(target);
      const meant = await meantBy(target, word, patience);
      const members = new Set(this.#family.membersAround(this.#edit.places).map(keyOf));
      const { declarations, isAlias } = meant.value;
      // What the text takes for a member may belong to something else, which must not be renamed along.
      const isMember = declarations.every(({ file, span }) => members.has(keyOf({ file, place: span.start })));
      if (isAlias || declarations.length === 0 || !isMember) return `its server does not take ${nameIt} for a member`;
      const asked = await renamedThere(target, meant.value, word, newName, patience);
      if (![this.#edit, asked.edit].every((edit) => isOfNamesAlone(edit, newName)))
        return `its server changes more than names for ${nameIt}`;
      return { ...asked, standing: joinStandings([meant.standing, asked.standing]) };
    } catch (error) {
      // The rename is held back for this member, with the reason.
      if (error instanceof Refusal) return inertLine(error.details.why ?? error.details.what, 200);
      throw error;
    }
  }

  #reason(text: string, found: readonly FamilyMember[], why: string | undefined): Reason[] {
    if (found.length === 0) return [];
    const more = why === undefined ? "" : `; ${why}`;
    return [{ code: "server_not_exhaustive", detail: `${text}: ${shownMembers(this.#snapshot, found)}${more}` }];
  }
}

function keyOf({ file, place }: Target): string {
  return `${place.line}:${place.column}:${file}`;
}

function isStart(a: Target["place"], b: Target["place"]): boolean {
  return a.line === b.line && a.column === b.column;
}

async function targetAt(snapshot: Snapshot, { file, place }: Target): Promise<ResolvedTarget> {
  const lineText = (await snapshot.text(file)).lineText(place.line) ?? "";
  return { snapshot, file, place, shown: shownPath(snapshot.base, file), lineText };
}

function mustBeFree(snapshot: Snapshot, newName: string, taken: readonly FamilyMember[]): void {
  if (taken.length === 0) return;
  const name = inertLine(newName, 100);
  refuse({
    code: "conflicting_edit",
    what: `${name} already means something else in its class, or in one that is above or below it.`,
    why: `The renamed one and the other ${name} would override one another: ${shownMembers(snapshot, taken)}.`,
    next: `Nothing was changed. Choose another name, or rename the other ${name} first.`,
    data: { places: taken.map(({ file, place: { line } }) => ({ file, line, kind: "joined" })) },
  });
}

const leftText = "its server does not rename overrides, which have to be renamed too";
const maybeText = "whether these override it, or it them, cannot be told from what their classes extend";

function unreadReason(unread: number): Reason[] {
  if (unread === 0) return [];
  const detail = `${counted(unread, "file")} ${agreeing(unread, "was", "were")} not searched for overrides`;
  return [{ code: "unchecked", detail }];
}
