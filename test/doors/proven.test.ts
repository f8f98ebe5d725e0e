// A second process answers from what the first one has kept, before any server runs, whether it is asked alone or with others.

import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../support/project.ts";
import type { Project } from "../support/project.ts";
import { sightline } from "../support/sightline.ts";

const shop = `
-- tsconfig.json --
{}
-- src/cart.ts --
export function «^»total(items: number[]): number {
  return items.length;
}
-- src/view.ts --
import { total } from "./cart";
export const shown = total([1, 2]);
`;

interface Said {
  readonly result: unknown;
  readonly standing: { readonly state: string; readonly evidence: readonly { readonly proven?: string }[] };
}

async function references(own: Project, ...more: readonly string[]): Promise<Said & { readonly started: boolean }> {
  const args = ["references", "src/cart.ts:1:17", "--no-daemon", "--json", "--verbose", ...more];
  const { out, err } = await sightline(own, args);
  return { ...(JSON.parse(out) as Said), started: err.includes("sightline: starting ") };
}

test("a second start answers before any server runs, from the directory that is named by the root's hash [AGL-295]", async () => {
  using own = project(shop);
  const first = await references(own);
  expect(first).toMatchObject({ started: true, standing: { state: "complete" } });
  const hash = createHash("sha256").update(own.root).digest("hex").slice(0, 16);
  expect(readdirSync(join(own.stateDirectory, "cache"))).toEqual([hash]);
  expect(readdirSync(join(own.stateDirectory, "cache", hash))).toContain("refs.db");
  const second = await references(own);
  expect(second).toMatchObject({ started: false, result: first.result, standing: { state: "complete" } });
  expect(second.standing.evidence[0]?.proven).toBeDefined();
  expect(await references(own, "--no-cache")).toMatchObject({ started: true, result: first.result });
  writeFileSync(join(own.root, "src", "more.ts"), 'import { total } from "./cart";\ntotal([]);\n');
  const third = await references(own);
  expect(third).toMatchObject({ started: true, standing: { state: "complete" } });
  expect(third.result).toHaveLength(4);
});

test("processes that keep and ask at the same time say the same, and what they kept is whole [AGL-304]", async () => {
  using own = project(shop);
  const said = await Promise.all([references(own), references(own), references(own)]);
  expect(new Set(said.map(({ result }) => JSON.stringify(result))).size).toBe(1);
  const after = await Promise.all([references(own), references(own)]);
  expect(after).toMatchObject([{ started: false }, { started: false }]);
  expect(after[0]?.result).toEqual(said[0]?.result);
});
