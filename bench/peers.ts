// Measures Sightline against its peers, the server itself and a text search: completeness, time, tokens, memory, behaviour.
//
//   node tools/run.mjs bench/peers.ts [--quick] [--samples N] [--symbols N] [--seed N] [--minutes N] [SUBJECT…]
//
// Invariant: all that take part are asked in turn, in an order that a seed decides; every answer is judged; a call that does not
// come back is a result and not the end of the run; nothing is left running.

import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Arm } from "./peers/arms.ts";
import { findArms } from "./peers/arms.ts";
import { measureBehaviour } from "./peers/behaviour.ts";
import type { ColdQuestion } from "./peers/cold.ts";
import { measureCold } from "./peers/cold.ts";
import { pause } from "./peers/mcp-peer.ts";
import { kill, treeOf } from "./peers/processes.ts";
import { judge } from "./peers/question.ts";
import { report } from "./peers/report.ts";
import { Shims, versionOf } from "./peers/servers.ts";
import type { Subject, SubjectId } from "./peers/subjects.ts";
import { makeSubject, subjectIds } from "./peers/subjects.ts";
import { measureLists, measureWarm, takeSeats } from "./peers/warm.ts";
import { Recorder } from "./shared/record.ts";
import { randomFrom } from "./shared/stats.ts";

const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const samples = numberAfter("--samples", isQuick ? 1 : 2);
const symbols = numberAfter("--symbols", isQuick ? 6 : 20);
const seed = numberAfter("--seed", 20_261_116);
const budgetMs = numberAfter("--minutes", 14) * 60_000;
const limitMs = isQuick ? 15_000 : 30_000;
const warmLimitMs = 12_000;
const slowMs = 8_000;
const named = subjectIds.filter((id) => words.includes(id));
const chosen = named.length > 0 ? named : isQuick ? (["rxjs", "chi"] as const) : subjectIds;

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `peers-${stamp}`);
const random = randomFrom(seed);
const listed = new Set<string>();
let shuffled: readonly number[] = [];
// Nothing stays behind when the run is broken off.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => breakOff());
try {
  const shims = new Shims(scratch);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const { arms, absent } = findArms(shims, scratch, version);
  describe(arms);
  for (const { id, title, version: wanted, why } of absent)
    record.sample({ part: "arm", arm: id, title, version: wanted, isThere: false, why: publicly(why) });
  for (const id of chosen) {
    try {
      if (performance.now() - began > budgetMs) throw new Error("left out, because the time was up");
      await measureSubject(id, arms, shims);
    } catch (error) {
      const why = publicly(error instanceof Error ? error.message : String(error));
      record.sample({ part: "fault", subject: id, why });
      process.stderr.write(`${id}: ${why}\n`);
    }
  }
  record.sample({ part: "end", seconds: Math.round((performance.now() - began) / 1_000), load: loads() });
} finally {
  await record.close();
  rmSync(scratch, { recursive: true, force: true });
}
for (const line of report(readFileSync(record.file, "utf8"))) process.stdout.write(`${line}\n`);
process.stdout.write(`\nSamples: ${relative(process.cwd(), record.file)}\n`);
// A client that was killed may leave a pipe open.
process.exit(0);

async function measureSubject(id: SubjectId, all: readonly Arm[], shims: Shims): Promise<void> {
  const subject = await makeSubject(id, symbols, shims);
  if (subject === undefined) return record.say(`${id} was not fetched and was not measured.`);
  const arms = all.filter(({ languages }) => languages.includes(subject.language));
  const say = (what: string): void =>
    void process.stderr.write(`${Math.round((performance.now() - began) / 1_000)} s: ${subject.title}: ${what}\n`);
  try {
    describeSubject(subject);
    say("first answers");
    const cold = await reachable(subject, arms);
    // Where the server itself needs long, it would be waited for again and again.
    const rounds = (cold?.needMs ?? 0) > slowMs ? 1 : samples;
    const options = { rounds, limitMs, order: inTurn };
    const asked = arms.filter(({ id: arm }) => arm !== "grep");
    if (cold !== undefined) await measureCold(subject, cold, asked, options, record);
    say("warm answers");
    const seats = await takeSeats(subject, arms, limitMs);
    try {
      await measureLists(seats, listed, record);
      await measureWarm(subject, seats, { limitMs: Math.min(limitMs, warmLimitMs), order: inTurn }, record);
      say("behaviour");
      await measureBehaviour(subject, seats, Math.min(limitMs, 8_000), record);
    } finally {
      for (const { runner, copy } of seats) {
        runner.kill();
        copy.remove();
      }
    }
  } finally {
    subject.remove();
  }
}

function breakOff(): never {
  kill(treeOf(process.pid).filter(({ pid }) => pid !== process.pid));
  rmSync(scratch, { recursive: true, force: true });
  process.exit(130);
}

/** The symbol with most uses of which the server itself, once loaded, says what the truth is, and how long that took. */
async function reachable(subject: Subject, arms: readonly Arm[]): Promise<ColdQuestion | undefined> {
  const raw = arms.find(({ id }) => id === "raw");
  const copy = subject.copy();
  const start = performance.now();
  const runner = await raw?.open(subject, copy.root, limitMs);
  try {
    if (runner === undefined) return undefined;
    const until = performance.now() + 4 * limitMs;
    const byUses = [...subject.symbols].sort((a, b) => b.truth.size - a.truth.size);
    while (performance.now() < until) {
      for (const symbol of byUses) {
        const reply = await runner.ask("references", symbol, limitMs);
        if (reply?.outcome === "answer" && judge(runner.facts(reply.text, symbol), symbol).isComplete)
          return { symbol, needMs: performance.now() - start };
      }
      await pause(200);
    }
    return undefined;
  } finally {
    runner?.kill();
    copy.remove();
  }
}

/** A new order for every two rounds, forwards and then backwards. */
function inTurn<T>(items: readonly T[], round: number): readonly T[] {
  if (round % 2 === 0 || shuffled.length !== items.length) {
    const left = items.map((_, index) => index);
    shuffled = items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0);
  }
  const order = round % 2 === 0 ? shuffled : [...shuffled].reverse();
  return order.flatMap((index) => items.slice(index, index + 1));
}

function describe(arms: readonly Arm[]): void {
  const [cpu] = cpus();
  const machine = `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpu?.model ?? "unknown"}`;
  record.sample({ part: "machine", machine, load: loads(), samples, symbols, seed, quick: isQuick });
  for (const { id, title, version } of arms) record.sample({ part: "arm", arm: id, title, version, isThere: true });
}

function describeSubject({ id, title, language, files, oracle, symbols: asked }: Subject): void {
  const facts = asked.reduce((sum, { truth }) => sum + truth.size, 0);
  record.sample({
    part: "subject",
    subject: id,
    title,
    server: versionOf(language),
    files,
    oracle,
    symbols: asked.length,
    facts,
  });
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}

/** Without what only this machine has: paths and addresses. */
function publicly(why: string): string {
  return why.replaceAll(/https?:\/\/\S+/g, "the registry").replaceAll(/(?<![\w.])(?:\/[\w.@-]+)+\/(?=[\w.-])/g, "");
}

function numberAfter(flag: string, otherwise: number): number {
  const at = words.indexOf(flag);
  return at < 0 ? otherwise : Number(words[at + 1]);
}
