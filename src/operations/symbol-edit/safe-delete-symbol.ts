// `safe_delete_symbol`: deletes a symbol that provably nothing references.
//
// Invariant: nothing of a neighbour goes along; a declaration that cannot be parted from one is refused.
// Invariant: "nothing" is said only of a complete answer; whatever could not be asked stands against the deletion.
// Invariant: a deletion that would break something is never made, not even on request.

import type { Patience } from "../../std/patience.ts";
import { z } from "zod";
import type { QueryContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { implicitCaller } from "../../languages/names/implicit.ts";
import type { Standing } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import type { EditedSymbol } from "./symbol-edit.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";
import type { Extent } from "../../languages/declarations/symbol-extent.ts";
import { isCallable, isFirstOnLine, isLastOnLine } from "../../languages/declarations/symbol-extent.ts";
import { leafOf, spelled } from "../../languages/names/symbol-name.ts";
import { refuse, Refusal } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { editRulesFor, familyOf, languageFor } from "../../languages/table.ts";
import { withDocumentation } from "../../languages/declarations/documentation.ts";
import { layoutOf } from "../../languages/declarations/layout.ts";
import { hasWordsBefore, hasWordsBehind } from "../../languages/declarations/neighbours.ts";
import { leadAbove } from "../../languages/declarations/lead.ts";
import { constantsBehind, gapAbove, gapBelow, groupAround } from "../../languages/declarations/lines.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { assignment, closingOf } from "../../languages/syntax/brackets.ts";
import { behindComments, goesOn } from "../../languages/declarations/signs.ts";
import { indentAt, lineEnd, lineStart, nextLine, trimmedEnd, trimmedStart } from "../../languages/syntax/lines.ts";
import type { Location, SymbolNode } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import { inertLine } from "../../render/inert.ts";
import { exportedIn } from "../impact/exported.ts";
import { Ledger } from "../impact/ledger.ts";
import type { DeclaredSymbol } from "../impact/outline.ts";
import { FileOutlines } from "../impact/outline.ts";
import { Overrides } from "../impact/overrides.ts";
import { orInstead } from "../find/locations-answer.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";
import { isPassing } from "../rename/held-back.ts";
import { answersInstead } from "../rename/relatives.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { Consequences } from "../../model/consequences.ts";
import type { Plan } from "../../model/plan.ts";
import { proposedFiles } from "../../model/plan.ts";
import { evaluated } from "../edit/drafted.ts";
import type { Mentions } from "../rename/mentions.ts";
import { mentionsOf, mentionsText } from "../rename/mentions.ts";
import { TreeTexts } from "../rename/tree-texts.ts";
import { withheldFor } from "../edit/safe-applying.ts";

const input = { ...symbolInput, dry_run: dryRunInput, accept_unknown: z.boolean().default(false) };

/** What every call may take. */
const usualMs = 120_000;

export const safeDeleteSymbol = defineEdit<"safe_delete_symbol", typeof input, AboutEdit, EditedJson>({
  name: "safe_delete_symbol",
  title: "Safe Delete Symbol",
  summary: "Delete a symbol, with its comment and decorators, if nothing references it.",
  guidance:
    "Refused, with the places, while it is used; and while not every use can be known. Withheld where it breaks something.",
  exposure: "full",
  cli: { command: "delete-symbol", positional: "symbol" },
  needs: ["textDocument/documentSymbol", "textDocument/references"],
  asks: ["uses"],
  input,
  applies: ({ dry_run }) => !dry_run,
  limitMs: () => usualMs + foresightMs,
  async plan(context, { file_path, symbol_path, accept_unknown }) {
    const symbol = await symbolToEdit(context, { file_path, symbol_path });
    const { edits, remarks } = deletion(symbol);
    const unused = await mustBeUnused(symbol, context.patience);
    const plan = planOf(symbol, `delete ${symbol.shown}`, edits);
    const foreseen = await foreseenBy(context, symbol, plan, accept_unknown);
    const about = {
      base: symbol.snapshot.base,
      done: `Deleted ${symbol.shown}`,
      would: `Delete ${symbol.shown}`,
      remarks: [...remarks, ...unused.remarks, ...foreseen.remarks],
    };
    const standing = joinStandings([symbol.standing, unused.standing, foreseen.standing]);
    const withheld = foreseen.withheld ?? (accept_unknown ? undefined : calledUnnamed(symbol));
    return { value: { about, plan, withheld, foreseen: foreseen.consequences }, standing };
  },
  isEmpty: () => false,
  toText: editedText,
  toJson: editedJson,
  hints: (edited) => hintsAfter(edited, [{ operation: "get_symbol_source", why: "what would go" }]),
  examples: [
    {
      title: "What is still used stays",
      refused: "bad_input",
      input: { file_path: "src/money.ts", symbol_path: "times", dry_run: true },
    },
  ],
});

/** Why something may call it although nothing names it. */
function calledUnnamed({ source, around }: EditedSymbol): string | undefined {
  const caller = isCallable(around.node.kind) ? implicitCaller(source.family, leafOf(around.node.name)) : undefined;
  if (caller === undefined) return undefined;
  return `It may be called implicitly, by ${caller}; accept_unknown deletes it anyway.`;
}

// — The edits that take a declaration out of its text, with its comments, decorators, comma and blank lines —

export type Doomed = Pick<EditedSymbol, "source" | "around" | "extent" | "shown">;

export interface Deletion {
  readonly edits: readonly OffsetEdit[];
  readonly remarks: readonly string[];
}

export function deletion(doomed: Doomed): Deletion {
  const { extent } = doomed;
  switch (extent.role) {
    case "part":
      return inseparable(doomed, "It is part of an expression, a signature or a pattern.");
    case "declarator":
      return { edits: [withoutDeclarator(doomed)], remarks: [] };
    case "item":
      return { edits: withoutItem(doomed), remarks: shifted(doomed) };
    case "statement":
      return withoutStatement(doomed);
  }
}

function inseparable({ shown }: Doomed, why: string): never {
  return refuse({
    code: "bad_input",
    what: `${shown} cannot be deleted by itself.`,
    why,
    next: "Edit the text with safe_apply_edit.",
  });
}

/** One of several variables of a script, with the comma that parts it from the next or the last one. */
function withoutDeclarator(doomed: Doomed): OffsetEdit {
  const { source, around } = doomed;
  const { code, text, index, family } = source;
  if (!editRulesFor(family).partsVariables)
    return inseparable(doomed, "It is declared together with others in one statement.");
  const start = index.offsetOf(around.node.span.start);
  const end = trimmedEnd(text, index.offsetOf(around.node.span.end), start);
  const comma = trimmedStart(code, end);
  if (code.charAt(comma) === ",") return { start, end: trimmedStart(text, comma + 1), newText: "" };
  return { start: trimmedEnd(code, start) - 1, end, newText: "" };
}

function withoutItem({ source, extent }: Doomed): OffsetEdit[] {
  const { code, text } = source;
  const end = extent.comma ?? extent.end;
  const before = trimmedEnd(code, extent.lead);
  // The last of a list that ends without a comma leaves none behind.
  const isLast = extent.comma === undefined && code.charAt(before - 1) === ",";
  if (isFirstOnLine(source, extent.lead) && isLastOnLine(source, end)) {
    const lines = wholeLines(source, { ...extent, end });
    return isLast ? [{ start: before - 1, end: before, newText: "" }, lines] : [lines];
  }
  if (isLast) return [{ start: before - 1, end: extent.end, newText: "" }];
  return [{ start: extent.lead, end: Math.min(trimmedStart(text, end), lineEnd(text, end)), newText: "" }];
}

/** Members behind it that have no value of their own get another one. */
function shifted({ source, around, extent }: Doomed): string[] {
  if (around.node.kind !== "enum member") return [];
  const { index, code } = source;
  const behind = around.siblings
    .map(({ span }) => ({ start: index.offsetOf(span.start), end: index.offsetOf(span.end) }))
    .filter(({ start }) => start >= extent.end)
    .sort((a, b) => a.start - b.start);
  const [next] = behind;
  if (next === undefined || assignment(code, next.start, next.end) !== undefined) return [];
  return ["Later members without an explicit value may get a different value."];
}

function withoutStatement(doomed: Doomed): Deletion {
  const { source } = doomed;
  const { text } = source;
  const bare = withSemicolon(source, doomed.extent);
  const extent = withDocumentation(source, doomed.around.node.kind, bare);
  if (hasWordsBefore(source, extent.lead)) inseparable(doomed, "The text right before it may belong to it.");
  if (hasWordsBehind(source, doomed.around.node.kind, extent))
    inseparable(doomed, "Variables may be declared after it.");
  const group = groupAround(source, extent);
  const remarks = [
    ...counted(doomed),
    ...numbered(doomed),
    ...(extent.end > bare.end ? ["The docstring below it was deleted too."] : []),
  ];
  const whole = group === undefined ? undefined : wholeGroup(source, extent, group);
  if (whole !== undefined) return { edits: [wholeLines(source, whole)], remarks };
  const kept = keptApart(source, extent);
  if (isFirstOnLine(source, extent.lead) && isLastOnLine(source, extent.end)) {
    if (!isOnlyOfSuite(source, extent)) return { edits: [wholeLines(source, extent), ...kept], remarks };
    const edit = { start: extent.lead, end: lineEnd(text, extent.end), newText: "pass" };
    return { edits: [edit], remarks: [...remarks, "`pass` was put in its place: a Python body must not be empty."] };
  }
  const to = Math.min(trimmedStart(text, extent.end), lineEnd(text, extent.end));
  const isRestOfLine = isLastOnLine(source, extent.end);
  const start = isRestOfLine ? trimmedEnd(text, extent.lead, lineStart(text, extent.lead)) : extent.lead;
  return { edits: [{ start, end: isRestOfLine ? extent.end : to, newText: "" }, ...kept], remarks };
}

/** With the sign that parts it from the next statement on its line, in Python. */
function withSemicolon({ code, family }: Source, extent: Extent): Extent {
  const next = trimmedStart(code, extent.end, lineEnd(code, extent.end));
  return editRulesFor(family).isIndented && code.charAt(next) === ";" ? { ...extent, end: next + 1 } : extent;
}

/** Without it, what follows would go on with what stands before: a semicolon keeps the two apart. */
function keptApart({ text, code, family }: Source, { lead, end }: Extent): OffsetEdit[] {
  if (!editRulesFor(family).joinsLines) return [];
  const next = behindComments(text, end);
  const before = code.charAt(trimmedEnd(code, lead) - 1);
  if (!goesOn.test(text.slice(next, next + 1)) || ";{,".includes(before)) return [];
  return [{ start: next, end: next, newText: ";" }];
}

/** In a group of constants of Go those without a value repeat the one above them, and count on. */
function counted(doomed: Doomed): string[] {
  const { source, extent } = doomed;
  const found = constantsBehind(source, extent, extent.end);
  if (found === undefined || found.rest === "") return [];
  const hasValue = assignment(source.code, extent.name, extent.end) !== undefined;
  if (found.isRepeating && hasValue) inseparable(doomed, "The constants below it in its group repeat its value.");
  return /\biota\b/.test(found.all) ? ["The iota values of the constants below it decrease by one."] : [];
}

/** In an enumeration of Python, members that number themselves go on from the one above them. */
function numbered({ source, around, extent }: Doomed): string[] {
  const { index, code, family } = source;
  const { numberedMember } = editRulesFor(family);
  if (numberedMember === undefined || around.parent === undefined) return [];
  const isNumbered = around.siblings
    .map(({ span }) => index.offsetOf(span.start))
    .some((at) => at >= extent.end && numberedMember.test(code.slice(at, lineEnd(code, at))));
  return isNumbered ? ["Later members numbered by auto() may get a different value."] : [];
}

/** A group goes as a whole with its only member. */
function wholeGroup(source: Source, extent: Extent, group: { start: number; open: number }): Extent | undefined {
  const { code } = source;
  const close = closingOf(code, group.open);
  if (close === undefined) return undefined;
  const rest = code.slice(group.open + 1, extent.lead) + code.slice(extent.end, close);
  if (rest.trim() !== "") return undefined;
  const parts = leadAbove(source, group.start);
  return { ...extent, lead: parts[0]?.start ?? group.start, parts, start: group.start, end: close + 1 };
}

/** Whether a body of Python would be empty without it: comments are no body. */
function isOnlyOfSuite(source: Source, { lead, end }: Extent): boolean {
  const { text, code, family } = source;
  const indent = indentAt(text, lead);
  if (!editRulesFor(family).isIndented || indent === "") return false;
  const isBare = (at: number): boolean => /^\s*(?:#|$)/.test(text.slice(at, lineEnd(text, at)));
  let above = lineStart(text, lead);
  do above = lineStart(text, above - (text.startsWith("\r\n", above - 2) ? 2 : 1));
  while (above > 0 && isBare(above));
  const head = code.slice(above, lineEnd(code, above));
  const isHead = head.trimEnd().endsWith(":") || (head.trim() !== "" && indentAt(text, above).length < indent.length);
  let below = nextLine(text, end);
  while (below < text.length && isBare(below)) below = nextLine(text, below);
  return isHead && (below >= text.length || indentAt(text, below).length < indent.length);
}

/** Its lines, and the blank ones that would be too many without it. */
function wholeLines(source: Source, extent: Extent): OffsetEdit {
  const { text } = source;
  const { eol } = layoutOf(text, source.family);
  const [above, below] = [gapAbove(source, extent.lead), gapBelow(source, extent)];
  const kept = !above.hasNeighbour
    ? above.blank
    : !below.hasNeighbour
      ? below.blank
      : Math.max(above.blank, below.blank);
  const isEnd = below.edge === text.length;
  if (!isEnd) return { start: above.edge, end: below.edge, newText: eol.repeat(above.edge === 0 ? 0 : kept) };
  // The file ends as it did, with or without an empty line.
  const isOpen = !/[\r\n]$/.test(text);
  const start = isOpen ? trimmedEnd(text, above.edge) : above.edge;
  return { start, end: text.length, newText: "" };
}

// — Whether nothing needs a symbol: neither it, nor what it holds, nor what is called through something above it —

export interface Unused {
  readonly standing: Standing;
  readonly remarks: readonly string[];
}

/** Refuses where something uses it, or may. */
async function mustBeUnused(symbol: EditedSymbol, patience: Patience): Promise<Unused> {
  mustNotBeCalled(symbol);
  const ledger = new Ledger();
  const uses = await usesOf(symbol, patience, ledger);
  const outside = uses.filter((use) => !isWithin(symbol, use));
  if (outside.length > 0) return used(symbol, outside);
  const standing = ledger.standing();
  if (standing.state !== "complete") unknown(symbol, standing);
  const { snapshot, file, source, around } = symbol;
  const at = { file, place: placeOfName(source.index, around.node) };
  const instead = await answersInstead(snapshot, at, leafOf(around.node.name), patience);
  return { standing, remarks: [...remarksOn(symbol), ...instead] };
}

/** What a language calls implicitly has no uses that can be found. */
function mustNotBeCalled({ source, around, shown, extent }: EditedSymbol): void {
  const { node, parent } = around;
  const rules = editRulesFor(source.family).deletion ?? {};
  const name = leafOf(node.name);
  const isTrait = rules.calledThrough?.test(parent?.name ?? node.name) === true;
  const isStarted = rules.started?.test(name) === true && isCallable(node.kind);
  const isExported = parent === undefined && rules.isListed?.(source.text, name) === true;
  const isDefault = rules.unnamedExport?.test(source.code.slice(extent.start)) === true;
  const why = isTrait
    ? "It implements a trait, through which it is called."
    : isStarted
      ? "The language calls it implicitly, so it may be used without references."
      : isExported
        ? "It is listed in __all__."
        : isDefault && node.kind !== "class" && name === "default"
          ? "An unnamed default export may be imported under any name."
          : undefined;
  if (why === undefined) return;
  refuse({
    code: "bad_input",
    what: `${shown} cannot be deleted safely.`,
    why,
    next: "To delete it anyway, edit the text with safe_apply_edit, which shows what breaks.",
  });
}

/** Its uses, those of what it holds, and those of what it overrides. */
async function usesOf(symbol: EditedSymbol, patience: Patience, ledger: Ledger): Promise<readonly Location[]> {
  const { snapshot, file, source, around, target } = symbol;
  const isBlock = spelled(around.node.name).role === "block";
  const nodes = [...(isBlock ? [] : [around.node]), ...membersOf(around.node)];
  const places = nodes.map((node) => placeOfName(source.index, node));
  const instead =
    "The server cannot find references, so it could not be checked whether it is used. Search for its name as text.";
  const { value, standing } = await orInstead(snapshot.referencesOf(file, places, patience), instead);
  ledger.take(standing, target.shown);
  for (const one of value) if (one instanceof Refusal) ledger.refuse(one.details, target.shown);
  const found = value.flatMap((uses, at) => {
    const node = nodes[at];
    return uses instanceof Refusal || node === undefined
      ? []
      : uses.filter((use) => !isDeclarationOf(symbol, node, use));
  });
  const own = await declarationsOf(symbol, patience, ledger, isBlock);
  const others = found.filter((use) => !own.some((one) => isSame(one, use)));
  const overridden = await throughBases(symbol, patience, ledger);
  return [...others, ...overridden];
}

/** What can be used from outside; locals of a function cannot. */
function membersOf({ kind, children }: SymbolNode): SymbolNode[] {
  if (isCallable(kind) || kind === "variable" || kind === "constant" || kind === "property") return [];
  return children
    .filter(({ name }) => spelled(name).role === "plain")
    .flatMap((child) => [child, ...membersOf(child)])
    .slice(0, 500);
}

function isDeclarationOf({ file, source }: EditedSymbol, node: SymbolNode, use: Location): boolean {
  const at = placeOfName(source.index, node);
  return use.file === file && use.span.start.line === at.line && use.span.start.column === at.column;
}

/** Places that declare it once more, e.g. a prototype: those missing from the references without declarations. */
async function declarationsOf(
  { snapshot, target, source, around }: EditedSymbol,
  patience: Patience,
  ledger: Ledger,
  isBlock: boolean,
): Promise<readonly Location[]> {
  if (isBlock) return [];
  const at = { file: target.file, place: placeOfName(source.index, around.node) };
  const [all, uses] = await Promise.all([
    snapshot.references(at, true, patience),
    snapshot.references(at, false, patience),
  ]);
  ledger.take(uses.standing, target.shown);
  return all.value.filter((one) => !uses.value.some((use) => isSame(one, use)));
}

function isSame(a: Location, b: Location): boolean {
  return a.file === b.file && a.span.start.line === b.span.start.line && a.span.start.column === b.span.start.column;
}

/** Calls through a base class or a trait, where the server does not find them. */
async function throughBases(symbol: EditedSymbol, patience: Patience, ledger: Ledger): Promise<readonly Location[]> {
  const { snapshot, file, source, around, target } = symbol;
  if (!isCallable(around.node.kind) || around.parent === undefined) return [];
  const outlines = new FileOutlines(patience);
  const { symbols } = await outlines.of(snapshot, file);
  const name = around.node.nameSpan.start;
  const declared = symbols.find(({ node }) => {
    return node.nameSpan.start.line === name.line && node.nameSpan.start.column === name.column;
  });
  if (declared === undefined) return [];
  const place = placeOfName(source.index, around.node);
  const changed = { snapshot, file, shown: target.shown, symbol: declared, place, isTest: false };
  return new Overrides({ outlines, ledger, patience }).withUses(changed, []);
}

function isWithin({ file, source, extent }: EditedSymbol, use: Location): boolean {
  if (use.file !== file) return false;
  const at = source.index.offsetOf(use.span.start);
  return extent.lead <= at && at < extent.end;
}

const shownUses = 10;

function used({ snapshot, shown }: EditedSymbol, uses: readonly Location[]): never {
  const places = uses.map(({ file, span }) => {
    const path = isExternal(file) ? file.external : display(snapshot.base, file);
    return `${inertLine(path)}:${span.start.line}:${span.start.column}`;
  });
  const unique = [...new Set(places)];
  const listed = unique.slice(0, shownUses).join(", ");
  const count = unique.length === 1 ? "1 reference" : `${unique.length} references`;
  return refuse({
    code: "bad_input",
    what: `symbol has ${count}; cannot safely delete ${shown}`,
    why: `Used at ${listed}${unique.length > shownUses ? ", …" : ""}.`,
    next: "find_references shows them with their lines; delete or change them first.",
    data: { references: unique.slice(0, 100) },
  });
}

function unknown({ shown }: EditedSymbol, standing: Standing): never {
  return refuse({
    code: "request_failed",
    what: `It could not be proven that ${shown} is unused.`,
    why: `${standing.reasons.map(({ detail }) => inertLine(detail, 300)).join("; ")}.`,
    next: isPassing(standing)
      ? "Ask again later with a larger wait_ms; find_references lists the uses found so far."
      : "find_references lists the uses that are known; if that is enough, delete it as text with apply_edit.",
  });
}

function remarksOn({ snapshot, file, source, around, extent }: EditedSymbol): string[] {
  const declared: DeclaredSymbol = {
    node: around.node,
    name: around.node.name,
    leaf: leafOf(around.node.name),
    parent:
      around.parent === undefined
        ? undefined
        : { node: around.parent, name: around.parent.name, leaf: leafOf(around.parent.name), parent: undefined },
  };
  const rules = editRulesFor(source.family).deletion ?? {};
  const isMarked = rules.exportMark?.test(source.code.slice(extent.start, extent.name)) === true;
  const isExported = isMarked || exportedIn(snapshot.languageOf(file), file, source.index)(declared);
  const isDecorated = extent.parts.some(({ kind }) => kind === "attribute") && !rules.hasInertAttributes;
  return [
    ...(isExported ? ["It could be used from outside this root, which was not searched."] : []),
    ...(isDecorated ? ["It was decorated: the decorator may have registered it to be called elsewhere."] : []),
  ];
}

// — What a deletion would break although nothing refers to the symbol: what a type demands, what is not compiled here —

/** How long a deletion may be evaluated before it is made. */
const foresightMs = 30_000;

export interface Foreseen {
  readonly consequences: Consequences;
  readonly remarks: readonly string[];
  readonly withheld: string | undefined;
  readonly standing: Standing;
}

async function foreseenBy(
  context: QueryContext,
  symbol: EditedSymbol,
  plan: Plan,
  allowUnknown: boolean,
): Promise<Foreseen> {
  const changes = proposedFiles(plan);
  const { value, standing } = await evaluated(context, symbol.snapshot, changes, { timeout_ms: foresightMs });
  const { consequences } = value;
  const after = new Map(changes.map((change) => [change.file, change.after]));
  const { remarks, inCode } = await mentioned(context, symbol, after);
  // What is known against it says more than that not all is known.
  const unless = consequences.safe === false || allowUnknown ? undefined : inCode;
  const withheld = unless ?? withheldFor(consequences, allowUnknown);
  return { consequences, remarks, withheld, standing };
}

interface Mentioned {
  readonly remarks: readonly string[];
  /** Why a mention stands against the deletion. */
  readonly inCode: string | undefined;
}

/** Where the name still occurs. No server reads what the preprocessor leaves out, so in C the text is searched. */
async function mentioned(
  { patience }: QueryContext,
  { snapshot, file, source, around }: EditedSymbol,
  after: ReadonlyMap<FilePath, string | undefined>,
): Promise<Mentioned> {
  const name = leafOf(around.node.name);
  if (!/^[\p{ID_Start}_$#][\p{ID_Continue}$]*$/u.test(name)) return { remarks: [], inCode: undefined };
  const tree = new TreeTexts(snapshot);
  const mentioned = { word: name, of: file, changed: after };
  const found = await mentionsOf(tree, snapshot, mentioned, patience);
  const remark = mentionsText(
    `Its name remains as text, or as the name of another symbol (${inertLine(name, 100)})`,
    found,
  );
  const remarks = remark === undefined ? [] : [remark];
  if (languageFor(source.family).isPreprocessed !== true || (found.count === 0 && found.unread === 0))
    return { remarks, inCode: undefined };
  const part = (one: FilePath, text: string): string => maskCommentsAndStrings(text, familyOf(one));
  return { remarks, inCode: heldBy(await mentionsOf(tree, snapshot, { ...mentioned, part }, patience)) };
}

function heldBy(found: Mentions): string | undefined {
  const places = mentionsText("Its name appears in code that may not be compiled here", found);
  return places === undefined ? undefined : `${places}. Check it; accept_unknown deletes the symbol anyway.`;
}
