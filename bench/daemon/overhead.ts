// What a call through MCP costs over the raw request: with an engine of its own, and through a daemon.
//
// Twin servers, interleaved forwards and backwards; a second raw client shows what this way of measuring cannot see.

import { join } from "node:path";
import { goals, line } from "../ops/overhead.ts";
import { mustAgree, pairings } from "../ops/questions.ts";
import { openRaw } from "../session/arms.ts";
import type { Project, Question } from "../session/project.ts";
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
  /** Rounds that are not measured between the first stretch and the second: a daemon lives long, and the engine of JavaScript optimizes late. */
  readonly between: number;
}

/** The processes that are asked, and whose processor time is read. */
interface Asked {
  readonly asks: Readonly<Record<Arm, (question: Question) => Promise<unknown>>>;
  readonly pids: Readonly<Record<Arm, readonly number[]>>;
}

export async function measureDaemonOverhead(
  subject: Subject,
  project: Project,
  { scratch, env, rounds, warmUp, between }: OverheadRun,
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
    const through = (agent: typeof direct) => (question: Question) => {
      const { operation, input } = pairings[question.kind];
      return agent.call(operation, input(question));
    };
    const asked: Asked = {
      asks: {
        raw: (question) => pairings[question.kind].raw(raw, question),
        direct: through(direct),
        daemon: through(daemon),
        control: (question) => pairings[question.kind].raw(control, question),
      },
      // Processor time, unlike time, does not depend on what else runs.
      pids: { raw: [], direct: [direct.pid], daemon: [daemon.pid, shared.daemonPid()], control: [] },
    };
    const title = `${subject.title} ${raw.version}`;
    for (const [when, skipped] of [
      ["from the start", warmUp],
      [`after ${between} more rounds`, between],
    ] as const) {
      const times = await measureStretch(project.questions, asked, { rounds, skipped, when }, record);
      report(`${title}, ${when}`, project, rounds, times, record);
    }
  } finally {
    await Promise.all([raw.stop(), control.stop(), direct.stop(), daemon.stop()]);
    await shared.close();
  }
}

// — below: private, in the order they are used —

interface Stretch {
  readonly rounds: number;
  readonly skipped: number;
  readonly when: string;
}

async function measureStretch(
  questions: readonly Question[],
  { asks, pids }: Asked,
  { rounds, skipped, when }: Stretch,
  record: Recorder,
): Promise<ReadonlyMap<string, Times>> {
  const times = new Map<string, Times>(questions.map(({ name }) => [name, noTimes()]));
  for (let round = -skipped; round < rounds; round++) {
    for (const question of questions) {
      for (const arm of round % 2 === 0 ? arms : [...arms].reverse()) {
        const before = cpuMs(pids[arm]);
        const began = performance.now();
        await asks[arm](question);
        const ms = performance.now() - began;
        const cpu = cpuMs(pids[arm]) - before;
        const taken = times.get(question.name);
        if (round < 0 || taken === undefined) continue;
        taken[arm].push(ms);
        if (arm === "direct" || arm === "daemon") taken.cpu[arm] += cpu / rounds;
        record.sample({ part: "daemon-overhead", when, question: question.name, arm, round, ms, cpu });
      }
    }
  }
  return times;
}

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
