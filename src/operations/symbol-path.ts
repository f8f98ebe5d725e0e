// Finds a symbol by its dotted path, in one file or anywhere: `Cart.total`, and `Cart.total[2]` for the second overload.
//
// Invariant: a path that fits several symbols is refused with the candidates; nothing is guessed.

import type { FoundSymbol, SymbolNode } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { display } from "../model/file-path.ts";
import type { Place } from "../model/place.ts";
import { refuse } from "../model/refusal.ts";
import { standingText } from "../render/standing-text.ts";
import type { Patience, Snapshot } from "../workspace/snapshot.ts";
import type { QueryContext } from "./define.ts";

export interface SymbolPath {
  readonly names: readonly string[];
  /** Which of several declarations with this path, from 1 in the order of the text. */
  readonly overload?: number;
}

export interface PathedSymbol {
  readonly path: readonly string[];
  readonly node: SymbolNode;
}

export function parseSymbolPath(text: string): SymbolPath {
  const [, path = "", overload] = /^(.*?)(?:\[(\d+)\])?$/s.exec(text.trim()) ?? [];
  const names = path.split(/::|[./#]/).filter((name) => name !== "");
  if (names.length === 0 || overload === "0") {
    return refuse({
      code: "bad_input",
      what: `${JSON.stringify(text)} is no symbol path.`,
      next: "Write names with dots between them, e.g. Cart.total, and [2] for the second overload.",
    });
  }
  return { names, ...(overload === undefined ? {} : { overload: Number(overload) }) };
}

/** Every symbol of a tree with its path, in the order of the text. */
export function pathedSymbols(nodes: readonly SymbolNode[], above: readonly string[] = []): PathedSymbol[] {
  return nodes.flatMap((node) => {
    const path = [...above, ...namesOf(node.name)];
    return [{ path, node }, ...pathedSymbols(node.children, path)];
  });
}

/** Symbols whose path ends with the names asked for; a whole path comes before a mere ending. */
export function matching(symbols: readonly PathedSymbol[], names: readonly string[]): PathedSymbol[] {
  const ending = symbols.filter(({ path }) => endsWith(path, names));
  const whole = ending.filter(({ path }) => path.length === names.length);
  return whole.length > 0 ? whole : ending;
}

export async function symbolInFile(
  snapshot: Snapshot,
  file: FilePath,
  text: string,
  patience: Patience,
): Promise<Place> {
  return (await nodeInFile(snapshot, file, text, patience)).nameSpan.start;
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
  const found = matching(symbols, names);
  const chosen = overload === undefined ? found : found.slice(overload - 1, overload);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return only.node;
  const shown = display(snapshot.root, file);
  if (found.length === 0) {
    return refuse({
      code: "no_symbol",
      what: `There is no symbol ${text} in ${shown}.`,
      why: standing.state === "complete" ? nearest(symbols, names) : standingText(standing),
      next: "list_symbols shows what the file declares.",
    });
  }
  return ambiguous(
    text,
    found.map(({ path, node }) => ({ shown, place: node.nameSpan.start, what: `${node.kind} ${path.join(".")}` })),
  );
}

export interface SymbolPlace {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly place: Place;
}

/** Asks every server of every root for the last name, then holds the whole path against what each file declares. */
export async function symbolAnywhere({ view, patience }: QueryContext, text: string): Promise<SymbolPlace> {
  const { names, overload } = parseSymbolPath(text);
  const leaf = names.at(-1) ?? "";
  const candidates: (SymbolPlace & { readonly path: readonly string[]; readonly kind: string })[] = [];
  const doubts: string[] = [];
  for (const snapshot of await view.all()) {
    const { value, standing } = await snapshot.findSymbols(leaf, patience);
    if (standing.state !== "complete") doubts.push(standingText(standing));
    for (const file of filesNaming(snapshot, value, leaf)) {
      const { value: nodes } = await snapshot.documentSymbols(file, patience);
      for (const { path, node } of pathedSymbols(nodes)) {
        if (endsWith(path, names))
          candidates.push({ snapshot, file, place: node.nameSpan.start, path, kind: node.kind });
      }
    }
  }
  const whole = candidates.filter(({ path }) => path.length === names.length);
  const best = whole.length > 0 ? whole : candidates;
  const chosen = overload === undefined ? best : best.slice(overload - 1, overload);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return only;
  if (best.length === 0) {
    return refuse({
      code: "no_symbol",
      what: `no symbols found for symbol_path: ${text}`,
      ...(doubts[0] === undefined ? {} : { why: doubts.join("; ") }),
      next: "find_symbol searches for parts of a name; a file_path beside symbol_path searches one file.",
    });
  }
  return ambiguous(
    text,
    best.map(({ snapshot, file, place, path, kind }) => ({
      shown: display(snapshot.root, file),
      place,
      what: `${kind} ${path.join(".")}`,
    })),
  );
}

// — below: private, in the order they are used —

/** Go writes a method as `(*Cart).Total`, C++ as `Cart::total`, Rust a block as `impl Trait for Cart`. */
function namesOf(name: string): string[] {
  const receiver = /^\(\*?(\w+)(?:\[.*\])?\)\.(.+)$/.exec(name);
  if (receiver?.[1] !== undefined && receiver[2] !== undefined) return [receiver[1], receiver[2]];
  const block = /^impl(?:<.*?>)?\s+(?:.*\sfor\s+)?([\w:]+)/.exec(name);
  if (block?.[1] !== undefined) return [block[1].split("::").at(-1) ?? block[1]];
  const bare = name.replace(/\(.*\)$/, "");
  return bare === "" ? [name] : bare.split("::").filter((part) => part !== "");
}

function endsWith(path: readonly string[], names: readonly string[]): boolean {
  const from = path.length - names.length;
  return from >= 0 && names.every((name, index) => path[from + index] === name);
}

function nearest(symbols: readonly PathedSymbol[], names: readonly string[]): string {
  const leaf = (names.at(-1) ?? "").toLowerCase();
  const near = symbols.filter(({ path }) => (path.at(-1) ?? "").toLowerCase().includes(leaf));
  const shown = (near.length > 0 ? near : symbols).slice(0, 10).map(({ path }) => path.join("."));
  return shown.length === 0 ? "The file declares no symbols." : `It has ${shown.join(", ")}.`;
}

function ambiguous(
  text: string,
  candidates: readonly { readonly shown: string; readonly place: Place; readonly what: string }[],
): never {
  const listed = candidates
    .slice(0, 20)
    .map(({ shown, place, what }) => `${shown}:${place.line}:${place.column} ${what}`);
  return refuse({
    code: "ambiguous_target",
    what: `${text} fits ${candidates.length} symbols.`,
    why: `${listed.join("; ")}${candidates.length > 20 ? "; …" : ""}`,
    next: "Give file_path beside it, more of the path, or [n] for the n-th in this order.",
    data: { candidates: listed },
  });
}

/** Files of the root that are said to declare the name. */
function filesNaming(snapshot: Snapshot, found: readonly FoundSymbol[], leaf: string): FilePath[] {
  const files = found.flatMap(({ name, file }) =>
    !isExternal(file) && namesOf(name).at(-1) === leaf && snapshot.holds(file) ? [file] : [],
  );
  return [...new Set(files)].slice(0, 50);
}
