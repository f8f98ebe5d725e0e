// What `find_callers` and `callers` share: the calls to a function and from it, as text and as data.

import { z } from "zod";
import type { HierarchyNode } from "../../model/code-facts.ts";
import type { Budget } from "../../render/budget.ts";
import type { Hint } from "../define.ts";
import type { FoundHierarchy, ItemJson } from "./hierarchy-answer.ts";
import { hasNoNodes, hierarchyText, itemJson } from "./hierarchy-answer.ts";
import type { LocationJson } from "../places.ts";
import { locationOf } from "../places.ts";

/** Farther than five steps nearly everything calls everything. */
export const depthInput = z.int().min(1).max(5).default(1).describe("Steps away.");

export function callsText(output: FoundHierarchy, budget: Budget): string {
  return hierarchyText(output, "No call hierarchy item found: not a function or method", budget);
}

export interface CallsJson {
  readonly items: readonly ItemJson[];
  readonly incoming?: readonly IncomingJson[];
  readonly outgoing?: readonly OutgoingJson[];
}

interface IncomingJson {
  readonly from: ItemJson;
  readonly fromRanges: readonly LocationJson[];
  /** Callers of the caller, where a farther step was asked for. */
  readonly incoming?: readonly IncomingJson[];
  readonly repeated?: true;
}

interface OutgoingJson {
  readonly to: ItemJson;
  readonly fromRanges: readonly LocationJson[];
  readonly outgoing?: readonly OutgoingJson[];
  readonly repeated?: true;
}

/** A direction that was not asked for, or is not known, is not there. */
export function callsJson({ items, branches }: FoundHierarchy): CallsJson {
  const known = (direction: string): readonly HierarchyNode[] | undefined =>
    branches.find((branch) => branch.direction === direction && branch.refused === undefined)?.nodes;
  const incoming = known("incoming")?.map(incomingJson);
  const outgoing = known("outgoing")?.map(outgoingJson);
  return {
    items: items.map(itemJson),
    ...(incoming === undefined ? {} : { incoming }),
    ...(outgoing === undefined ? {} : { outgoing }),
  };
}

export function afterCalls(output: FoundHierarchy): readonly Hint[] {
  if (output.items.length === 0) return [{ operation: "find_references", why: "where it is used" }];
  if (hasNoNodes(output)) return [{ operation: "find_references", why: "uses that are not calls" }];
  return [
    { operation: "blast_radius", why: "what a change to it would reach" },
    { operation: "get_symbol_source", why: "the source of one of them" },
    { operation: "find_references", why: "uses that are not calls" },
  ];
}

function incomingJson({ item, sites, next, isRepeated }: HierarchyNode): IncomingJson {
  return {
    from: itemJson(item),
    fromRanges: sites.map(locationOf),
    ...(next.length === 0 ? {} : { incoming: next.map(incomingJson) }),
    ...(isRepeated ? { repeated: true } : {}),
  };
}

function outgoingJson({ item, sites, next, isRepeated }: HierarchyNode): OutgoingJson {
  return {
    to: itemJson(item),
    fromRanges: sites.map(locationOf),
    ...(next.length === 0 ? {} : { outgoing: next.map(outgoingJson) }),
    ...(isRepeated ? { repeated: true } : {}),
  };
}
