// What an answer through us costs more than the same answer from the same server without us.
//
// The arms take turns in one process, forwards in one round and backwards in the next, so that whatever slows the
// machine down slows all of them. The bypass is measured twice, on two servers: the difference between the two is
// what this way of measuring cannot see.

import type { Host } from "../../src/host/host.ts";
import type { Ask } from "./arms.ts";
import { askRaw, askSession, askSnapshot, openRaw, openWorkspace } from "./arms.ts";
import type { Project, Question } from "./project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { differences, median, medianInterval, quantile } from "../shared/stats.ts";
import type { Subject } from "./subject.ts";

export const overheadGoalMs = 0.3;

const armNames = ["raw", "session", "snapshot", "raw again"] as const;
type ArmName = (typeof armNames)[number];
type Arms = Readonly<Record<ArmName, Ask>>;

export interface OverheadOptions {
  readonly rounds: number;
  readonly warmUp: number;
}

export async function measureOverhead(
  host: Host,
  subject: Subject,
  project: Project,
  options: OverheadOptions,
  record: Recorder,
): Promise<void> {
  const raw = await openRaw(subject, project);
  const rawAgain = await openRaw(subject, project);
  const workspace = openWorkspace(host, subject, project.root);
  try {
    const snapshot = askSnapshot(host, workspace);
    for (const question of project.questions) await snapshot(question);
    const [session] = workspace.sessions;
    if (session === undefined) throw new Error("the workspace has no session");
    const arms: Arms = {
      raw: askRaw(raw),
      session: askSession(host, session),
      snapshot,
      "raw again": askRaw(rawAgain),
    };
    const times = await takeTurns(arms, project.questions, options, (question, arm, round, ms) =>
      record.sample({ part: "overhead", server: subject.name, question, arm, round, ms }),
    );
    report(`${subject.title} ${raw.version}`.trim(), project, options, times, record);
  } finally {
    await Promise.all([raw.stop(), rawAgain.stop(), workspace.close()]);
  }
}

type Times = Map<string, Record<ArmName, number[]>>;

async function takeTurns(
  arms: Arms,
  questions: readonly Question[],
  { rounds, warmUp }: OverheadOptions,
  sample: (question: string, arm: ArmName, round: number, ms: number) => void,
): Promise<Times> {
  const times: Times = new Map(
    questions.map(({ name }) => [name, { raw: [], session: [], snapshot: [], "raw again": [] }]),
  );
  for (let round = -warmUp; round < rounds; round++) {
    const order = round % 2 === 0 ? armNames : [...armNames].reverse();
    for (const question of questions) {
      for (const arm of order) {
        const began = performance.now();
        const facts = await arms[arm](question);
        const ms = performance.now() - began;
        // A comparison counts only if both arms say the same.
        if (facts !== question.facts)
          throw new Error(`${arm} gave ${facts} of ${question.facts} facts for ${question.name}`);
        if (round < 0) continue;
        times.get(question.name)?.[arm].push(ms);
        sample(question.name, arm, round, ms);
      }
    }
  }
  return times;
}

function report(title: string, project: Project, { rounds }: OverheadOptions, times: Times, record: Recorder): void {
  const rows = project.questions.map(({ name, facts }) => {
    const arms = times.get(name);
    if (arms === undefined) return [name];
    const ours = differences(arms.session, arms.raw);
    const settled = differences(arms.snapshot, arms.raw);
    const control = differences(arms["raw again"], arms.raw);
    const interval = medianInterval(ours);
    const p50 = median(ours);
    return [
      name,
      String(facts),
      fixed(median(arms.raw), 3),
      `${fixed(p50, 3)} [${fixed(interval.low, 3)}, ${fixed(interval.high, 3)}]`,
      fixed(quantile(ours, 0.99), 2),
      fixed(median(settled), 3),
      fixed(quantile(settled, 0.99), 2),
      fixed(median(control), 3),
      fixed(quantile(control, 0.99), 2),
      verdict(p50 <= overheadGoalMs),
    ];
  });
  record.table(
    `Overhead on ${title} in ms, ${rounds} pairs per question; goal: session p50 <= ${overheadGoalMs}`,
    [
      "question",
      "facts",
      "raw p50",
      "session p50 [95 %]",
      "p99",
      "snapshot p50",
      "p99",
      "raw again p50",
      "p99",
      "goal",
    ],
    rows,
  );
}
