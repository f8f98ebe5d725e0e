// Resources: diagnostics, hover and completions by address, read by the same operations that answer tools.
//
// Invariant: reading goes through the engine, so policy, confinement, deadline and standing hold for it as for a tool.

import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { openFiles } from "../../engine/notices/diagnostics-reader.ts";
import { askInParts, fittingProblems } from "../../engine/notices/diagnostics-reader-parts.ts";
import type { Engine, Invocation, Outcome } from "../../engine/engine.ts";
import { maxResourceCharacters } from "../../engine/limits.ts";
import { askUnderOne } from "../../engine/named-file.ts";
import { refusalTable } from "../../engine/text/refusal-table.ts";
import { refusalText } from "../../engine/text/refusal-text.ts";
import type { StaleReport } from "../../engine/notices/stale-references.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Standing } from "../../model/standing.ts";
import { isRecord } from "../../std/json.ts";
import { diagnosticsOfAll, parseResource, staleReferences } from "./resource-uri.ts";
import { refusalMeta, standingMeta } from "./wire-result.ts";

export const position = "?line={line}&column={column}&language_id={language_id}";
const json = "application/json";
const plain = "text/plain";

export const resources: readonly Resource[] = [
  {
    uri: diagnosticsOfAll,
    name: "diagnostics",
    title: "Diagnostics of open files",
    description: "Errors, warnings and hints of every file that a language server has open, by file.",
    mimeType: json,
  },
  {
    uri: staleReferences,
    name: "stale-references",
    title: "Files changed on disk",
    description: "Which files changed on disk, and when: references that were told before may be stale.",
    mimeType: json,
  },
];

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: "lsp-diagnostics:///{filePath}",
    name: "file-diagnostics",
    title: "Diagnostics of a file",
    description: "Errors, warnings and hints of one file; without a path, of all that are open.",
    mimeType: json,
  },
  {
    uriTemplate: `lsp-hover:///{filePath}${position}`,
    name: "hover",
    title: "Hover",
    description: "What is at a position: type, signature, documentation. Counted from 1; language_id may be left out.",
    mimeType: plain,
  },
  {
    uriTemplate: `lsp-completions:///{filePath}${position}`,
    name: "completions",
    title: "Completions",
    description: "What could be written at a position. Counted from 1; language_id may be left out.",
    mimeType: json,
  },
];

export interface Reading {
  readonly engine: Engine;
  readonly caller: Invocation["caller"];
  readonly signal: Invocation["signal"];
  /** Further kinds of resources that there are. */
  readonly kinds: readonly string[];
  readonly stale: () => Promise<StaleReport>;
}

/** Refuses what cannot be read. */
export async function readResource(reading: Reading, uri: string): Promise<ReadResourceResult> {
  const name = parseResource(uri, reading.kinds);
  switch (name.kind) {
    case "diagnostics": {
      const ask = (file_paths: readonly string[]): Promise<Outcome> =>
        invoke(reading, "get_diagnostics", { file_paths, severity: "hint", format: "json" }, Number.POSITIVE_INFINITY);
      const outcome =
        name.subject === "all"
          ? await askInParts(await openFiles(reading.engine), ask)
          : await askUnderOne(name.subject, (path) => ask([path]));
      return contents(uri, json, answered(fittingProblems(outcome, maxResourceCharacters)));
    }
    case "hover": {
      const { paths, line, column } = name;
      return readThrough(reading, uri, paths, "inspect_symbol", { line, column });
    }
    case "completions": {
      const { paths, line, column } = name;
      const ask = (path: string): Promise<Outcome> =>
        invoke(reading, "get_completions", { file_path: path, line, column, limit: 200, format: "json" });
      return contents(uri, json, answered(await askUnderOne(paths, ask)));
    }
    case "references":
      return staleContents(uri, await reading.stale());
  }
}

/** What an operation says of a file, which may go by several names. */
export async function readThrough(
  reading: Reading,
  uri: string,
  paths: readonly string[],
  operation: string,
  input: object = {},
): Promise<ReadResourceResult> {
  const ask = (path: string): Promise<Outcome> =>
    invoke(reading, operation, { ...input, file_path: path, format: "text" });
  return contents(uri, plain, answered(await askUnderOne(paths, ask)));
}

/** What a caller can act on; here it can only be an error of the protocol. */
export function toWireError(uri: string, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code } = error;
  if (code === "file_not_found" || code === "outside_root") {
    return new ResourceNotFoundError(uri, refusalText(error.details));
  }
  const isInput = refusalTable[code].exit === refusalTable.bad_input.exit;
  const wireCode = isInput ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(wireCode, refusalText(error.details), refusalMeta(error.details));
}

// — below: private, in the order they are used —

type Answered = Outcome & { readonly ok: true };

function invoke(
  { engine, caller, signal }: Reading,
  operation: string,
  input: object,
  maxCharacters = maxResourceCharacters,
): Promise<Outcome> {
  return engine.invoke({ operation, input, caller, signal, maxCharacters, once: true, unasked: true });
}

function answered(outcome: Outcome): Answered {
  return outcome.ok ? outcome : refuse(outcome.refusal);
}

/** The standing is for programs beside the contents, and in them wherever a reader must see it. */
function contents(uri: string, mimeType: string, outcome: Answered): ReadResourceResult {
  const { body, standingLine } = outcome;
  const text =
    body.format === "text"
      ? [standingLine, body.text].filter((line) => line !== undefined).join("\n")
      : JSON.stringify({
          ...(isRecord(body.json) ? body.json : { items: body.json }),
          ...(standingLine === undefined ? {} : { standing: standingLine }),
        });
  return textContents(uri, mimeType, text, outcome.standing);
}

function staleContents(uri: string, report: StaleReport): ReadResourceResult {
  const { since, files, unnamed, standing, standingLine } = report;
  const told = {
    ...(since === undefined ? {} : { since }),
    files,
    ...(unnamed === 0 ? {} : { further_changes: unnamed }),
    ...(standingLine === undefined ? {} : { standing: standingLine }),
  };
  return textContents(uri, json, JSON.stringify(told), standing);
}

function textContents(uri: string, mimeType: string, text: string, standing: Standing): ReadResourceResult {
  const _meta = standingMeta(standing);
  return { contents: [{ uri, mimeType, text, _meta }], _meta };
}
