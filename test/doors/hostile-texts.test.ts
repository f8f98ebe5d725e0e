// A file that is made to keep its readers busy delays nothing: other files are answered about, and the process ends when it is told to.

import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { McpWire } from "../support/mcp-wire.ts";
import { project } from "../support/project.ts";

/** A reader whose work grows with the square of the text would take minutes for each. */
const size = 256 * 1024;

const texts: Readonly<Record<string, readonly [before: string, body: string]>> = {
  "spaces.ts": ["import", " "],
  "lines.ts": ["import", "\n"],
  "from.ts": ["import a from", " "],
  "export.ts": ["", "export {"],
  "star.ts": ["", "export * "],
  "module.ts": ["", 'declare module "'],
  "reference.ts": ["", "/// <reference "],
  "imports.ts": ["", "import a from 'a';\n"],
  "list.ts": ["import {", "a,"],
  "pattern.ts": ["", "/[/["],
  "spaces.go": ["package a\nimport", " "],
  "lines.go": ["package a\nimport", "\n"],
  "lengths.go": ["package a\nvar a ", "[]"],
  "directives.go": ["package a\n", "//go:"],
  "returns.go": ["package a", "\r"],
  "lines.rs": ["use", "\n"],
  "names.py": ["import ", "a, "],
};

test("hostile files beside one that is edited [S42]", async () => {
  using shop = project("");
  cpSync("examples/shop", shop.root, { recursive: true });
  for (const [name, [before, body]] of Object.entries(texts)) {
    shop.write(`src/hostile/${name}`, before + body.repeat(size / body.length));
  }
  await using wire = new McpWire(shop, { args: ["mcp", "--trust"] });
  await wire.initialize();
  const edit = { old_text: "export function add(a: Money", new_text: "export function add(a: string" };
  const asked = wire.call("preview_edit", { file_path: "src/money.ts", ...edit });
  const text = `import${" ".repeat(200_000)}`;
  const fresh = wire.call("preview_edit", { file_path: "src/fresh.ts", old_text: "", new_text: text });
  expect(await wire.request("ping")).toMatchObject({ result: {} });
  expect(JSON.stringify(await asked)).toContain("Property 'currency' does not exist on type 'string'");
  expect(await fresh).toMatchObject({ result: { content: expect.any(Array) } });
  wire.child.kill("SIGTERM");
  expect(await wire.exited).toBe(0);
});
