// The tables of verdicts: against the compiler, in time, by kind of change, with every mistake named.

import type { Recorder } from "../shared/record.ts";
import { fixed, verdict as met } from "../shared/record.ts";
import { median, quantile } from "../shared/stats.ts";
import type { Verdict } from "./matrix.ts";
import { matrixOf, verdicts } from "./matrix.ts";
import { described } from "./mutation.ts";
import type { EditedPackage } from "./packages.ts";
import type { Recall, Seen } from "./verdicts.ts";

export function reportVerdicts(
  { title, compiler }: EditedPackage,
  seen: readonly Seen[],
  recall: Recall,
  first: number,
  record: Recorder,
): void {
  const matrix = matrixOf(seen);
  record.table(
    `Verdicts of preview_edit on ${title}: ${seen.length} changes; the truth is ${compiler.title}`,
    ["the compiler says", ...verdicts.map((one) => `called ${one}`)],
    [
      ["breaks", ...verdicts.map((one) => String(matrix.breaks[one]))],
      ["clean", ...verdicts.map((one) => String(matrix.clean[one]))],
    ],
  );
  record.table(
    `How good, ${title}`,
    ["called safe and breaks", "goal 0", "false alarms", "undecided", "breaks only elsewhere", "found of these"],
    [
      [
        String(matrix.falseSafe),
        met(matrix.falseSafe === 0),
        String(matrix.falseAlarm),
        `${fixed(100 * matrix.undecided, 1)} %`,
        ...elsewhere(seen),
      ],
    ],
  );
  times(title, seen, first, record);
  record.say(
    `\nFollowed to the last error (${recall.asked} breaking changes): ${fixed(100 * recall.files, 1)} % of the files that the compiler names, ${recall.beyond} files beyond; p50 ${fixed(median(recall.ms), 0)} ms, p90 ${fixed(quantile(recall.ms, 0.9), 0)} ms.`,
  );
  list(
    "Called safe, and the compiler says that it breaks",
    seen,
    (one) => one.breaks && one.verdict === "safe",
    record,
  );
  list("Called unsafe, and the compiler says nothing", seen, (one) => !one.breaks && one.verdict === "unsafe", record);
  list("Undecided", seen, ({ verdict }) => verdict === "unknown" || verdict === "refused", record);
  byKind(title, seen, record);
}

// — below: private, in the order they are used —

/** The breaking changes of which the edited file itself shows nothing, and how many of them were called unsafe. */
function elsewhere(seen: readonly Seen[]): [string, string] {
  const only = seen.filter(({ broken, mutation, breaks }) => breaks && !broken.has(mutation.file));
  return [String(only.length), String(only.filter(({ verdict }) => verdict === "unsafe").length)];
}

function times(title: string, seen: readonly Seen[], first: number, record: Recorder): void {
  const row = (name: string, wanted: readonly Verdict[]): string[] => {
    const ms = seen.filter(({ verdict }) => wanted.includes(verdict)).map((one) => one.ms);
    return [name, String(ms.length), fixed(median(ms), 0), fixed(quantile(ms, 0.9), 0)];
  };
  record.table(
    `Time of a verdict, ${title}, in ms; the first, which loads the project, took ${fixed(first, 0)}`,
    ["verdict", "changes", "p50", "p90"],
    [...verdicts.map((one) => row(one, [one])), row("all", verdicts)],
  );
}

function list(title: string, seen: readonly Seen[], wanted: (one: Seen) => boolean, record: Recorder): void {
  const found = seen.filter(wanted);
  record.say(`\n${title}: ${found.length === 0 ? "none." : found.length}`);
  if (found.length > 0) record.say("");
  for (const one of found) {
    const said = [one.firstError, one.why].filter((part) => part !== "").join("; ");
    record.say(
      `- ${one.mutation.id}: ${described(one.text, one.mutation)} (${said.replaceAll(/\s+/g, " ").slice(0, 300)})`,
    );
  }
}

function byKind(title: string, seen: readonly Seen[], record: Recorder): void {
  const kinds = [...new Set(seen.map(({ mutation }) => mutation.kind))];
  record.table(
    `By kind of change, ${title}: how many, how many break, what was said of them`,
    ["kind", "changes", "break", ...verdicts],
    kinds.map((kind) => {
      const all = seen.filter(({ mutation }) => mutation.kind === kind);
      const breaking = all.filter(({ breaks }) => breaks).length;
      const counts = verdicts.map((one) => String(all.filter(({ verdict }) => verdict === one).length));
      return [kind, String(all.length), String(breaking), ...counts];
    }),
  );
}
