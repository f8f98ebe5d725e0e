// Symbols of all roots that are something like what was typed, asked of all servers at once and ranked by us.

import type { Patience } from "../../std/patience.ts";
import type { FoundSymbol } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer, Standing } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { pooled } from "../../std/pooled.ts";
import type { NameQuery } from "../../workspace/asking/name-search.ts";
import { lettersOfName, partOfName } from "../../workspace/asking/name-search.ts";
import type { FoundNames, Snapshot } from "../../workspace/snapshot.ts";
import type { QueryContext } from "../define.ts";
import { leafOf, spelled } from "../../languages/names/symbol-name.ts";
import { matchQuality, qualities } from "./rank.ts";

/** What is left out of a search. */
export interface SearchScope {
  readonly language?: string | undefined;
  /** A directory as the caller names it; relative to the first root. */
  readonly directory?: string | undefined;
}

/** One root, or a directory in it. */
export interface SearchedRoot {
  readonly snapshot: Snapshot;
  readonly within: FilePath | undefined;
}

/** A symbol that is something like what was typed. */
export interface FoundAnywhere {
  readonly snapshot: Snapshot;
  readonly symbol: FoundSymbol;
  /** The names of what it is in, then its own. */
  readonly names: readonly string[];
  readonly quality: number;
}

/** Symbols that fit what was typed, the best first: `total`, `Cart.total`, `gTD`, or nothing for all. */
export async function searchAnywhere(
  context: QueryContext,
  typed: string,
  scope: SearchScope = {},
): Promise<Answer<FoundAnywhere[]>> {
  const words = typed.split(/::|[.#/\s]+/).filter((word) => word !== "");
  const leaf = words.at(-1) ?? "";
  const places = await searchedRoots(context, scope);
  const queries = leaf === "" ? everyStart : [leaf];
  const first = await asked(places, queries.map(partOfName), context.patience, scope);
  const found = ranked(first, words);
  if (leaf === "" || found.some(({ quality }) => quality !== qualities.none)) {
    return { value: found, standing: joinedStanding(first) };
  }
  // Where a server matches only prefixes, letters in order are searched among the names with the same beginning.
  const similarTo = beginnings(leaf).map((text) => lettersOfName(text, leaf));
  const second = await asked(places, similarTo, context.patience, scope);
  const similar = ranked(second, words).filter(({ quality }) => quality !== qualities.none);
  return { value: [...similar, ...found], standing: joinedStanding([...first, ...second]) };
}

/** Every root, or the one that the directory is in. */
export async function searchedRoots({ view }: QueryContext, { directory }: SearchScope): Promise<SearchedRoot[]> {
  if (directory === undefined) return (await view.all()).map((snapshot) => ({ snapshot, within: undefined }));
  const { snapshot, file } = await view.locate(directory);
  return [{ snapshot, within: file }];
}

/** `shop::Cart` and `example.org/shop` as plain names. */
export function containerNames(container: string | undefined): readonly string[] {
  return (container ?? "").split(/::|[./#]/).flatMap((part) => (part === "" ? [] : spelled(part).parts));
}

/** Many answers of the same servers have the same evidence, which is listed once. */
export function joinedStanding(answers: readonly Answer<unknown>[]): Standing {
  const standing = joinStandings(answers.map((answer) => answer.standing));
  const evidence = new Map(standing.evidence.map((one) => [JSON.stringify(one), one]));
  return { ...standing, evidence: [...evidence.values()] };
}

// — below: private, in the order they are used —

/** An empty question means all; servers that answer it with nothing are asked letter by letter. */
const everyStart: readonly string[] = ["", ..."abcdefghijklmnopqrstuvwxyz_"];

/** Shorter and shorter, because a long list is cut by many servers, and a short beginning has one. */
function beginnings(leaf: string): string[] {
  const lengths = [Math.ceil(leaf.length / 2), Math.ceil(leaf.length / 4), 1, 0];
  return [...new Set(lengths.map((length) => leaf.slice(0, length)))];
}

/** So many questions are asked at the same time. */
const atOnce = 8;

interface Asked extends FoundNames {
  readonly root: SearchedRoot;
}

async function asked(
  roots: readonly SearchedRoot[],
  queries: readonly NameQuery[],
  patience: Patience,
  { language }: SearchScope,
): Promise<Asked[]> {
  const questions = roots.flatMap((root) => queries.map((query) => ({ root, query })));
  const answers = await pooled(questions, atOnce, async ({ root, query }) => {
    return { root, ...(await root.snapshot.findSymbols(query, patience, language)) };
  });
  if (answers.every(({ languages }) => languages.length === 0)) await nothingToSearch(roots, language);
  return answers;
}

/** The code may lie in checkouts below, which are roots of their own. */
async function nothingToSearch(roots: readonly SearchedRoot[], language: string | undefined): Promise<never> {
  const open = roots.map(({ snapshot }) => snapshot.root);
  const inner = (await Promise.all(roots.map(({ snapshot }) => snapshot.baseline.unsearched(open, language)))).flat();
  const otherwise = language === undefined ? "Use a text search." : "Leave language out, or use a text search.";
  return refuse({
    code: "no_server_for_file",
    what:
      language === undefined
        ? "No language server is available for the code here."
        : `No code here is in ${inertLine(language)}.`,
    ...(inner.length === 0 ? {} : { why: inner.map(({ detail }) => detail).join("; ") }),
    next: inner.length === 0 ? otherwise : "Start in one of the checkouts, or open them as additional roots.",
  });
}

function ranked(answers: readonly Asked[], words: readonly string[]): FoundAnywhere[] {
  const unique = new Map<string, FoundAnywhere & { readonly isInside: boolean }>();
  for (const { root, value } of answers) {
    for (const symbol of value) {
      const { file, span, name, container } = symbol;
      const isInRoot = !isExternal(file) && root.snapshot.holds(file);
      if (root.within !== undefined && (isExternal(file) || !isInside(root.within, file))) continue;
      const key = `${isExternal(file) ? file.external : file} ${span?.start.line}:${span?.start.column} ${leafOf(name)}`;
      const names = [...containerNames(container), ...spelled(name).parts];
      const quality = qualityOf(words, names);
      if (!unique.has(key)) unique.set(key, { snapshot: root.snapshot, symbol, names, quality, isInside: isInRoot });
    }
  }
  return [...unique.values()]
    .sort(
      (a, b) =>
        b.quality - a.quality ||
        Number(b.isInside) - Number(a.isInside) ||
        // Of names that fit alike the shorter has less beside what was typed.
        (words.length === 0 ? 0 : (a.names.at(-1) ?? "").length - (b.names.at(-1) ?? "").length) ||
        placeText(a).localeCompare(placeText(b), "en", { numeric: true }),
    )
    .map(({ snapshot, symbol, names, quality }) => ({ snapshot, symbol, names, quality }));
}

/** The last word counts; words before it must occur among the names before, where these are known at all. */
function qualityOf(words: readonly string[], names: readonly string[]): number {
  const leaf = words.at(-1);
  if (leaf === undefined) return qualities.prefix;
  const own = matchQuality(leaf, names.at(-1) ?? "");
  const above = names.slice(0, -1);
  const before = words.slice(0, -1);
  if (before.length > 0 && above.length > 0) {
    const isThere = before.every((word) => above.some((name) => matchQuality(word, name) >= qualities.humps));
    return isThere ? own : qualities.none;
  }
  // A name that fits is better known to be where it was said to be.
  if (before.length > 0) return own === qualities.none ? own : own - 0.5;
  return own === qualities.none && matchQuality(leaf, names.join("")) > 0 ? 1 : own;
}

function placeText({ symbol: { file, span } }: FoundAnywhere): string {
  return `${isExternal(file) ? file.external : file} ${span?.start.line ?? 0} ${span?.start.column ?? 0}`;
}
