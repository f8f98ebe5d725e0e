// Searches the symbols of one server by name, and finds in texts and outlines what the server's answer may leave out.
//
// A declaration contains its name. So a file whose text does not contain the name declares no match, and the outlines
// of the files that contain it have all matches, whatever the server has loaded.
//
// Invariant: a doubt is dropped only if every file it may be about was read, and every file with the name was outlined.

import { conditionalDeclarations, mayBeConditional } from "../../languages/conditional/conditional.ts";
import type { ConditionalDeclaration } from "../../languages/conditional/declaration.ts";
import type { FoundSymbol, SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { familyOf, languageFor } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { contains } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason, ReasonCode } from "../../model/standing.ts";
import { reasonOfRefusal, standingOf } from "../../model/standing.ts";
import type { Deadline } from "../../std/deadline.ts";
import { pooled } from "../../std/pooled.ts";
import { named } from "../coverage/question.ts";
import type { SearchPlace } from "../projects/search-places.ts";

/** The query for the server, and which texts may contain a declaration that matches it. */
export interface NameQuery {
  readonly text: string;
  mayBeIn(text: string): boolean;
  /** Whether the names that match contain `text`, so that matches can be picked from outlines. */
  readonly isPart: boolean;
}

export interface NameSearchContext {
  readonly root: FilePath;
  readonly deadline: Deadline;
  /** The server's own search. */
  ask(near: FilePath, query: string): Promise<Answer<FoundSymbol[]>>;
  outline(file: FilePath): Promise<Answer<SymbolNode[]>>;
  /** Undefined for a file that cannot be read. */
  text(file: FilePath): Promise<string | undefined>;
  /** Those of the files that the repository does not ignore. */
  kept(files: readonly FilePath[]): Promise<readonly FilePath[]>;
}

/** Declarations whose name contains the text, in any letter case. */
export function partOfName(text: string): NameQuery {
  if (!isWord.test(text)) return { text, mayBeIn: () => true, isPart: false };
  const sought = text.toLowerCase();
  return { text, mayBeIn: (source) => source.toLowerCase().includes(sought), isPart: true };
}

/** Declarations of exactly this name. */
export function wholeName(text: string): NameQuery {
  if (!isWord.test(text)) return { text, mayBeIn: () => true, isPart: false };
  const word = new RegExp(`(?<![\\p{ID_Continue}$])${text.replaceAll("$", "\\$")}(?![\\p{ID_Continue}$])`, "u");
  return { text, mayBeIn: (source) => source.includes(text) && word.test(source), isPart: true };
}

/** Declarations whose name contains the letters of a word in their order; the server is asked for `text`. */
export function lettersOfName(text: string, word: string): NameQuery {
  if (!isWord.test(word)) return { text, mayBeIn: () => true, isPart: false };
  const sought = word.toLowerCase();
  return { text, mayBeIn: (source) => hasLettersInOrder(source.toLowerCase(), sought), isPart: false };
}

export async function searchName(
  context: NameSearchContext,
  place: SearchPlace,
  query: NameQuery,
): Promise<Answer<FoundSymbol[]>> {
  const [listed, uncompiled] = await Promise.all([
    answerOf(context, place, query.text),
    uncompiledOf(context, place, query),
  ]);
  const asked = { ...listed, value: [...listed.value, ...uncompiled] };
  const isClear = asked.standing.reasons.every(({ code }) => !aboutAbsence.has(code));
  if (isClear) return asked;
  const holders = await holdersOf(context, place, query);
  if (holders === undefined) return asked;
  if (holders.length === 0) return without(asked);
  if (!place.isServed) return mentioned(context, asked, holders);
  const isApart = languageFor(familyOf(place.near)).account?.declaresApart === true;
  if (!query.isPart || holders.length > maxOutlines || isApart) return asked;
  const outlines = await pooled(holders, atOnce, (file) => outlineOf(context, file));
  const more = outlines.flatMap((one) => (one === undefined ? [] : declaredIn(one, query.text, asked.value)));
  const found = { value: [...asked.value, ...more], standing: asked.standing };
  if (outlines.includes(undefined)) return found;
  return without(
    found,
    outlines.flatMap((one) => one?.answer.standing.reasons ?? []),
  );
}

// — below: private, in the order they are used —

const isWord = /^[\p{ID_Continue}$]+$/u;
const words = /[\p{ID_Continue}$]+/gu;

/** Whether one word of the source has the letters in their order. Invariant: one pass, whatever the texts are. */
function hasLettersInOrder(source: string, letters: string): boolean {
  for (const [word] of source.matchAll(words)) {
    if (word.length < letters.length) continue;
    let met = 0;
    for (let at = 0; at < word.length && met < letters.length; at++) if (word[at] === letters[met]) met++;
    if (met === letters.length) return true;
  }
  return false;
}

/** Reasons which mean that names may be missing from the list; the names in it are not in doubt. */
const aboutAbsence: ReadonlySet<ReasonCode> = new Set([
  "capped",
  "dependencies_missing",
  "indexing",
  "projects_not_loaded",
  "readiness_unknown",
  "restricted",
  "scoped",
  "server_not_exhaustive",
  "server_unwell",
  "timed_out",
]);

/** For one name: the most files to read, the most to outline, how many at once, and how long the reading may take. */
const maxRead = 5_000;
const maxOutlines = 40;
const atOnce = 8;
const readMs = 3_000;

/** If the server refuses, the answer is empty with a reason; the servers of other languages still answer. */
async function answerOf(
  context: NameSearchContext,
  { near, language }: SearchPlace,
  query: string,
): Promise<Answer<FoundSymbol[]>> {
  try {
    return await context.ask(near, query);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = `${language} was not searched: ${error.details.what}`;
    return { value: [], standing: standingOf([reasonOfRefusal(error, detail)]) };
  }
}

/** Matches in code that a condition excludes from the build on this machine: no server lists them. */
async function uncompiledOf(context: NameSearchContext, place: SearchPlace, query: NameQuery): Promise<FoundSymbol[]> {
  const family = familyOf(place.near);
  if (!place.isServed || !query.isPart || !mayBeConditional(family)) return [];
  const sought = query.text.toLowerCase();
  const isSought = ({ name, children }: ConditionalDeclaration): boolean =>
    name.toLowerCase().includes(sought) || children.some(isSought);
  const holders = await holdersOf(context, place, {
    ...query,
    mayBeIn: (text) => query.mayBeIn(text) && conditionalDeclarations(family, text).some(isSought),
  });
  const outlines = await pooled((holders ?? []).slice(0, maxOutlines), atOnce, (file) => outlineOf(context, file));
  return outlines.flatMap((one) => {
    if (one === undefined) return [];
    return declaredIn(one, query.text, [], true);
  });
}

/** The files that may declare a match; undefined if they are too many, or one of them could not be read in time. */
async function holdersOf(
  context: NameSearchContext,
  { files, isServed }: SearchPlace,
  query: NameQuery,
): Promise<FilePath[] | undefined> {
  // A server may read ignored files, which a build generated; for a language without a server they are only copies.
  const read = isServed ? files : await context.kept(files);
  if (read.length > maxRead) return undefined;
  const until = context.deadline.within(readMs);
  const holds = await pooled(read, atOnce, async (file) => {
    if (until.passed) return undefined;
    const text = await context.text(file);
    return text === undefined || query.mayBeIn(text);
  });
  return holds.includes(undefined) ? undefined : read.filter((_, at) => holds[at] === true);
}

/** The answer without the doubts that the texts of all files have settled. */
function without<T>({ value, standing }: Answer<T>, more: readonly Reason[] = []): Answer<T> {
  const left = standing.reasons.filter(({ code }) => !aboutAbsence.has(code));
  return { value, standing: standingOf([...left, ...more], standing.evidence) };
}

function mentioned<T>(
  { root }: NameSearchContext,
  { value, standing }: Answer<T>,
  files: readonly FilePath[],
): Answer<T> {
  const verb = files.length === 1 ? "mentions" : "mention";
  const reasons = standing.reasons.map(({ code, detail }) =>
    code === "scoped"
      ? { code, detail: `${detail.replace(/\.$/, "")} (${named(root, files)} ${verb} the name)` }
      : { code, detail },
  );
  return { value, standing: standingOf(reasons, standing.evidence) };
}

interface Outlined {
  readonly file: FilePath;
  readonly answer: Answer<SymbolNode[]>;
}

async function outlineOf(context: NameSearchContext, file: FilePath): Promise<Outlined | undefined> {
  try {
    return { file, answer: await context.outline(file) };
  } catch (error) {
    // A file that cannot be outlined leaves the doubt as it was.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Declarations inside of these are local, and no search of a workspace lists them. */
const bodies: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "constructor",
  "variable",
  "constant",
  "property",
]);
const unsearched: ReadonlySet<SymbolKind> = new Set([
  ...(["file", "string", "number", "boolean", "array", "object", "key", "null", "type parameter"] as const),
]);

/** The matches of an outline that `found` does not contain; with `onlyLeftOut`, only those that the server left out. */
function declaredIn(
  { file, answer }: Outlined,
  text: string,
  found: readonly FoundSymbol[],
  onlyLeftOut = false,
): FoundSymbol[] {
  const sought = text.toLowerCase();
  const known = found.filter((one) => one.file === file);
  const isKnown = ({ name, nameSpan }: SymbolNode): boolean =>
    known.some(({ name: other, span }) => {
      if (span === undefined) return other === name;
      return contains(span, nameSpan.start)
        ? other.includes(name) || name.includes(other)
        : contains(nameSpan, span.start);
    });
  const walk = (nodes: readonly SymbolNode[], container: string | undefined): FoundSymbol[] =>
    nodes.flatMap((node) => {
      const { name, kind, nameSpan, children } = node;
      const isMeant =
        name.toLowerCase().includes(sought) &&
        !/\s/.test(name) &&
        !unsearched.has(kind) &&
        !isKnown(node) &&
        (!onlyLeftOut || node.leftOut === true);
      const own = isMeant
        ? [{ name, kind, file, span: nameSpan, ...(container === undefined ? {} : { container }) }]
        : [];
      return [...own, ...(bodies.has(kind) ? [] : walk(children, name))];
    });
  return walk(answer.value, undefined);
}
