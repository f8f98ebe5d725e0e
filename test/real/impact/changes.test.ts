// What changes outside of the watched files is in the next answer of a real server, or the answer is not complete.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Stage } from "../stage.ts";

const real = { server: "typescript-native", changes: [], killedAt: "references" } as const;
const total = `-- tsconfig.json --
{ "include": ["src"] }
-- src/a.ts --
export function «ref|«^»total»() { return 1 }
`;
const use = (from: string): string => `import { «ref|total» } from "${from}";\n«ref|total»();\n`;

async function expectAll(stage: Stage): Promise<void> {
  const { found, expected, standing } = await stage.ask("references");
  expect(found).toEqual(expected);
  expect(standing).toMatchObject({ state: "complete", reasons: [] });
}

test("hidden directories: an edit at the top, and one that comes deep in the tree", async () => {
  await using stage = await Stage.open({
    ...real,
    fixture: `${total}-- packages/x/readme.txt --\nx\n-- .tools/run.ts --\nexport {};\n`,
  });
  await expectAll(stage);
  stage.write(`-- .tools/run.ts --\n${use("../src/a")}`);
  await expectAll(stage);
  stage.write(`-- packages/x/.tools/deep.ts --\n${use("../../../src/a")}`);
  await expectAll(stage);
  stage.write('-- .tools/old.js --\nconst { «ref|total» } = require("../src/a");\n«ref|total»();\n');
  await expectAll(stage);
});

test("ignore files: what is no longer ignored", async () => {
  await using stage = await Stage.open({ ...real, fixture: `-- .gitignore --\nvendor/\n${total}` });
  await expectAll(stage);
  stage.write(`-- vendor/v.ts --\n${use("../src/a").replaceAll(/«ref\||»/g, "")}`);
  await expectAll(stage);
  stage.write(`-- .gitignore --\n# nothing\n-- vendor/v.ts --\n${use("../src/a")}`);
  await expectAll(stage);
});

test("packages of a project inside the root that are removed", async () => {
  await using stage = await Stage.open({
    ...real,
    fixture: `-- pkg/tsconfig.json --
{ "include": ["src"] }
-- pkg/package.json --
{ "dependencies": { "x": "1" } }
-- pkg/node_modules/x/index.d.ts --
export interface Priced { «ref|total»(): number }
-- pkg/src/a.ts --
import type { Priced } from "x";
export class Cart implements Priced { «ref|«^»total»() { return 1 } }
export function use(p: Priced) { return p.«ref|total»(); }
`,
  });
  await expectAll(stage);
  rmSync(join(stage.root, "pkg/node_modules"), { recursive: true });
  const { standing } = await stage.ask("references");
  expect(standing.reasons.map(({ code }) => code)).toEqual(["possible_uses"]);
});
