// One daemon under 1, 4, 16 and 64 agents that ask mixed questions: how long answers take, whether an agent starves, whether any is wrong.
//
// Each agent is a connection of its own, as a door has it, but all lie in this process: 64 further processes would be measured
// instead of the daemon. An agent waits between two questions, at random times that a seed decides, as models do; the one that
// is alone waits less, so that it asks often enough for a 99th percentile.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine } from "../../src/engine/engine.ts";
import type * as through from "../../src/engine/daemon/open-through.ts";
import { pairings } from "../ops/questions.ts";
import { pause } from "../peers/mcp-peer.ts";
import type { Project, Question } from "../session/project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median, quantile, randomFrom } from "../shared/stats.ts";
import { cpuMs } from "./costs.ts";
import { House } from "./house.ts";

const numbers = [1, 4, 16, 64] as const;
const meanPauseMs = 250;
const alonePauseMs = 25;
const blockMs = 12_000;
const goal = 3;

interface Tally {
  readonly ms: number[];
  /** Answers of each agent, and its longest wait. */
  readonly answers: number[];
  wrong: string[];
  cpu: number;
  seconds: number;
}

export async function measureAgents(
  project: Project,
  { scratch, env, rounds }: { readonly scratch: string; readonly env: NodeJS.ProcessEnv; readonly rounds: number },
  record: Recorder,
): Promise<void> {
  const house = new House(join(scratch, "agents"), project.root, env, "daemon");
  const tallies = new Map<number, Tally>(
    numbers.map((agents) => [agents, { ms: [], answers: [], wrong: [], cpu: 0, seconds: 0 }]),
  );
  const engines: Engine[] = [];
  try {
    for (let n = 0; n < Math.max(...numbers); n++) engines.push(await connected(house));
    for (const question of project.questions) await ask(engines[0], question);
    for (let round = 0; round < rounds; round++) {
      for (const agents of round % 2 === 0 ? numbers : [...numbers].reverse()) {
        const tally = tallies.get(agents);
        if (tally !== undefined) await block(project, engines.slice(0, agents), round, house, tally);
      }
    }
    for (const [agents, { ms, wrong }] of tallies)
      for (const one of ms) record.sample({ part: "daemon-agents", agents, ms: one, wrong: wrong.length });
    report(project, rounds, tallies, record);
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
    await house.close();
  }
}

// — below: private, in the order they are used —

/** By the built code, which starts the built daemon. */
async function connected(house: House): Promise<Engine> {
  Object.assign(process.env, house.env);
  const path = fileURLToPath(new URL("../../../../dist/engine/daemon/open-through.js", import.meta.url));
  const { openThroughDaemon } = (await import(path)) as typeof through;
  return openThroughDaemon({ directory: house.root, exact: true });
}

async function block(
  project: Project,
  engines: readonly Engine[],
  round: number,
  house: House,
  tally: Tally,
): Promise<void> {
  const began = performance.now();
  const before = cpuMs([house.daemonPid()]);
  const mean = engines.length === 1 ? alonePauseMs : meanPauseMs;
  await Promise.all(
    engines.map(async (engine, index) => {
      const random = randomFrom(1_000 * round + index);
      let answers = 0;
      while (performance.now() - began < blockMs) {
        await pause(-Math.log(1 - random()) * mean);
        const question = project.questions[Math.floor(random() * project.questions.length)];
        if (question === undefined) return;
        const asked = performance.now();
        const wrong = await ask(engine, question);
        tally.ms.push(performance.now() - asked);
        answers += 1;
        if (wrong !== undefined) tally.wrong.push(wrong);
      }
      tally.answers.push(answers);
    }),
  );
  tally.cpu += cpuMs([house.daemonPid()]) - before;
  tally.seconds += (performance.now() - began) / 1_000;
}

/** What is wrong with the answer, if anything is. */
async function ask(engine: Engine | undefined, question: Question): Promise<string | undefined> {
  const { operation, input, facts } = pairings[question.kind];
  const outcome = await engine?.invoke({
    operation,
    input: input(question),
    caller: { door: "library", allowed: ["read"] },
    format: "json",
    maxCharacters: 10_000_000,
  });
  if (outcome === undefined) return "no engine";
  if (!outcome.ok) return `${question.name}: ${outcome.refusal.what}`;
  const found = outcome.body.format === "json" ? facts(outcome.body.json) : -1;
  if (found === question.facts && outcome.standing.state === "complete") return undefined;
  return `${question.name}: ${found} of ${question.facts}, ${outcome.standing.state}`;
}

function report(project: Project, rounds: number, tallies: ReadonlyMap<number, Tally>, record: Recorder): void {
  const alone = quantile(tallies.get(1)?.ms ?? [], 0.99);
  const rows = [...tallies].map(([agents, { ms, answers, wrong, cpu, seconds }]) => {
    const ratio = quantile(ms, 0.99) / alone;
    const fewest = Math.min(...answers);
    const isFair = fewest >= median(answers) / 2;
    const isMet = wrong.length === 0 && isFair && (agents !== 16 || ratio <= goal);
    return [
      String(agents),
      String(ms.length),
      fixed(median(ms), 2),
      fixed(quantile(ms, 0.99), 1),
      fixed(ratio, 2),
      fixed(Math.max(...ms), 0),
      `${fewest} (${fixed(median(answers), 0)})`,
      String(wrong.length),
      fixed(cpu / ms.length, 2),
      `${fixed((cpu / seconds / 1_000) * 100, 0)} %`,
      verdict(isMet),
    ];
  });
  record.table(
    `Agents on one daemon, ${project.questions.length} kinds of questions at random, ${rounds} blocks of ${blockMs / 1_000} s, ${meanPauseMs} ms between two questions of an agent on average; goals: p99 with 16 <= ${goal} of one, none wrong, no agent with less than half of the usual answers`,
    [
      "agents",
      "answers",
      "p50 ms",
      "p99",
      "of one",
      "longest",
      "fewest of an agent (median)",
      "wrong",
      "processor ms per call",
      "core",
      "goal",
    ],
    rows,
  );
  for (const { wrong } of tallies.values()) for (const one of wrong.slice(0, 5)) record.say(`Wrong: ${one}`);
}
