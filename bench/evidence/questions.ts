// What a warm question costs more where it is recorded: its records and the packet of its answers are with the kernel before it is answered.

import { pairings } from "../ops/questions.ts";
import type { Project } from "../session/project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { differences, median, medianInterval, quantile } from "../shared/stats.ts";
import type { ArmName, Arms, Taken } from "./arms.ts";
import { armNames, inTurn } from "./arms.ts";

export interface Turns {
  readonly rounds: number;
  readonly warmUp: number;
}

const goalShare = 0.05;

export async function measureQuestions(
  arms: Arms,
  project: Project,
  { rounds, warmUp }: Turns,
  record: Recorder,
): Promise<void> {
  const times = new Map<string, Record<ArmName, Taken[]>>();
  for (let round = -warmUp; round < rounds; round++) {
    for (const question of project.questions) {
      const { operation, input } = pairings[question.kind];
      const taken = times.get(question.name) ?? { off: [], on: [], "off again": [] };
      times.set(question.name, taken);
      for (const arm of inTurn(round)) {
        const one = await arms.take(arm, operation, input(question));
        if (round < 0) continue;
        taken[arm].push(one);
        record.sample({ part: "question", question: question.name, arm, round, ms: one.ms, cpuMs: one.cpuMs });
      }
    }
  }
  report(times, rounds, record);
}

// — below: private, in the order they are used —

function report(times: ReadonlyMap<string, Record<ArmName, Taken[]>>, rounds: number, record: Recorder): void {
  const all: Record<ArmName, Taken[]> = { off: [], on: [], "off again": [] };
  for (const taken of times.values()) for (const arm of armNames) all[arm].push(...taken[arm]);
  record.table(
    `A warm question with evidence against the same without, ${rounds} of each in turn; goal: at most 5 % more, in time and in processor time`,
    ["question", "off p50 ms", "on adds [95 %]", "%", "p99", "off again adds", "processor off", "on adds", "%", "goal"],
    [...times, ["all questions", all] as const].map(([name, taken]) => row(name, taken)),
  );
}

function row(name: string, taken: Record<ArmName, Taken[]>): string[] {
  const of = (arm: ArmName, key: "ms" | "cpuMs"): number[] => taken[arm].map((one) => one[key]);
  const [off, cpuOff] = [median(of("off", "ms")), median(of("off", "cpuMs"))];
  const added = differences(of("on", "ms"), of("off", "ms"));
  const cpuAdded = differences(of("on", "cpuMs"), of("off", "cpuMs"));
  const { low, high } = medianInterval(added);
  return [
    name,
    fixed(off, 2),
    `${fixed(median(added), 3)} [${fixed(low, 3)}, ${fixed(high, 3)}]`,
    fixed((100 * median(added)) / off, 1),
    fixed(quantile(added, 0.99), 2),
    fixed(median(differences(of("off again", "ms"), of("off", "ms"))), 3),
    fixed(cpuOff, 2),
    fixed(median(cpuAdded), 3),
    fixed((100 * median(cpuAdded)) / cpuOff, 1),
    // On a busy machine waiting hides what is added; the processor's share does not change with what else runs.
    verdict(median(added) <= goalShare * off && median(cpuAdded) <= goalShare * cpuOff),
  ];
}
