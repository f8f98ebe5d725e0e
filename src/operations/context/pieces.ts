// What was found out about a focus as pieces, each with what it is worth.
//
// What the focus uses is worth most, then what is used near it, then what uses it, then what else is within reach.

import type { Diagnostic, Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place, Span } from "../../model/place.ts";
import { contains } from "../../model/place.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { inertLine, sourceLine } from "../../render/inert.ts";
import { firstCode } from "../../render/markdown.ts";
import { counted } from "../../std/words.ts";
import { numberedLines, shownPath } from "../foreign-text.ts";
import type { DeclaredSymbol, FileOutline } from "../impact/outline.ts";
import { isAskable } from "../impact/outline.ts";
import { hintedLines } from "../read/get-inlay-hints.ts";
import type { ContextPiece } from "./choosing.ts";
import { hostHas } from "./has.ts";
import type { AskedAnswer, AskedSource } from "./inquiry.ts";
import type { DiagnosedFile, FoundName, NamedFile, Scene, User } from "./scene.ts";
import type { Lines } from "./used-names.ts";
import { wordsIn } from "./used-names.ts";

/** Problems after a change come before everything else. */
export async function problemPieces(scene: Scene, problems: readonly DiagnosedFile[]): Promise<ContextPiece[]> {
  const pieces = problems.map(async ({ file, asked }): Promise<ContextPiece[]> => {
    const record = await scene.inquiry.record([asked.source], [file]);
    const shown = shownOf(scene, file);
    const { diagnostics } = asked.value;
    const common = { kind: "diagnostics", about: file, record } as const;
    if (diagnostics.length === 0) return [{ ...common, head: "", text: `${shown}: no problems`, order: 0, value: 100 }];
    return diagnostics.slice(0, maxProblems).map(({ span, severity, code, message }, order) => {
      const { line, column } = span.start;
      const text = `${line}:${column} ${severity}${code === undefined ? "" : ` ${inertLine(code, 40)}`} | ${inertLine(message, 300)}`;
      return {
        ...common,
        head: `${shown}: ${counted(diagnostics.length, "problem")}`,
        text,
        order,
        value: worthOf[severity],
      };
    });
  });
  return (await Promise.all(pieces)).flat();
}

/** A line for each symbol of the focus whose type its text does not show. */
export async function signaturePieces(scene: Scene, found: readonly FoundName[]): Promise<ContextPiece[]> {
  const { focus, inquiry, shown } = scene;
  const told = new Set<string>();
  const pieces: ContextPiece[] = [];
  for (const { name, place, hover, definition } of found) {
    const code = hover?.value === undefined ? "" : firstCode(hover.value.markdown);
    const signature = sourceLine(code.replaceAll(/\s+/g, " "), signatureLength);
    if (hover === undefined || signature === "" || told.has(signature) || isRevealed(signature, shown)) continue;
    const at = definition?.value[0];
    const file = at === undefined || isExternal(at.file) || !focus.snapshot.holds(at.file) ? undefined : at.file;
    const lines = { from: at?.span.start.line ?? 0, to: at?.span.start.line ?? 0 };
    if (file !== undefined && hostHas(focus.has, file, lines)) continue;
    told.add(signature);
    const where = `${shownOf(scene, file ?? focus.file)}:${file === undefined ? place.line : lines.from}`;
    const sources = [hover.source, ...(definition === undefined ? [] : [definition.source])];
    const record = await inquiry.record(sources, [focus.file, ...(file === undefined ? [] : [file])]);
    const text = `${where} ${inertLine(name, 60)} | ${signature}`;
    const value = worth.signature / (1 + pieces.length / worth.signatures);
    pieces.push({ kind: "signature", about: `${where} ${name}`, head: "", text, order: 0, value, record });
  }
  return pieces;
}

/** The beginnings of the declarations around and beside the focus, and of those that it uses. */
export async function definitionPieces(scene: Scene, found: readonly FoundName[]): Promise<ContextPiece[]> {
  const { focus, files, within } = scene;
  const own = files.find((one) => one.file === focus.file);
  const wanted = [
    ...(own === undefined ? [] : nearestIn(own, within)).map((one) => ({ ...one, source: undefined })),
    ...found.flatMap(({ definition, type }) =>
      placesIn([definition, type]).flatMap(({ at, source }) => {
        const declaring = files.find((one) => one.file === at.file);
        const symbol = declaring && symbolAt(declaring.outline.value, at.span.start);
        return declaring === undefined || symbol === undefined ? [] : [{ declaring, symbol, source }];
      }),
    ),
  ];
  const pieces: ContextPiece[] = [];
  const told = new Set<DeclaredSymbol>();
  for (const { declaring, symbol, source } of wanted) {
    if (told.has(symbol)) continue;
    told.add(symbol);
    const piece = await excerptOf(scene, declaring, symbol, source === undefined ? [] : [source]);
    if (piece !== undefined)
      pieces.push({ ...piece, value: worth.definition / (1 + pieces.length / worth.definitions) });
  }
  return pieces;
}

/** The names of the file itself, of the types in play, and of the files within reach. */
export async function outlinePieces(scene: Scene): Promise<ContextPiece[]> {
  const { files, inquiry } = scene;
  const all = files.map(async ({ file, relation, outline }) => {
    const record = await inquiry.record([outline.source], [file]);
    const symbols = outline.value.symbols.filter((one) => isListed(one) && !isSeen(scene, file, one));
    return symbols.map((symbol, order): ContextPiece => {
      const under = symbol.parent === undefined ? {} : { under: inertLine(outermost(symbol.parent).leaf, 60) };
      const value = nameWorth(scene, relation, symbol);
      const text = inertLine(symbol.leaf, 60);
      return { kind: "outline", about: file, head: `${shownOf(scene, file)}:`, text, ...under, order, value, record };
    });
  });
  return withoutRepeats((await Promise.all(all)).flat());
}

/** Lines of others that use what the focus declares. */
export async function usePieces(scene: Scene, users: readonly User[]): Promise<ContextPiece[]> {
  const { focus, inquiry } = scene;
  const pieces: ContextPiece[] = [];
  const told = new Set<string>();
  for (const { of, file, line, asked } of users) {
    const key = `${file}:${line}`;
    if (asked === undefined || told.has(key) || hostHas(focus.has, file, { from: line, to: line })) continue;
    told.add(key);
    const [readable] = await focus.snapshot.shown([file]);
    const index = readable && (await focus.snapshot.textOrNone(readable));
    const source = sourceLine(index?.lineText(line) ?? "", lineLength);
    if (source === "" || !focus.snapshot.holds(file)) continue;
    const record = await inquiry.record([asked.source], [focus.file, file]);
    const text = `${shownOf(scene, file)}:${line} | ${source}`;
    const head = `${inertLine(of, 60)} is used by`;
    const factor = focus.purpose === "review" ? worth.reviewed : 1;
    const value = (worth.use * factor) / (1 + pieces.length / worth.uses);
    pieces.push({ kind: "uses", about: of, head, text, order: pieces.length, value, record });
  }
  return pieces;
}

/** AskedAnswer for only if everything else leaves room. */
export async function hintPieces(scene: Scene, others: readonly ContextPiece[]): Promise<ContextPiece[]> {
  const { focus, within, inquiry } = scene;
  const { snapshot, file, index, budget } = focus;
  const spent = others.reduce((sum, { text, head }) => sum + estimateTokens(text) + estimateTokens(head), 0);
  if (spent >= budget) return [];
  const last = index.lineText(within.to) ?? "";
  const span = { start: { line: within.from, column: 1 }, end: { line: within.to, column: last.length + 1 } };
  const asked = await inquiry.ask("textDocument/inlayHint", file, shownOf(scene, file), (patience) =>
    snapshot.inlayHints({ file, span }, patience),
  );
  if (asked === undefined) return [];
  const record = await inquiry.record([asked.source], [file]);
  const head = `${shownOf(scene, file)}:${within.from}-${within.to} with inferred types and names between « and »`;
  const lines = hintedLines(asked.value, (line) => index.lineText(line) ?? "");
  const common = { kind: "hints", about: `${file} hints`, head, record } as const;
  return lines.map((text, order) => ({ ...common, text, order, value: worth.hint }));
}

// — below: private, in the order they are used —

const maxProblems = 40;
const signatureLength = 200;
const excerptLines = 12;
const lineLength = 120;

const worthOf: Readonly<Record<Diagnostic["severity"], number>> = {
  error: 400,
  warning: 200,
  information: 20,
  hint: 5,
};

/** What pieces are worth; the rate at which a model is told of each is this by its tokens. */
const worth = {
  signature: 9,
  /** After so many the next is worth half as much as the first. */
  signatures: 6,
  definition: 8,
  definitions: 4,
  use: 2,
  uses: 6,
  reviewed: 4,
  hint: 0.01,
} as const;

/** Names of the file itself, of files that declare what it uses, of those it imports, beside it, anywhere. */
const relations: Readonly<Record<NamedFile["relation"], number>> = {
  own: 0.6,
  defining: 0.35,
  imported: 0.3,
  beside: 0.2,
  other: 0.1,
};

function shownOf({ focus }: Scene, file: FilePath): string {
  return shownPath(focus.snapshot.base, file);
}

/** Whether the focus shows every name of it. */
function isRevealed(signature: string, shown: ReadonlySet<string>): boolean {
  return [...wordsIn(signature)].every((word) => shown.has(word));
}

function placesIn(
  asked: readonly (AskedAnswer<readonly Location[]> | undefined)[],
): { readonly at: Location; readonly source: AskedSource }[] {
  return asked.flatMap((one) => (one === undefined ? [] : one.value.map((at) => ({ at, source: one.source }))));
}

/** The declarations around the focus, the innermost first, and those right before and behind it. */
function nearestIn(
  declaring: NamedFile,
  within: Lines,
): { readonly declaring: NamedFile; readonly symbol: DeclaredSymbol }[] {
  const symbols = declaring.outline.value.symbols.filter(isListed);
  const around = symbols.filter(({ node }) => holdsLines(node.span, within)).reverse();
  const before = symbols.findLast(({ node }) => node.span.end.line < within.from);
  const behind = symbols.find(({ node }) => node.span.start.line > within.to);
  return [...around, before, behind].flatMap((symbol) => (symbol === undefined ? [] : [{ declaring, symbol }]));
}

function holdsLines({ start, end }: Span, { from, to }: Lines): boolean {
  return start.line <= from && to <= end.line;
}

/** The first lines of a declaration, up to the focus where it holds that; undefined where the host has them. */
async function excerptOf(
  scene: Scene,
  { file, outline }: NamedFile,
  symbol: DeclaredSymbol,
  sources: readonly AskedSource[],
): Promise<ContextPiece | undefined> {
  const { focus, within, inquiry } = scene;
  const { start, end } = symbol.node.span;
  const isOwn = file === focus.file && focus.lines !== undefined;
  const stop = isOwn && start.line <= within.to && within.from <= end.line ? within.from - 1 : end.line;
  const to = Math.min(stop, start.line + excerptLines - 1);
  if (to < start.line || hostHas(focus.has, file, { from: start.line, to })) return undefined;
  const { index } = outline.value;
  const lines = Array.from({ length: to - start.line + 1 }, (_, more) => index.lineText(start.line + more) ?? "");
  const cut = to < end.line ? ` of ${start.line}-${end.line}` : "";
  const head = `${shownOf(scene, file)}:${start.line}-${to}${cut} ${inertLine(symbol.name, 80)}`;
  const record = await inquiry.record([...sources, outline.source], [focus.file, file]);
  const text = numberedLines(lines, start.line).join("\n");
  return { kind: "definition", about: `${file}#${symbol.name}`, head, text, order: 0, value: 0, record };
}

function symbolAt({ symbols }: FileOutline, at: Place): DeclaredSymbol | undefined {
  return (
    symbols.findLast(({ node }) => contains(node.nameSpan, at)) ??
    symbols.find(({ node }) => node.span.start.line === at.line)
  );
}

function isListed(symbol: DeclaredSymbol): boolean {
  return isAskable(symbol) && symbol.node.kind !== "constructor";
}

/** Whether the declaration stands in what the host has. */
function isSeen({ focus, within }: Scene, file: FilePath, { node }: DeclaredSymbol): boolean {
  const { line } = node.nameSpan.start;
  if (hostHas(focus.has, file, { from: line, to: line })) return true;
  return focus.lines !== undefined && file === focus.file && within.from <= line && line <= within.to;
}

function outermost(symbol: DeclaredSymbol): DeclaredSymbol {
  return symbol.parent === undefined ? symbol : outermost(symbol.parent);
}

function nameWorth(
  { names, within, around }: Scene,
  relation: NamedFile["relation"],
  { leaf }: DeclaredSymbol,
): number {
  const away = names.distance.get(leaf);
  const base = relations[relation];
  if (away === undefined) return base;
  // What the focus names is there already.
  if (away === 0) return base / 2;
  const inside = Math.max(within.from - around.from, around.to - within.to);
  return (away <= inside ? 1.3 : away <= 60 ? 1 : 0.8) + base / 4;
}

/** Of a name that several files declare, the one that is worth most counts; the others are worth little. */
function withoutRepeats(pieces: readonly ContextPiece[]): ContextPiece[] {
  const best = new Map<string, ContextPiece>();
  for (const piece of pieces) {
    const known = best.get(piece.text);
    if (known === undefined || piece.value > known.value) best.set(piece.text, piece);
  }
  return pieces.map((piece) => (best.get(piece.text) === piece ? piece : { ...piece, value: piece.value / 20 }));
}
