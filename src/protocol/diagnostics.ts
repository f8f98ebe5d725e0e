// One shape for diagnostics, pulled or pushed.

import type { Severity } from "../model/code-facts.ts";
import { severities } from "../model/code-facts.ts";
import { isRecord } from "../std/json.ts";
import { isRange } from "./locations.ts";
import type { WireRange } from "./wire-shapes.ts";

export interface WireDiagnostic {
  readonly range: WireRange;
  readonly severity: Severity;
  readonly code?: string;
  readonly source?: string;
  readonly message: string;
  /** As the server sent it, with whatever it keeps in there for itself: it goes back unchanged when fixes are asked for. */
  readonly raw?: RawDiagnostic;
}

/** More may be in it; only these two are known to be there. */
export interface RawDiagnostic {
  range: WireRange;
  message: string;
}

export type PullReport =
  | {
      readonly kind: "full";
      readonly resultId?: string;
      readonly items: WireDiagnostic[];
      readonly related: Map<string, PullReport>;
    }
  /** Nothing has changed since the result with the id that was sent along. */
  | { readonly kind: "unchanged"; readonly resultId: string; readonly related: Map<string, PullReport> };

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: WireDiagnostic[];
}

export function parsePublished(params: unknown): Published | undefined {
  if (!isRecord(params) || typeof params["uri"] !== "string") return undefined;
  const version = params["version"];
  return {
    uri: params["uri"],
    ...(typeof version === "number" ? { version } : {}),
    diagnostics: normaliseDiagnostics(params["diagnostics"]),
  };
}

/** Undefined when it is no report at all. */
export function normaliseReport(result: unknown): PullReport | undefined {
  if (!isRecord(result)) return undefined;
  const related = new Map<string, PullReport>();
  for (const [uri, report] of Object.entries(isRecord(result["relatedDocuments"]) ? result["relatedDocuments"] : {})) {
    const parsed = normaliseReport(report);
    if (parsed !== undefined) related.set(uri, parsed);
  }
  const resultId = result["resultId"];
  if (result["kind"] === "unchanged" && typeof resultId === "string") return { kind: "unchanged", resultId, related };
  if (!Array.isArray(result["items"])) return undefined;
  return {
    kind: "full",
    ...(typeof resultId === "string" ? { resultId } : {}),
    items: normaliseDiagnostics(result["items"]),
    related,
  };
}

export function normaliseDiagnostics(items: unknown): WireDiagnostic[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    if (!isRecord(item)) return [];
    const { severity, code, source } = item;
    return [
      {
        // An error whose place is unreadable is still an error: dropping it would call the file clean.
        range: isRange(item["range"]) ? item["range"] : startOfFile,
        // Spec: without a severity the client decides; what a server reports unqualified is meant to be seen.
        severity: (typeof severity === "number" ? severities[severity - 1] : undefined) ?? "error",
        ...(typeof code === "string" || typeof code === "number" ? { code: String(code) } : {}),
        ...(typeof source === "string" ? { source } : {}),
        message: messageText(item["message"]),
        // One without a place says nothing to its server either.
        ...(isRange(item["range"]) ? { raw: item as unknown as RawDiagnostic } : {}),
      },
    ];
  });
}

const startOfFile: WireRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Spec: LSP 3.18 allows MarkupContent as a message. */
function messageText(message: unknown): string {
  if (typeof message === "string") return message;
  return isRecord(message) && typeof message["value"] === "string" ? message["value"] : "";
}
