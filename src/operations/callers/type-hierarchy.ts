// `type_hierarchy`: what a type derives from, and what derives from it.

import { z } from "zod";
import type { HierarchyDirection, HierarchyNode } from "../../model/code-facts.ts";
import type { ItemJson } from "./hierarchy-answer.ts";
import { foundHierarchy, hasNoNodes, hierarchyText, itemJson } from "./hierarchy-answer.ts";
import { defineTargetQuery } from "../targeted.ts";

interface TypeJson extends ItemJson {
  readonly supertypes?: readonly TypeJson[];
  readonly subtypes?: readonly TypeJson[];
  readonly repeated?: true;
}

export interface TypesJson {
  readonly items: readonly ItemJson[];
  readonly supertypes?: readonly TypeJson[];
  readonly subtypes?: readonly TypeJson[];
}

type Direction = "supertypes" | "subtypes";

/** A subtype names its supertype: seen from the type, it comes in. */
const directions: Readonly<Record<Direction | "both" | "incoming" | "outgoing", readonly HierarchyDirection[]>> = {
  supertypes: ["supertypes"],
  subtypes: ["subtypes"],
  both: ["supertypes", "subtypes"],
  incoming: ["subtypes"],
  outgoing: ["supertypes"],
};

export const typeHierarchy = defineTargetQuery({
  name: "type_hierarchy",
  title: "Type Hierarchy",
  summary: "List what a type derives from and what derives from it.",
  guidance: "Where a server lacks it, subtypes come from implementations and supertypes are refused.",
  exposure: "full",
  command: "types",
  needs: ["textDocument/prepareTypeHierarchy"],
  orElse: ["textDocument/implementation"],
  asks: ["uses", "types"],
  input: {
    direction: z.enum(["supertypes", "subtypes", "both", "incoming", "outgoing"]).default("both"),
    depth: z.int().min(1).max(5).default(1).describe("Steps away."),
  },
  one: ({ patience }, target, { direction, depth }) => foundHierarchy(target, directions[direction], depth, patience),
  isEmpty: hasNoNodes,
  toText: (output, budget) => hierarchyText(output, "No type hierarchy item found: not a type", budget),
  toJson({ items, branches }): TypesJson {
    const known = branches.filter(({ refused }) => refused === undefined);
    const told = known.map(({ direction, nodes }) => [direction, nodes.map((node) => typeJson(node, direction))]);
    return { items: items.map(itemJson), ...(Object.fromEntries(told) as Omit<TypesJson, "items">) };
  },
  hints: ({ items }) =>
    items.length === 0
      ? [{ operation: "find_references", why: "where it is used" }]
      : [
          { operation: "go_to_implementation", why: "what implements it" },
          { operation: "find_references", why: "where it is used" },
        ],
  examples: [
    {
      title: "What implements an interface",
      input: { file_path: "src/cart.ts", symbol_path: "Priced", direction: "subtypes" },
    },
  ],
});

function typeJson({ item, next, isRepeated }: HierarchyNode, direction: HierarchyDirection): TypeJson {
  return {
    ...itemJson(item),
    ...(next.length === 0 ? {} : { [direction]: next.map((node) => typeJson(node, direction)) }),
    ...(isRepeated ? { repeated: true } : {}),
  };
}
