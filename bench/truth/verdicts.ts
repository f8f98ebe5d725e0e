// Verdicts and renames against the compilers, of the newest run of `bench/edits.ts`, with the goals that labels have as well.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Judged } from "../edits/matrix.ts";
import { matrixOf } from "../edits/matrix.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict as met } from "../shared/record.ts";

const most = { unknown: 0.05, falseAlarms: 0.02, heldBack: 0.02 } as const;

interface Sample extends Judged {
  readonly part: string;
  readonly language: string;
  readonly renamer?: string;
  readonly refused?: boolean;
  /** Refused, and the compiler has nothing against it. */
  readonly heldBack?: boolean;
  readonly errors?: number;
}

/** Says nothing where no run is there. */
export function reportVerdicts(results: string, record: Recorder): void {
  const samples = newestSamples(results);
  const verdicts = samples.filter(({ part }) => part === "verdict");
  if (verdicts.length > 0)
    record.table(
      "Verdicts of preview_edit against the compiler",
      ["language", "changes", "safe and breaks", "goal 0", "unknown", "goal 5 %", "false alarms", "goal 2 %"],
      byLanguage(verdicts).map(([language, all]) => [language, ...verdictCells(all)]),
    );
  const renames = samples.filter(({ part, renamer = "" }) => part === "rename" && /sightline/i.test(renamer));
  if (renames.length > 0)
    record.table(
      "Renames against the compiler",
      ["language", "asked", "renamed", "broken", "goal 0", "right but held back", "goal 2 %"],
      byLanguage(renames).map(([language, all]) => [language, ...renameCells(all)]),
    );
}

// — below: private, in the order they are used —

function newestSamples(results: string): Sample[] {
  const runs = existsSync(results) ? readdirSync(results).filter((name) => /^edits-.*\.jsonl$/.test(name)) : [];
  const newest = runs
    .sort()
    .map((name) => readFileSync(join(results, name), "utf8"))
    .filter((text) => text.includes('"part":"verdict"'))
    .at(-1);
  const lines = (newest ?? "").split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Sample);
}

function byLanguage(samples: readonly Sample[]): [string, Sample[]][] {
  const languages = [...new Set(samples.map(({ language }) => language))];
  return languages.map((language) => [language, samples.filter((one) => one.language === language)]);
}

function verdictCells(all: readonly Sample[]): string[] {
  const { falseSafe, falseAlarm, undecided } = matrixOf(all);
  const alarms = falseAlarm / all.length;
  return [
    ...[String(all.length), String(falseSafe), met(falseSafe === 0)],
    ...[`${fixed(100 * undecided, 1)} %`, met(undecided <= most.unknown)],
    ...[`${fixed(100 * alarms, 1)} %`, met(alarms <= most.falseAlarms)],
  ];
}

function renameCells(all: readonly Sample[]): string[] {
  const renamed = all.filter((one) => one.refused !== true);
  const broken = renamed.filter(({ errors = 0 }) => errors > 0).length;
  const heldBack = all.filter((one) => one.heldBack === true).length;
  const share = heldBack / (heldBack + renamed.length - broken);
  return [
    ...[all.length, renamed.length, broken].map(String),
    ...[met(broken === 0), `${fixed(100 * share, 1)} %`, met(share <= most.heldBack)],
  ];
}
