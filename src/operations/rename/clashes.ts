// Whether a new name is taken where it would be declared: the server's own errors on it, in the texts as they would be.
//
// Invariant: only an error that was not there before counts, and only on the name itself; what it says does not matter.

import type { Diagnostic } from "../../model/code-facts.ts";
import { languageRecord } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { ReasonCode } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Patience, Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import type { Finding } from "./finding.ts";
import type { Shifts } from "./shifts.ts";
import { wordAround } from "./symbol-place.ts";
import type { TreeTexts } from "./tree-texts.ts";

export interface Clash {
  readonly file: FilePath;
  readonly place: Place;
  readonly message: string;
  /** Not at a place that is renamed: something else that has the name. */
  readonly isOther: boolean;
}

/** What the server had against each file before, or why that is not known. */
export interface ProblemsBefore {
  readonly files: ReadonlyMap<FilePath, readonly Diagnostic[]>;
  readonly unknown: string | undefined;
}

export async function problemsBefore(
  snapshot: Snapshot,
  declaring: readonly FilePath[],
  patience: Patience,
): Promise<ProblemsBefore> {
  const files = new Map<FilePath, readonly Diagnostic[]>();
  const all = [...new Set(declaring)];
  let unknown = all.length > maxDeclaring ? `it is declared in ${all.length} files` : undefined;
  for (const file of all.slice(0, maxDeclaring)) {
    const { errors, why } = await errorsIn(snapshot, file, patience);
    if (why === undefined) files.set(file, errors);
    unknown ??= why;
  }
  return { files, unknown };
}

/** Files that see all names of another one, in which a name may be taken without being declared where it comes from. */
export async function seeingAll(
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
export async function clashes(
  supposed: Snapshot,
  { files, unknown: before }: ProblemsBefore,
  shifts: Shifts,
  newName: string,
  patience: Patience,
): Promise<{ readonly found: readonly Clash[]; readonly unknown: string | undefined }> {
  const found: Clash[] = [];
  let unknown = before;
  for (const [former, old] of files) {
    const { file } = shifts.afterwards({ file: former, place: { line: 1, column: 1 } });
    const known = new Set(
      old.map((one) => keyOf(shifts.afterwards({ file: former, place: one.span.start }).place, one)),
    );
    const { errors, why } = await errorsIn(supposed, file, patience);
    unknown ??= why;
    const text = errors.length === 0 ? undefined : await supposed.text(file);
    for (const one of errors) {
      const { start: place } = one.span;
      const word = wordAround(text?.lineText(place.line) ?? "", place);
      if (word?.text !== newName || word.span.start.column !== place.column || known.has(keyOf(place, one))) continue;
      found.push({ file, place, message: one.message, isOther: !shifts.isRenamed({ file, span: one.span }) });
    }
  }
  return { found, unknown };
}

export function nameIsTaken({ base }: Pick<Snapshot, "base">, newName: string, found: readonly Clash[]): Finding {
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

// — below: private, in the order they are used —

/** So many files that declare one thing, or a family of members, are looked at. */
const maxDeclaring = 20;

async function errorsIn(
  snapshot: Snapshot,
  file: FilePath,
  patience: Patience,
): Promise<{ readonly errors: readonly Diagnostic[]; readonly why?: string | undefined }> {
  try {
    const { value, standing } = await snapshot.ownDiagnostics(file, patience);
    const errors = value.diagnostics.filter(({ severity }) => severity === "error");
    return { errors, why: standing.reasons.find(({ code }) => unsettling.has(code))?.detail };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Who finds no problems at all finds none here either.
    return { errors: [], why: error.code === "capability_missing" ? undefined : error.details.what };
  }
}

/** Then it is not the last word on a file. */
const unsettling: ReadonlySet<ReasonCode> = new Set(["timed_out", "nothing_received", "server_died", "indexing"]);

/** The message names the symbol, and that has changed. */
function keyOf({ line, column }: Place, { source, code }: Diagnostic): string {
  return JSON.stringify([line, column, source, code]);
}
