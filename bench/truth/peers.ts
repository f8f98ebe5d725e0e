// The same symbols asked of other products: what they list is taken as all there is, unless they say otherwise.

import type { Arm, Runner } from "../peers/arms.ts";
import { findArms } from "../peers/arms.ts";
import type { AskedSymbol, Language } from "../peers/question.ts";
import { languages } from "../peers/question.ts";
import { Shims } from "../peers/servers.ts";
import type { Subject } from "../peers/subjects.ts";
import type { Answered } from "./answer.ts";
import type { BuiltShape, Shape } from "./shape.ts";
import type { TrueSymbol } from "./symbols.ts";

const firstMs = 120_000;
const limitMs = 30_000;
/** A product that did not come back so often is not asked any more. */
const mostHangs = 3;

/** Those that are installed and know the language. */
export function peersFor({ language }: Shape, scratch: string): readonly Arm[] {
  if (!isLanguage(language)) return [];
  const { arms } = findArms(new Shims(scratch), scratch, "");
  return arms.filter((arm) => arm.isProduct && !arm.id.startsWith("sightline") && arm.languages.includes(language));
}

/** Answers about the first of the symbols. */
export async function askPeer(
  arm: Arm,
  { language }: Shape,
  { root }: BuiltShape,
  symbols: readonly TrueSymbol[],
  most: number,
): Promise<Answered[]> {
  if (!isLanguage(language)) return [];
  const runner = await arm.open({ language } as Subject, root, firstMs);
  const answers: Answered[] = [];
  let hangs = 0;
  try {
    for (const [index, symbol] of symbols.slice(0, most).entries()) {
      if (hangs >= mostHangs) break;
      const answer = await answerOf(runner, symbol, index, index === 0 ? firstMs : limitMs);
      if (answer === undefined) hangs++;
      else answers.push(answer);
    }
    return answers;
  } finally {
    runner.kill();
  }
}

// — below: private, in the order they are used —

function isLanguage(language: string): language is Language {
  return (languages as readonly string[]).includes(language);
}

/** Undefined where it did not come back. */
async function answerOf(
  runner: Runner,
  { name, declared, uses }: TrueSymbol,
  index: number,
  within: number,
): Promise<Answered | undefined> {
  const [first] = declared;
  if (first === undefined) return undefined;
  const asked: AskedSymbol = {
    ...{ name, declared: first, use: first, useLine: "" },
    ...{ truth: new Set(uses.map(({ fact }) => fact)), neutral: new Set<string>() },
  };
  const reply = await runner.ask("references", asked, within);
  if (reply === undefined || reply.outcome === "hang") return undefined;
  const base = { index, ms: reply.ms, tokens: 0, through: [], possible: [], unchecked: 0, why: [] };
  if (reply.outcome === "error") return { ...base, state: "refused", uses: [] };
  const state = runner.caveat(reply.text) === "" ? "complete" : "partial";
  return { ...base, state, uses: [...runner.facts(reply.text, asked)] };
}
