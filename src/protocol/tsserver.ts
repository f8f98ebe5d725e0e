// Diagnostics asked of tsserver itself, through servers that hand a request on to it.
//
// Why not what they push: an empty list that stays empty is not published again, and syntax is published before types,
// so that neither silence nor an empty list says that a file is clean.

import type { Severity } from "../model/code-facts.ts";
import { severities as wireSeverities } from "../model/code-facts.ts";
import { at, isRecord } from "../std/json.ts";
import type { WireDiagnostic } from "./diagnostics.ts";
import type { WirePosition } from "./wire-shapes.ts";

/** The command by which typescript-language-server and vtsls hand a request on. */
export const tsserverCommand = "typescript.tsserverRequest";

/** Each gives a part; together they are what an editor shows. */
export const tsserverDiagnostics = [
  "syntacticDiagnosticsSync",
  "semanticDiagnosticsSync",
  "suggestionDiagnosticsSync",
] as const;

/** Undefined when it is no reply of tsserver's. */
export function fromTsserver(reply: unknown): WireDiagnostic[] | undefined {
  const body = at(reply, ["body"]);
  if (!Array.isArray(body)) return undefined;
  return body.filter(isRecord).flatMap((item) => {
    const start = position(item["start"]);
    const end = position(item["end"]);
    if (start === undefined || end === undefined) return [];
    const { code, source, text } = item;
    const severity = severities[String(item["category"])] ?? "error";
    const shown = {
      range: { start, end },
      source: typeof source === "string" ? source : "typescript",
      message: typeof text === "string" ? text : "",
    };
    return [
      {
        ...shown,
        severity,
        ...(typeof code === "number" ? { code: String(code) } : {}),
        // As the server that handed it on would have published it: by the code it finds its fixes.
        raw: {
          ...shown,
          severity: wireSeverities.indexOf(severity) + 1,
          ...(typeof code === "number" ? { code } : {}),
        },
      },
    ];
  });
}

const severities: Readonly<Record<string, Severity>> = {
  error: "error",
  warning: "warning",
  suggestion: "hint",
  message: "information",
};

/** Both count from 1, the offset in UTF-16 units. */
function position(value: unknown): WirePosition | undefined {
  if (!isRecord(value) || typeof value["line"] !== "number" || typeof value["offset"] !== "number") return undefined;
  return { line: value["line"] - 1, character: value["offset"] - 1 };
}
