// The walk through any graph: every item within reach is told, none is asked about twice, and there is an end.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { HierarchyItem, HierarchyNode } from "../../model/code-facts.ts";
import { filePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Neighbour } from "./hierarchy-walk.ts";
import { walk } from "./hierarchy-walk.ts";
import { hierarchyNodes } from "../limits.ts";

function item(number: number): HierarchyItem {
  const span = { start: { line: number + 1, column: 1 }, end: { line: number + 1, column: 2 } };
  return { name: `f${number}`, kind: "function", file: filePath("/r/a"), span, nameSpan: span };
}

function neighbour(number: number): Neighbour<number> {
  return { item: item(number), handle: number, sites: [] };
}

function names(nodes: readonly HierarchyNode[]): string[] {
  return nodes.flatMap(({ item: { name }, next }) => [name, ...names(next)]);
}

const graphs = fc.array(fc.array(fc.nat({ max: 11 }), { maxLength: 5 }), { minLength: 12, maxLength: 12 });

test("what is told is what can be reached within the depth, and each is asked about once", async () => {
  await fc.assert(
    fc.asyncProperty(graphs, fc.integer({ min: 1, max: 5 }), async (graph, depth) => {
      const asked: number[] = [];
      const { nodes, reasons } = await walk([neighbour(0)], depth, async ({ handle }) => {
        asked.push(handle);
        return (graph[handle] ?? []).map(neighbour);
      });
      let reached = new Set([0]);
      const told = new Set<string>();
      for (let step = 1; step <= depth; step++) {
        const next = new Set([...reached].flatMap((from) => graph[from] ?? []));
        for (const number of next) told.add(`f${number}`);
        reached = new Set([...reached, ...next]);
      }
      expect(new Set(names(nodes))).toEqual(told);
      expect(asked).toHaveLength(new Set(asked).size);
      expect(reasons).toEqual([]);
    }),
  );
});

test("a hierarchy without end is cut, and says so", async () => {
  const { nodes, reasons } = await walk([neighbour(0)], 5, async ({ handle }) =>
    Array.from({ length: 50 }, (_, index) => neighbour(handle * 50 + index + 1)),
  );
  expect(names(nodes)).toHaveLength(hierarchyNodes);
  expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(["capped"]));
});

test("what cannot be told far away is said; at the first step it is the answer", async () => {
  const late = new Refusal({ code: "timed_out", what: "It did not answer in time." });
  const failingAt =
    (failing: number) =>
    async ({ handle }: Neighbour<number> | { readonly handle: number }): Promise<Neighbour<number>[]> => {
      if (handle === failing) throw late;
      return [neighbour(handle + 1)];
    };
  const { nodes, reasons } = await walk([neighbour(0)], 3, failingAt(1));
  expect(names(nodes)).toEqual(["f1"]);
  expect(reasons).toEqual([{ code: "timed_out", detail: "what is beyond f1 is unknown: It did not answer in time." }]);
  await expect(walk([neighbour(0)], 3, failingAt(0))).rejects.toBe(late);
});
