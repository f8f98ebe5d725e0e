// Measures what questions about a whole repository cost an agent: by one script, by single tools, and by grep and reading files.
//
//   node tools/run.mjs bench/script.ts [--quick] [WORD of a question…]
//
// Invariant: it reports and never judges a run as failed; a cell that loses is shown and marked, and so is an answer that differs.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Engine } from "../src/engine/engine.ts";
import { openEngine } from "../src/engine/open.ts";
import type { Host } from "../src/host/host.ts";
import { openNodeHost } from "../src/host/node/node-host.ts";
import { catalogOf } from "../test/real/installed.ts";
import type { Checkout, RealPackage } from "../test/real/real-package.ts";
import { checkOut, fetched } from "../test/real/real-package.ts";
import type { Cost } from "./script/arms.ts";
import { askScript, Shell, Tally, Tools } from "./script/arms.ts";
import type { ScriptQuestion } from "./script/question.ts";
import { otherQuestions } from "./script/questions-others.ts";
import { rxjsQuestions } from "./script/questions-rxjs.ts";
import { fixed, Recorder } from "./shared/record.ts";
import { median } from "./shared/stats.ts";

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const all = [...rxjsQuestions, ...otherQuestions];
const questions = words.length === 0 ? all : all.filter(({ asks }) => words.some((word) => asks.includes(word)));
const armNames = ["script", "single tools", "grep and files"] as const;
type ArmName = (typeof armNames)[number];

const isQuick = process.argv.includes("--quick") || words.length > 0;
const rounds = isQuick ? 1 : 2;
/** Differing facts of one kind that are printed by name. */
const shownAtMost = 12;

interface Asked {
  readonly question: ScriptQuestion;
  readonly facts: Readonly<Record<ArmName, readonly string[]>>;
  readonly costs: Readonly<Record<ArmName, readonly Cost[]>>;
}

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `script-${stamp}`);
try {
  const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(scratch, "state") });
  record.sample({ part: "machine", load: loads(), quick: isQuick });
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  const asked: Asked[] = [];
  for (const of of new Set(questions.map((one) => one.of))) {
    if (fetched([of]).length > 0) asked.push(...(await measure(host, of)));
    else record.say(`${of.id}: not measured, the package was not fetched.`);
  }
  report(asked);
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  rmSync(scratch, { recursive: true, force: true });
}

// — below: in the order they are used —

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}

async function measure(host: Host, of: RealPackage): Promise<Asked[]> {
  const checkout = checkOut(of);
  const engine = await openEngine({
    ...{ directory: checkout.root, exact: true, trusted: true, catalog: catalogOf(of.server), host },
  });
  try {
    const asked: Asked[] = [];
    for (const question of questions) if (question.of === of) asked.push(await ask(engine, checkout, question));
    return asked;
  } finally {
    await engine.close();
    checkout.remove();
  }
}

/** Each way once unmeasured, so that none pays for what the server loads; then in turns, forwards and backwards. */
async function ask(engine: Engine, { root }: Checkout, question: ScriptQuestion): Promise<Asked> {
  const arms: Readonly<Record<ArmName, (tally: Tally) => Promise<string[]>>> = {
    script: (tally) => askScript(engine, question.code, tally),
    "single tools": (tally) => question.tools(new Tools(engine, tally), new Shell(root, tally)),
    "grep and files": (tally) => question.grep(new Shell(root, tally)),
  };
  const facts: Record<ArmName, readonly string[]> = { script: [], "single tools": [], "grep and files": [] };
  const costs: Record<ArmName, Cost[]> = { script: [], "single tools": [], "grep and files": [] };
  await arms.script(new Tally());
  for (let round = 0; round < rounds; round++) {
    for (const arm of round % 2 === 0 ? armNames : armNames.toReversed()) {
      const tally = new Tally();
      facts[arm] = await arms[arm](tally);
      costs[arm].push(tally.cost);
      record.sample({ part: "script", asks: question.asks, arm, round, facts: facts[arm].length, ...tally.cost });
    }
  }
  process.stdout.write(`${question.asks}: ${armNames.map((arm) => facts[arm].length).join(" / ")}\n`);
  return { question, facts, costs };
}

function report(asked: readonly Asked[]): void {
  for (const [title, of, digits] of [
    ["Calls", ({ calls }: Cost) => calls, 0],
    ["Tokens that the model writes and reads", ({ tokens }: Cost) => tokens, 0],
    ["Time of the calls in ms, without the model's", ({ ms }: Cost) => ms, 0],
  ] as const) {
    record.table(title, ["question", ...armNames, "fewest"], costRows(asked, of, digits));
  }
  record.table(
    "Answers: script and single tools have to be equal; where grep's is another one, the facts that it lacks and those that it has beyond",
    ["question", "package", "facts", "single tools", "grep lacks", "grep beyond"],
    asked.map(({ question, facts }) => {
      const { script, "single tools": tools, "grep and files": grep } = facts;
      const isEqual = missing(script, tools).length + missing(tools, script).length === 0;
      const differences = [missing(script, grep), missing(grep, script)].map((list) => String(list.length));
      return [question.asks, question.of.id, String(script.length), isEqual ? "equal" : "**differ**", ...differences];
    }),
  );
  for (const { question, facts } of asked) {
    const { script, "single tools": tools, "grep and files": grep } = facts;
    list(`${question.asks}: only the script`, missing(script, tools));
    list(`${question.asks}: only single tools`, missing(tools, script));
    list(`${question.asks}: grep lacks`, missing(script, grep));
    list(`${question.asks}: grep beyond`, missing(grep, script));
  }
}

function costRows(asked: readonly Asked[], of: (cost: Cost) => number, digits: number): string[][] {
  const rows = asked.map(({ question, costs }) => ({
    title: question.asks,
    cells: armNames.map((arm) => median(costs[arm].map(of))),
  }));
  const sums = armNames.map((_, at) => rows.reduce((sum, { cells }) => sum + (cells[at] ?? 0), 0));
  return [...rows, { title: "all", cells: sums }].map(({ title, cells }) => {
    const [script = Number.NaN] = cells;
    return [
      title,
      ...cells.map((cell) => fixed(cell, digits)),
      script <= Math.min(...cells) ? "script" : "**another**",
    ];
  });
}

function missing(whole: readonly string[], part: readonly string[]): string[] {
  return whole.filter((one) => !part.includes(one));
}

function list(title: string, items: readonly string[]): void {
  if (items.length === 0) return;
  const rest = items.length - shownAtMost;
  record.say(
    `\n- ${title}: ${items
      .slice(0, shownAtMost)
      .map((one) => `\`${one}\``)
      .join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
  );
}
