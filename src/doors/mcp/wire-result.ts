// An outcome of the engine as a tool result: to a model in words, to a program in `_meta`.
//
// Invariant: a failure that a caller can act on is a tool result with `isError`, never a protocol error.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../../engine/engine.ts";
import { refusalTable } from "../../engine/text/refusal-table.ts";
import { refusalText } from "../../engine/text/refusal-text.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import type { Standing } from "../../model/standing.ts";

export function toWireResult(outcome: Outcome): CallToolResult {
  if (!outcome.ok) return toWireRefusal(outcome.refusal);
  const { body, standing, standingLine, notice, hint } = outcome;
  const texts =
    body.format === "text"
      ? [[notice, standingLine, body.text].filter((line) => line !== undefined).join("\n"), hint]
      : [JSON.stringify(body.json), notice, standingLine, body.leftOut, hint];
  return {
    content: texts.flatMap((text) => (text === undefined ? [] : [{ type: "text" as const, text }])),
    _meta: { ...outcome.meta, ...standingMeta(standing) },
  };
}

export function standingMeta({ state, reasons, evidence }: Standing): Readonly<Record<string, unknown>> {
  return { "sightline/standing": { state, reasons, evidence } };
}

export function toWireRefusal(refusal: RefusalDetails): CallToolResult {
  const { code, retryAfterMs } = refusal;
  const { kind, retryable } = refusalTable[code];
  return {
    isError: true,
    content: [{ type: "text", text: refusalText(refusal) }],
    _meta: {
      "sightline/refusal": { code, kind, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    },
  };
}
