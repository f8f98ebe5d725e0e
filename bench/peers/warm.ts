// Warm products, all at once on copies of one repository: every symbol is put to each of them in turn, and every answer is judged.

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Recorder } from "../shared/record.ts";
import type { Arm, Runner } from "./arms.ts";
import { pause } from "./mcp-peer.ts";
import { memoryOf } from "./processes.ts";
import type { AskedSymbol, Kind, Reply } from "./question.ts";
import { judge } from "./question.ts";
import type { Copy, Subject } from "./subjects.ts";

/** A product that runs on a copy of its own. */
export interface Seat {
  readonly arm: Arm;
  readonly copy: Copy;
  runner: Runner;
  /** Calls that never came back, by the kind of question. */
  readonly hangs: Map<Kind, number>;
}

export interface WarmOptions {
  readonly limitMs: number;
  readonly order: <T>(items: readonly T[], round: number) => readonly T[];
}

/** After so many it is not asked such a question any more. */
const hangsAllowed = 2;
const often: readonly Kind[] = ["references", "definition", "hover"];
const once: readonly Kind[] = ["symbols", "search"];

export async function takeSeats(subject: Subject, arms: readonly Arm[], limitMs: number): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (const arm of arms) {
    const copy = subject.copy();
    seats.push({ arm, copy, hangs: new Map(), runner: await arm.open(subject, copy.root, limitMs) });
  }
  return seats;
}

export async function measureWarm(
  subject: Subject,
  seats: readonly Seat[],
  { limitMs, order }: WarmOptions,
  record: Recorder,
): Promise<void> {
  for (const seat of seats) await warmUp(subject, seat, limitMs);
  for (const [round, symbol] of subject.symbols.entries()) {
    for (const kind of often) {
      for (const seat of order(seats, round)) await askOne(subject, seat, kind, symbol, limitMs, record);
    }
  }
  const [first] = subject.symbols;
  for (const kind of first === undefined ? [] : once) {
    for (const seat of order(seats, 0)) if (first) await askOne(subject, seat, kind, first, limitMs, record);
  }
  for (const { arm, runner } of seats) {
    const processes = runner.processes();
    if (processes.length === 0) continue;
    const mb = memoryOf(processes);
    record.sample({ part: "memory", subject: subject.id, arm: arm.id, mb, processes: processes.length });
  }
}

/** The tools as a client lists them for a model. */
export async function measureLists(seats: readonly Seat[], known: Set<string>, record: Recorder): Promise<void> {
  for (const { arm, runner } of seats) {
    if (known.has(arm.id)) continue;
    known.add(arm.id);
    const tools = await runner.tools();
    if (tools.length === 0) continue;
    record.sample({ part: "list", arm: arm.id, tools: tools.length, tokens: countTokens(JSON.stringify(tools)) });
  }
}

// — below: private, in the order they are used —

/** Asked until two answers in a row are the same, so that what loads has loaded. */
async function warmUp(subject: Subject, seat: Seat, limitMs: number): Promise<void> {
  const [first, second] = subject.symbols;
  if (first === undefined) return;
  const began = performance.now();
  let last: string | undefined;
  let reply: Reply | undefined;
  while (performance.now() - began < 2 * limitMs) {
    reply = await seat.runner.ask("references", first, limitMs);
    const facts = reply?.outcome === "answer" ? seat.runner.facts(reply.text, first) : undefined;
    const spelled = facts === undefined ? reply?.outcome : [...facts].sort().join(" ");
    if (spelled === last || (facts !== undefined && judge(facts, first).isComplete)) break;
    last = spelled;
    await pause(1_500);
  }
  if (second === undefined || reply?.outcome === "hang") return;
  for (const kind of often.filter((one) => !seat.hangs.has(one))) {
    if ((await seat.runner.ask(kind, second, limitMs))?.outcome !== "hang") continue;
    // What breaks it here must not spoil the answers that are measured.
    seat.hangs.set(kind, 1);
    return restart(subject, seat, limitMs);
  }
}

async function askOne(
  subject: Subject,
  seat: Seat,
  kind: Kind,
  symbol: AskedSymbol,
  limitMs: number,
  record: Recorder,
): Promise<void> {
  const hangs = seat.hangs.get(kind) ?? 0;
  if (hangs >= hangsAllowed) return;
  const { arm, runner } = seat;
  const reply = await runner.ask(kind, symbol, limitMs);
  if (reply === undefined) return;
  const { found, right, truth } = judgedAs(kind, runner, reply, symbol);
  const tokens = countTokens(reply.text) + countTokens(runner.argumentsOf(kind, symbol));
  const { ms, outcome } = reply;
  const base = { part: "ask", subject: subject.id, arm: arm.id, kind, symbol: symbol.name };
  record.sample({ ...base, ms, outcome, found, right, truth, tokens });
  if (outcome !== "hang") return;
  seat.hangs.set(kind, hangs + 1);
  // As a person would whose tool does not answer any more.
  await restart(subject, seat, limitMs);
}

async function restart(subject: Subject, seat: Seat, limitMs: number): Promise<void> {
  seat.runner.kill();
  seat.runner = await seat.arm.open(subject, seat.copy.root, limitMs);
  await warmUp(subject, seat, limitMs);
}

function judgedAs(
  kind: Kind,
  runner: Runner,
  { outcome, text }: Reply,
  symbol: AskedSymbol,
): { found: number; right: number; truth: number } {
  if (outcome !== "answer") return { found: 0, right: 0, truth: kind === "references" ? symbol.truth.size : 1 };
  if (kind === "references") {
    const { found, right } = judge(runner.facts(text, symbol), symbol);
    return { found, right, truth: symbol.truth.size };
  }
  const isRight = isRightText(kind, runner, text, symbol);
  return { found: 1, right: isRight ? 1 : 0, truth: 1 };
}

export function isRightText(kind: Kind, runner: Runner, text: string, symbol: AskedSymbol): boolean {
  switch (kind) {
    case "definition":
      return [...runner.facts(text, symbol)].some((fact) => symbol.neutral.has(fact));
    case "search":
      return [...symbol.neutral].some((fact) => text.includes(fact.slice(0, fact.lastIndexOf(":"))));
    default:
      return text.includes(symbol.name) && !/^no (?:hover|symbol)/i.test(text);
  }
}
