// Which tests cover a file, told by real servers and by names.

import { expect, test } from "vitest";
import { getTestsForFile } from "../../../src/operations/impact/get-tests-for-file.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

interface Case {
  readonly server: string;
  readonly fixture: string;
  readonly file: string;
  readonly tests: readonly {
    readonly file: string;
    readonly by: readonly string[];
    readonly functions: readonly string[];
  }[];
}

const cases: readonly Case[] = [
  {
    server: "typescript-native",
    file: "src/cart.ts",
    fixture: `
-- tsconfig.json --
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true } }
-- src/cart.ts --
export function total() { return 1; }
export class Cart { put() { return total(); } }
-- src/view.ts --
import { total } from "./cart";
export const shown = total();
-- src/flow.test.ts --
import { Cart } from "./cart";
export function testFlow() { return new Cart().put(); }
-- test/cart.ts --
export const nothing = 1;
-- src/other.test.ts --
import { shown } from "./view";
export function testOther() { return shown; }
`,
    tests: [
      { file: "src/flow.test.ts", by: ["reference"], functions: ["testFlow"] },
      { file: "test/cart.ts", by: ["name"], functions: [] },
    ],
  },
  {
    server: "pyright",
    file: "shop/cart.py",
    fixture: `
-- pyproject.toml --
[project]
name = "shop"
-- shop/__init__.py --
-- shop/cart.py --
def total():
    return 1
-- tests/test_cart.py --
from shop.cart import total

def test_total():
    assert total() == 1
-- tests/test_other.py --
def test_other():
    assert True
`,
    tests: [{ file: "tests/test_cart.py", by: ["reference", "name"], functions: ["test_total"] }],
  },
  {
    server: "gopls",
    file: "cart.go",
    fixture: `
-- go.mod --
module example.org/shop

go 1.21
-- cart.go --
package shop

func total() int { return 1 }
-- cart_test.go --
package shop

import "testing"

func TestTotal(t *testing.T) {
	if total() != 1 {
		t.Fail()
	}
}
-- use.go --
package shop

func Use() int { return total() }
`,
    tests: [{ file: "cart_test.go", by: ["reference", "name"], functions: ["TestTotal"] }],
  },
];

test.each(cases.filter(({ server }) => hasServer(server)))(
  "$server: tests by what they use and by their names, said which [AGL-116]",
  async ({ server, fixture, file, tests }) => {
    await using acting = await Acting.open(server, parseFixture(fixture));
    const performed = await acting.perform(getTestsForFile, { file_path: file });
    const json = performed.toJson() as {
      readonly tests: readonly { file: string; by: string[]; functions: { name: string }[] }[];
    };
    const found = json.tests.map((one) => ({
      file: one.file.slice(acting.path("").length),
      by: one.by,
      // Uses at the top of a file, such as imports, stand in no function.
      functions: one.functions.map(({ name }) => name).filter((name) => /^test/i.test(name) && !name.includes(".")),
    }));
    expect(found).toEqual(tests);
    expect(performed.standing.state).toBe("complete");
  },
);

test("tests are told in the order of the text, by their titles and without what helps them", async () => {
  const fixture = `
-- tsconfig.json --
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "types": [] } }
-- src/cart.ts --
export function total() { return 1; }
export function price() { return 1; }
-- src/runner.ts --
type Body = () => void;
export declare const test: { (title: string, body: Body): void; each(rows: number[]): (title: string, body: Body) => void };
export declare function describe(title: string, body: Body): void;
export declare function property(body: Body): void;
-- src/cart.test.ts --
import { describe, property, test } from "./runner";
import { price, total } from "./cart";
test("prices", () => { price(); });
describe("the cart", () => {
  test("sums", () => { property(() => { total(); }); });
});
function made() { return total(); }
test.each([1])("row %s", () => { made(); total(); });
-- src/made.test.ts --
import { total } from "./cart";
export function made() { return total(); }
-- test/cart.ts --
export const nothing = 1;
`;
  await using acting = await Acting.open("typescript-native", parseFixture(fixture));
  const performed = await acting.perform(getTestsForFile, { file_path: "src/cart.ts" });
  expect(performed.toText({ characters: 5_000 })).toMatchInlineSnapshot(`
    "3 test files for src/cart.ts
    src/cart.test.ts  uses it, named after it
      3  test("prices")
      5  test("sums")
      8  row %s
    src/made.test.ts  uses it
    test/cart.ts  named after it"
  `);
});
