// Walks a hierarchy step by step, nearest first, without going in circles or on for ever.
//
// Invariant: what lies beyond an item is asked for once, however often the item occurs.

import type { HierarchyItem, HierarchyNode, Location } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import { hierarchyAtOnce, hierarchyNodes } from "../limits.ts";
import { keyOfPlace } from "../../model/code-facts.ts";

/** An item, and what it takes to ask about it. */
export interface Known<Handle> {
  readonly item: HierarchyItem;
  readonly handle: Handle;
}

export interface Neighbour<Handle> extends Known<Handle> {
  readonly sites: readonly Location[];
}

export interface Walked {
  readonly nodes: readonly HierarchyNode[];
  readonly reasons: readonly Reason[];
}

/** `neighbours` is asked at most `depth` steps away; what fails at the first step is thrown, further away it is told. */
export async function walk<Handle>(
  from: readonly Known<Handle>[],
  depth: number,
  neighbours: (of: Known<Handle>) => Promise<readonly Neighbour<Handle>[]>,
): Promise<Walked> {
  const top: Growing<Handle> = { next: [] };
  const seen = new Set(from.map(({ item }) => keyOf(item)));
  const reasons: Reason[] = [];
  let level: readonly Open<Handle>[] = from.map((known) => ({ known, node: top }));
  let left = hierarchyNodes;
  for (let step = 1; step <= depth && level.length > 0; step++) {
    const found = await pooled(level, hierarchyAtOnce, async ({ known }) => {
      try {
        return await neighbours(known);
      } catch (error) {
        if (step === 1 || !(error instanceof Refusal)) throw error;
        reasons.push(untold(known.item, error));
        return [];
      }
    });
    const further: Open<Handle>[] = [];
    for (const [at, { node }] of level.entries()) {
      for (const neighbour of found[at] ?? []) {
        const key = keyOf(neighbour.item);
        const same = node.next.find((child) => keyOf(child.item) === key);
        if (same !== undefined) same.sites = together(same.sites, neighbour.sites);
        else if (left === 0) reasons.push({ code: "capped", detail: `only the first ${hierarchyNodes} are listed` });
        else {
          left--;
          const child = { item: neighbour.item, sites: neighbour.sites, next: [], isRepeated: seen.has(key) };
          node.next.push(child);
          if (!child.isRepeated) further.push({ known: neighbour, node: child });
          seen.add(key);
        }
      }
    }
    level = further;
  }
  return { nodes: top.next, reasons };
}

// — below: private, in the order they are used —

interface Growing<Handle> {
  readonly next: GrowingNode<Handle>[];
}

interface GrowingNode<Handle> extends Growing<Handle> {
  readonly item: HierarchyItem;
  sites: readonly Location[];
  readonly isRepeated: boolean;
}

interface Open<Handle> {
  readonly known: Known<Handle>;
  readonly node: Growing<Handle>;
}

/** A file may declare two things of one name, but not at one place. */
function keyOf({ file, nameSpan, name }: HierarchyItem): string {
  return `${keyOfPlace(file, nameSpan.start)} ${name}`;
}

/** Overloads are several items with the same calls. */
function together(known: readonly Location[], more: readonly Location[]): readonly Location[] {
  const all = new Map([...known, ...more].map((site) => [JSON.stringify(site), site]));
  return [...all.values()];
}

function untold({ name }: HierarchyItem, { details }: Refusal): Reason {
  const code = details.code === "timed_out" ? "timed_out" : "target_refused";
  return { code, detail: `what is beyond ${name} is unknown: ${details.what}` };
}
