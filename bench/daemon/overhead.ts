// What a call through MCP costs over the raw request: with an engine of its own, and through a daemon.
//
// Twin servers, interleaved forwards and backwards; a second raw client shows what this way of measuring cannot see.

import { join } from "node:path";
import { goals, line } from "../ops/overhead.ts";
import { mustAgree, pairings } from "../ops/questions.ts";
import { openRaw } from "../session/arms.ts";
import type { Project } from "../session/project.ts";
import type { Subject } from "../session/subject.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { differences, median, medianInterval } from "../shared/stats.ts";
import { cpuMs } from "./costs.ts";
import { House } from "./house.ts";

const daemonGoalMs = 0.3;

const arms = ["raw", "direct", "daemon", "control"] as const;
type Arm = (typeof arms)[number];
type Times = Readonly<Record<Arm, number[]>> & { readonly cpu: { direct: number; daemon: number } };

export interface OverheadRun {
  readonly scratch: string;
  readonly env: NodeJS.ProcessEnv;
  readonly rounds: number;
  readonly warmUp: number;
}

export async function measureDaemonOverhead(
  subject: Subject,
  project: Project,
  { scratch, env, rounds, warmUp }: OverheadRun,
  record: Recorder,
): Promise<void> {
  const raw = await openRaw(subject, project);
  const control = await openRaw(subject, project);
  const own = new House(join(scratch, "overhead-direct"), project.root, env, "direct");
  const shared = new House(join(scratch, "overhead-daemon"), project.root, env, "daemon");
  const [direct, daemon] = [await own.agent(), await shared.agent()];
  try {
    for (const question of project.questions) {
      await mustAgree(raw, direct, question);
      await mustAgree(raw, daemon, question);
    }
    const times = new Map<string, Times>(project.questions.map(({ name }) => [name, noTimes()]));
    // Processor time, unlike time, does not depend on what else runs.
    const pids: Readonly<Record<Arm, readonly number[]>> = {
      raw: [],
      direct: [direct.pid],
      daemon: [daemon.pid, shared.daemonPid()],
      control: [],
    };
    for (let round = -warmUp; round < rounds; round++) {
      for (const question of project.questions) {
        const { operation, raw: ask, input } = pairings[question.kind];
        const asks: Readonly<Record<Arm, () => Promise<unknown>>> = {
          raw: () => ask(raw, question),
          direct: () => direct.call(operation, input(question)),
          daemon: () => daemon.call(operation, input(question)),
          control: () => ask(control, question),
        };
        for (const arm of round % 2 === 0 ? arms : [...arms].reverse()) {
          const before = cpuMs(pids[arm]);
          const began = performance.now();
          await asks[arm]();
          const ms = performance.now() - began;
          const cpu = cpuMs(pids[arm]) - before;
          const taken = times.get(question.name);
          if (round < 0 || taken === undefined) continue;
          taken[arm].push(ms);
          if (arm === "direct" || arm === "daemon") taken.cpu[arm] += cpu / rounds;
          record.sample({ part: "daemon-overhead", question: question.name, arm, round, ms, cpu });
        }
      }
    }
    report(`${subject.title} ${raw.version}`, project, rounds, times, record);
  } finally {
    await Promise.all([raw.stop(), control.stop(), direct.stop(), daemon.stop()]);
    await shared.close();
  }
}

// — below: private, in the order they are used —

function noTimes(): Times {
  return { raw: [], direct: [], daemon: [], control: [], cpu: { direct: 0, daemon: 0 } };
}

function report(
  title: string,
  project: Project,
  rounds: number,
  times: ReadonlyMap<string, Times>,
  record: Recorder,
): void {
  const rows = project.questions.map(({ name, kind, facts }) => {
    const { raw, direct, daemon, control, cpu } = times.get(name) ?? noTimes();
    const over = differences(direct, raw);
    const more = differences(daemon, direct);
    const slow = median(raw);
    const isMet =
      slow >= goals.ratioFromMs
        ? median(direct) / slow <= goals.ratio
        : median(over) <= goals.alphaMs + goals.betaMs * facts;
    return [
      `${pairings[kind].operation} ${facts}`,
      fixed(slow, 3),
      spread(over),
      verdict(isMet),
      spread(more),
      verdict(median(more) <= daemonGoalMs),
      fixed(median(differences(control, raw)), 3),
      fixed(cpu.direct, 2),
      fixed(cpu.daemon, 2),
    ];
  });
  record.table(
    `A call through MCP over the raw request, ${title}, p50 in ms, ${rounds} rounds; goals: direct <= 1 + 0.003 per location, or a ratio of 1.10 where the raw request takes 20 ms; the daemon adds <= ${daemonGoalMs}`,
    [
      "operation, facts",
      "raw",
      "direct - raw [95 %]",
      "goal",
      "daemon - direct [95 %]",
      "goal",
      "raw again",
      "processor ms, direct",
      "door and daemon",
    ],
    rows,
  );
  for (const arm of ["direct", "daemon"] as const) {
    const points = project.questions.flatMap(({ name, kind, facts }) => {
      const taken = times.get(name);
      return kind === "references" && taken !== undefined
        ? [{ x: facts, y: median(differences(taken[arm], taken.raw)) }]
        : [];
    });
    const { intercept, slope } = line(points);
    const alphaGoal = goals.alphaMs + (arm === "daemon" ? daemonGoalMs : 0);
    record.say(
      `\nReferences, ${arm}: ${fixed(intercept, 3)} ms + ${fixed(slope * 1_000, 2)} µs per location (goals ${alphaGoal} ms and 3 µs: ${verdict(intercept <= alphaGoal)}, ${verdict(slope <= goals.betaMs)}).`,
    );
  }
}

function spread(values: readonly number[]): string {
  const { low, high } = medianInterval(values);
  return `${fixed(median(values), 3)} [${fixed(low, 3)}, ${fixed(high, 3)}]`;
}
