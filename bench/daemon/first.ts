// The first complete answer on a Go repository: of `gopls mcp`, of ours with an engine of its own and through a daemon that
// does not run yet, and of a second agent on a daemon that is warm.

import { join } from "node:path";
import { judge } from "../peers/question.ts";
import type { AskedSymbol } from "../peers/question.ts";
import { Shims } from "../peers/servers.ts";
import type { Subject } from "../peers/subjects.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { median } from "../shared/stats.ts";
import { House } from "./house.ts";
import type { Choice, Product } from "./products.ts";
import { choicesIn, goplsMcp, limitMs } from "./products.ts";

const arms = ["raw", "gopls-mcp", "sightline", "daemon-cold", "daemon-second"] as const;
type Arm = (typeof arms)[number];

const titles: Readonly<Record<Arm, string>> = {
  raw: "the server itself",
  "gopls-mcp": "gopls mcp",
  sightline: "Sightline, direct",
  "daemon-cold": "Sightline, no daemon yet",
  "daemon-second": "Sightline, second agent",
};

export async function measureFirst(subject: Subject, scratch: string, rounds: number, record: Recorder): Promise<void> {
  const shims = new Shims(join(scratch, "first"));
  const { choices } = choicesIn(shims, scratch);
  const all = [...choices, goplsMcp(scratch)];
  const [symbol] = subject.symbols;
  if (symbol === undefined) return;
  const taken: Record<Arm, number[]> = {
    raw: [],
    "gopls-mcp": [],
    sightline: [],
    "daemon-cold": [],
    "daemon-second": [],
  };
  const keep = (arm: Arm, round: number, ms: number): void => {
    taken[arm].push(ms);
    record.sample({ part: "daemon-first", arm, round, ms });
  };
  const plain = all.filter(({ id }) => id === "raw" || id === "gopls-mcp" || id === "sightline");
  for (let round = 0; round < rounds; round++) {
    const turns = [
      ...plain.map((choice) => async () => keep(choice.id as Arm, round, await first(subject, choice, shims, symbol))),
      async () => {
        const { cold, second } = await agents(subject, join(scratch, `first-${round}`), shims, symbol);
        keep("daemon-cold", round, cold);
        keep("daemon-second", round, second);
      },
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  report(subject, symbol, rounds, taken, record);
}

// — below: private, in the order they are used —

async function first(subject: Subject, choice: Choice, shims: Shims, symbol: AskedSymbol): Promise<number> {
  const copy = subject.copy();
  const began = performance.now();
  let product: Product | undefined;
  try {
    product = await choice.open(subject, copy, shims);
    for (;;) {
      const reply = await product.runner.ask("references", symbol, limitMs);
      const facts = reply?.outcome === "answer" ? product.runner.facts(reply.text, symbol) : new Set<string>();
      if (judge(facts, symbol).isComplete) return performance.now() - began;
      if (performance.now() - began > limitMs) return Number.NaN;
    }
  } finally {
    await product?.close();
    copy.remove();
  }
}

/** Two agents, one after the other, each with a process of its own; the first one starts the daemon. */
async function agents(
  subject: Subject,
  home: string,
  shims: Shims,
  { declared, truth }: AskedSymbol,
): Promise<{ readonly cold: number; readonly second: number }> {
  const copy = subject.copy();
  const house = new House(home, copy.root, { ...shims.env }, "daemon", ["--trust"]);
  const { line, column } = declared;
  const input = { file_path: join(copy.root, declared.file), line, column, format: "json" };
  const one = async (): Promise<{ readonly ms: number; stop(): Promise<void> }> => {
    const began = performance.now();
    const client = await house.agent();
    let answer = await client.call("find_references", input);
    while (answer.state !== "complete" && performance.now() - began < limitMs)
      answer = await client.call("find_references", input);
    const ms = performance.now() - began;
    const found = (JSON.parse(answer.texts[0] ?? "[]") as readonly unknown[]).length;
    if (found < truth.size) throw new Error(`${found} of ${truth.size} uses were found`);
    return { ms, stop: () => client.stop() };
  };
  try {
    const cold = await one();
    const second = await one();
    await Promise.all([cold.stop(), second.stop()]);
    return { cold: cold.ms, second: second.ms };
  } finally {
    await house.close();
    copy.remove();
  }
}

function report(
  subject: Subject,
  symbol: AskedSymbol,
  rounds: number,
  taken: Readonly<Record<Arm, readonly number[]>>,
  record: Recorder,
): void {
  const bar = median(taken["gopls-mcp"]);
  const cold = median(taken["daemon-cold"]);
  const goals: Partial<Record<Arm, { readonly ratio: number; readonly most: number; readonly of: string }>> = {
    sightline: { ratio: median(taken.sightline) / bar, most: 1.1, of: "gopls mcp" },
    "daemon-cold": { ratio: cold / bar, most: Number.NaN, of: "gopls mcp" },
    "daemon-second": { ratio: median(taken["daemon-second"]) / cold, most: 0.05, of: "the first agent" },
  };
  const rows = arms.map((arm) => {
    const goal = goals[arm];
    const times = taken[arm];
    return [
      titles[arm],
      fixed(median(times), 0),
      `${fixed(Math.min(...times), 0)} to ${fixed(Math.max(...times), 0)}`,
      goal === undefined ? "" : `${fixed(goal.ratio, 3)} of ${goal.of}`,
      goal === undefined || Number.isNaN(goal.most) ? "" : verdict(goal.ratio <= goal.most),
    ];
  });
  record.table(
    `First complete answer (${symbol.truth.size} references of ${symbol.name}) on ${subject.title} in ms, ${rounds} fresh processes and copies per arm; goals: direct <= 1.1 of gopls mcp, a second agent on a warm daemon <= 0.05 of the first`,
    ["arm", "median", "range", "ratio", "goal"],
    rows,
  );
}
