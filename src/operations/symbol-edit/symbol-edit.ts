// What every edit of a named symbol begins with: which symbol is meant, where it stands in the text on disk, and its plan.
//
// Invariant: the text that is edited is the one in which the server found the symbol; else the edit is refused.

import { z } from "zod";
import type { SymbolNode } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import { mustStayText } from "../../model/plan-resolution.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { inertLine } from "../../render/inert.ts";
import { standingText } from "../../render/standing-text.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { QueryContext } from "../define.ts";
import { deepestAt } from "../read/get-symbol-source.ts";
import type { Around, Extent } from "../../languages/declarations/symbol-extent.ts";
import { extentOf } from "../../languages/declarations/symbol-extent.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { sourceOf } from "../../languages/declarations/signs.ts";
import { parseSymbolPath } from "../symbols/path.ts";
import { pathedSymbols } from "../../languages/declarations/symbol-tree.ts";
import { twinOf } from "../symbols/twins.ts";
import type { ResolvedTarget } from "../target.ts";
import { resolveTarget } from "../target.ts";

export const symbolInput = {
  file_path: z.string().min(1).optional(),
  symbol_path: z.string().min(1),
};

export const dryRunInput = z.boolean().default(false);

export interface SymbolInput {
  readonly file_path?: string | undefined;
  readonly symbol_path: string;
}

/** A symbol that is going to be edited. */
export interface EditedSymbol {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly hash: string;
  readonly source: Source;
  readonly around: Around;
  readonly extent: Extent;
  readonly target: ResolvedTarget;
  /** Its path and its file, inert. */
  readonly shown: string;
  readonly standing: Standing;
}

export async function symbolToEdit(context: QueryContext, input: SymbolInput): Promise<EditedSymbol> {
  const target = await resolved(context, input);
  const { snapshot, file } = target;
  if (target.doubts !== undefined && target.doubts.length > 0) mustNameFile(input.symbol_path, target);
  const { text, hash } = await snapshot.editable(file);
  const { value, standing } = await snapshot.documentSymbols(file, context.patience);
  const seen = standing.evidence.find(({ document }) => document !== undefined)?.document?.hash;
  if (seen !== undefined && seen !== hash) changedMeanwhile(target.shown);
  const source = sourceOf(file, text);
  const listed = aroundOf(value, target);
  const path = pathedSymbols(value)
    .find(({ node }) => node === listed.node)
    ?.path.join(".");
  const around = twinOf(source, listed, parseSymbolPath(input.symbol_path).overload, target.shown);
  const shown = `${inertLine(path ?? listed.node.name, 160)} in ${inertLine(target.shown)}`;
  return { snapshot, file, hash, source, around, extent: extentOf(source, around), target, shown, standing };
}

/** One change of the symbol's file; without a step where it changes nothing. */
export function planOf(
  { snapshot, file, hash, source }: EditedSymbol,
  why: string,
  edits: readonly OffsetEdit[],
): Plan {
  const text = applyEdits(source.text, edits);
  mustStayText(source.text, text);
  const steps = text === source.text ? [] : [{ kind: "edit" as const, file, hash, before: source.text, text }];
  return { root: snapshot.root, why, steps };
}

// — below: private, in the order they are used —

/** A number may count declarations of Python that the server does not list. */
async function resolved(context: QueryContext, input: SymbolInput): Promise<ResolvedTarget> {
  try {
    return await resolveTarget(context, input);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "ambiguous_target") throw error;
    const path = input.symbol_path.replace(/\[\d+\]\s*$/, "");
    if (path === input.symbol_path || !/\.pyi?$/.test(input.file_path ?? "")) throw error;
    return await resolveTarget(context, { ...input, symbol_path: path });
  }
}

function mustNameFile(path: string, { doubts, shown }: ResolvedTarget): never {
  return refuse({
    code: "ambiguous_target",
    what: `There may be another ${inertLine(path, 200)} than the one in ${inertLine(shown)}.`,
    why: standingText(standingOf(doubts ?? [])),
    next: "Give file_path with symbol_path.",
  });
}

function changedMeanwhile(shown: string): never {
  return refuse({
    code: "stale_document",
    what: `${inertLine(shown)} keeps changing while it is read.`,
    next: "Ask again when the program that writes it has finished.",
  });
}

function aroundOf(nodes: readonly SymbolNode[], target: ResolvedTarget): Around {
  const wanted = target.node;
  const found = wanted === undefined ? deepestAt(nodes, target.place) : undefined;
  const isSame = (node: SymbolNode): boolean =>
    wanted === undefined
      ? node === found
      : node.name === wanted.name &&
        comparePlaces(node.span.start, wanted.span.start) === 0 &&
        comparePlaces(node.nameSpan.start, wanted.nameSpan.start) === 0;
  const around = lookFor(nodes, undefined, isSame);
  return around ?? changedMeanwhile(target.shown);
}

function lookFor(
  siblings: readonly SymbolNode[],
  parent: SymbolNode | undefined,
  isSame: (node: SymbolNode) => boolean,
): Around | undefined {
  const node = siblings.find(isSame);
  if (node !== undefined) return { node, parent, siblings };
  for (const one of siblings) {
    const below = lookFor(one.children, one, isSame);
    if (below !== undefined) return below;
  }
  return undefined;
}
