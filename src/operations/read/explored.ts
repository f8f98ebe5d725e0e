// What `explore_symbol` and `explore` share: everything about one symbol at once, each part asked at the same time.
//
// Invariant: an unknown part is a reason in the standing, and absent; it never reads like "none".

import type { Location, SymbolNode } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { contains } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, ReasonCode, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Patience, Snapshot } from "../../workspace/snapshot.ts";
import { shownPath } from "../foreign-text.ts";
import { deepestAt } from "./get-symbol-source.ts";
import type { FoundHierarchy } from "../callers/hierarchy-answer.ts";
import { foundHierarchy } from "../callers/hierarchy-answer.ts";
import type { ShownTarget } from "../places.ts";
import { shownTarget } from "../places.ts";
import type { ResolvedTarget } from "../target.ts";
import { isTestFile } from "../../languages/names/test-files.ts";

export interface ExploredSymbol {
  readonly target: ShownTarget;
  /** Markdown of the server. */
  readonly hover: string | undefined;
  readonly source: ExploredSource | undefined;
  /** Undefined when it is not known who calls it. */
  readonly callers: readonly ExploredCaller[] | undefined;
  /** Undefined when it is not known where it is used. */
  readonly references: ExploredReferences | undefined;
}

export interface ExploredSource {
  readonly file: string;
  readonly path: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The first of them, where there are very many. */
  readonly lines: readonly string[];
}

export interface ExploredCaller {
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly line: number;
  readonly isTest: boolean;
}

export interface ExploredReferences {
  readonly count: number;
  /** The file with the most uses first. */
  readonly files: readonly { readonly path: string; readonly file: string; readonly count: number }[];
}

export async function exploredSymbol(target: ResolvedTarget, patience: Patience): Promise<Answer<ExploredSymbol>> {
  const { snapshot } = target;
  const [hover, source, callers, references] = await Promise.all([
    part("the type is not known", snapshot.hover(target, patience)),
    part("the source is not known", sourceOf(target, patience)),
    part("callers are not known", foundHierarchy(target, ["incoming"], 1, patience)),
    part("references are not known", snapshot.references(target, false, patience)),
  ]);
  const parts: readonly Part<unknown>[] = [hover, source, callers, references];
  // Where nothing at all can be told, why is the answer.
  const refusals = parts.flatMap(({ refusal }) => refusal ?? []);
  if (refusals[0] !== undefined && refusals.length === parts.length) throw refusals[0];
  const { evidence } = (parts.find((one) => one.refusal === undefined) ?? hover).standing;
  const standing = { ...joinStandings(parts.map((one) => one.standing)), evidence };
  const isNothing = hover.value === undefined && source.value === undefined && (references.value ?? []).length === 0;
  if (isNothing && callers.refusal?.code === "no_symbol") throw callers.refusal;
  return {
    value: {
      target: shownTarget(target),
      hover: hover.value?.markdown,
      source: source.value,
      callers: callers.value && shownCallers(snapshot, callers.value),
      references: references.value && countedByFile(snapshot, references.value),
    },
    standing,
  };
}

// — below: private, in the order they are used —

interface Part<T> {
  readonly value: T | undefined;
  readonly standing: Standing;
  readonly refusal?: Refusal;
}

async function part<T>(unknown: string, answer: Promise<Answer<T>>): Promise<Part<T>> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code: ReasonCode = error.code === "capability_missing" ? "scoped" : "target_refused";
    const detail = `${unknown}: ${error.details.what}`;
    return { value: undefined, standing: standingOf([{ code, detail }]), refusal: error };
  }
}

/** The declaration itself where the target is one; else the one that its definition leads to, if that may be read. */
async function sourceOf(target: ResolvedTarget, patience: Patience): Promise<Answer<ExploredSource | undefined>> {
  if (target.node !== undefined) {
    return { value: await sourceIn(target.snapshot, target.file, target.node), standing: standingOf([]) };
  }
  const { snapshot } = target;
  const [own, { value, standing }] = await Promise.all([
    snapshot.documentSymbols(target.file, patience),
    snapshot.definition(target, patience),
  ]);
  // At its own name a declaration is meant, whatever a server takes for the definition of several of that name.
  const declared = namedAt(own.value, target.place);
  if (declared !== undefined) {
    const reasons = standingOf(own.standing.reasons);
    return { value: await sourceIn(snapshot, target.file, declared), standing: reasons };
  }
  const at = value.find(
    (one): one is Location & { file: FilePath } => !isExternal(one.file) && snapshot.holds(one.file),
  );
  if (at === undefined) return { value: undefined, standing };
  const outline = await snapshot.documentSymbols(at.file, patience);
  const node = namedAt(outline.value, at.span.start) ?? deepestAt(outline.value, at.span.start);
  return {
    value: node && (await sourceIn(snapshot, at.file, node)),
    standing: joinStandings([standing, standingOf(outline.standing.reasons)]),
  };
}

/** Of a longer declaration the beginning is told; get_symbol_source has the rest. */
const maxSourceLines = 200;

function namedAt(nodes: readonly SymbolNode[], at: Place): SymbolNode | undefined {
  for (const node of nodes) {
    const found = contains(node.nameSpan, at) ? node : namedAt(node.children, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function sourceIn(snapshot: Snapshot, file: FilePath, { name, span }: SymbolNode): Promise<ExploredSource> {
  const index = await snapshot.text(file);
  const startLine = span.start.line;
  const endLine = span.end.column === 1 && span.end.line > startLine ? span.end.line - 1 : span.end.line;
  const length = Math.min(maxSourceLines, endLine - startLine + 1);
  const lines = Array.from({ length }, (_, at) => index.lineText(startLine + at) ?? "");
  return { file: shownPath(snapshot.base, file), path: file, name, startLine, endLine, lines };
}

/** Each with the line of its first call. */
function shownCallers(snapshot: Snapshot, { branches }: FoundHierarchy): ExploredCaller[] {
  return branches.flatMap(({ nodes, listed }) =>
    nodes.flatMap(({ item }, at) => {
      const one = listed[at];
      if (one === undefined || isExternal(item.file)) return [];
      const { name, file, line, calls } = one;
      const isTest = isTestFile(snapshot.root, item.file);
      return [{ name, path: item.file, file, line: calls[0] ?? line, isTest }];
    }),
  );
}

function countedByFile(snapshot: Snapshot, locations: readonly Location[]): ExploredReferences {
  const counts = new Map<string, { readonly path: string; readonly file: string; count: number }>();
  for (const { file } of locations) {
    const path = isExternal(file) ? file.external : file;
    const known = counts.get(path) ?? {
      path,
      file: isExternal(file) ? path : shownPath(snapshot.base, file),
      count: 0,
    };
    counts.set(path, known);
    known.count++;
  }
  const files = [...counts.values()].sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  return { count: locations.length, files };
}
