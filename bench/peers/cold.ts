// The first answer of a fresh process: when it comes, whether it is complete, and whether it says so if it is not.

import { basename } from "node:path";
import type { Recorder } from "../shared/record.ts";
import type { Arm, Runner } from "./arms.ts";
import { pause } from "./mcp-peer.ts";
import type { AskedSymbol, Judged, Reply } from "./question.ts";
import { judge } from "./question.ts";
import type { Subject } from "./subjects.ts";

export interface ColdOptions {
  readonly rounds: number;
  readonly limitMs: number;
  readonly order: <T>(items: readonly T[], round: number) => readonly T[];
}

export interface ColdQuestion {
  readonly symbol: AskedSymbol;
  /** How long the server itself needs from its start says how long a product may be waited for. */
  readonly needMs: number;
}

const pauseMs = 100;

export async function measureCold(
  subject: Subject,
  { symbol, needMs }: ColdQuestion,
  arms: readonly Arm[],
  { rounds, limitMs: least, order }: ColdOptions,
  record: Recorder,
): Promise<void> {
  const limitMs = Math.max(least, 2 * needMs);
  // One that does not answer costs the limit each time, and has said what it has to say.
  const hung = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    for (const arm of order(arms, round).filter(({ id }) => !hung.has(id))) {
      const copy = subject.copy();
      const began = performance.now();
      let runner: Runner | undefined;
      try {
        runner = await arm.open(subject, copy.root, limitMs);
        const first = await firstAnswer(runner, symbol, began, limitMs);
        const rest = first.isComplete
          ? { completeMs: first.ms, recall: 1 }
          : await untilComplete(runner, symbol, began, { needMs, limitMs });
        if (first.word === "hang") hung.add(arm.id);
        if (round === rounds - 1 || hung.has(arm.id)) await measureFarewell(subject, arm, runner, record);
        record.sample({
          part: "cold",
          subject: subject.id,
          arm: arm.id,
          round,
          firstMs: first.ms,
          word: first.word,
          firstRecall: first.recall,
          completeMs: rest.completeMs,
          lastRecall: rest.recall,
          note: first.note,
        });
      } finally {
        runner?.kill();
        copy.remove();
      }
    }
  }
}

/** What is left when the client closes its input and goes. */
async function measureFarewell(subject: Subject, arm: Arm, runner: Runner, record: Recorder): Promise<void> {
  const farewell = arm.isProduct ? await runner.end() : undefined;
  if (farewell === undefined) return;
  const names = farewell.left.map(({ line }) => nameOf(line)).join(", ");
  const word = farewell.left.length === 0 ? "all gone" : `${farewell.left.length} left (${names})`;
  record.sample({ part: "behaviour", subject: subject.id, arm: arm.id, what: "closed", word, ms: farewell.ms });
}

/** The program, without the path and the arguments, which are of this machine. */
function nameOf(line: string): string {
  const [program = "", script] = line.split(" ").map((part) => basename(part));
  return /^(?:node|python[\d.]*|sh)$/.test(program) && script !== undefined ? script : program;
}

/** The beginning of what was said, without paths of this machine. */
export function evidence(text: string): string {
  const plain = text.replaceAll(/(?<![\w.])(?:\/[\w.@-]+)+\/(?=[\w.-])/g, "").replaceAll(/\s+/g, " ");
  return plain.trim().slice(0, 140);
}

/** What an answer is worth: a word that people and tables use. */
export function wordFor(reply: Reply, judged: Judged, caveat: string): string {
  if (reply.outcome !== "answer") return reply.outcome;
  const isSaid = /partial|incomplete|index|loading|not ready|still|warming|Standing/i.test(caveat);
  if (judged.isComplete) return isSaid ? "complete, called partial" : "complete";
  return isSaid ? "partial, and says so" : "silently partial";
}

// — below: private, in the order they are used —

async function firstAnswer(
  runner: Runner,
  symbol: AskedSymbol,
  began: number,
  limitMs: number,
): Promise<{ ms: number; word: string; recall: number; isComplete: boolean; note: string }> {
  const reply = await runner.ask("references", symbol, limitMs);
  const ms = performance.now() - began;
  if (reply === undefined) return { ms, word: "no such tool", recall: 0, isComplete: false, note: "" };
  const judged = judge(reply.outcome === "answer" ? runner.facts(reply.text, symbol) : new Set(), symbol);
  const caveat = runner.caveat(reply.text);
  const word = wordFor(reply, judged, caveat);
  const note = evidence(reply.outcome === "answer" ? caveat : reply.text);
  return { ms, word, recall: judged.recall, isComplete: judged.isComplete, note };
}

/** Asks on until the answer is the truth, or long enough after the server itself would have known it. */
async function untilComplete(
  runner: Runner,
  symbol: AskedSymbol,
  began: number,
  { needMs, limitMs }: { readonly needMs: number; readonly limitMs: number },
): Promise<{ completeMs: number; recall: number }> {
  let recall = 0;
  let changed = performance.now();
  for (;;) {
    await pause(pauseMs);
    const reply = await runner.ask("references", symbol, limitMs);
    const now = performance.now();
    const text = reply?.outcome === "answer" ? reply.text : undefined;
    const judged = judge(text === undefined ? new Set() : runner.facts(text, symbol), symbol);
    if (judged.isComplete) return { completeMs: now - began, recall: 1 };
    if (judged.recall !== recall) changed = now;
    recall = judged.recall;
    const isSettled = now - changed > 3_000 && now - began > 3 * needMs + 4_000;
    if (isSettled || now - began > 2 * limitMs || reply?.outcome === "hang") return { completeMs: -1, recall };
  }
}
