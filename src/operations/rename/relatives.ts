// A rename of a member together with the members that override it or that it overrides: servers for Python rename one
// member and neither the others of its name nor mind those that have the new one.
//
// Invariant: every edit comes from a rename of the server; a member that it does not rename is named as left.
// Invariant: a rename is refused only for a type that is related for certain, and no other type is renamed along.
// Invariant: every replacement comes from one of the renames, and one that several of them make is made once.

import type { FilePlace } from "../../model/place.ts";
import type { Patience } from "../../std/patience.ts";
import { languageRecord } from "../../languages/table.ts";
import type { FamilyWords, MemberFamily, MemberRename, MembersLeft, TypeMember } from "../../languages/members.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Standing } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { agreeing, counted, firstNames } from "../../std/words.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { ResolvedTarget } from "../target.ts";
import type { Finding, RelatedMembers, Rename } from "./finding.ts";
import { doubt } from "./finding.ts";
import type { Asked, SymbolRename } from "./symbol-place.ts";
import { meantBy, renamedThere, wordOf } from "./symbol-place.ts";
import { TreeTexts } from "./tree-texts.ts";
import type { Location, PossibleUse } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { comparePlaces } from "../../model/place.ts";
import { proposedFiles } from "../../model/plan.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { Shifts } from "./shifts.ts";

export interface WholeRename extends Asked {
  /** The members that were renamed because they override one another. */
  readonly along: readonly TypeMember[];
  readonly relatives: RelatedMembers | undefined;
}

/** The rename of what is declared at a place, and of every member that has to keep its name. */
export async function withRelatives(
  tree: TreeTexts,
  snapshot: Snapshot,
  names: MemberRename,
  asked: Asked,
  patience: Patience,
): Promise<WholeRename> {
  const found = await familyAt(tree, names, patience);
  if (found === undefined) return { ...asked, along: [], relatives: undefined };
  const rename = new FamilyRename(snapshot, found.family, names, asked);
  return { ...(await rename.whole(patience, found.unread)) };
}

/** What stands in the way of a rename in related types, or may. */
export function relativesMet({ snapshot, newName, relatives }: Rename): readonly Finding[] {
  if (relatives === undefined) return [];
  const { left, why, unread, words } = relatives;
  const name = inertLine(newName, 100);
  if (left.taken.length > 0) return [nameIsTakenBy(snapshot, name, left.taken, words)];
  const more = why === undefined ? "" : `; ${why}`;
  const overrides = `its server does not rename overrides, which have to be renamed too: ${shownMembers(snapshot, left.overrides)}`;
  const doubtful = `${words.doubt(name)}: ${shownMembers(snapshot, left.doubtful)}`;
  const unsearched = `${counted(unread, "file")} ${agreeing(unread, "was", "were")} not searched for ${words.searchedFor}`;
  return [
    ...(left.overrides.length === 0 ? [] : [doubt("server_not_exhaustive", `${overrides}${more}`)]),
    ...(left.doubtful.length === 0 ? [] : [doubt("server_not_exhaustive", doubtful)]),
    ...(unread === 0 ? [] : [doubt("unchecked", unsearched)]),
  ];
}

/** What is to be said of a member that goes although its type has another of its name. */
export async function answersInstead(
  snapshot: Snapshot,
  at: FilePlace,
  name: string,
  patience: Patience,
): Promise<readonly string[]> {
  const found = await familyAt(new TreeTexts(snapshot), { at, name, newName: name }, patience);
  const instead = found?.family.instead ?? [];
  if (instead.length === 0) return [];
  return [`What its type embeds has the same name and is used instead: ${shownMembers(snapshot, instead)}.`];
}

// — below: private, in the order they are used —

/** Undefined where there is no member: then the other texts need not be read. */
async function familyAt(
  tree: TreeTexts,
  names: MemberRename,
  patience: Patience,
): Promise<{ readonly family: MemberFamily; readonly unread: number } | undefined> {
  const { file } = names.at;
  const read = languageRecord(file).rename?.family;
  const own = read === undefined ? undefined : await tree.text(file);
  if (read === undefined || own === undefined || read(names, new Map([[file, own]])) === undefined) return undefined;
  const sources = new Set([file, ...(await tree.sourcesWith(file))]);
  const { texts } = await tree.all([...sources], patience);
  const family = read(names, texts);
  return family && { family, unread: sources.size - texts.size };
}

/** So many members are renamed along with one. */
const maxMembers = 50;

class FamilyRename {
  readonly #snapshot: Snapshot;
  readonly #family: MemberFamily;
  readonly #names: MemberRename;
  readonly #first: Asked;
  #edit: SymbolRename;
  readonly #standings: Standing[];
  /** What the server does not rename, and why. */
  readonly #refused = new Map<string, string>();

  constructor(snapshot: Snapshot, family: MemberFamily, names: MemberRename, first: Asked) {
    this.#snapshot = snapshot;
    this.#family = family;
    this.#names = names;
    this.#first = first;
    this.#edit = first.edit;
    this.#standings = [first.standing];
  }

  async whole(patience: Patience, unread: number): Promise<WholeRename> {
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
    const relatives = { left, why: ended ?? refused, unread, words: this.#family.words };
    return { edit: this.#edit, along: this.#along(), standing: joinStandings(this.#standings), relatives };
  }

  #left(): MembersLeft {
    return this.#family.leftBy(this.#edit.places);
  }

  #next({ overrides }: MembersLeft): TypeMember | undefined {
    return overrides.find((one) => !this.#refused.has(keyOfPlace(one.file, one.place)));
  }

  /** Why no further member is asked about. */
  #ended({ overrides, taken }: MembersLeft, { deadline }: Patience): string | undefined {
    if (taken.length > 0) return "the new name is taken";
    if (overrides.length + this.#along().length > maxMembers) return `more than ${maxMembers} are not renamed with it`;
    return deadline.passed ? "the time was up" : undefined;
  }

  #along(): readonly TypeMember[] {
    if (this.#edit === this.#first.edit) return [];
    const isIn = ({ places }: SymbolRename, one: TypeMember): boolean =>
      places.some(({ file, span }) => file === one.file && isStart(span.start, one.place));
    return this.#family
      .membersAround(this.#edit.places)
      .filter((one) => isIn(this.#edit, one) && !isIn(this.#first.edit, one));
  }

  /** Asks the server to rename a member too; what it does not rename stays as it is. */
  async #rename(member: TypeMember, patience: Patience): Promise<void> {
    const asked = await this.#ask(member, patience);
    if (typeof asked === "string") {
      this.#refused.set(keyOfPlace(member.file, member.place), asked);
      return;
    }
    this.#edit = mergedRenames([this.#edit, asked.edit], this.#names.newName);
    this.#standings.push(asked.standing);
  }

  async #ask(member: TypeMember, patience: Patience): Promise<Asked | string> {
    const { newName } = this.#names;
    const nameIt = `${member.type}.${inertLine(member.name, 100)}`;
    try {
      const target = await targetAt(this.#snapshot, member);
      const word = wordOf(target);
      const meant = await meantBy(target, word, patience);
      const members = new Set(
        this.#family.membersAround(this.#edit.places).map(({ file, place }) => keyOfPlace(file, place)),
      );
      const { declarations, isAlias } = meant.value;
      // What the text takes for a member may belong to something else, which must not be renamed along.
      const isMember = declarations.every(({ file, span }) => members.has(keyOfPlace(file, span.start)));
      if (isAlias || declarations.length === 0 || !isMember) return `its server does not treat ${nameIt} as a member`;
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
}

function isStart(a: FilePlace["place"], b: FilePlace["place"]): boolean {
  return a.line === b.line && a.column === b.column;
}

async function targetAt(snapshot: Snapshot, { file, place }: FilePlace): Promise<ResolvedTarget> {
  const lineText = (await snapshot.text(file)).lineText(place.line) ?? "";
  return { snapshot, file, place, shown: shownPath(snapshot.base, file), lineText };
}

function nameIsTakenBy(snapshot: Snapshot, name: string, taken: readonly TypeMember[], words: FamilyWords): Finding {
  return {
    kind: "refuse",
    details: {
      code: "conflicting_edit",
      what: `${name} already means something else ${words.takenIn}.`,
      why: `${words.takenWhy(name)}: ${shownMembers(snapshot, taken)}.`,
      next: `Nothing was changed. Choose another name, or rename the other ${name} first.`,
      data: { places: taken.map(({ file, place: { line } }) => ({ file, line, kind: "joined" })) },
    },
  };
}

/** The first of them, each with its type and its place. */
function shownMembers({ base }: Pick<Snapshot, "base">, found: readonly TypeMember[]): string {
  const shown = found.map(
    ({ type, name, file, place }) => `${type}.${inertLine(name, 100)} (${shownPath(base, file)}:${place.line})`,
  );
  return firstNames(shown, 3);
}

// — Makes one edit of several renames to the same name, such as those of the members of one family —

/** Whether a rename replaces names in texts and does nothing else. */
export function isOfNamesAlone({ steps, places }: SymbolRename, newName: string): boolean {
  return (
    steps.every(({ kind }) => kind === "edit") && Shifts.of(proposedFiles({ steps }), places, newName) !== undefined
  );
}

/** Refused where two of the renames replace overlapping stretches in different ways, or were made from different texts. */
export function mergedRenames(renames: readonly SymbolRename[], newName: string): SymbolRename {
  const [first] = renames;
  if (first !== undefined && renames.length === 1) return first;
  const files = new Map<FilePath, Replacements>();
  for (const { steps, places } of renames) {
    const shifts = Shifts.of(proposedFiles({ steps }), places, newName);
    for (const step of steps) {
      if (step.kind !== "edit" || shifts === undefined)
        return unmergeable("One of the renames changes more than names.");
      const known = files.get(step.file) ?? { step, edits: new Map<string, OffsetEdit>() };
      if (known.step.before !== step.before || known.step.hash !== step.hash)
        return unmergeable("A file changed while the server computed the renames.");
      for (const one of shifts.edits(step.file)) known.edits.set(JSON.stringify(one), one);
      files.set(step.file, known);
    }
  }
  const places = distinct(renames.flatMap((one) => one.places));
  const steps = [...files.values()].map(
    ({ step, edits }): ProposedStep => ({ ...step, text: applyEdits(step.before, [...edits.values()]) }),
  );
  const possible = renames.flatMap((one) => one.possible).filter(({ location }) => !places.some(touching(location)));
  return { steps, places, possible: distinctUses(possible) };
}

interface Replacements {
  readonly step: Extract<ProposedStep, { kind: "edit" }>;
  readonly edits: Map<string, OffsetEdit>;
}

function unmergeable(why: string): never {
  return refuse({
    code: "conflicting_edit",
    what: "The renames of a member and its overrides cannot be combined into one change.",
    why,
    next: "Nothing was changed. Ask again, or rename the members one by one with accept_partial: true.",
  });
}

function spanKey({ file, span: { start, end } }: Location): string {
  return JSON.stringify([isExternal(file) ? file.external : file, start.line, start.column, end.line, end.column]);
}

function distinct(places: readonly Location[]): Location[] {
  return [...new Map(places.map((one) => [spanKey(one), one])).values()];
}

function distinctUses(uses: readonly PossibleUse[]): PossibleUse[] {
  return [...new Map(uses.map((one) => [spanKey(one.location), one])).values()];
}

function touching(use: Location): (place: Location) => boolean {
  return (place) =>
    place.file === use.file &&
    comparePlaces(place.span.start, use.span.end) <= 0 &&
    comparePlaces(use.span.start, place.span.end) <= 0;
}
