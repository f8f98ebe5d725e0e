// How the last call ended, at length: what each reason against an answer means, which server it rests on, why a call was
// refused, and what can be done.

import type { Evidence } from "../../model/standing.ts";
import type { MergedReason } from "../../render/merged-reasons.ts";
import { mergedReasons } from "../../render/merged-reasons.ts";
import { inertLine } from "../../render/inert.ts";
import { reasonTexts } from "../../render/reason-texts.ts";
import type { LastAnswer, LastCall, LastRefusal } from "../../store/last-answers.ts";
import { counted } from "../../std/words.ts";
import { refusalTable } from "./refusal-table.ts";

/** `asTyped` puts operations and arguments into the words of the door; a refusal is in these words already. */
export function whyText(call: LastCall, asTyped: (text: string) => string): string {
  const subject = call.about === "" ? "" : ` (${call.about})`;
  const head = `${asTyped(call.operation)}${subject}, ${call.at}`;
  const lines = "refusal" in call ? refusalLines(call, head) : answerLines(call, head, asTyped);
  return lines.map((line) => inertLine(line, maxLineCharacters)).join("\n");
}

export const noAnswer = "There is no earlier answer for this root: ask something first, here or through an agent.";

// — below: private, in the order they are used —

const maxLineCharacters = 2_000;

function refusalLines({ refusal: { code, what, why, next } }: LastRefusal, head: string): string[] {
  const again = refusalTable[code].retryable
    ? "the same call may succeed later"
    : "the same call would be refused again";
  return [
    `Last call: ${head}`,
    `Refused: ${what}`,
    "",
    ...(why === undefined ? [] : [`- ${why}`]),
    `  ${code}: ${again}.`,
    ...(next === undefined ? [] : [`  To do: ${next}`]),
  ];
}

function answerLines({ standing, leftOut }: LastAnswer, head: string, asTyped: (text: string) => string): string[] {
  const { state, reasons, evidence } = standing;
  return [
    `Last answer: ${head}`,
    `Standing: ${state}`,
    ...(reasons.length === 0 ? ["", asTyped(meanings[state])] : []),
    ...mergedReasons(reasons).flatMap((reason) => ["", ...reasonLines(reason, asTyped)]),
    ...(leftOut === 0
      ? []
      : ["", `${counted(leftOut, "more reason")} of the same answer ${leftOut === 1 ? "was" : "were"} not kept.`]),
    ...(evidence.length === 0 ? [] : ["", `Answered by: ${[...new Set(evidence.map(serverText))].join(", ")}`]),
  ];
}

const meanings = {
  complete: "Everything that was asked for was checked.",
  partial: "Results may be missing.",
  stale: "It may describe files as they were before a change.",
  unavailable: "Nothing could be determined.",
} as const;

/** Details of merged reasons beyond these are only counted. */
const shownParts = 20;

function reasonLines({ code, parts, next }: MergedReason, asTyped: (text: string) => string): string[] {
  const { meaning, next: usual } = reasonTexts[code];
  const more = parts.length - shownParts;
  return [
    ...parts.slice(0, shownParts).map(({ detail }, index) => `${index === 0 ? "- " : "  "}${asTyped(detail)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `  ${code}: ${asTyped(meaning)}`,
    `  To do: ${asTyped(next === undefined ? usual : sentence(next))}`,
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function serverText({ server, version }: Evidence): string {
  return version === undefined ? server : `${server} ${version}`;
}
