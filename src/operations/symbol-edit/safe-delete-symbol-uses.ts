// Whether nothing needs a symbol: neither it, nor what it holds, nor what is called through something above it.
//
// Invariant: "nothing" is said only of a complete answer; whatever could not be asked stands against the deletion.

import type { Location, SymbolNode } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import { display } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Standing } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import type { Patience } from "../../workspace/snapshot.ts";
import { exportedIn } from "../impact/exported.ts";
import { Ledger } from "../impact/ledger.ts";
import type { DeclaredSymbol } from "../impact/outline.ts";
import { FileOutlines } from "../impact/outline.ts";
import { Overrides } from "../impact/overrides.ts";
import { orInstead } from "../find/locations-answer.ts";
import type { EditedSymbol } from "./symbol-edit.ts";
import { isCallable } from "../../languages/declarations/symbol-extent.ts";
import { leafOf, spelled } from "../../languages/names/symbol-name.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";
import { isPassing } from "../rename/held-back.ts";
import { answersInstead } from "../rename/relatives.ts";

export interface Unused {
  readonly standing: Standing;
  readonly remarks: readonly string[];
}

/** Refuses where something uses it, or may. */
export async function mustBeUnused(symbol: EditedSymbol, patience: Patience): Promise<Unused> {
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

// — below: private, in the order they are used —

const started: Readonly<Record<string, RegExp>> = {
  go: /^(?:main|init)$/,
  python: /^__\w+__$/,
  rust: /^main$/,
  c: /^(?:main|~.*|operator\b.*)$/,
  java: /^main$/,
  csharp: /^Main$/,
};

/** What a language calls implicitly has no uses that can be found. */
function mustNotBeCalled({ source, around, shown, extent }: EditedSymbol): void {
  const { node, parent } = around;
  const isTrait = source.family === "rust" && /^(?:unsafe\s+)?impl\b.*\sfor\s/.test(parent?.name ?? node.name);
  const isStarted = started[source.family]?.test(leafOf(node.name)) === true && isCallable(node.kind);
  const isExported = source.family === "python" && inAll(source.text, leafOf(node.name)) && parent === undefined;
  const isDefault = source.family === "script" && /^export\s+default\b/.test(source.code.slice(extent.start));
  const why = isTrait
    ? "It implements a trait, through which it is called."
    : isStarted
      ? "The language calls it implicitly, so it may be used without references."
      : isExported
        ? "It is listed in __all__."
        : isDefault && node.kind !== "class" && leafOf(node.name) === "default"
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

function inAll(text: string, name: string): boolean {
  const list = /^__all__[^=\n\r\u2028\u2029]*=\s*[[(]([^\])]*)/m.exec(text)?.[1] ?? "";
  return list.split(",").some((one) => /["']([^"'\n]+)["']/.exec(one)?.[1] === name);
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

/** Places that declare it once more, e.g. a prototype: told apart by what is found without declarations. */
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

/** Calls through a base class or a trait, where the server does not tell them. */
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
  const isMarked = source.family === "script" && /^export\b/.test(source.code.slice(extent.start, extent.name));
  const isExported = isMarked || exportedIn(snapshot.languageOf(file), file, source.index)(declared);
  const isDecorated = extent.parts.some(({ kind }) => kind === "attribute") && source.family !== "rust";
  return [
    ...(isExported ? ["It could be used from outside this root, which was not searched."] : []),
    ...(isDecorated ? ["It was decorated: the decorator may have registered it to be called elsewhere."] : []),
  ];
}
