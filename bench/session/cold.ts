// The time to the first complete answer, with us and without, each from a server that did not run before.

import type { Host } from "../../src/host/host.ts";
import type { FirstAnswer, Moments } from "./first-answer.ts";
import { firstOwnAnswer, firstRawAnswer, steps } from "./first-answer.ts";
import { coldQuestion, runCold } from "./order.ts";
import type { Project } from "./project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median, medianInterval } from "../shared/stats.ts";
import type { Subject } from "./subject.ts";

export const coldGoal = 1.05;

/** What is lost there is too much to need many looks. */
const largeRounds = 5;

interface ColdPair {
  readonly raw: FirstAnswer[];
  readonly ours: FirstAnswer[];
}

type Take = (arm: "raw" | "ours") => Promise<FirstAnswer>;

export interface ColdOptions {
  readonly env: Host["env"];
  /** Of a client that has been running for a while: what is needed once for all servers is there. */
  readonly host: Host;
  readonly rounds: number;
  /** The project as it is, and among many other files, each with the order that children get. */
  readonly small: { readonly project: Project; readonly order: string };
  readonly large: { readonly project: Project; readonly order: string };
}

export async function measureCold(
  subject: Subject,
  { env, host, small, large, rounds }: ColdOptions,
  record: Recorder,
): Promise<void> {
  const { project } = small;
  const question = coldQuestion(project);
  const settings: readonly (readonly [string, number, Take])[] = [
    ["fresh client", rounds, (arm) => runCold<FirstAnswer>(arm, small.order, env)],
    [
      "running client",
      rounds,
      (arm) =>
        arm === "raw"
          ? firstRawAnswer(subject, project, question)
          : firstOwnAnswer(async () => host, subject, project.root, question),
    ],
    ["fresh, 20,000 files", largeRounds, (arm) => runCold<FirstAnswer>(arm, large.order, env)],
  ];
  const rows: string[][] = [];
  const details: string[][] = [];
  for (const [name, count, take] of settings) {
    const pair = await takeTurns(take, count, (arm, round, { totalMs, moments }) =>
      record.sample({ part: "cold", server: subject.name, setting: name, arm, round, totalMs, ...moments }),
    );
    rows.push(row(name, pair));
    details.push(...breakdown(name, pair));
  }
  record.table(
    `First complete answer on ${subject.title} in ms, ${rounds} fresh servers per arm (${largeRounds} in the large tree); goal: ratio of medians <= ${coldGoal}`,
    ["setting", "raw", "ours", "ratio of medians", "ours - raw [95 %]", "goal"],
    rows,
  );
  record.table("Where it goes, medians in ms", ["arm", ...steps.map(([, name]) => name), "watch ready after"], details);
}

async function takeTurns(
  take: Take,
  rounds: number,
  sample: (arm: "raw" | "ours", round: number, answer: FirstAnswer) => void,
): Promise<ColdPair> {
  const pair: ColdPair = { raw: [], ours: [] };
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (["raw", "ours"] as const) : (["ours", "raw"] as const);
    for (const arm of order) {
      const answer = await take(arm);
      // The first round only warms the disk cache.
      if (round < 0) continue;
      pair[arm].push(answer);
      sample(arm, round, answer);
    }
  }
  return pair;
}

function row(name: string, { raw, ours }: ColdPair): string[] {
  const rawMs = raw.map(({ totalMs }) => totalMs);
  const ourMs = ours.map(({ totalMs }) => totalMs);
  const ratio = median(ourMs) / median(rawMs);
  const apart = ourMs.map((ms, index) => ms - (rawMs[index] ?? Number.NaN));
  const interval = medianInterval(apart);
  return [
    name,
    fixed(median(rawMs), 0),
    fixed(median(ourMs), 0),
    fixed(ratio, 2),
    `${fixed(median(apart), 0)} [${fixed(interval.low, 0)}, ${fixed(interval.high, 0)}]`,
    verdict(ratio <= coldGoal),
  ];
}

function breakdown(name: string, { raw, ours }: ColdPair): string[][] {
  const of = (answers: readonly FirstAnswer[], pick: (moments: Moments) => number): string =>
    fixed(median(answers.map(({ moments }) => pick(moments))), 1);
  const own = steps.map(([moment]) => of(ours, (moments) => since(moments, moment)));
  const bare = ["spawned", "initialized", "asked", "done"];
  const rawCells = steps.map(([moment]) => {
    const at = bare.indexOf(moment);
    return at < 0 ? "" : of(raw, (moments) => (moments[moment] ?? Number.NaN) - (moments[bare[at - 1] ?? ""] ?? 0));
  });
  return [
    [
      `ours, ${name}`,
      ...own,
      of(ours, (moments) => (moments["watch ready"] ?? Number.NaN) - (moments["watch called"] ?? Number.NaN)),
    ],
    [`raw, ${name}`, ...rawCells, ""],
  ];
}

/** From the last moment before this one; a step that was left out costs nothing. */
function since(moments: Moments, name: string): number {
  const at = moments[name];
  if (at === undefined) return 0;
  const earlier = steps.map(([moment]) => moments[moment] ?? -1).filter((moment) => moment < at && moment >= 0);
  return at - Math.max(0, ...earlier);
}
