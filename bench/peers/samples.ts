// The samples of a run, read back and grouped: what the tables, the plots and the list of losses are made of.

import { median, medianInterval, quantile } from "../shared/stats.ts";

export interface ArmRow {
  readonly arm: string;
  readonly title: string;
  readonly version: string;
  readonly isThere: boolean;
  readonly why?: string;
}

export interface SubjectRow {
  readonly subject: string;
  readonly title: string;
  readonly server: string;
  readonly files: number;
  readonly oracle: string;
  readonly symbols: number;
  readonly facts: number;
}

interface ColdRow {
  readonly subject: string;
  readonly arm: string;
  readonly firstMs: number;
  readonly word: string;
  readonly firstRecall: number;
  /** -1: never. */
  readonly completeMs: number;
  readonly lastRecall: number;
}

interface AskRow {
  readonly subject: string;
  readonly arm: string;
  readonly kind: string;
  readonly ms: number;
  readonly outcome: string;
  readonly found: number;
  readonly right: number;
  readonly truth: number;
  readonly tokens: number;
}

interface MemoryRow {
  readonly subject: string;
  readonly arm: string;
  readonly mb: number;
  readonly processes: number;
}

interface BehaviourRow {
  readonly subject: string;
  readonly arm: string;
  readonly what: string;
  readonly word: string;
  readonly ms: number;
}

export interface MachineRow {
  readonly machine: string;
  readonly load: string;
  readonly samples: number;
  readonly symbols: number;
  readonly seed: number;
  readonly quick: boolean;
}

/** One question put to one product in one repository. */
export interface Asked {
  readonly count: number;
  readonly p50: number;
  readonly low: number;
  readonly high: number;
  readonly p99: number;
  readonly recall: number;
  readonly precision: number;
  readonly tokensPerFact: number;
  readonly tokens: number;
  readonly failures: number;
  readonly hangs: number;
}

export interface Cold {
  readonly count: number;
  readonly firstMs: number;
  readonly words: string;
  readonly firstRecall: number;
  /** NaN when it never was. */
  readonly completeMs: number;
  readonly completed: number;
  readonly lastRecall: number;
}

export class PeerSamples {
  readonly arms: readonly ArmRow[];
  readonly subjects: readonly SubjectRow[];
  readonly machine: MachineRow | undefined;
  /** Repositories that were not measured to their end. */
  readonly faults: readonly { readonly subject: string; readonly why: string }[];
  readonly end: { readonly seconds: number; readonly load: string } | undefined;
  readonly #cold: readonly ColdRow[];
  readonly #asks: readonly AskRow[];
  readonly #memory: readonly MemoryRow[];
  readonly #behaviour: readonly BehaviourRow[];
  readonly #lists: readonly { readonly arm: string; readonly tools: number; readonly tokens: number }[];

  constructor(jsonl: string) {
    const rows = jsonl
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { readonly part: string });
    const of = <T>(part: string): T[] => rows.filter((row) => row.part === part) as unknown as T[];
    this.arms = of<ArmRow>("arm").sort((a, b) => placeOf(a.arm) - placeOf(b.arm));
    this.subjects = of("subject");
    this.faults = of("fault");
    this.machine = of<MachineRow>("machine")[0];
    this.end = of<{ seconds: number; load: string }>("end")[0];
    this.#cold = of("cold");
    this.#asks = of("ask");
    this.#memory = of("memory");
    this.#behaviour = of("behaviour");
    this.#lists = of("list");
  }

  asked(subject: string, arm: string, kind: string): Asked | undefined {
    const rows = this.#asks.filter((row) => row.subject === subject && row.arm === arm && row.kind === kind);
    if (rows.length === 0) return undefined;
    const sum = (pick: (row: AskRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
    const ms = rows.map((row) => row.ms);
    const { low, high } = medianInterval(ms);
    const right = sum((row) => row.right);
    return {
      count: rows.length,
      p50: median(ms),
      low,
      high,
      p99: quantile(ms, 0.99),
      recall: right / sum((row) => row.truth),
      precision: right / sum((row) => row.found),
      tokensPerFact: sum((row) => row.tokens) / right,
      tokens: median(rows.map((row) => row.tokens)),
      failures: rows.filter((row) => row.outcome !== "answer").length,
      hangs: rows.filter((row) => row.outcome === "hang").length,
    };
  }

  cold(subject: string, arm: string): Cold | undefined {
    const rows = this.#cold.filter((row) => row.subject === subject && row.arm === arm);
    if (rows.length === 0) return undefined;
    const complete = rows.flatMap(({ completeMs }) => (completeMs < 0 ? [] : [completeMs]));
    const words = new Set(rows.map(({ word }) => word));
    return {
      count: rows.length,
      firstMs: median(rows.map(({ firstMs }) => firstMs)),
      words: [...words]
        .map((word) => `${word} ${rows.filter((row) => row.word === word).length}/${rows.length}`)
        .join("; "),
      firstRecall: median(rows.map(({ firstRecall }) => firstRecall)),
      completeMs: median(complete),
      completed: complete.length,
      lastRecall: median(rows.map(({ lastRecall }) => lastRecall)),
    };
  }

  memory(subject: string, arm: string): MemoryRow | undefined {
    return this.#memory.find((row) => row.subject === subject && row.arm === arm);
  }

  behaviour(subject: string, arm: string, what: string): BehaviourRow | undefined {
    return this.#behaviour.find((row) => row.subject === subject && row.arm === arm && row.what === what);
  }

  list(arm: string): { readonly tools: number; readonly tokens: number } | undefined {
    return this.#lists.find((row) => row.arm === arm);
  }
}

/** The limit first, ours next, a text search last. */
function placeOf(arm: string): number {
  const order = [
    "raw",
    "sightline",
    "sightline-ts7",
    "agent-lsp",
    "serena",
    "cclsp",
    "mcp-language-server",
    "gopls-mcp",
  ];
  const at = order.indexOf(arm);
  return at < 0 ? order.length : at;
}
