// Subclasses and overrides of Python where its server has no request for them: read off the headers of classes.

import { expect, test } from "vitest";
import { goToImplementation } from "../../../src/operations/find/go-to-implementation.ts";
import { typeHierarchy } from "../../../src/operations/callers/type-hierarchy.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

const fixture = parseFixture(`-- shop/base.py --
class Priced:
    def total(self):
        return 0
-- shop/cart.py --
from .base import Priced


class Cart(Priced):
    def total(self):
        return 1


class Other:
    def total(self):
        return 2
-- shop/big.py --
from shop import cart


class BigCart(cart.Cart, dict):
    pass
-- shop/__init__.py --
`);

const room = { characters: 2_000 };

test.each(hasServer("pyright") ? ["pyright"] : [])(
  "%s: what derives from a class and overrides its methods",
  async (server) => {
    await using acting = await Acting.open(server, fixture);
    const classes = await acting.perform(goToImplementation, { file_path: "shop/base.py", symbol_path: "Priced" });
    expect(classes.toText(room)).toContain("(from type headers: the server does not support type hierarchies)");
    expect(classes.toJson()).toMatchObject([
      { file: acting.path("shop/big.py") },
      { file: acting.path("shop/cart.py") },
    ]);
    expect(classes.standing.state).toBe("complete");
    const methods = await acting.perform(goToImplementation, {
      file_path: "shop/base.py",
      symbol_path: "Priced.total",
    });
    expect(methods.toJson()).toMatchObject([{ file: acting.path("shop/cart.py"), line: 5 }]);
  },
);

test.each(hasServer("pyright") ? ["pyright"] : [])("%s: the types above and below a class", async (server) => {
  await using acting = await Acting.open(server, fixture);
  const below = await acting.perform(typeHierarchy, {
    file_path: "shop/base.py",
    symbol_path: "Priced",
    direction: "subtypes",
    depth: 2,
  });
  expect(below.toJson()).toMatchObject({ subtypes: [{ name: "Cart", subtypes: [{ name: "BigCart" }] }] });
  const above = await acting.perform(typeHierarchy, {
    file_path: "shop/big.py",
    symbol_path: "BigCart",
    direction: "supertypes",
  });
  expect(above.toJson()).toMatchObject({ supertypes: [{ name: "Cart" }] });
  expect(above.standing.reasons).toMatchObject([{ detail: "declared outside of the root: dict" }]);
});
