// What a model is given to correct its last change: the errors, what is known of the symbols concerned, and what it did.
//
// Invariant: it is focused: errors that the change brought, a few symbols, one diff. No log of a server is in it.

import type { Engine, Invocation } from "../engine/engine.ts";
import type { ProblemOfFile } from "../model/consequences.ts";
import { display, filePath } from "../model/file-path.ts";
import { inertLine } from "../render/inert.ts";
import { estimateTokens } from "../render/tokens.ts";
import type { DiffedFile } from "../render/unified-diff.ts";
import { unifiedDiff } from "../render/unified-diff.ts";
import type { CancelSignal } from "../std/cancel.ts";
import { counted } from "../std/words.ts";

/** What a change was made for, as the model says it. */
export interface Intent {
  readonly kind: "rename" | "import_repair" | "type_fix" | "other";
  readonly words: string;
}

/** What is known of the symbol at an error. */
export interface SymbolFact {
  /** `path:line:column`. */
  readonly at: string;
  /** Its type, signature and documentation, and where it is defined; or why that is not known. */
  readonly text: string;
  readonly isKnown: boolean;
}

export interface CorrectionPacket {
  /** From 1. */
  readonly round: number;
  readonly rounds: number;
  /** The first errors that the turn brought, and how many more there are. */
  readonly errors: readonly ProblemOfFile[];
  readonly moreErrors: number;
  readonly symbols: readonly SymbolFact[];
  /** Why the last change was made, where that is known. */
  readonly intent: Intent | undefined;
  /** What the last change did to its files. */
  readonly diff: string;
  /** What servers offer to do about the errors; undefined where policy forbids to ask. */
  readonly fixes: readonly string[] | undefined;
  /** All of it as one text for the model. */
  readonly text: string;
}

export interface PacketRequest {
  readonly engine: Pick<Engine, "invoke" | "facts">;
  readonly caller: Invocation["caller"];
  readonly signal?: CancelSignal | undefined;
  readonly round: number;
  readonly rounds: number;
  readonly errors: readonly ProblemOfFile[];
  readonly intent: Intent | undefined;
  readonly read: (file: string) => Promise<string | undefined>;
  /** The files of the last change, by their absolute paths. */
  readonly changed: readonly DiffedFile[];
}

export async function packetOf(request: PacketRequest): Promise<CorrectionPacket> {
  const { round, rounds, errors, intent, changed } = request;
  const listed = errors.slice(0, mostErrors);
  const symbols: SymbolFact[] = [];
  for (const place of distinctPlaces(await placesOf(request, listed)).slice(0, mostAsked)) {
    const fact = await symbolAt(request, place);
    // What stands beside an error may be no symbol; of the error itself it is told that nothing is known.
    if (fact.isKnown || listed.some((error) => placeOf(error) === fact.at)) symbols.push(fact);
    if (symbols.length === mostSymbols) break;
  }
  const fixes = await fixesOf(request, distinctPlaces(listed).slice(0, mostSymbols));
  const { root } = request.engine.facts;
  const named = (file: string | undefined): string | undefined => file && shortName(root, file);
  const diffed = changed.map((file) => ({ ...file, from: named(file.from), to: named(file.to) }));
  const diff = unifiedDiff(diffed, { context: 3, line: (text) => text });
  const packet = { round, rounds, errors: listed, moreErrors: errors.length - listed.length, symbols, intent, fixes };
  return { ...packet, diff, text: textOf({ ...packet, diff }, root) };
}

/** `src/a.ts:3:5 error 2322 Type 'string' is not assignable to type 'number'.` */
export function errorLine(root: string, { file, line, column, severity, code, message }: ProblemOfFile): string {
  const number = code === undefined ? "" : ` ${inertLine(code, 80)}`;
  return `${inertLine(shortName(root, file))}:${line}:${column} ${severity}${number} ${inertLine(message, 400)}`;
}

// — below: private, in the order they are used —

function shortName(root: string, file: string): string {
  return display(filePath(root), filePath(file));
}

const mostErrors = 20;
const mostSymbols = 6;
/** Places that are asked about, and words of one line beside its error. */
const mostAsked = 12;
const mostBeside = 5;
/** Tokens of what is said of one symbol, of the fixes for one error, and of the diff. */
const symbolTokens = 300;
const fixTokens = 150;
const diffTokens = 1_500;

type ErrorPlace = Pick<ProblemOfFile, "file" | "line" | "column">;

/** Where an error is, and the words of its line that the last change touched: those are what the error is about. */
async function placesOf(
  { changed, read }: PacketRequest,
  errors: readonly ProblemOfFile[],
): Promise<readonly ErrorPlace[]> {
  const touched = new Set(changed.flatMap(({ before, after }) => changedWords(before, after)));
  const places: ErrorPlace[] = [];
  for (const { file, line, column } of errors) {
    const text = (await read(file))?.split("\n")[line - 1] ?? "";
    const beside = wordsIn(text).filter(({ word, at }) => touched.has(word) && at + 1 !== column);
    places.push(
      { file, line, column },
      ...beside.slice(0, mostBeside).map(({ at }) => ({ file, line, column: at + 1 })),
    );
  }
  return places;
}

/** The words of lines that only one of the two texts has. */
function changedWords(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const [oldLines, nowLines] = [new Set(old), new Set(now)];
  const lines = [...old.filter((line) => !nowLines.has(line)), ...now.filter((line) => !oldLines.has(line))];
  return lines.flatMap(wordsIn).map(({ word }) => word);
}

function wordsIn(line: string): { readonly word: string; readonly at: number }[] {
  const part = line.slice(0, longestLine);
  return [...part.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].map(({ 0: word, index }) => ({ word, at: index }));
}

const longestLine = 1_000;

/** Several errors at one place are about one symbol. */
function distinctPlaces<P extends ErrorPlace>(errors: readonly P[]): P[] {
  return [...new Map(errors.map((error) => [placeOf(error), error])).values()];
}

function placeOf({ file, line, column }: ErrorPlace): string {
  return `${file}:${line}:${column}`;
}

async function symbolAt(request: PacketRequest, error: ErrorPlace): Promise<SymbolFact> {
  const told = await asked(request, "inspect_symbol", error, symbolTokens);
  return { at: placeOf(error), text: told.text, isKnown: told.code === undefined };
}

async function fixesOf(
  request: PacketRequest,
  places: readonly ErrorPlace[],
): Promise<CorrectionPacket["fixes"] | undefined> {
  const fixes: string[] = [];
  for (const error of places) {
    const told = await asked(request, "suggest_fixes", error, fixTokens, { kinds: ["quickfix"] });
    if (told.code === "policy_denied") return undefined;
    if (told.code === undefined && !told.isEmpty) fixes.push(told.text);
  }
  return fixes;
}

interface Told {
  readonly text: string;
  readonly isEmpty: boolean;
  /** Of a refusal. */
  readonly code?: string;
}

async function asked(
  { engine, caller, signal }: PacketRequest,
  operation: string,
  { file, line, column }: ErrorPlace,
  tokens: number,
  more: object = {},
): Promise<Told> {
  const input = { file_path: file, line, column, max_tokens: tokens, ...more };
  const outcome = await engine.invoke({ operation, input, caller, signal, format: "text" });
  if (!outcome.ok) return { text: outcome.refusal.what, isEmpty: true, code: outcome.refusal.code };
  const body = outcome.body.format === "text" ? outcome.body.text : "";
  const { standingLine, isEmpty } = outcome;
  return { text: standingLine === undefined ? body : `${standingLine}\n${body}`, isEmpty };
}

function textOf(packet: Omit<CorrectionPacket, "text">, root: string): string {
  const { round, rounds, errors, moreErrors, symbols, intent, fixes, diff } = packet;
  const count = errors.length + moreErrors;
  return [
    `Your last change brought ${counted(count, "error")} (correction ${round} of ${rounds}).`,
    ...errors.map((error) => errorLine(root, error)),
    ...(moreErrors === 0 ? [] : [`and ${counted(moreErrors, "more error")}`]),
    ...(intent === undefined ? [] : ["", `Intent of the last change: ${intent.kind}: ${inertLine(intent.words, 400)}`]),
    "",
    "The last change:",
    estimateTokens(diff) <= diffTokens ? diff.trimEnd() : "(left out: too long)",
    ...symbols.filter(({ isKnown }) => isKnown).flatMap(({ text }) => ["", text]),
    ...(fixes === undefined || fixes.length === 0 ? [] : ["", "Fixes on offer:", ...fixes]),
    "",
    "Say what you intend (rename, import_repair, type_fix or other), and change the code.",
  ].join("\n");
}
