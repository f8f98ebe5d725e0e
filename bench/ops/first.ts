// The time to the first complete answer through MCP: from the start of a process, and from a server that is warm.

import { pathToFileURL } from "node:url";
import { McpClient } from "../shared/mcp-client.ts";
import { pairings } from "./questions.ts";
import { coldQuestion } from "../session/order.ts";
import type { Project, Question } from "../session/project.ts";
import { RawClient } from "../shared/raw-client.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed } from "../shared/record.ts";
import { differences, median, medianInterval } from "../shared/stats.ts";
import type { Subject } from "../session/subject.ts";

interface First {
  readonly coldMs: number;
  readonly warmMs: number;
}

export async function measureFirstAnswers(
  subject: Subject,
  project: Project,
  env: NodeJS.ProcessEnv,
  rounds: number,
  record: Recorder,
): Promise<void> {
  const question = coldQuestion(project);
  const taken: Record<"raw" | "ours", First[]> = { raw: [], ours: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (["raw", "ours"] as const) : (["ours", "raw"] as const);
    for (const arm of order) {
      const first = arm === "raw" ? await rawFirst(subject, project, question) : await ourFirst(project, question, env);
      taken[arm].push(first);
      record.sample({ part: "first", arm, round, ...first });
    }
  }
  const rows = (["coldMs", "warmMs"] as const).map((key) => {
    const of = (arm: "raw" | "ours"): number[] => taken[arm].map((first) => first[key]);
    const extra = differences(of("ours"), of("raw"));
    const interval = medianInterval(extra);
    return [
      key === "coldMs" ? "cold: process started, nothing open" : "warm: the same question again",
      fixed(median(of("raw")), 1),
      fixed(median(of("ours")), 1),
      fixed(median(of("ours")) / median(of("raw")), 2),
      `${fixed(median(extra), 1)} [${fixed(interval.low, 1)}, ${fixed(interval.high, 1)}]`,
    ];
  });
  record.table(
    `First complete answer (${question.facts} references) through MCP in ms, ${rounds} fresh processes per arm; the raw client is told which file to open`,
    ["setting", "raw", "ours", "ratio of medians", "ours - raw [95 %]"],
    rows,
  );
}

async function rawFirst(subject: Subject, project: Project, question: Question): Promise<First> {
  const began = performance.now();
  const client = new RawClient(subject.command, project.root);
  try {
    await client.initialize(project.root, subject.capabilities);
    const text = project.opened.find(({ file }) => file === question.file)?.text ?? "";
    client.open(pathToFileURL(question.file).href, project.languageId, text);
    const ask = (): Promise<unknown> => pairings[question.kind].raw(client, question);
    let answer = await ask();
    while (!Array.isArray(answer) || answer.length < question.facts) answer = await ask();
    const coldMs = performance.now() - began;
    const again = performance.now();
    await ask();
    return { coldMs, warmMs: performance.now() - again };
  } finally {
    await client.stop();
  }
}

async function ourFirst(project: Project, question: Question, env: NodeJS.ProcessEnv): Promise<First> {
  const began = performance.now();
  const client = new McpClient(["--root", project.root], project.root, env);
  const { operation, input } = pairings[question.kind];
  try {
    await client.initialize();
    let answer = await client.call(operation, input(question));
    while (answer.state !== "complete") answer = await client.call(operation, input(question));
    const coldMs = performance.now() - began;
    const again = performance.now();
    await client.call(operation, input(question));
    return { coldMs, warmMs: performance.now() - again };
  } finally {
    await client.stop();
  }
}
