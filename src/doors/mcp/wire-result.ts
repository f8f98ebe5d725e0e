// An outcome of the engine as a tool result: to a model in words or data, to a program in `_meta`.
//
// Invariant: a failure that a caller can act on is a tool result with `isError`, never a protocol error.
// Invariant: in JSON form the answer is one content item that parses, and a list stays a list. A list that is not complete is
// followed by its standing, and one that was cut by what it leaves out: a reader that joins the items fails to parse them, which is better
// than to believe it.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../../engine/engine.ts";
import { refusalTable } from "../../engine/text/refusal-table.ts";
import { refusalText } from "../../engine/text/refusal-text.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import type { Standing } from "../../model/standing.ts";
import { isRecord } from "../../std/json.ts";

type Answered = Outcome & { readonly ok: true };

export function toWireResult(outcome: Outcome): CallToolResult {
  if (!outcome.ok) return toWireRefusal(outcome.refusal);
  const { body } = outcome;
  const _meta = { ...outcome.meta, ...standingMeta(outcome.standing) };
  if (body.format === "json") return dataResult(body.json, outcome.standing, besideData(outcome, body.leftOut), _meta);
  const { standingLine, notice, hint } = outcome;
  const texts = [[notice, standingLine, body.text].filter((line) => line !== undefined).join("\n"), hint];
  return { content: texts.flatMap((text) => (text === undefined ? [] : [textItem(text)])), _meta };
}

export function standingMeta({ state, reasons, evidence }: Standing): Readonly<Record<string, unknown>> {
  return { "sightline/standing": { state, reasons, evidence } };
}

export function toWireRefusal(refusal: RefusalDetails): CallToolResult {
  return { isError: true, content: [textItem(refusalText(refusal))], _meta: refusalMeta(refusal) };
}

/** What a program needs of a refusal; of one by policy the rule, and the version of the policy. */
export function refusalMeta({ code, retryAfterMs, data: { rule, policyVersion } = {} }: RefusalDetails) {
  const judged = rule === undefined ? {} : { rule, policy_version: policyVersion };
  const { kind, retryable } = refusalTable[code];
  const later = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { "sightline/refusal": { code, kind, retryable, ...later, ...judged } };
}

// — below: private, in the order they are used —

/** What must be seen beside the data. */
type Beside = Readonly<Partial<Record<"standing" | "notice" | "left_out" | "hint", string>>>;

function besideData({ standingLine, notice, hint }: Answered, leftOut: string | undefined): Beside {
  return {
    ...(standingLine === undefined ? {} : { standing: standingLine.replace(/^Standing: /, "") }),
    ...(notice === undefined ? {} : { notice }),
    ...(leftOut === undefined ? {} : { left_out: leftOut }),
    ...(hint === undefined ? {} : { hint }),
  };
}

function dataResult(
  json: unknown,
  { state }: Standing,
  beside: Beside,
  _meta: Readonly<Record<string, unknown>>,
): CallToolResult {
  const named = Object.fromEntries(Object.entries(beside).map(([key, text]) => [`sightline/${key}`, text]));
  const meta = { ...named, ..._meta };
  // Nothing is left of what was too long as a whole.
  const isLeftOut = json === null && beside.left_out !== undefined;
  if (isLeftOut || takesKeys(json)) {
    return { content: [textItem(JSON.stringify({ ...beside, ...json }))], _meta: meta };
  }
  const standing = state === "complete" || beside.standing === undefined ? undefined : `Standing: ${beside.standing}`;
  const beyond = [standing, beside.left_out].filter((line) => line !== undefined);
  const texts = [JSON.stringify(json), ...(beyond.length === 0 ? [] : [beyond.join("\n")])];
  return { content: texts.map(textItem), _meta: meta };
}

/** Lists do not, nor do tables whose keys are files. */
function takesKeys(json: unknown): json is Readonly<Record<string, unknown>> {
  return isRecord(json) && !Object.keys(json).every((key) => key.startsWith("file:"));
}

function textItem(text: string): { type: "text"; text: string } {
  return { type: "text", text };
}
