// A script that would be no module any more: whoever imports it breaks, and not every server says so in every order.

import { expect, test } from "vitest";
import { project } from "../support/project.ts";
import { sightline } from "../support/sightline.ts";

const shop = `-- tsconfig.json --
{ "compilerOptions": { "allowJs": true, "checkJs": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "types": [] } }
-- memo.js --
export function memo() { return 1; }
-- index.js --
import { memo } from "./memo";
memo();
-- alone.js --
export function alone() { return 1; }
`;

test.each([
  ["memo.js", false, ["memo.js would be no module any more, and others import it"]],
  ["alone.js", true, []],
])("an emptied %s is safe: %s", async (file, safe, doubts) => {
  using made = project(shop);
  const old = made.fixture.files.get(file) ?? "";
  const ran = await sightline(made, ["preview", file, "--old-text", old, "--new-text", "", "--json"]);
  const { result } = JSON.parse(ran.out) as { result: { safe: boolean | null; doubts: string[] } };
  expect([result.safe, result.doubts]).toEqual([safe, doubts]);
});
