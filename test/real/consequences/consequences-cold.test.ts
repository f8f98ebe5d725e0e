// The first thing that a server hears of is a change that has not been made.

import { expect, test } from "vitest";
import { deadlineIn } from "../../../src/std/deadline.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { joinPath } from "../../../src/model/file-path.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import type { Supposed } from "../../../src/workspace/supposition.ts";
import { evaluate } from "../../../src/workspace/change/consequences.ts";
import { Stage } from "../stage.ts";

const fixture = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [] }, "include": ["src"] }
-- src/item.ts --
export interface Item {
  readonly cents: number;
}
export const priceOf = (item: Item): number => item.cents;
-- src/cart.ts --
import { type Item, priceOf } from "./item.js";
export const total = (items: readonly Item[]): number => items.reduce((sum, item) => sum + priceOf(item), 0);
-- src/main.ts --
import { total } from "./cart.js";
import { priceOf as price } from "./item.js";
export const shown = [total([]), price({ cents: 1 })];
-- src/missing.ts --
import { absent } from "./absent.js";
export const used: number = absent;
`;

test.each([
  ["a file that others import would be gone", "src/item.ts", undefined, false],
  ["one that is imported by what is imported would be gone", "src/cart.ts", undefined, false],
  ["a file that an import looks for would be there", "src/absent.ts", "export const absent = 1;\n", true],
  [
    "an export that others use would have another name",
    "src/item.ts",
    "export interface Item { readonly cents: number }\n",
    false,
  ],
] as const)("%s [AGL-217]", async (_, name, after, safe) => {
  await using stage = await Stage.open({ server: "typescript-native", fixture, changes: [], killedAt: "references" });
  const { workspace } = stage;
  const before = parseFixture(fixture).files.get(name);
  const file = joinPath(stage.root, name);
  const patience = { deadline: deadlineIn(workspace.host.clock, 120_000), waitMs: 60_000 };
  const options = { patience, scope: "workspace", budgetMs: 100_000, thorough: true } as const;
  const suppose = (_root: FilePath, supposed: Supposed) => workspace.suppose(supposed);
  const outcome = (await evaluate({ suppose }, await workspace.snapshot(), [{ file, before, after }], options)).value;
  expect([outcome.safe, outcome.doubts]).toEqual([safe, []]);
});
