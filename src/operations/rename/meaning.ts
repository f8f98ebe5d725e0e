// Whether a new name means at every place what the old one meant: asked of the server, with the texts as they would be.
//
// Invariant: a rename is refused only where the server itself says, at that place, that the name leads elsewhere, is
// taken, or makes one member of two.
// Invariant: nothing is written, and what could not be checked is reported; where two answers of the server disagree,
// that counts against the rename.
// Invariant: only an error that was not there before counts, and only on the name itself; what it says does not matter.

import type { Patience } from "../../std/patience.ts";
import type { Location, Diagnostic } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { FilePlace, Place } from "../../model/place.ts";
import { contains } from "../../model/place.ts";
import { proposedFiles } from "../../model/plan.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason, ReasonCode } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { Finding, Rename, RenameFacts } from "./finding.ts";
import { declaringFiles, doubt, remark } from "./finding.ts";
import { Shifts } from "./shifts.ts";
import { languageRecord } from "../../languages/table.ts";
import { wordAround } from "./symbol-place.ts";
import type { TreeTexts } from "./tree-texts.ts";

/** Against the rename where the meaning would change; else what could not be found out. */
export async function meaningChanges(rename: Rename, facts: RenameFacts): Promise<readonly Finding[]> {
  const { deadline } = facts.patience;
  const bounded = { ...facts, patience: { ...facts.patience, deadline: deadline.within(meaningMs) } };
  let found: Found;
  try {
    found = await changesOfMeaning(rename, bounded);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    found = { ...nothing, unknown: [unknownBy(error, error.details.why ?? error.details.what)] };
  }
  const { changed, taken, unknown, vague } = found;
  if (changed.length > 0) return [meansOtherwise(rename, changed)];
  if (taken.length > 0) return [nameIsTaken(rename.snapshot, rename.newName, taken)];
  return [...unchecked(unknown), ...(vague.length === 0 ? [] : [vagueDoubt(rename, vague)])];
}

// — below: private, in the order they are used —

/** So long it may take to ask; other callers wait for the server meanwhile. */
const meaningMs = 15_000;

/** So many places are asked about one by one. */
const maxAsked = 20;

interface Changed {
  readonly file: Location["file"];
  readonly place: Place;
  /** `joined` is a declaration that belongs together with the renamed one: the one overrides the other. */
  readonly kind: "lost" | "gained" | "joined";
}

interface Found {
  readonly changed: readonly Changed[];
  readonly taken: readonly Clash[];
  /** Differences that the server does not explain. */
  readonly vague: readonly Changed[];
  /** Why it is not known of all places. */
  readonly unknown: readonly Reason[];
}

const nothing: Found = { changed: [], taken: [], vague: [], unknown: [] };

async function changesOfMeaning(rename: Rename, { view, tree, patience }: RenameFacts): Promise<Found> {
  const { snapshot, at, along, newName, places, steps, leftAlone } = rename;
  const declared = [at, ...along];
  if (leftAlone.length > 0) return { ...nothing, unknown: [scoped("some files keep the old name")] };
  const files = proposedFiles({ steps });
  const shifts = Shifts.of(files, places, newName);
  if (shifts === undefined) return { ...nothing, unknown: [scoped("the rename changes more than names")] };
  const now = await usesOf(snapshot, declared, patience);
  const changing = [...declared.map(({ file }) => file), ...files.map(({ from, file }) => from ?? file)];
  const seeing = await seeingAll(tree, changing, newName, patience);
  const problems = await problemsBefore(snapshot, [...declaringFiles(rename), ...seeing], patience);
  const texts = files.flatMap(({ file, from, after }): [FilePath, string | null][] => [
    ...(from === undefined || from === file ? [] : [[from, null] as [FilePath, null]]),
    [file, after ?? null],
  ]);
  const { snapshot: supposed, release } = await view.suppose(snapshot.root, new Map(texts));
  try {
    const moved = declared.map((at) => shifts.afterwards(at));
    const then = await usesOf(supposed, moved, patience);
    const differing = differences(snapshot, shifts, now.value, then.value);
    const { changed, vague } = await explained(supposed, shifts, differing.slice(0, maxAsked), patience);
    const { found: taken, unknown } =
      changed.length > 0 ? { found: [], unknown: [] } : await clashes(supposed, problems, shifts, newName, patience);
    return { changed, taken, vague, unknown: [...now.standing.reasons, ...then.standing.reasons, ...unknown] };
  } finally {
    await release();
  }
}

/** The uses of several symbols together: a use of one that becomes a use of another is still one. */
async function usesOf(
  snapshot: Snapshot,
  declared: readonly FilePlace[],
  patience: Patience,
): Promise<Answer<readonly Location[]>> {
  const each: Answer<readonly Location[]>[] = [];
  for (const at of declared) each.push(await snapshot.listedUses(at, patience));
  const uses = new Map(each.flatMap(({ value }) => value).map((one) => [keyOfPlace(one.file, one.span.start), one]));
  return { value: [...uses.values()], standing: joinStandings(each.map(({ standing }) => standing)) };
}

/** In the texts as they would be: uses that the name no longer leads to, and what else it leads to. */
function differences(
  snapshot: Snapshot,
  shifts: Shifts,
  now: readonly Location[],
  then: readonly Location[],
): Changed[] {
  const isOutside = (file: Location["file"]): boolean => isExternal(file) || !snapshot.holds(file);
  const kept = now.map(({ file, span }): Omit<Changed, "kind"> => {
    return isExternal(file) ? { file, place: span.start } : shifts.afterwards({ file, place: span.start });
  });
  const expected = new Set(kept.map(({ file, place }) => keyOfPlace(file, place)));
  const found = new Set(then.map(({ file, span }) => keyOfPlace(file, span.start)));
  const lost = kept.filter(({ file, place }) => !isOutside(file) && !found.has(keyOfPlace(file, place)));
  const gained = then.filter((one) => !expected.has(keyOfPlace(one.file, one.span.start)) && !shifts.isRenamed(one));
  return [
    ...lost.map(({ file, place }): Changed => ({ file, place, kind: "lost" })),
    // No server can answer about what is outside the root; that it belongs to the renamed one is said already.
    ...gained.map(
      ({ file, span }): Changed => ({
        file,
        place: span.start,
        kind: isOutside(file) ? "joined" : "gained",
      }),
    ),
  ];
}

/** What the server says at each place that differs; uses of what is joined go with it. */
async function explained(
  supposed: Snapshot,
  shifts: Shifts,
  differing: readonly Changed[],
  patience: Patience,
): Promise<Pick<Found, "changed" | "vague">> {
  const changed: Changed[] = [];
  const others: { readonly one: Changed; readonly leadsTo: readonly Location[] }[] = [];
  for (const one of differing) {
    const { file, place, kind } = one;
    if (kind === "joined" || isExternal(file)) {
      changed.push(one);
      continue;
    }
    const { value } = await supposed.definition({ file, place }, patience);
    const isOurs = value.some((other) => shifts.isRenamed(other));
    const isItself = value.some((other) => other.file === file && contains(other.span, place));
    if (kind === "gained" ? isOurs : value.length > 0 && !isOurs) changed.push(one);
    else if (kind === "gained" && isItself) changed.push({ ...one, kind: "joined" });
    else others.push({ one, leadsTo: value });
  }
  const joined = new Set(
    changed.filter(({ kind }) => kind === "joined").map(({ file, place }) => keyOfPlace(file, place)),
  );
  const vague = others.filter(
    ({ leadsTo }) => !leadsTo.some(({ file, span }) => joined.has(keyOfPlace(file, span.start))),
  );
  return { changed, vague: vague.map(({ one }) => one) };
}

function shownPlaces({ base }: Pick<Snapshot, "base">, places: readonly Changed[]): string {
  return places
    .slice(0, 5)
    .map(({ file, place }) => `${isExternal(file) ? inertLine(file.external) : shownPath(base, file)}:${place.line}`)
    .join(", ");
}

/** A server that failed to answer, or did not in time, may know of a conflict: then the rename is held back. */
function unchecked(unknown: readonly Reason[]): Finding[] {
  const open = unknown.find(({ code }) => unsettling.has(code));
  const reason = open ?? unknown[0];
  if (reason === undefined) return [];
  const why = inertLine(reason.detail, 300);
  return open === undefined
    ? [remark(`Not checked for conflicts with the new name: ${why}`)]
    : [doubt(open.code, `conflicts with the new name could not be checked: ${why}`)];
}

function vagueDoubt({ snapshot, newName }: Rename, vague: readonly Changed[]): Finding {
  const where = shownPlaces(snapshot, vague);
  return doubt(
    "server_not_exhaustive",
    `its server cannot determine what ${inertLine(newName, 100)} would refer to at ${where}`,
  );
}

function meansOtherwise({ snapshot, newName }: Rename, changed: readonly Changed[]): Finding {
  const name = inertLine(newName, 100);
  const shown = (kind: Changed["kind"]): string =>
    shownPlaces(
      snapshot,
      changed.filter((one) => one.kind === kind),
    );
  const [lost, gained, joined] = [shown("lost"), shown("gained"), shown("joined")];
  return {
    kind: "refuse",
    details: {
      code: "conflicting_edit",
      what: `${name} already refers to something else where it would be written or used.`,
      why: [
        ...(lost === "" ? [] : [`The renamed use would refer to the other ${name}: ${lost}.`]),
        ...(gained === "" ? [] : [`Uses of the other ${name} would refer to the renamed one: ${gained}.`]),
        ...(joined === "" ? [] : [`The renamed one and the other ${name} would override one another: ${joined}.`]),
      ].join(" "),
      next: `Nothing was changed. Choose another name, or rename the other ${name} first.`,
      data: {
        places: changed.map(({ file, place: { line }, kind }) => ({
          file: isExternal(file) ? file.external : file,
          line,
          kind,
        })),
      },
    },
  };
}

// — Whether a new name is taken where it would be declared: the server's own errors on it, in the texts as they would be —

export interface Clash extends FilePlace {
  readonly message: string;
  /** Not at a place that is renamed: something else that has the name. */
  readonly isOther: boolean;
}

/** What the server had against each file before, or why that is not known. */
export interface ProblemsBefore {
  readonly files: ReadonlyMap<FilePath, readonly Diagnostic[]>;
  readonly unknown: readonly Reason[];
}

async function problemsBefore(
  snapshot: Snapshot,
  declaring: readonly FilePath[],
  patience: Patience,
): Promise<ProblemsBefore> {
  const files = new Map<FilePath, readonly Diagnostic[]>();
  const all = [...new Set(declaring)];
  const unknown = all.length > maxDeclaring ? [scoped(`it is declared in ${all.length} files`)] : [];
  for (const file of all.slice(0, maxDeclaring)) {
    const { errors, why } = await errorsIn(snapshot, file, patience);
    if (why === undefined) files.set(file, errors);
    else unknown.push(why);
  }
  return { files, unknown };
}

/** Files that see all names of another one, in which a name may be taken without being declared where it comes from. */
async function seeingAll(
  tree: TreeTexts,
  changed: readonly FilePath[],
  newName: string,
  patience: Patience,
): Promise<readonly FilePath[]> {
  const [first] = changed;
  const sign = first === undefined ? undefined : languageRecord(first).rename?.seesAllNames;
  if (first === undefined || sign === undefined) return [];
  const { texts } = await tree.withWord(newName, [...changed, ...(await tree.sourcesWith(first))], patience);
  return [...texts].flatMap(([file, text]) => (sign.test(text) ? [file] : []));
}

/** Asked of a snapshot that supposes the new texts. */
async function clashes(
  supposed: Snapshot,
  { files, unknown: before }: ProblemsBefore,
  shifts: Shifts,
  newName: string,
  patience: Patience,
): Promise<{ readonly found: readonly Clash[]; readonly unknown: readonly Reason[] }> {
  const found: Clash[] = [];
  const unknown = [...before];
  for (const [former, old] of files) {
    const { file } = shifts.afterwards({ file: former, place: { line: 1, column: 1 } });
    const known = new Set(
      old.map((one) => problemKey(shifts.afterwards({ file: former, place: one.span.start }).place, one)),
    );
    const { errors, why } = await errorsIn(supposed, file, patience);
    if (why !== undefined) unknown.push(why);
    const text = errors.length === 0 ? undefined : await supposed.text(file);
    for (const one of errors) {
      const { start: place } = one.span;
      const word = wordAround(text?.lineText(place.line) ?? "", place);
      if (word?.text !== newName || word.span.start.column !== place.column || known.has(problemKey(place, one)))
        continue;
      found.push({ file, place, message: one.message, isOther: !shifts.isRenamed({ file, span: one.span }) });
    }
  }
  return { found, unknown };
}

function nameIsTaken({ base }: Pick<Snapshot, "base">, newName: string, found: readonly Clash[]): Finding {
  const name = inertLine(newName, 100);
  const sorted = [...found.filter(({ isOther }) => isOther), ...found.filter(({ isOther }) => !isOther)];
  const isTaken = found.some(({ isOther }) => isOther);
  const shown = sorted
    .slice(0, 3)
    .map(
      ({ file, place, message }) => `${shownPath(base, file)}:${place.line}:${place.column} ${inertLine(message, 200)}`,
    );
  return {
    kind: "refuse",
    details: {
      code: "conflicting_edit",
      what: isTaken
        ? `${name} is already taken where it would be declared.`
        : `${name} would be an error where it is declared.`,
      why: `With the new name the server says: ${shown.join("; ")}`,
      next: `Nothing was changed. Choose another name${isTaken ? `, or rename the other ${name} first` : ""}.`,
      data: { places: sorted.map(({ file, place: { line }, message }) => ({ file, line, message })) },
    },
  };
}

/** The most files checked that declare one symbol, or a family of members. */
const maxDeclaring = 20;

async function errorsIn(
  snapshot: Snapshot,
  file: FilePath,
  patience: Patience,
): Promise<{ readonly errors: readonly Diagnostic[]; readonly why?: Reason | undefined }> {
  try {
    const { value, standing } = await snapshot.ownDiagnostics(file, patience);
    const errors = value.diagnostics.filter(({ severity }) => severity === "error");
    return { errors, why: standing.reasons.find(({ code }) => unsettling.has(code)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A server without diagnostics has no errors to compare.
    return { errors: [], why: error.code === "capability_missing" ? undefined : unknownBy(error, error.details.what) };
  }
}

/** A server that has no such answer will not have it later. */
function unknownBy({ code }: Refusal, detail: string): Reason {
  if (code === "capability_missing") return scoped(detail);
  return { code: code === "timed_out" ? code : "target_refused", detail };
}

function scoped(detail: string): Reason {
  return { code: "scoped", detail };
}

/** Then it is not the last word on a file. */
const unsettling: ReadonlySet<ReasonCode> = new Set([
  "timed_out",
  "nothing_received",
  "server_died",
  "indexing",
  "target_refused",
]);

/** The message names the symbol, and that has changed. */
function problemKey({ line, column }: Place, { source, code }: Diagnostic): string {
  return JSON.stringify([line, column, source, code]);
}
