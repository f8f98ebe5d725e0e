// The library as somebody uses it who embeds it: typed operations, answers with their standing, refusals thrown.

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

test("what cannot be answered is a refusal that a program can tell apart", async () => {
  using made = project(shop);
  await using workspace = await openWorkspace(made.root);
  const refused = await workspace
    .findReferences({ symbol_path: "Cart.none", file_path: "src/cart.ts" })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ details: { code: "no_symbol", why: "It has Cart, Cart.total." } });
});
