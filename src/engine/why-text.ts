// How the last answer stood, at length: what each reason means, which server it rests on, and what can be done.

import type { Evidence } from "../model/standing.ts";
import type { MergedReason } from "../render/merged-reasons.ts";
import { mergedReasons } from "../render/merged-reasons.ts";
import { inertLine } from "../render/inert.ts";
import { reasonTexts } from "../render/reason-texts.ts";
import type { LastAnswer } from "../store/last-answers.ts";
import { counted } from "../std/words.ts";

/** `asTyped` puts operations and arguments into the words of the door. */
export function whyText(answer: LastAnswer, asTyped: (text: string) => string): string {
  const { operation, about, at, standing, leftOut } = answer;
  const { state, reasons, evidence } = standing;
  const subject = about === "" ? "" : ` (${about})`;
  return [
    `Last answer: ${asTyped(operation)}${subject}, ${at}`,
    `Standing: ${state}`,
    ...(reasons.length === 0 ? ["", asTyped(meanings[state])] : []),
    ...mergedReasons(reasons).flatMap((reason) => ["", ...reasonLines(reason, asTyped)]),
    ...(leftOut === 0
      ? []
      : ["", `${counted(leftOut, "more reason")} of the same answer ${leftOut === 1 ? "was" : "were"} not kept.`]),
    ...(evidence.length === 0 ? [] : ["", `Answered by: ${[...new Set(evidence.map(serverText))].join(", ")}`]),
  ]
    .map((line) => inertLine(line, maxLineCharacters))
    .join("\n");
}

export const noAnswer = "No answer is known for this root yet: ask something first, here or through an agent.";

// — below: private, in the order they are used —

const maxLineCharacters = 1_000;

const meanings = {
  complete: "Nothing is known against it: everything that was asked for was looked at.",
  partial: "Something is missing, and it is not known what.",
  stale: "It may describe files as they were before they changed.",
  unavailable: "Nothing could be found out.",
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
