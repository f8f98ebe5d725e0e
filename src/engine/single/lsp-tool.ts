// The single `Lsp` tool: one tool that dispatches by `kind` to the operations, and renders their answers as lines.
//
// Invariant: it answers nothing by itself; every fact comes from an operation, with the standing of that answer.
// Invariant: whatever goes wrong is a value; only a cancellation passes through.

import type { FilePath } from "../../model/file-path.ts";
import { filePath, isInside, parseFilePath } from "../../model/file-path.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Standing } from "../../model/standing.ts";
import type { LocationJson } from "../../operations/places.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import { isCancellation } from "../../std/cancel.ts";
import { at } from "../../std/json.ts";
import type { Engine, Invocation, Outcome } from "../engine.ts";
import { defaultTimeoutMs } from "../limits.ts";
import type { LspQuestion } from "./arguments.ts";
import { lspQuestion } from "./arguments.ts";
import { kindRows } from "./kinds.ts";
import { definitionLabels } from "./definition-labels.ts";
import type { RowPlace } from "./rows.ts";
import { definitionRow, hoverRows, placeRow, problemRows, rowPlaceOf, symbolRow } from "./rows.ts";

export type LspOutcome =
  | {
      readonly ok: true;
      readonly text: string;
      readonly standing: Standing;
      /** Of diagnostics: whether the server has said anything about the file; without it nothing is no claim. */
      readonly snapshot?: "received" | "none";
    }
  | { readonly ok: false; readonly refusal: RefusalDetails };

export interface LspAsking {
  readonly caller: Invocation["caller"];
  readonly signal?: CancelSignal | undefined;
}

/** `input` is as it came from the wire. */
export async function askLsp(engine: Engine, input: unknown, asking: LspAsking): Promise<LspOutcome> {
  try {
    const question = lspQuestion(input);
    const outcome = await engine.invoke({
      ...asking,
      operation: kindRows[question.kind].operation,
      input: question.input,
      format: "json",
      maxCharacters: Number.POSITIVE_INFINITY,
      exposed: new Set(),
      once: true,
      ...(question.kind === "diagnostics" ? { waitMs: diagnosticsWaitMs } : {}),
    });
    return outcome.ok ? await resultOf(engine, question, outcome, asking) : { ok: false, refusal: outcome.refusal };
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { ok: false, refusal: refusalFrom(error) };
  }
}

/** Turns an unexpected failure into a refusal: this tool always returns a value to its caller. */
export function refusalFrom(error: unknown): RefusalDetails {
  if (error instanceof Refusal) return error.details;
  return {
    code: "internal",
    what: "Something went wrong inside Sightline.",
    why: error instanceof Error ? error.message : String(error),
  };
}

// — below: private, in the order they are used —

/** How long the tool waits for diagnostics of a file that was just opened. */
const diagnosticsWaitMs = 2_000;

type Answered = Outcome & { readonly ok: true };

interface Rows {
  readonly rows: readonly string[];
  /** Results that the operation did not even list. */
  readonly beyond?: number;
  readonly empty: string;
  readonly more: (missing: number) => string;
}

async function resultOf(
  engine: Engine,
  question: LspQuestion,
  { body, standing, standingLine, ms }: Answered,
  asking: LspAsking,
): Promise<LspOutcome> {
  const answer = body.format === "json" ? body.json : undefined;
  const label: Labelling = (files) => definitionLabels(engine, files, asking, defaultTimeoutMs - ms);
  const { rows, empty, more, beyond } = await rowsOf(filePath(engine.facts.root), question, answer, label);
  const head = standingLine === undefined ? [] : [standingLine];
  if (question.kind !== "diagnostics") {
    const text = rows.length === 0 ? [empty, ...head].join("\n") : boundedText(head, rows, more, beyond);
    return { ok: true, text, standing };
  }
  const isSilent = rows.length === 0 && standing.reasons.some(({ code }) => code === "nothing_received");
  const silence = isSilent ? ["The server reported nothing in time, so the file is not known to be clean."] : [];
  const text = rows.length === 0 ? [empty, ...silence, ...head].join("\n") : boundedText(head, rows, more);
  return { ok: true, text, standing, snapshot: isSilent ? "none" : "received" };
}

type Labelling = (files: readonly FilePath[]) => ReturnType<typeof definitionLabels>;

async function rowsOf(root: FilePath, question: LspQuestion, answer: unknown, label: Labelling): Promise<Rows> {
  switch (question.kind) {
    case "go_to_def": {
      const places = listOf(answer) as readonly LocationJson[];
      const labels = await label(filesIn(root, places));
      const rows = places.map((place) => definitionRow(root, place, labels(place)));
      return { rows, empty: "(no definition)", more: moreResults };
    }
    case "hover": {
      const markdown = at(answer, ["hover"]);
      const rows = typeof markdown === "string" && markdown !== "" ? hoverRows(markdown) : [];
      return { rows, empty: "(no hover)", more: (missing) => `+${missing} more lines` };
    }
    case "references":
      return {
        rows: listOf(answer).map((item) => placeRow(root, rowPlaceOf(item))),
        empty: "(no references)",
        more: moreResults,
      };
    case "workspace_symbol": {
      const rows = listOf(at(answer, ["symbols"])).map((item) => symbolRow(root, item));
      const beyond = Number(at(answer, ["total"])) - rows.length;
      return { rows, beyond, empty: "(no symbols)", more: moreResults };
    }
    case "diagnostics":
      return { rows: problemRows(root, answer), empty: "(no diagnostics)", more: moreResults };
  }
}

function moreResults(missing: number): string {
  return `+${missing} more results`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Only files of the workspace may be asked about. */
function filesIn(root: FilePath, places: readonly RowPlace[]): readonly FilePath[] {
  const files = new Set(places.flatMap(({ file }) => parseFilePath(file) ?? []));
  return [...files].filter((file) => isInside(root, file));
}

// An answer of the single `Lsp` tool within its limit: whole lines, and how many are missing.

/** The limit that the tool promises, in bytes of UTF-8; 1,000 to the kilobyte, which is the stricter reading. */
export const maxResultBytes = 100_000;

/** `head` always stays; of the rows as many as fit, then a line that says how many do not. `beyond` are missing already. */
export function boundedText(
  head: readonly string[],
  rows: readonly string[],
  more: (missing: number) => string,
  beyond = 0,
  limit: number = maxResultBytes,
): string {
  const sizes = rows.map((row) => bytesOf(row) + 1);
  let used = head.reduce((sum, line) => sum + bytesOf(line) + 1, 0);
  const total = sizes.reduce((sum, size) => sum + size, used);
  if (beyond === 0 && total - 1 <= limit) return [...head, ...rows].join("\n");
  const room = limit - bytesOf(more(rows.length + beyond));
  let kept = 0;
  for (const size of sizes) {
    if (used + size > room) break;
    used += size;
    kept += 1;
  }
  return [...head, ...rows.slice(0, kept), more(rows.length - kept + beyond)].join("\n");
}

const encoder = new TextEncoder();

export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
