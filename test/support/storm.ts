// Agents that ask and change things while agents, daemons and servers are killed at random, and an account of what came of it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../../src/host/process/process-table.ts";
import type { Shared } from "./daemons.ts";
import { daemonProcesses, shared } from "./daemons.ts";
import { gone } from "./soon.ts";
import type { Agent, ToolText } from "./sightline.ts";
import { callTool } from "./sightline.ts";

export interface StormReport {
  readonly kills: Record<Victim, number>;
  /** Complete answers, and those that said that they were not. */
  answers: number;
  partial: number;
  /** Refusals by their code; `gone` is a call whose own agent was killed. */
  readonly refusals: Record<string, number>;
  changes: number;
  notMade: number;
  /** Each in words; there should be none. */
  readonly wrong: string[];
  readonly halves: string[];
  readonly orphans: number[];
}

type Victim = "agent" | "daemon" | "server";

export interface StormChoices {
  readonly seed: number;
  /** It ends after so many kills and so much time. */
  readonly kills: number;
  readonly ms: number;
  /** So many agents ask, and so many change things, two at most. */
  readonly readers: number;
  readonly writers: number;
}

const maxWriters = 2;
/** Files of each writer, which it alone changes. */
const ownFiles = 12;
/** Uses of the symbol that no writer touches. */
const stableUses = 15;

const fixture = [
  "-- stable.toy --\ndef «^»stable\n",
  ...Array.from({ length: stableUses }, (_, index) => `-- s${index}.toy --\nuse stable\n`),
  ...Array.from({ length: maxWriters }, (_, writer) =>
    Array.from({ length: ownFiles }, (__, index) =>
      index === 0
        ? `-- w${writer}.toy --\ndef name${writer}x0\n`
        : `-- w${writer}u${index}.toy --\nuse name${writer}x0\n`,
    ).join(""),
  ),
].join("");

/** A server that is killed is started again at once and blamed on no file, however often. */
const settings = { restart: { max: 100_000, backoffMs: [0], breakerCrashes: 0, quarantineAfter: 0 } };

export async function storm(choices: StormChoices): Promise<StormReport> {
  const one = shared(undefined, { settings }, fixture);
  const report: StormReport = {
    kills: { agent: 0, daemon: 0, server: 0 },
    ...{ answers: 0, partial: 0, refusals: {}, changes: 0, notMade: 0, wrong: [], halves: [], orphans: [] },
  };
  const course = new Storm(one, report, generator(choices.seed));
  const pids = await course.run(choices);
  const left = readdirSync(one.made.root).filter((name) => name.startsWith(".sightline-"));
  report.halves.push(...left);
  await one[Symbol.asyncDispose]();
  for (const pid of pids) if (!(await isGone(pid))) report.orphans.push(pid);
  report.orphans.push(...(await daemonProcesses(one.made)));
  return report;
}

// — below: private, in the order they are used —

class Storm {
  readonly #one: Shared;
  readonly #report: StormReport;
  readonly #random: () => number;
  readonly #agents = new Map<number, Agent>();
  /** Every process that was ever seen. */
  readonly #seen = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  #isOver = false;

  constructor(one: Shared, report: StormReport, random: () => number) {
    this.#one = one;
    this.#report = report;
    this.#random = random;
  }

  async run({ kills, ms, readers, writers }: StormChoices): Promise<ReadonlySet<number>> {
    const workers = [
      ...Array.from({ length: readers }, (_, index) => this.#reads(index)),
      ...Array.from({ length: writers }, (_, index) => this.#writes(readers + index, index)),
    ];
    const until = Date.now() + ms;
    const over = this.#kills(kills, until).finally(() => {
      this.#isOver = true;
    });
    await Promise.all([...workers, over]);
    for (const agent of this.#agents.values()) await agent.client.close();
    return this.#seen;
  }

  async #kills(kills: number, until: number): Promise<void> {
    for (let count = 0; count < kills || Date.now() < until; count++) {
      // Each time some calls have come to an end, whatever it was.
      for (let left = 1 + Math.floor(this.#random() * 12); left > 0; left--) await this.#nextCall();
      this.#kill(["agent", "daemon", "server"][Math.floor(this.#random() * 3)] as Victim);
    }
  }

  #nextCall(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #kill(victim: Victim): void {
    const daemons = this.#one.daemons().map(({ pid }) => pid);
    const servers = this.#one.servers();
    const agents = [...this.#agents.values()].map(({ pid }) => pid);
    for (const pid of [...daemons, ...servers, ...agents]) this.#seen.add(pid);
    const of = { agent: agents, daemon: daemons, server: servers }[victim];
    const pid = of[Math.floor(this.#random() * of.length)];
    if (pid === undefined || pid === 0) return;
    try {
      process.kill(pid, "SIGKILL");
      this.#report.kills[victim]++;
    } catch {
      // It had gone already.
    }
  }

  /** Asks for what never changes. */
  async #reads(slot: number): Promise<void> {
    while (!this.#isOver) {
      const told = await this.#call(slot, "find_references", this.#one.made.at);
      if (told === undefined || told.isError) continue;
      const text = told.texts.join("\n");
      const found = new Set(text.match(/\bs\d+\.toy/g)).size;
      if (told.standing?.state !== "complete") this.#report.partial++;
      else if (found === stableUses) this.#report.answers++;
      else this.#report.wrong.push(`${found} of ${stableUses} files: ${text.slice(0, 300)}`);
    }
  }

  /** Renames a symbol that no other writer touches, and compares what it is told with the disk. */
  async #writes(slot: number, writer: number): Promise<void> {
    for (let turn = 1; !this.#isOver; turn++) {
      const before = await this.#nameOnDisk(slot, writer);
      const input = { file_path: `w${writer}.toy`, line: 1, column: 5, new_name: `name${writer}x${turn}` };
      const told = await this.#call(slot, "rename_symbol", input);
      if (told === undefined) continue;
      const after = await this.#nameOnDisk(slot, writer);
      const isMade = /undo id/i.test(told.texts.join("\n"));
      if (isMade) this.#report.changes++;
      else this.#report.notMade++;
      // Where not even the journal could be read, both are true to what was said.
      const isKnown = !told.texts.join("\n").includes("It is not known whether");
      const should = isMade ? input.new_name : before;
      if (after !== should && (isKnown || after !== input.new_name))
        this.#report.wrong.push(`${should} expected, ${after} on disk: ${told.texts.join().slice(0, 300)}`);
    }
  }

  /** The one name in all files of a writer, once a question has had what was left of a killed change taken back. */
  async #nameOnDisk(slot: number, writer: number): Promise<string> {
    for (;;) {
      const told = await this.#call(slot, "list_symbols", { file_path: `w${writer}.toy` });
      if (told?.isError === false || this.#isOver) break;
    }
    const names = Array.from({ length: ownFiles }, (_, index) => {
      const file = join(this.#one.made.root, index === 0 ? `w${writer}.toy` : `w${writer}u${index}.toy`);
      return existsSync(file) ? (readFileSync(file, "utf8").split(/\s/)[1] ?? "empty") : "no file";
    });
    const [name = ""] = names;
    if (new Set(names).size > 1) this.#report.halves.push(`writer ${writer}: ${[...new Set(names)].join(", ")}`);
    return name;
  }

  /** Undefined where the agent itself was killed: its next call is made by another. */
  async #call(slot: number, name: string, input: Record<string, unknown>): Promise<ToolText | undefined> {
    try {
      const agent = this.#agents.get(slot) ?? (await this.#one.agent(["--tools", "full"]));
      this.#agents.set(slot, agent);
      const told = await callTool(agent, name, input);
      if (told.isError) this.#count(told.refusal?.code ?? "none");
      return told;
    } catch {
      this.#count("gone");
      const agent = this.#agents.get(slot);
      this.#agents.delete(slot);
      await Promise.allSettled([agent?.client.close()]);
      return undefined;
    } finally {
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  #count(code: string): void {
    this.#report.refusals[code] = (this.#report.refusals[code] ?? 0) + 1;
  }
}

async function isGone(pid: number): Promise<boolean> {
  const [ended] = await Promise.allSettled([gone(pid)]);
  return ended.status === "fulfilled" && !(await isAlive(pid));
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
