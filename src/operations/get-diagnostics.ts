// `get_diagnostics`: what compilers and linters find wrong, in one file, in several, or in the whole root.

import { z } from "zod";
import type { Diagnostic, Severity } from "../model/code-facts.ts";
import { severities } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { display } from "../model/file-path.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
import { inertLine } from "../render/inert.ts";
import type { Baseline } from "../workspace/baselines.ts";
import type { View } from "../workspace/view.ts";
import { defineQuery } from "./define.ts";
import { bySymbol } from "./diagnostics-by-symbol.ts";
import type { FoundDiagnostics } from "./diagnostics-found.ts";
import { diagnosticsJson, diagnosticsText, hasNothingListed } from "./diagnostics-found.ts";
import type { Examined, FileReport } from "./diagnostics-scan.ts";
import { isAnswered, scan, scanStanding } from "./diagnostics-scan.ts";
import { changesSince, looksOf } from "./diagnostics-since.ts";

/** More files of a root are not looked at in one call: each has to be opened and checked. */
const maxFiles = 1_000;

const severityInput = z.enum(severities as readonly [Severity, ...Severity[]]).default("warning");

interface Input {
  readonly file_path?: string | undefined;
  readonly file_paths?: readonly string[] | undefined;
  readonly since?: string | undefined;
}

export const getDiagnostics = defineQuery({
  name: "get_diagnostics",
  title: "Get Diagnostics",
  summary: "List errors and warnings of a file, of several, or of the whole root.",
  guidance:
    "As compilers and linters see the files on disk now, without a build. Ask after every edit; with since only what changed is told.",
  exposure: "core",
  cli: { command: "diagnostics", positional: "files" },
  needs: ["textDocument/diagnostic"],
  input: {
    file_path: z.string().min(1).optional().describe("One file; without any the whole root."),
    file_paths: z.array(z.string().min(1)).max(200).optional(),
    severity: severityInput.describe("The least to list; the rest is counted."),
    group_by: z.enum(["symbol"]).optional(),
    since: z.string().optional().describe("Token of an earlier answer: tells only what changed."),
  },
  async run(context, input): Promise<Answer<FoundDiagnostics>> {
    const baseline = input.since === undefined ? undefined : context.view.baselines.get(input.since);
    const chosen = await choose(context.view, input, baseline);
    const reports = [...chosen.refused, ...(await scan(chosen.files, context.patience))];
    mustNotBeRefused(reports);
    const token = context.view.baselines.keep({ isWhole: chosen.isWhole, files: await looksOf(reports) });
    const answered = reports.filter(isAnswered);
    const isListed = ({ severity }: Diagnostic): boolean =>
      severities.indexOf(severity) <= severities.indexOf(input.severity);
    const standing = joinStandings([scanStanding(reports), standingOf(chosen.reasons)]);
    return {
      value: {
        reports,
        severity: input.severity,
        isComplete: standing.state === "complete",
        token,
        changes: baseline && (await changesSince(baseline, reports, chosen.gone, isListed)),
        unknownSince: baseline === undefined ? input.since : undefined,
        grouped:
          input.group_by === undefined
            ? undefined
            : await bySymbol(answered, ({ diagnostics }) => diagnostics.filter(isListed), context.patience),
      },
      standing,
    };
  },
  isEmpty: hasNothingListed,
  toText: diagnosticsText,
  toJson: diagnosticsJson,
  hints: (output) =>
    hasNothingListed(output)
      ? [{ operation: "blast_radius", why: "what the changed files reach" }]
      : [
          { operation: "suggest_fixes", why: "what the server would do about one" },
          { operation: "inspect_symbol", why: "what a name in a message is" },
        ],
  examples: [
    {
      title: "Hints too: what a file uses although it is deprecated",
      input: { file_path: "src/doors/mcp/server.ts", severity: "hint" },
    },
  ],
});

// — below: private, in the order they are used —

interface Chosen {
  readonly files: readonly Examined[];
  readonly refused: readonly FileReport[];
  readonly isWhole: boolean;
  /** Files of the baseline that are no longer there. */
  readonly gone: ReadonlyMap<FilePath, string>;
  readonly reasons: readonly Reason[];
}

/** What was named, else what the baseline was about, else every file of code. */
async function choose(view: View, input: Input, baseline: Baseline | undefined): Promise<Chosen> {
  const raw = [...(input.file_path === undefined ? [] : [input.file_path]), ...(input.file_paths ?? [])];
  if (raw.length > 0) return named(view, [...new Set(raw)]);
  if (baseline !== undefined && !baseline.isWhole) return formerly(view, [...baseline.files.keys()]);
  const roots = await view.all();
  const sources = await Promise.all(roots.map(async (snapshot) => ({ snapshot, own: await snapshot.sources() })));
  const all = sources.flatMap(({ snapshot, own }) => own.map((source) => ({ snapshot, ...source })));
  const files = all.slice(0, maxFiles);
  const detail = `only the first ${files.length} of ${all.length} files were looked at`;
  const reasons: Reason[] = all.length > files.length ? [{ code: "scoped", detail }] : [];
  const present = new Set(all.map(({ file }) => file));
  const gone = [...(baseline?.files.keys() ?? [])].filter((file) => !present.has(file));
  return {
    files,
    refused: [],
    isWhole: all.length === files.length,
    gone: new Map(gone.map((file) => [file, inertLine(display(view.root, file))])),
    reasons,
  };
}

/** One that cannot be found takes nothing from the others. */
async function named(view: View, raw: readonly string[]): Promise<Chosen> {
  const files: Examined[] = [];
  const refused: FileReport[] = [];
  for (const path of raw) {
    try {
      files.push(await view.locate(path));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (raw.length === 1) throw error;
      const [snapshot] = await view.all();
      if (snapshot === undefined) throw error;
      refused.push({ snapshot, file: view.root, shown: inertLine(path), refusal: error.details });
    }
  }
  return { files, refused, isWhole: false, gone: new Map(), reasons: [] };
}

async function formerly(view: View, paths: readonly FilePath[]): Promise<Chosen> {
  const files: Examined[] = [];
  const gone = new Map<FilePath, string>();
  for (const path of paths) {
    try {
      files.push(await view.locate(path));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "file_not_found") throw error;
      gone.set(path, inertLine(display(view.root, path)));
    }
  }
  return { files, refused: [], isWhole: false, gone, reasons: [] };
}

/** When nobody answered, why is the answer. */
function mustNotBeRefused(reports: readonly FileReport[]): void {
  const [first] = reports;
  if (first === undefined || reports.some(isAnswered) || isAnswered(first)) return;
  refuse(first.refusal);
}
