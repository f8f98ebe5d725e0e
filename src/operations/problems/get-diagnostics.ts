// `get_diagnostics`: what compilers and linters find wrong, in one file, in several, or in the whole root.

import { agreeing, counted } from "../../std/words.ts";
import { z } from "zod";
import type { Diagnostic, Severity } from "../../model/code-facts.ts";
import { severities } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Baseline } from "../../workspace/asking/baselines.ts";
import type { View } from "../../workspace/view.ts";
import { defineQuery } from "../define.ts";
import { bySymbol } from "./diagnostics-by-symbol.ts";
import type { FoundDiagnostics } from "./diagnostics-found.ts";
import { diagnosticsJson, diagnosticsText, hasNothingListed } from "./diagnostics-found.ts";
import type { Examined, FileReport } from "./diagnostics-scan.ts";
import { isAnswered, scan, scanStanding } from "./diagnostics-scan.ts";
import type { Missing } from "./diagnostics-since.ts";
import { baselineOf, changesSince } from "./diagnostics-since.ts";
import { shownPath } from "../foreign-text.ts";

/** The most files of a root that one call checks: each has to be opened. */
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
    "As compilers and linters see the disk now, without a build. Ask after every edit; with since only what changed is told.",
  exposure: "core",
  withScripts: true,
  cli: { command: "diagnostics", positional: "files" },
  needs: ["textDocument/diagnostic"],
  asks: ["problems"],
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
    const scanned = await scan(chosen.files, context.patience);
    const isApart = ({ file }: FileReport): boolean => chosen.apart.has(file);
    const reports = [...chosen.refused, ...scanned.filter((report) => !isApart(report))];
    mustNotBeRefused(reports);
    const token = context.view.baselines.keep(baselineOf(reports.filter(hasFile), chosen));
    const answered = reports.filter(isAnswered);
    const isListed = ({ severity }: Diagnostic): boolean =>
      severities.indexOf(severity) <= severities.indexOf(input.severity);
    const standing = joinStandings([scanStanding(reports), standingOf([...chosen.reasons, ...unseenReason(chosen)])]);
    return {
      value: {
        reports,
        apart: scanned.filter((report) => isAnswered(report) && isApart(report)).filter(isAnswered),
        severity: input.severity,
        isComplete: standing.state === "complete",
        token,
        changes: baseline && changesSince(baseline, reports, chosen, isListed),
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
      ? [
          { operation: "blast_radius", why: "what the changed files reach" },
          { operation: "find_references", why: "who uses what was changed" },
        ]
      : [
          { operation: "suggest_fixes", why: "what the server would do about one" },
          { operation: "inspect_symbol", why: "what a name in a message is" },
        ],
  examples: [
    {
      title: "What is wrong with a file",
      input: { file_path: "src/receipt.ts" },
    },
  ],
});

// — below: private, in the order they are used —

interface Chosen extends Missing, Pick<Baseline, "isAboutAll" | "roots"> {
  readonly files: readonly Examined[];
  readonly refused: readonly FileReport[];
  /** Files outside of every project's configuration: their problems are only counted, and they weaken nothing. */
  readonly apart: ReadonlySet<FilePath>;
  readonly reasons: readonly Reason[];
}

/** What was named, else what the baseline was about, else every file of code. */
async function choose(view: View, input: Input, baseline: Baseline | undefined): Promise<Chosen> {
  const raw = [...(input.file_path === undefined ? [] : [input.file_path]), ...(input.file_paths ?? [])];
  if (raw.length > 0) return examineNamed(view, [...new Set(raw)]);
  if (baseline !== undefined && !baseline.isAboutAll) return formerly(view, filesOf(baseline));
  const roots = await view.all();
  const sources = await Promise.all(roots.map(async (snapshot) => ({ snapshot, of: await snapshot.rootSources() })));
  const all = sources.flatMap(({ snapshot, of }) => of.files.map((source) => ({ snapshot, ...source })));
  if (all.length === 0 && baseline === undefined) nothingToCheck(view);
  const outside = new Set(
    (await Promise.all(roots.map((snapshot) => snapshot.outsideProjects()))).flatMap((one) => [...one]),
  );
  const own = all.filter(({ file }) => !outside.has(file));
  const files = [...own, ...all.filter(({ file }) => outside.has(file))].slice(0, maxFiles);
  const detail = `only the first ${files.length} of ${own.length} files were checked`;
  const capped: Reason[] = own.length > files.length ? [{ code: "scoped", detail }] : [];
  const present = new Set(files.map(({ file }) => file));
  const notWhole = sources.filter(({ of }) => !of.isWhole);
  const cut = new Set([...own.slice(maxFiles), ...notWhole].map(({ snapshot }) => snapshot.root));
  const absent = baseline === undefined ? [] : filesOf(baseline).filter((file) => !present.has(file));
  const { gone, files: there, unseen } = await formerly(view, absent);
  return {
    files,
    refused: [],
    apart: outside,
    isAboutAll: true,
    roots: new Set(roots.map(({ root }) => root).filter((root) => !cut.has(root))),
    gone,
    // Such a file no longer counts as code, for example because it is ignored now, or is beyond the limit of a call.
    unseen: [...unseen, ...there.map(({ file }) => file)],
    reasons: [...capped, ...sources.flatMap(({ of }) => of.reasons)],
  };
}

/** "No errors in no files" would read as a claim about something. */
function nothingToCheck(view: View): never {
  return refuse({
    code: "no_server_for_file",
    what: "There is nothing to check.",
    why: `There is no file of a language with an installed server below ${view.root}.`,
    next: "Name a file, or start in the directory of a project.",
  });
}

/** One that cannot be found takes nothing from the others; one under several names is one. */
async function examineNamed(view: View, raw: readonly string[]): Promise<Chosen> {
  const files = new Map<FilePath, Examined>();
  const refused: FileReport[] = [];
  for (const path of raw) {
    try {
      const located = await view.locate(path);
      files.set(located.file, located);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (raw.length === 1) throw error;
      const [snapshot] = await view.all();
      if (snapshot === undefined) throw error;
      refused.push({ snapshot, file: view.root, shown: inertLine(path), refusal: error.details });
    }
  }
  return { ...ofSome, files: [...files.values()], refused };
}

const ofSome: Chosen = {
  files: [],
  refused: [],
  apart: new Set(),
  isAboutAll: false,
  roots: new Set(),
  gone: new Map(),
  unseen: [],
  reasons: [],
};

/** A report on something that was named but is no file of a root is about the root itself. */
function hasFile({ file, snapshot }: FileReport): boolean {
  return file !== snapshot.root;
}

function filesOf({ files, unknown }: Baseline): FilePath[] {
  return [...files.keys(), ...unknown];
}

/** Only a file that is no longer on disk is gone; one that may no longer be read, as in a removed root, is not. */
async function formerly(view: View, paths: readonly FilePath[]): Promise<Chosen> {
  const files = new Map<FilePath, Examined>();
  const gone = new Map<FilePath, string>();
  const unseen: FilePath[] = [];
  for (const path of paths) {
    try {
      const located = await view.locate(path);
      files.set(located.file, located);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "file_not_found") gone.set(path, shownPath(view.base, path));
      else unseen.push(path);
    }
  }
  return { ...ofSome, files: [...files.values()], gone, unseen };
}

function unseenReason({ unseen: { length } }: Chosen): Reason[] {
  if (length === 0) return [];
  return [
    {
      code: "scoped",
      detail: `${counted(length, "file")} of the earlier answer ${agreeing(length, "was", "were")} not checked this time`,
    },
  ];
}

/** When no server answered, the answer is why. */
function mustNotBeRefused(reports: readonly FileReport[]): void {
  const [first] = reports;
  if (first === undefined || reports.some(isAnswered) || isAnswered(first)) return;
  refuse(first.refusal);
}
