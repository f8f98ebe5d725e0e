// How an answer grows with the repository: the same question, asked in ever larger trees.

import { rmSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { openRaw } from "../session/arms.ts";
import { McpClient } from "../shared/mcp-client.ts";
import { line } from "./overhead.ts";
import { mustAgree, pairings } from "./questions.ts";
import { coldQuestion } from "../session/order.ts";
import type { Project } from "../session/project.ts";
import { makeProject } from "../session/project.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median } from "../shared/stats.ts";
import type { Subject } from "../session/subject.ts";

const goals = { tokens: 0.05, warm: 0.2 } as const;

interface Size {
  readonly files: number;
  readonly tokens: number;
  readonly rawMs: number;
  readonly ourMs: number;
}

export async function measureGrowth(
  subject: Subject,
  sizes: readonly number[],
  env: NodeJS.ProcessEnv,
  rounds: number,
  record: Recorder,
): Promise<void> {
  const measured: Size[] = [];
  for (const files of sizes) {
    const project = makeProject("typescript", files);
    try {
      measured.push(await measureSize(subject, project, files, env, rounds, record));
    } finally {
      rmSync(project.root, { recursive: true, force: true });
    }
  }
  const slope = (key: "tokens" | "rawMs" | "ourMs"): number =>
    line(measured.map((size) => ({ x: Math.log(size.files), y: Math.log(size[key]) }))).slope;
  record.table(
    `Growth: the references of one symbol in ever larger trees, warm, medians of ${rounds}`,
    ["files", "tokens", "raw ms", "ours ms"],
    measured.map(({ files, tokens, rawMs, ourMs }) => [
      String(files),
      String(tokens),
      fixed(rawMs, 2),
      fixed(ourMs, 2),
    ]),
  );
  const above = slope("ourMs") - slope("rawMs");
  record.say(
    `\nLog-log slopes: tokens ${fixed(slope("tokens"), 3)} (goal ${goals.tokens}: ${verdict(slope("tokens") <= goals.tokens)}); ` +
      `warm latency ${fixed(slope("ourMs"), 3)}, raw ${fixed(slope("rawMs"), 3)}, ${fixed(above, 3)} above it (goal ${goals.warm}: ${verdict(above <= goals.warm)}).`,
  );
}

async function measureSize(
  subject: Subject,
  project: Project,
  files: number,
  env: NodeJS.ProcessEnv,
  rounds: number,
  record: Recorder,
): Promise<Size> {
  const question = coldQuestion({ ...project, questions: project.questions.filter(({ facts }) => facts < 100) });
  const { operation, raw: ask, input } = pairings[question.kind];
  const raw = await openRaw(subject, project);
  const ours = new McpClient(["--root", project.root], project.root, env);
  try {
    await ours.initialize();
    await mustAgree(raw, ours, question);
    const times: { raw: number[]; ours: number[] } = { raw: [], ours: [] };
    for (let round = -10; round < rounds; round++) {
      const arms = [
        ["raw", () => ask(raw, question)],
        ["ours", () => ours.call(operation, input(question))],
      ] as const;
      for (const [arm, run] of round % 2 === 0 ? arms : [...arms].reverse()) {
        const began = performance.now();
        await run();
        if (round >= 0) times[arm].push(performance.now() - began);
      }
    }
    const text = (await ours.call(operation, input(question))).texts.join("\n");
    const size = { files, tokens: countTokens(text), rawMs: median(times.raw), ourMs: median(times.ours) };
    record.sample({ part: "growth", ...size });
    return size;
  } finally {
    await Promise.all([raw.stop(), ours.stop()]);
  }
}
