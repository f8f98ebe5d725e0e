// Finds a symbol by its dotted path, in one file or anywhere: `Cart.total`, and `Cart.total[2]` for the second overload.
//
// Invariant: a path that fits several symbols is refused with the candidates; nothing is guessed.

import type { Patience } from "../../std/patience.ts";
import type { SymbolNode } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import type { FilePlace } from "../../model/place.ts";
import { refuse } from "../../model/refusal.ts";
import type { Reason, ReasonCode, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { standingText } from "../../render/standing-text.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { QueryContext } from "../define.ts";
import { importedIn } from "../../languages/imports/imported.ts";
import { spelled } from "../../languages/names/symbol-name.ts";
import { matchQuality } from "./rank.ts";
import type { Candidate } from "./candidates.ts";
import { candidatesAnywhere, nearAnywhere } from "./candidates.ts";
import type { PathedSymbol } from "../../languages/declarations/symbol-tree.ts";
import { matching, pathedSymbols, placeOfName } from "../../languages/declarations/symbol-tree.ts";

export interface SymbolPath {
  readonly names: readonly string[];
  /** Which of several declarations with this path, from 1 in the order of the text. */
  readonly overload?: number;
}

/** No declaration is nested so deep, and a longer path is not read. */
const longestPath = 2_000;

export function parseSymbolPath(text: string): SymbolPath {
  if (text.length > longestPath) {
    return refuse({
      code: "bad_input",
      what: `A symbol path of ${text.length} characters is too long: ${inertLine(text, 80)}`,
      why: `At most ${longestPath} are read.`,
      next: "Give file_path with a shorter symbol_path.",
    });
  }
  const [, path = "", overload] = /^(.*?)(?:\[(\d+)\])?$/s.exec(text.trim()) ?? [];
  const names = segments(path).flatMap(namesOfSegment);
  if (names.length === 0 || overload === "0") {
    return refuse({
      code: "bad_input",
      what: `${inertLine(JSON.stringify(text), 200)} is not a valid symbol path.`,
      next: "Write names with dots between them, e.g. Cart.total, and [2] for the second overload.",
    });
  }
  return { names, ...(overload === undefined ? {} : { overload: Number(overload) }) };
}

export async function nodeInFile(
  snapshot: Snapshot,
  file: FilePath,
  text: string,
  patience: Patience,
): Promise<SymbolNode> {
  const { names, overload } = parseSymbolPath(text);
  const { value, standing } = await snapshot.documentSymbols(file, patience);
  const symbols = pathedSymbols(value);
  const found = await declarations(
    matching(symbols, names).map(({ path, node }) => {
      return { snapshot, file, place: node.nameSpan.start, path, kind: node.kind, node };
    }),
  );
  if (found.length === 0) {
    return refuse({
      code: "no_symbol",
      what: `There is no symbol ${inertLine(text, 200)} in ${inertLine(display(snapshot.base, file))}.`,
      why: standing.state === "complete" ? nearest(symbols, names) : standingText(standing),
      next: "list_symbols shows what the file declares.",
    });
  }
  return only(text, overload, found).node;
}

export interface SymbolPlace extends FilePlace {
  readonly snapshot: Snapshot;
  /** Absent for a symbol that only the search of the whole workspace knows. */
  readonly node?: SymbolNode | undefined;
  /** Why there may be another one that was not found. */
  readonly doubts: readonly Reason[];
}

/** Asks every server of every root for the last name, then holds the whole path against what each file declares. */
export async function symbolAnywhere(context: QueryContext, text: string): Promise<SymbolPlace> {
  const { names, overload } = parseSymbolPath(text);
  const { value: all, standing, isShort } = await candidatesAnywhere(context, names);
  const value = await declarations(all);
  if (value.length > 0) {
    // What may be left out of a long list is not left out of a short one in which the very name was found.
    const isDoubt = (code: ReasonCode): boolean => !(isShort && code === "server_not_exhaustive");
    const doubts = standing.reasons.filter(({ code }) => !aboutOthers.has(code) && isDoubt(code));
    if (overload !== undefined) mustBeCounted(text, value, standingOf(doubts));
    const { snapshot, file, place, node } = only(text, overload, value);
    const at = node === undefined ? place : placeOfName(await snapshot.text(file), node);
    return { snapshot, file, place: at, node, doubts };
  }
  const near = await nearAnywhere(context, names);
  const listed = near.value.map(shownCandidate);
  const doubt = standing.state === "complete" ? [] : [standingText(standing)];
  return refuse({
    code: "no_symbol",
    what: `no symbols found for symbol_path: ${inertLine(text, 200)}`,
    why: [listed.length > 0 ? `Near it: ${listed.join("; ")}.` : "No symbol has a similar name.", ...doubt].join(" "),
    next: "find_symbol searches by part of a name; file_path with symbol_path searches one file.",
    ...(listed.length > 0 ? { data: { candidates: listed } } : {}),
  });
}

// — below: private, in the order they are used —

/** Some servers list what a file exports once more: where the declaration is found, its mention in a list is left out. */
async function declarations<T extends Candidate>(found: readonly T[]): Promise<readonly T[]> {
  if (found.length < 2) return found;
  const isMention = await Promise.all(
    found.map(async ({ snapshot, file, node }) => {
      return node !== undefined && importedIn(file, await snapshot.text(file))(node.span);
    }),
  );
  const declared = found.filter((_, at) => isMention[at] !== true);
  return declared.length > 0 ? declared : found;
}

/** These say nothing of which symbols the workspace declares: packages that are not there, the state of one document. */
const aboutOthers: ReadonlySet<ReasonCode> = new Set(["dependencies_missing", "broken_syntax", "lossy_text"]);

/** Which is the n-th across several files only a complete search can decide; inside of one file its text does. */
function mustBeCounted(text: string, found: readonly Candidate[], standing: Standing): void {
  if (standing.state === "complete" || new Set(found.map(({ file }) => file)).size < 2) return;
  refuse({
    code: "ambiguous_target",
    what: `[n] in ${inertLine(text, 200)} counts symbols of several files, and some may not have been found.`,
    why: standingText(standing),
    next: "Give file_path with symbol_path.",
    data: { candidates: found.slice(0, 20).map(shownCandidate) },
  });
}

/** A quoted name, a name in brackets, a receiver in parentheses or a type's arguments may hold a separator. */
const segment =
  /(?:"[^"]*"|'[^']*'|`[^`]*`|\([^()]*\)|\[[^\]]*\]|<(?:[^<>]|<[^<>]*>)*>|impl\s(?:<(?:[^<>]|<[^<>]*>)*>|[^.#<>])+|\/(?=\d+$)|(?<![^.])#|[^.#/:]|(?<!:):(?!:))+/gs;

function segments(path: string): string[] {
  return [...path.matchAll(segment)].map(([one]) => one.trim()).filter((one) => one !== "");
}

function namesOfSegment(text: string): readonly string[] {
  const receiver = /^\(\s*(?:\*\s*)?(\w+)(?:\[.*\]\s*|\s*)\)$/.exec(text)?.[1];
  if (receiver !== undefined) return [receiver];
  const { parts, whole, role } = spelled(text);
  return role === "plain" ? parts : [whole];
}

function nearest(symbols: readonly PathedSymbol[], names: readonly string[]): string {
  const leaf = names.at(-1) ?? "";
  const near = symbols
    .map(({ path }) => ({ path, quality: matchQuality(leaf, path.at(-1) ?? "") }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const listed = (near.length > 0 ? near : symbols).slice(0, 10).map(({ path }) => inertLine(path.join("."), 120));
  return listed.length === 0 ? "The file declares no symbols." : `It has ${listed.join(", ")}.`;
}

function only<T extends Candidate>(text: string, overload: number | undefined, found: readonly T[]): T {
  const chosen = overload === undefined ? found : found.slice(overload - 1, overload);
  const [one] = chosen;
  if (one !== undefined && chosen.length === 1) return one;
  const listed = found.slice(0, 20).map((candidate, at) => `[${at + 1}] ${shownCandidate(candidate)}`);
  return refuse({
    code: "ambiguous_target",
    what:
      chosen.length === 0
        ? `${inertLine(text, 200)} does not exist: only ${found.length} symbols match.`
        : `${inertLine(text, 200)} matches ${found.length} symbols.`,
    why: `${listed.join("; ")}${found.length > 20 ? "; …" : ""}`,
    next: "Add file_path, more of the path, or [n] for the n-th in this order.",
    data: { candidates: listed },
  });
}

function shownCandidate({ snapshot, file, place, path, kind }: Candidate): string {
  const where = `${inertLine(display(snapshot.base, file))}:${place.line}:${place.column}`;
  return `${where} ${kind} ${inertLine(path.join("."), 160)}`;
}
