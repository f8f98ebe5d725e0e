// Chooses within a budget what a model is told, by value for each token, and lays the choice out as items.
//
// Invariant: the same pieces and the same budget give the same items; time and the order of answers have no part in it.

import type { ContextItem, ContextKind, ContextRecord } from "../../model/records/context-item.ts";
import { contextKinds } from "../../model/records/context-item.ts";
import { estimateTokens } from "../../render/tokens.ts";

/** The smallest thing that is chosen or left out. */
export interface ContextPiece {
  readonly kind: ContextKind;
  /** Pieces with the same subject are one item: a symbol, or the file whose names they are. */
  readonly about: string;
  /** What stands before the pieces of an item. */
  readonly head: string;
  readonly text: string;
  /** Names that it is listed under: the type that a member belongs to. */
  readonly under?: string;
  /** Its place among the pieces of the item. */
  readonly order: number;
  readonly value: number;
  readonly record: ContextRecord;
}

export interface Choice {
  readonly items: readonly ContextItem[];
  readonly tokens: number;
  /** Pieces that found no room. */
  readonly leftOut: number;
}

/** `known` are ids of items that the host has: they are chosen like any other, and not told again. */
export function chosen(
  pieces: readonly ContextPiece[],
  budget: number,
  known: ReadonlySet<string>,
  hash: (text: string) => string,
): Choice {
  const ranked = pieces.map(priced).sort(dearestFirst);
  let taken: readonly Priced[] = [];
  let fitted = laidOut(taken, hash);
  // Estimates of parts do not quite add up to that of the whole: what they leave is given to more pieces.
  for (let room = budget; ; ) {
    const more = affordable(ranked, taken, room);
    const next = more.length === 0 ? fitted : laidOut([...taken, ...more], hash);
    if (more.length === 0 || next.tokens > budget) break;
    taken = [...taken, ...more];
    fitted = next;
    room = budget - fitted.tokens;
  }
  const items = fitted.items.filter(({ id }) => !known.has(id));
  return { items, tokens: estimateTokens(textOfItems(items)), leftOut: pieces.length - taken.length };
}

export function textOfItems(items: readonly Pick<ContextItem, "text">[]): string {
  return items.map(({ text }) => text).join("\n");
}

// — below: private, in the order they are used —

/** Of the pieces that were not taken yet those that fit into the room, by the estimates of each. */
function affordable(ranked: readonly Priced[], taken: readonly Priced[], room: number): Priced[] {
  const before = new Set(taken);
  const opened = new Set(taken.map(({ group }) => group));
  const more: Priced[] = [];
  let left = room;
  for (const one of ranked) {
    const cost = one.cost + (opened.has(one.group) ? 0 : one.headCost);
    if (before.has(one) || cost > left) continue;
    left -= cost;
    opened.add(one.group);
    more.push(one);
  }
  return more;
}

function laidOut(taken: readonly Priced[], hash: (text: string) => string): Pick<Choice, "items" | "tokens"> {
  const items = composed(taken, hash);
  return { items, tokens: estimateTokens(textOfItems(items)) };
}

interface Priced {
  readonly piece: ContextPiece;
  readonly group: string;
  readonly cost: number;
  readonly headCost: number;
  readonly rate: number;
}

/** Between two names of a list, or between two lines. */
const separatorCost = 1;
/** So many names are taken to share the head of their item. */
const sharing = 4;

function priced(piece: ContextPiece): Priced {
  const cost = estimateTokens(piece.text) + separatorCost;
  const headCost = piece.head === "" ? 0 : estimateTokens(piece.head) + separatorCost;
  const rate = piece.value / (cost + headCost / sharing);
  return { piece, group: `${piece.kind} ${piece.about}`, cost, headCost, rate };
}

function dearestFirst(a: Priced, b: Priced): number {
  return b.rate - a.rate || compare(a.group, b.group) || a.piece.order - b.piece.order;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function composed(taken: readonly Priced[], hash: (text: string) => string): ContextItem[] {
  const groups = new Map<string, ContextPiece[]>();
  for (const { piece, group } of taken) groups.set(group, [...(groups.get(group) ?? []), piece]);
  const items = [...groups.values()].flatMap((pieces): ContextItem[] => {
    const inOrder = [...pieces].sort((a, b) => a.order - b.order);
    const [first] = inOrder;
    if (first === undefined) return [];
    const { kind, about, head, record } = first;
    const body = kind === "outline" ? listed(inOrder) : inOrder.map(({ text }) => text).join("\n");
    const text = head === "" ? body : kind === "outline" ? `${head} ${body}` : `${head}\n${body}`;
    return [
      { id: hash(`${kind}\n${text}`).slice(0, idLength), kind, about, text, tokens: estimateTokens(text), record },
    ];
  });
  // A stable order: kinds as they are declared, and within each by what is worth most.
  return items.sort((a, b) => contextKinds.indexOf(a.kind) - contextKinds.indexOf(b.kind));
}

const idLength = 16;

/** `total, Cart {add, remove}`. */
function listed(pieces: readonly ContextPiece[]): string {
  const groups = new Map<string, string[]>();
  for (const { text, under = "" } of pieces) {
    const key = under === "" ? text : under;
    const members = groups.get(key) ?? [];
    if (under !== "") members.push(text);
    groups.set(key, members);
  }
  return [...groups]
    .map(([name, members]) => (members.length === 0 ? name : `${name} {${members.join(", ")}}`))
    .join(", ");
}
