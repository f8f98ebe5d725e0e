// What an operation through MCP over stdio costs more than the raw request, and how that grows with the answer.
//
// Twin servers, interleaved forwards and backwards; a second raw client shows what this way of measuring cannot see.

import { McpClient } from "../shared/mcp-client.ts";
import { mustAgree, pairings } from "./questions.ts";
import { openRaw } from "../session/arms.ts";
import type { Project } from "../session/project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { differences, median, medianInterval, quantile } from "../shared/stats.ts";
import type { Subject } from "../session/subject.ts";

export const goals = { alphaMs: 1, betaMs: 0.003, ratio: 1.1, ratioFromMs: 20 } as const;

interface Times {
  readonly raw: number[];
  readonly ours: number[];
  readonly control: number[];
}

export async function measureOpsOverhead(
  subject: Subject,
  project: Project,
  env: NodeJS.ProcessEnv,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
  record: Recorder,
): Promise<void> {
  const raw = await openRaw(subject, project);
  const control = await openRaw(subject, project);
  const ours = new McpClient(["--root", project.root], project.root, env);
  try {
    await ours.initialize();
    for (const question of project.questions) await mustAgree(raw, ours, question);
    const times = new Map<string, Times>(
      project.questions.map(({ name }) => [name, { raw: [], ours: [], control: [] }]),
    );
    for (let round = -warmUp; round < rounds; round++) {
      for (const question of project.questions) {
        const { operation, raw: ask, input } = pairings[question.kind];
        const arms = [
          ["raw", () => ask(raw, question)],
          ["ours", () => ours.call(operation, input(question))],
          ["control", () => ask(control, question)],
        ] as const;
        for (const [arm, run] of round % 2 === 0 ? arms : [...arms].reverse()) {
          const began = performance.now();
          await run();
          const ms = performance.now() - began;
          if (round < 0) continue;
          times.get(question.name)?.[arm].push(ms);
          record.sample({ part: "ops", question: question.name, arm, round, ms });
        }
      }
    }
    report(`${subject.title} ${raw.version}`, project, rounds, times, record);
  } finally {
    await Promise.all([raw.stop(), control.stop(), ours.stop()]);
  }
}

function report(
  title: string,
  project: Project,
  rounds: number,
  times: ReadonlyMap<string, Times>,
  record: Recorder,
): void {
  const rows = project.questions.map(({ name, kind, facts }) => {
    const arms = times.get(name);
    if (arms === undefined) return [name];
    const extra = differences(arms.ours, arms.raw);
    const interval = medianInterval(extra);
    const [slow, p50] = [median(arms.raw), median(extra)];
    const ratio = median(arms.ours) / slow;
    const goalMs = goals.alphaMs + goals.betaMs * facts;
    const isMet = slow >= goals.ratioFromMs ? ratio <= goals.ratio : p50 <= goalMs;
    return [
      `${pairings[kind].operation} ${facts}`,
      fixed(slow, 3),
      `${fixed(p50, 3)} [${fixed(interval.low, 3)}, ${fixed(interval.high, 3)}]`,
      fixed(quantile(extra, 0.99), 2),
      fixed(ratio, 2),
      fixed(median(differences(arms.control, arms.raw)), 3),
      verdict(isMet),
    ];
  });
  record.table(
    `Overhead of operations through MCP over stdio, ${title}, in ms, ${rounds} pairs; goal: p50 <= 1 + 0.003 per location, or ratio <= 1.10 where the raw request takes 20 ms`,
    ["operation, facts", "raw p50", "ours - raw p50 [95 %]", "p99", "ratio", "raw again p50", "goal"],
    rows,
  );
  const points = project.questions.flatMap(({ name, kind, facts }) => {
    const arms = times.get(name);
    return kind === "references" && arms !== undefined
      ? [{ x: facts, y: median(differences(arms.ours, arms.raw)) }]
      : [];
  });
  const { intercept, slope } = line(points);
  record.say(
    `\nReferences: overhead = ${fixed(intercept, 3)} ms + ${fixed(slope * 1_000, 2)} µs per location (goals 1 ms and 3 µs: ${verdict(intercept <= goals.alphaMs)}, ${verdict(slope <= goals.betaMs)}).`,
  );
}

/** Least squares. */
export function line(points: readonly { readonly x: number; readonly y: number }[]): {
  readonly intercept: number;
  readonly slope: number;
} {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const across = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const along = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const slope = across / along;
  return { intercept: y - slope * x, slope };
}
