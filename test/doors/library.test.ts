// The library as an embedding program uses it: typed operations, answers with their standing, refusals thrown.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace, Refusal } from "../../src/index.ts";
import { project } from "../support/project.ts";

const shop = `
-- tsconfig.json --
{}
-- src/cart.ts --
export class Cart {
  «def|to«^»tal»(): number {
    return 1;
  }
}
-- src/view.ts --
import { Cart } from "./cart";
export const shown = new Cart().«ref|total»();
`;

test("operations are methods with the contract's names, typed from the table [AGL-385]", async () => {
  using made = project(shop);
  await using workspace = await openWorkspace(made.root);
  const { value, standing } = await workspace.findReferences({ symbol_path: "Cart.total", file_path: "src/cart.ts" });
  const [ref] = made.fixture.marks("ref");
  expect(value.map(({ line, column }) => ({ line, column }))).toEqual([ref?.span.start]);
  expect(standing.state).toBe("complete");
  const many = await workspace.goToDefinition({ targets: ["src/view.ts#shown", "src/cart.ts#Cart.total"] });
  expect(many.value.map(({ target, result }) => [target, result?.length])).toEqual([
    ["src/view.ts#shown", 1],
    ["src/cart.ts#Cart.total", 1],
  ]);
  const [def] = made.fixture.marks("def");
  expect(await workspace.text("go_to_definition", { targets: ["src/cart.ts#Cart.total"] })).toBe(
    `== src/cart.ts#Cart.total\nsrc/cart.ts:${def?.span.start.line}:${def?.span.start.column}  total(): number {`,
  );
});

test("an agent of one's own gets the tools of the servers that run, or of capabilities it knows", async () => {
  using made = project(shop);
  await using workspace = await openWorkspace(made.root);
  const names = (): string[] => workspace.tools().map(({ name }) => name);
  expect(names()).toEqual(["lsp_diagnostics"]);
  await workspace.findReferences({ symbol_path: "Cart.total", file_path: "src/cart.ts" });
  expect(names()).toEqual(expect.arrayContaining(["lsp_diagnostics", "lsp_hover", "lsp_references"]));
  const [, hover] = workspace.lspTools({ hoverProvider: true });
  expect(hover?.name).toBe("lsp_hover");
  const outcome = await hover?.call({ file_path: "src/cart.ts", symbol_path: "Cart.total" });
  expect(outcome).toMatchObject({ ok: true, body: { text: expect.stringContaining("Cart.total(): number") } });
});

test("or one tool for all of it, whose failures are values", async () => {
  using made = project(shop);
  await using workspace = await openWorkspace(made.root);
  const tool = workspace.singleTool();
  expect([tool.name, tool.schema.required]).toEqual(["Lsp", ["kind"]]);
  const { file, span } = made.fixture.cursor;
  const [ref] = made.fixture.marks("ref");
  const row = `${ref?.file}:${ref?.span.start.line}:${ref?.span.start.column}`;
  const place = { file, line: span.start.line, character: span.start.column };
  expect(await tool.call({ kind: "references", ...place })).toMatchObject({ ok: true, text: row });
  expect(await tool.call({ kind: "references" })).toMatchObject({ ok: false, kind: "Wire" });
});

test("the example of the page about the library runs as it stands", () => {
  using made = project("-- README.md --\nnothing\n");
  const page = readFileSync("docs/library.md", "utf8");
  const [, code] = /<!-- example:library -->\n```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const at = join(made.root, "shop");
  cpSync("examples/shop", at, { recursive: true });
  mkdirSync(join(at, "node_modules"));
  symlinkSync(process.cwd(), join(at, "node_modules", "sightline"));
  writeFileSync(join(at, "example.mjs"), code ?? "");
  const env = { ...process.env, SIGHTLINE_STATE_DIR: made.stateDirectory };
  const out = execFileSync(process.execPath, ["example.mjs"], { cwd: at, env, encoding: "utf8" });
  const [head, ...uses] = out.trimEnd().split("\n");
  expect(head).toBe(`${uses.length} uses, complete`);
  const lines = uses.map((use) => use.slice(at.length).split(":"));
  expect(lines.map(([file, line]) => `${file} ${lineOf(join(at, file ?? ""), Number(line))}`)).toEqual(
    lines.map(([file]) => expect.stringMatching(new RegExp(`^${file} .*\\bprice\\(\\)`))),
  );
  expect(uses.length).toBeGreaterThan(0);
});

test("what cannot be answered is a refusal that a program can tell apart", async () => {
  using made = project(shop);
  await using workspace = await openWorkspace(made.root);
  const refused = await workspace
    .findReferences({ symbol_path: "Cart.none", file_path: "src/cart.ts" })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ details: { code: "no_symbol", why: "It has Cart, Cart.total." } });
});

function lineOf(file: string, line: number): string {
  return readFileSync(file, "utf8").split("\n")[line - 1] ?? "";
}
