// Packages of one root that reach each other through links in node_modules: what comes and goes is seen through them.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../../src/index.ts";
import { project } from "../../support/project.ts";

const config = '{ "compilerOptions": { "module": "nodenext", "strict": true }, "include": ["src"] }';
const linked = `
-- package.json --
{ "workspaces": ["packages/*"] }
-- packages/core/tsconfig.json --
${config}
-- packages/core/package.json --
{ "name": "@m/core", "type": "module" }
-- packages/core/src/index.ts --
export const one = 1;
-- packages/app/tsconfig.json --
${config}
-- packages/app/package.json --
{ "name": "@m/app", "type": "module" }
-- packages/app/src/main.ts --
import { later } from "@m/core/src/later.js";
export const two = later() + later();
`;
const later = "export function later() {\n  return 1;\n}\n";

test("a file that comes, goes and comes again in a linked package is found, lost and found", async () => {
  using made = project(linked);
  mkdirSync(join(made.root, "node_modules", "@m"), { recursive: true });
  symlinkSync("../../packages/core", join(made.root, "node_modules", "@m", "core"));
  await using workspace = await openWorkspace(made.root);
  const file = join(made.root, "packages/core/src/later.ts");
  const codes = async (): Promise<unknown[]> => {
    const { value } = await workspace.getDiagnostics({ file_path: "packages/app/src/main.ts" });
    return Object.values(value)
      .flat()
      .flatMap((one) => (typeof one === "object" && "code" in one ? [one.code] : []));
  };
  const uses = async (): Promise<unknown> => {
    const { value, standing } = await workspace.findReferences({
      file_path: "packages/core/src/later.ts",
      symbol_path: "later",
    });
    return [value.length, standing.state];
  };
  expect(await codes()).toEqual(["2307"]);
  for (let round = 0; round < 2; round++) {
    writeFileSync(file, later);
    expect(await codes()).toEqual([]);
    expect(await uses()).toEqual([3, "complete"]);
    rmSync(file);
    expect(await codes()).toEqual(["2307"]);
  }
});
