// Collects the diagnostics of many files, several at a time, and records the files that could not be checked.
//
// Invariant: a file that was not checked completely is never counted as one without problems.

import type { Patience } from "../../std/patience.ts";
import { firstNames } from "../../std/words.ts";
import type { Diagnostic } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Evidence, ReasonCode, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import { textOf } from "../places.ts";

export interface Examined {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  /** The language, where the whole root is checked: an unavailable server is requested only once. */
  readonly language?: string | undefined;
}

export type FileReport =
  | (Examined & {
      /** As a reader should see it. */
      readonly shown: string;
      readonly diagnostics: readonly Diagnostic[];
      /** The text that was checked, if anything was found in it; undefined if it changed during the check. */
      readonly text?: string | undefined;
      readonly version: number;
      readonly remarks?: readonly string[] | undefined;
      readonly standing: Standing;
    })
  | (Examined & { readonly shown: string; readonly refusal: RefusalDetails });

export type ScanAnswer = Extract<FileReport, { readonly standing: Standing }>;

/** Files checked at the same time; servers that only push need their time for each. */
const atOnce = 16;

/** A scan ends this long before its deadline, so that there is time to answer with what was found. */
const marginMs = 2_000;

export async function scan(files: readonly Examined[], patience: Patience): Promise<FileReport[]> {
  const unserved = new Map<string, Refusal>();
  const known = await reportedAtOnce(files, patience);
  return pooled(files, atOnce, async (examined) => {
    const told = known.get(examined.file);
    const missing = unserved.get(servedBy(examined));
    if (told !== undefined) return told;
    if (missing !== undefined) return refused(examined, missing);
    if (files.length > 1 && patience.deadline.remaining() < marginMs) return refused(examined, outOfTime());
    try {
      return await oneFile(examined, patience);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (examined.language !== undefined && ofServer.has(error.code)) unserved.set(servedBy(examined), error);
      return refused(examined, error);
    }
  });
}

export function isAnswered(report: FileReport): report is ScanAnswer {
  return "standing" in report;
}

/** Whether the list is settled: only then does a diagnostic that is missing from it count as resolved. */
export function isSettled({ standing }: ScanAnswer): boolean {
  return !standing.reasons.some(({ code }) => unsettled.has(code));
}

/** One line for each way in which answers fall short, with the files it is about. */
export function scanStanding(reports: readonly FileReport[]): Standing {
  const answered = reports.filter(isAnswered);
  const about = new Map<string, { readonly code: ReasonCode; readonly detail: string; readonly files: string[] }>();
  const note = (code: ReasonCode, detail: string, shown: string): void => {
    const known = about.get(`${code} ${detail}`) ?? { code, detail, files: [] };
    known.files.push(shown);
    about.set(`${code} ${detail}`, known);
  };
  for (const report of reports) {
    if (isAnswered(report)) for (const { code, detail } of report.standing.reasons) note(code, detail, report.shown);
    else note(report.refusal.code === "timed_out" ? "timed_out" : "target_refused", sentence(report), report.shown);
  }
  const reasons = [...about.values()].map(({ code, detail, files }) => {
    if (reports.length === 1) return { code, detail };
    return { code, detail: `${files.length === reports.length ? "" : `${firstNames(files, 3)}: `}${detail}` };
  });
  return standingOf(reasons, evidenceOf(answered));
}

// — below: private, in the order they are used —

const unsettled: ReadonlySet<ReasonCode> = new Set(["nothing_received", "server_died", "timed_out", "indexing"]);

/** Refusals that hold for every file of the language, in this root. */
const ofServer: ReadonlySet<string> = new Set([
  ...["server_not_found", "server_start_failed", "session_dead", "not_trusted", "language_not_enabled"],
]);

/** Each root has servers and trust of its own. */
function servedBy({ snapshot, language }: Examined): string {
  return `${snapshot.root}\n${language}`;
}

/** For a whole root, asks servers that support it for the diagnostics of all their files at once. */
async function reportedAtOnce(files: readonly Examined[], patience: Patience): Promise<Map<FilePath, ScanAnswer>> {
  const asked = files.filter(({ language }) => language !== undefined);
  const before = new Map<FilePath, string | undefined>();
  await pooled(asked, atOnce, async ({ snapshot, file }) => {
    before.set(file, (await textOf(snapshot, file))?.text);
  });
  const wanted = new Map(asked.map((examined) => [examined.file, examined]));
  const first = new Map(asked.map((examined) => [servedBy(examined), examined]));
  const found = new Map<FilePath, ScanAnswer>();
  await pooled([...first.values()], atOnce, async ({ snapshot, file }) => {
    try {
      const { value, standing } = await snapshot.workspaceDiagnostics(file, patience);
      for (const { file: own, diagnostics, version, remarks } of value) {
        const examined = wanted.get(own);
        if (examined === undefined) continue;
        const text = await sameText(examined, diagnostics, before.get(own));
        found.set(own, { ...shownAs(examined), diagnostics, text, version, remarks, standing });
      }
    } catch (error) {
      // Then each file is asked about on its own, and its refusal says what is wrong.
      if (!(error instanceof Refusal)) throw error;
    }
  });
  return found;
}

async function oneFile(examined: Examined, patience: Patience): Promise<ScanAnswer> {
  const { snapshot, file } = examined;
  const before = await textOf(snapshot, file);
  const { value, standing } = await snapshot.diagnostics(file, patience);
  const { diagnostics, version, remarks } = value;
  const text = await sameText(examined, diagnostics, before?.text);
  return { ...shownAs(examined), diagnostics, text, version, remarks, standing };
}

/** A text that is the same before and after the check is the one that was checked; needed only if something was found. */
async function sameText(
  { snapshot, file }: Examined,
  { length }: readonly Diagnostic[],
  before: string | undefined,
): Promise<string | undefined> {
  if (length === 0 || before === undefined) return undefined;
  return (await textOf(snapshot, file))?.text === before ? before : undefined;
}

function refused(examined: Examined, { details }: Refusal): FileReport {
  return { ...shownAs(examined), refusal: details };
}

function shownAs(examined: Examined): Examined & { readonly shown: string } {
  return { ...examined, shown: shownPath(examined.snapshot.base, examined.file) };
}

function outOfTime(): Refusal {
  return new Refusal({ code: "timed_out", what: "No time was left to check it." });
}

function sentence({ refusal }: Extract<FileReport, { readonly refusal: RefusalDetails }>): string {
  return refusal.what;
}

/** Beyond so many documents only the servers are named. */
const maxEvidence = 50;

function evidenceOf(answered: readonly ScanAnswer[]): Standing["evidence"] {
  const all = answered.flatMap(({ standing }) => standing.evidence);
  const kept = all.length <= maxEvidence ? all : all.map(withoutDocument);
  return [...new Map(kept.map((one) => [JSON.stringify(one), one])).values()];
}

function withoutDocument({ server, version }: Evidence): Evidence {
  return { server, ...(version === undefined ? {} : { version }) };
}
