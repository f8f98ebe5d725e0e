// Scripts through the doors: the examples of their page, a file and standard input of a person, and an agent that is shown little else.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationNamed } from "../../src/operations/table.ts";
import { bug } from "../../src/std/bug.ts";
import type { Shop } from "../../tools/example-shop.ts";
import { openShop, shownOutcome } from "../../tools/example-shop.ts";
import { project } from "../support/project.ts";
import { connect, sightline } from "../support/sightline.ts";

const page = readFileSync("docs/script.md", "utf8");
const examples = [...page.matchAll(/```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)\n```/g)].map(
  ([, code = "", answered = ""]) => [code, answered] as const,
);

describe("the page", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  test("shows examples", () => expect(examples.length).toBeGreaterThan(1));

  test.each(examples)("shows what was really answered: %s", async (code, answered) => {
    const outcome = await shop.ask(operationNamed("script") ?? bug("there are scripts"), { code });
    expect(shownOutcome(shop, outcome).replace(/^refused: |\nNext: .*$/g, "")).toBe(answered);
  });
});

const small = `
-- tsconfig.json --
{ "compilerOptions": { "types": [] }, "include": ["src"] }
-- src/a.ts --
export const used = 1;
export const unused = used;
-- src/a.test.ts --
declare function test(title: string, run: () => void): void;
test("uses", () => void [1].map(() => 1));
-- count.js --
return (await sl.symbols("src/*.ts")).map(({ path }) => path);
`;

test("a person gives it as a file, as the other doors give it as an argument", async () => {
  using made = project(small);
  const ran = await sightline(made, ["script", "count.js", "--json"]);
  expect(JSON.parse(ran.out)).toMatchObject({
    ok: true,
    standing: { state: "complete" },
    result: ["test", "used", "unused"],
  });
  const missing = await sightline(made, ["script", "none.js"]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("none.js cannot be read")]);
  await using agent = await connect(made, "modern", ["mcp", "--root", ".", "--tools", "script"]);
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["script", "get_diagnostics", "rename_symbol", "safe_apply_edit"]);
  const code = 'return (await sl.references("src/a.ts#used")).map(({ file, line }) => ({ file, line }));';
  const { content } = await agent.client.callTool({ name: "script", arguments: { code } });
  expect(content).toMatchObject([
    { type: "text", text: '1 answer complete\n1 item:\n{"file":"src/a.ts","line":2}' },
    {},
  ]);
});
