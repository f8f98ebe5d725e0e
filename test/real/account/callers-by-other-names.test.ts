// Callers under the names that imports give a function or a class, and callers of a class as those of its constructor.

import { describe, expect, test } from "vitest";
import { callers } from "../../../src/operations/callers/callers.ts";
import type { Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

/** Marks: `class` and `init` are asked about, `call` is every call of the class, by whatever name. */
const source = `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
-- shop/cart.py --
class «class|Item»:
    def «init|__init__»(self, cents: int) -> None:
        self.cents = cents


class Other:
    def «lonely|__init__»(self) -> None: ...
-- shop/view.py --
from shop.cart import Item


def render() -> list[Item]:
    return [«call|Item»(1), «call|Item»(2)]
-- shop/main.py --
from shop.cart import (
    Item as Thing,  # (under another name)
)


def main() -> Thing:
    try:
        return «call|Thing»(2)
    except ValueError as error:
        raise error
-- shop/far.py --
from shop.main import Thing as Far

pot = «call|Far»(3)
`;

describe.each(["pyright"].filter(hasServer))("%s", (server) => {
  test.each([
    ["class", ["call"], []],
    ["init", ["call"], ["scoped"]],
    ["lonely", [], ["scoped"]],
  ] as const)("calls of the %s are told by whatever name they go", async (asked, wanted, reasons) => {
    const fixture = parseFixture(source);
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.mark(asked);
    const performed = await acting.perform(callers, { file_path: file, ...span.start });
    const { incoming } = performed.toJson() as { incoming: readonly { fromRanges: readonly At[] }[] };
    const found = incoming.flatMap(({ fromRanges }) => fromRanges.map(spelled)).sort();
    const placed = ({ file: name, span: { start } }: Mark): string => spelled({ file: acting.path(name), ...start });
    expect({ found, reasons: performed.standing.reasons.map(({ code }) => code) }).toEqual({
      found: wanted.flatMap((name) => fixture.marks(name).map(placed)).sort(),
      reasons,
    });
  });
});

interface At {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function spelled({ file, line, column }: At): string {
  return `${file}:${line}:${column}`;
}
