// `detect_changes`: which symbols git says were changed, and what each of them reaches.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { pooled } from "../../std/pooled.ts";
import type { ChangeScope, GitChanges, GitFile } from "../../workspace/git/git.ts";
import type { Patience, Snapshot } from "../../workspace/snapshot.ts";
import type { Located, View } from "../../workspace/view.ts";
import { impactInput } from "./blast-radius.ts";
import type { Hint } from "../define.ts";
import { defineQuery } from "../define.ts";
import { touchedSymbols } from "./detect-changes-symbols.ts";
import { shownPath } from "../foreign-text.ts";
import type { ChangedSymbol } from "./subject.ts";
import type { GoneThing, Impact, ImpactJson } from "./answer.ts";
import { afterImpact, impactJson, impactText, summaryOf } from "./answer.ts";
import { Ledger } from "./ledger.ts";
import { measured } from "./measured.ts";
import type { DeclaredSymbol } from "./outline.ts";
import { isAskable, isCallback, isTestCode, FileOutlines } from "./outline.ts";
import { isPartOfValue } from "./symbols.ts";
import { spelled } from "../../languages/names/symbol-name.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";

export interface DetectedChanges {
  readonly impact: Impact;
  readonly files: readonly GitFile[];
  /** The range, or the scope. */
  readonly scope: string;
  readonly compared: string;
}

const scopes = ["all", "unstaged", "staged", "committed"] as const satisfies readonly ChangeScope[];

export const detectChanges = defineQuery({
  name: "detect_changes",
  title: "Detect Changes",
  summary: "Tell which symbols git says changed, and what each reaches: callers, tests, risk.",
  guidance: "By changed lines, also untracked, deleted and renamed files. Ask before a commit or in a review.",
  exposure: "full",
  cli: { command: "changes", positional: "directory" },
  needs: ["textDocument/documentSymbol", "textDocument/references"],
  input: {
    workspace_root: z.string().min(1).optional(),
    scope: z.enum(scopes).default("all"),
    range: z.string().min(1).max(400).optional().describe("a..b, a...b or a commit"),
    ...impactInput,
  },
  async run({ view, patience }, input): Promise<Answer<DetectedChanges>> {
    const ledger = new Ledger();
    const { snapshot, directory } = await checkoutOf(view, input.workspace_root, ledger);
    const changes = await snapshot.gitChanges(directory, { scope: input.scope, range: input.range }, patience);
    for (const reason of changes.reasons) ledger.add(reason);
    if (changes.outside > 0) {
      ledger.add({ code: "scoped", detail: `${changes.outside} changed files are outside the root` });
    }
    const outlines = new FileOutlines(patience);
    const found = await symbolsOf(snapshot, changes, { outlines, ledger, patience });
    const { value, standing } = await measured({
      ...{ changed: found.changed, gone: found.gone, warnings: found.warnings },
      ...{ outlines, ledger, patience },
      isTransitive: input.include_transitive,
      isUntestedOnly: input.filter === "untested",
    });
    const scope = input.range ?? input.scope;
    return { value: { impact: value, files: changes.files, scope, compared: changes.compared }, standing };
  },
  isEmpty: ({ files }) => files.length === 0,
  toText: changesText,
  toJson: changesJson,
  hints: afterChanges,
  examples: [{ title: "What is changed and not committed yet", input: {} }],
});

// — below: private, in the order they are used —

async function checkoutOf(
  view: View,
  raw: string | undefined,
  ledger: Ledger,
): Promise<{ readonly snapshot: Snapshot; readonly directory: FilePath }> {
  const { snapshot, file } = await view.locate(raw ?? view.root);
  const others = view.folders().length - 1;
  if (raw === undefined && others > 0) {
    const detail = `only the main root was checked; name one of ${others} others as workspace_root`;
    ledger.add({ code: "scoped", detail });
  }
  return { snapshot, directory: file };
}

interface Looking {
  readonly outlines: FileOutlines;
  readonly ledger: Ledger;
  readonly patience: Patience;
}

interface FoundChanges {
  readonly changed: readonly ChangedSymbol[];
  readonly gone: readonly GoneThing[];
  readonly warnings: readonly string[];
}

interface FileFound {
  readonly changed: readonly ChangedSymbol[];
  readonly gone: readonly GoneThing[];
  /** Why nothing can be said of its symbols, where that is no fault. */
  readonly aside?: "no code" | "outside declarations" | undefined;
}

async function symbolsOf(snapshot: Snapshot, { files }: GitChanges, looking: Looking): Promise<FoundChanges> {
  const found = await pooled(files, 16, (file) => ofFile(snapshot, file, looking));
  const shownOf = (aside: FileFound["aside"]): string[] =>
    files.filter((_, at) => found[at]?.aside === aside).map(({ file }) => shownPath(snapshot.base, file));
  const noCode = shownOf("no code");
  const outside = shownOf("outside declarations");
  const gone = found.flatMap((one) => one.gone);
  const isLost = gone.some(({ change }) => change === "deleted");
  return {
    changed: found.flatMap(({ changed }) => changed),
    gone,
    warnings: [
      // No server can answer about a deleted symbol; its users no longer compile.
      ...(isLost ? ["users of deleted symbols were not searched: get_diagnostics shows what no longer compiles"] : []),
      ...(noCode.length > 0 ? [`${manyFiles(noCode)} changed that no server covers: ${short(noCode)}`] : []),
      ...(outside.length > 0 ? [`lines outside declarations also changed in ${short(outside)}`] : []),
    ],
  };
}

async function ofFile(snapshot: Snapshot, changed: GitFile, looking: Looking): Promise<FileFound> {
  const { file, before, change, kind } = changed;
  const shown = shownPath(snapshot.base, file);
  const renamed: GoneThing[] =
    before === undefined ? [] : [{ name: shownPath(snapshot.base, before), file, shown, line: 1, change: "renamed" }];
  const isFile = kind === "text" || kind === "binary";
  if (!isFile || !isCode(snapshot.languageOf(file))) return { changed: [], gone: renamed, aside: "no code" };
  if (change === "deleted") return { changed: [], gone: [{ name: shown, file, shown, line: 1, change }] };
  try {
    const found = await inText(snapshot, changed, shown, looking);
    return { ...found, gone: [...renamed, ...found.gone] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "no_server_for_file") return { changed: [], gone: renamed, aside: "no code" };
    looking.ledger.refuse(error.details, shown);
    return { changed: [], gone: renamed };
  }
}

async function inText(
  snapshot: Snapshot,
  { file, lines, change, hasMovedOn, doubts }: GitFile,
  shown: string,
  { outlines, ledger }: Looking,
): Promise<FileFound> {
  ledger.take(standingOf([...doubts, ...(hasMovedOn ? [movedOn] : [])]), shown);
  const outline = await outlines.of(snapshot, file);
  ledger.take(outline.standing, shown);
  const { symbols, gone, hasOthers } = touchedSymbols(outline.symbols, outline.index, lines);
  let isOutside = hasOthers;
  const askable = new Map<DeclaredSymbol, ChangedSymbol>();
  for (const touched of symbols) {
    const isTest = isTestCode(snapshot.root, file, outline.index, touched.symbol);
    const symbol = subjectOf({ snapshot, file }, touched.symbol, outline.symbols, isTest);
    if (symbol === undefined) isOutside = true;
    if (symbol === undefined || askable.has(symbol)) continue;
    // A file whose lines are not told counts as a whole, and not as new; nor is new what got a new part.
    const isOld = (lines === "all" && change !== "added") || symbol !== touched.symbol;
    const how = isOld ? "modified" : touched.change;
    const place = placeOfName(outline.index, symbol.node);
    askable.set(symbol, { snapshot, file, shown, symbol, place, isTest, change: how });
  }
  return {
    changed: [...askable.values()],
    gone: gone.map(({ name, line }) => ({ name, file, shown, line, change: "deleted" })),
    aside: isOutside ? "outside declarations" : undefined,
  };
}

const movedOn = {
  code: "changes_unseen",
  detail: "changed again since; its symbols are those of the current text",
} as const;

/** A test is a subject as it is. What has no uses of its own stands for what it belongs to. */
function subjectOf(
  located: Located,
  symbol: DeclaredSymbol,
  all: readonly DeclaredSymbol[],
  isTest: boolean,
): DeclaredSymbol | undefined {
  const isPart = isPartOfValue(located, symbol);
  if (!isPart && (isAskable(symbol) || (isTest && isCallback(symbol)))) return symbol;
  const { role, parts } = spelled(symbol.node.name);
  if (role === "block") return all.find((one) => isAskable(one) && one.leaf === parts.at(-1));
  return symbol.parent === undefined ? undefined : subjectOf(located, symbol.parent, all, isTest);
}

/** Files of these contain nothing callable. */
const withoutCode = new Set(
  "css dockerfile dotenv go.mod go.sum go.work gomod gosum gowork html ini json jsonc less markdown plaintext properties scss toml xml yaml".split(
    " ",
  ),
);

function isCode(language: string | undefined): boolean {
  return language !== undefined && !withoutCode.has(language);
}

function manyFiles(names: readonly string[]): string {
  return `${names.length} file${names.length === 1 ? "" : "s"}`;
}

function short(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
}

function changesText({ impact, files, compared }: DetectedChanges, budget: Budget): string {
  if (files.length === 0) return `no changes between ${compared}`;
  return impactText(impact, budget, `${manyFiles(files.map(({ file }) => file))}: ${summaryOf(impact)}`);
}

export interface ChangesJson extends ImpactJson {
  readonly changed_files: readonly FilePath[];
  readonly scope: string;
}

function changesJson({ impact, files, scope }: DetectedChanges): ChangesJson {
  return { changed_files: files.map(({ file }) => file), scope, ...impactJson(impact) };
}

function afterChanges({ impact, files }: DetectedChanges): readonly Hint[] {
  if (files.length === 0) return [{ operation: "blast_radius", why: "what a file would reach if it changed" }];
  const isGone = impact.gone.some(({ change }) => change === "deleted");
  const still: Hint[] = isGone
    ? [{ operation: "get_diagnostics", why: "whether anything still uses what was deleted" }]
    : [];
  return [...still, ...afterImpact(impact)];
}
