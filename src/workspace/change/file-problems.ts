// The problems of one file, and how far what was found can be relied on.

import type { Patience } from "../../std/patience.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Diagnosis } from "../../session/problems/diagnose.ts";
import type { Answer, Reason, ReasonCode } from "../../model/standing.ts";
import type { Snapshot } from "../snapshot.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import type { Diagnostic } from "../../model/code-facts.ts";
import type { FileProblems } from "./change-baseline.ts";

/** Errors and warnings; nothing is thrown but cancellation and defects. */
export function problemsIn(snapshot: Snapshot, file: FilePath, patience: Patience): Promise<FileProblems> {
  // What is supposed is shown to servers that have forgotten what they said before.
  const isFresh = snapshot.supposed !== undefined;
  snapshot.baseline.noteAsked(file);
  return foundBy(snapshot, file, () =>
    isFresh ? snapshot.diagnostics(file, patience) : snapshot.diagnosticsAnew(file, patience),
  );
}

/** What was found in a file that is not there. */
export const nothing: FileProblems = {
  problems: [],
  text: "",
  unsettled: undefined,
  isLate: false,
  doubts: [],
  remarks: [],
  servers: [],
};

// — below: private, in the order they are used —

async function foundBy(
  snapshot: Snapshot,
  file: FilePath,
  ask: () => Promise<Answer<Diagnosis>>,
): Promise<FileProblems> {
  try {
    const { value, standing } = await ask();
    const servers = standing.evidence.map(({ server }) => server);
    const entries = servers.flatMap((server) => snapshot.baseline.entryOf(server) ?? []);
    const problems = asBuilt(value.withheld?.said ?? value.diagnostics, entries).filter(
      ({ severity }) => severity === "error" || severity === "warning",
    );
    const open = standing.reasons.find(({ code }) => meaning[code] === "unsettled");
    return {
      problems,
      withheld: value.withheld?.why,
      text: problems.length === 0 ? "" : (await snapshot.text(file)).text,
      unsettled: open?.detail,
      isLate: open?.code === "timed_out",
      doubts: standing.reasons
        .filter(({ code }) => meaning[code] === "doubt")
        .map((reason) => doubt(snapshot, file, reason)),
      remarks: value.remarks ?? [],
      servers,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { what } = error.details;
    return { ...nothing, unsettled: what, isLate: error.code === "timed_out" };
  }
}

/** What a reason makes of a list of problems: it is not the last word, or it may lack some that its server cannot see. */
const meaning: Readonly<Record<ReasonCode, "unsettled" | "doubt" | "nothing">> = {
  broken_syntax: "doubt",
  cached: "unsettled",
  capped: "unsettled",
  changes_unseen: "unsettled",
  dependencies_missing: "doubt",
  indexing: "unsettled",
  lossy_text: "doubt",
  not_accounted: "doubt",
  nothing_received: "unsettled",
  possible_uses: "doubt",
  projects_not_loaded: "unsettled",
  readiness_unknown: "doubt",
  restricted: "doubt",
  scoped: "doubt",
  server_died: "unsettled",
  server_not_exhaustive: "doubt",
  server_replaced: "unsettled",
  server_unwell: "doubt",
  shared_server: "doubt",
  target_refused: "unsettled",
  timed_out: "unsettled",
  unchecked: "doubt",
  unreadable_items: "doubt",
  // Problems are compared as the server said them.
  withheld: "nothing",
  watcher_lost: "doubt",
};

/** Some reasons speak of "the file". */
function doubt({ root }: Snapshot, file: FilePath, { code, detail }: Reason): string {
  return aboutFile.has(code) ? `${display(root, file)}: ${detail}` : detail;
}

const aboutFile: ReadonlySet<ReasonCode> = new Set(["broken_syntax", "lossy_text"]);

/** With the gravity that the language's own build gives them; `servers` are those that found them. */
export function asBuilt(diagnostics: readonly Diagnostic[], servers: readonly ServerEntry[]): readonly Diagnostic[] {
  const all = servers.flatMap(({ quirks }) => quirks.buildErrors ?? []);
  const grave = new Set(all.flatMap(({ by }) => by));
  const alsoLight = new Set(all.flatMap(({ by, from }) => (from === "hint" ? by : [])));
  return diagnostics.map((one) => {
    const { source = "", severity } = one;
    const isGrave = severity === "warning" ? grave.has(source) : alsoLight.has(source);
    return isGrave ? { ...one, severity: "error" } : one;
  });
}
