// How an answer says how far it can be trusted, in one short line.
//
// Invariant: only an answer that is complete is called so, however little room there is.

import type { Standing } from "../model/standing.ts";
import { counted, firstNames } from "../std/words.ts";
import { inertLine } from "./inert.ts";
import type { MergedReason } from "./merged-reasons.ts";
import { mergedReasons } from "./merged-reasons.ts";
import { reasonTexts } from "./reason-texts.ts";
import { estimateTokens } from "./tokens.ts";

/** What the line may cost; every answer that is not complete pays it. */
export const standingTokens = 25;

export interface StandingLine {
  readonly text: string;
  /** The keys of the reasons in the text. */
  readonly told: readonly string[];
}

export function standingText(standing: Standing): string {
  return standingLine(standing).text;
}

/** The reader has seen the reasons whose keys are `known`: new ones come first, and known ones in fewer words. */
export function standingLine({ state, reasons }: Standing, known: ReadonlySet<string> = new Set()): StandingLine {
  const all = mergedReasons(reasons);
  if (all.length === 0) return { text: `Standing: ${state}`, told: [] };
  const fresh = all.filter(({ key }) => !known.has(key));
  const [first] = fresh;
  if (first === undefined) return { text: reminder(state, all), told: [] };
  const head = `Standing: ${state} — `;
  for (let shown = fresh.length; shown > 1; shown -= 1) {
    const clauses = fresh.slice(0, shown).map((reason) => formsOf(reason)[0]);
    const text = `${head}${clauses.join("; ")}${moreText(all.length - shown)}`;
    if (fits(text)) return { text, told: fresh.slice(0, shown).map(({ key }) => key) };
  }
  return { text: withOne(head, first, moreText(all.length - 1)), told: [first.key] };
}

/** What a person reads at a glance: about two lines of a terminal. */
export const personCharacters = 240;

/** As many reasons as there is room for, each whole but the first, which ends with a clause if need be. */
export function standingForPerson({ state, reasons }: Standing): string {
  const [first, ...others] = mergedReasons(reasons);
  if (first === undefined) return `Standing: ${state}`;
  const head = `Standing: ${state} — `;
  const whole = wholeOf(first);
  if (head.length + whole.length > personCharacters) {
    const begun = clausesOf(whole, personCharacters - head.length) ?? reasonTexts[first.code].brief;
    return `${head}${begun}${moreText(others.length)}${restNote}`;
  }
  let text = `${head}${whole}`;
  for (const [index, reason] of others.entries()) {
    const longer = `${text}; ${wholeOf(reason)}`;
    if (longer.length > personCharacters) return `${text}${moreText(others.length - index)}${restNote}`;
    text = longer;
  }
  return text;
}

// — below: private, in the order they are used —

const restNote = " (sightline why shows the rest)";

function wholeOf({ counted: numbers, detail, next }: MergedReason): string {
  const what = numbers === undefined ? detail : `${counted(numbers.count, numbers.thing)} ${numbers.trouble}`;
  const where = numbers?.where === undefined ? "" : ` (${numbers.where})`;
  return inertLine(`${what.trim()}${where}${next === undefined ? "" : `: ${next}`}`);
}

/** The beginning of a text up to the last clause that fits, else to the last word; undefined where not even one fits. */
function clausesOf(text: string, room: number): string | undefined {
  let depth = 0;
  let clause = 0;
  let word = 0;
  for (let at = 0; at <= room; at += 1) {
    const sign = text[at];
    const isOpening = sign === "(" && text[at - 1] === " ";
    if (depth === 0 && isOpening) clause = at - 1;
    else if (depth === 0 && (sign === "," || sign === ";" || sign === ":") && text[at + 1] === " ") clause = at;
    if (sign === " " && at <= room - 2) word = at;
    depth += sign === "(" ? 1 : sign === ")" && depth > 0 ? -1 : 0;
  }
  if (clause > 0) return text.slice(0, clause);
  return word > 0 ? `${text.slice(0, word)} …` : undefined;
}

/** A short form of reasons that the reader has already seen. */
function reminder(state: Standing["state"], all: readonly MergedReason[]): string {
  const briefs = [...new Set(all.map(briefOf))];
  return `Standing: ${state} (as before: ${firstNames(briefs, 1)})`;
}

function briefOf({ code, counted: numbers }: MergedReason): string {
  return numbers === undefined ? reasonTexts[code].brief : inertLine(counted(numbers.count, numbers.thing), 60);
}

function moreText(count: number): string {
  return count === 0 ? "" : `; and ${counted(count, "more reason")}`;
}

/** The fullest form that fits; how many more there are is left out before the reason is made shorter. */
function withOne(head: string, reason: MergedReason, more: string): string {
  const texts = formsOf(reason).flatMap((form) => [`${head}${form}${more}`, `${head}${form}`]);
  return texts.find(fits) ?? cutToFit(head, reason);
}

/** From the fullest to the shortest; the remedy is dropped after the place. */
function formsOf({ counted: numbers, detail, next }: MergedReason): readonly [string, ...string[]] {
  const clause =
    numbers === undefined ? inert(detail) : inert(`${counted(numbers.count, numbers.thing)} ${numbers.trouble}`);
  const where = numbers?.where === undefined ? "" : ` (${inert(numbers.where)})`;
  const remedy = next === undefined ? "" : `: ${inert(next)}`;
  return [`${clause}${where}${remedy}`, `${clause}${remedy}`, `${clause}${where}`, clause];
}

/** The kind of the reason, and as many words of its detail as there is room for. */
function cutToFit(head: string, { code, detail }: MergedReason): string {
  const { brief } = reasonTexts[code];
  const words = inert(detail).split(" ");
  const fewest = isName.test(words[0] ?? "") ? 1 : fewestWords;
  for (let kept = words.length - 1; kept >= fewest; kept -= 1) {
    const text = `${head}${brief}: ${words.slice(0, kept).join(" ")} …`;
    if (fits(text)) return text;
  }
  return `${head}${brief}`;
}

/** Fewer words of a clause say nothing, unless the first of them is a path or a qualified name. */
const fewestWords = 3;
const isName = /\w[./]\w/;

const maxDetailCharacters = 300;

/** Details may quote a server or a repository, and must stay on the line. */
function inert(text: string): string {
  return inertLine(text, maxDetailCharacters);
}

function fits(text: string): boolean {
  return estimateTokens(text) <= standingTokens;
}
