// Which symbols git says changed, by their lines: in the index, in the working tree, in commits, new, renamed and gone.

import { execFileSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Performed } from "../../../src/operations/define.ts";
import { detectChanges } from "../../../src/operations/impact/detect-changes.ts";
import type { ImpactJson } from "../../../src/operations/impact/answer.ts";
import { operationNamed } from "../../../src/operations/table.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { Acting } from "../edits/acting.ts";

const cart = `import { tax } from "./tax";

/** What all of it costs. */
export function total(count: number): number {
  return price(count) + tax(count);
}

export function price(count: number): number {
  const each = 2;
  return count * each;
}

export class Cart {
  #items: number[] = [];

  put(item: number): this {
    this.#items.push(item);
    return this;
  }

  size(): number {
    return this.#items.length;
  }
}
`;

const shop = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["**/*.ts"] }
-- README.md --
A shop.
-- src/cart.ts --
${cart}-- src/tax.ts --
export function tax(count: number): number {
  return count;
}
-- view/view.ts --
import { Cart, total } from "../src/cart";
export function render(): number {
  return total(new Cart().put(1).size());
}
-- src/cart.test.ts --
import { Cart, price } from "./cart";
export function testPrice(): boolean {
  return price(1) === 2;
}
export function testSize(): boolean {
  return new Cart().size() === 0;
}
`;

class Shop {
  readonly acting: Acting;

  static async open(): Promise<Shop> {
    const opened = new Shop(await Acting.open("typescript-native", parseFixture(shop)));
    opened.git("init", "-q", "-b", "main");
    opened.commit();
    return opened;
  }

  private constructor(acting: Acting) {
    this.acting = acting;
  }

  git(...args: readonly string[]): void {
    const who = ["-c", "user.name=someone", "-c", "user.email=someone@example.org", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: this.acting.path("."), stdio: "pipe" });
  }

  commit(): void {
    this.git("add", "-A");
    this.git("commit", "-qm", "a change");
  }

  write(file: string, text: string | Uint8Array): void {
    writeFileSync(this.acting.path(file), text);
  }

  detect(input: object = {}): Promise<Performed<unknown>> {
    return this.acting.perform(detectChanges, input);
  }

  /** `name change risk`, in the order of the answer. */
  async told(input: object = {}): Promise<string[]> {
    const { changed_symbols } = (await this.detect(input)).toJson() as ImpactJson;
    return changed_symbols.map(({ name, change, risk }) => `${name} ${change} ${risk}`);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.acting[Symbol.asyncDispose]();
  }
}

test("a changed line changes the innermost symbol, and only its callers and tests are told [AGL-101]", async () => {
  await using opened = await Shop.open();
  opened.write("src/cart.ts", cart.replace("each = 2", "each = 3"));
  const performed = await opened.detect();
  expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
  expect(performed.toText({ characters: 10_000 })).toMatchInlineSnapshot(`
    "1 file: 1 symbol changed, 1 used elsewhere, 1 caller in 1 file, 1 test; 0 with no direct test
    price  src/cart.ts:8  medium  callers: src/cart.ts  tests: src/cart.test.ts
    tests to run: src/cart.test.ts"
  `);
  const { scope, changed_files, test_functions } = performed.toJson() as ImpactJson & Record<string, unknown>;
  expect({ scope, changed_files, tests: test_functions.map(({ name }) => name) }).toEqual({
    scope: "all",
    changed_files: [opened.acting.path("src/cart.ts")],
    tests: ["testPrice"],
  });
});

test.each([
  ["a comment above", cart.replace("What all of it", "All that it"), ["total modified high"]],
  ["a method", cart.replace("push(item)", "unshift(item)"), ["Cart.put modified high"]],
  [
    "the head of a class",
    cart.replace("export class Cart {", "export class Cart extends Object {"),
    ["Cart modified high"],
  ],
  ["lines that are gone inside", cart.replace("    this.#items.push(item);\n", ""), ["Cart.put modified high"]],
  [
    "two symbols at once",
    cart.replace("price(count) +", "").replace("count * each", "each"),
    ["total modified high", "price modified low"],
  ],
  [
    "a new one beside old ones",
    cart.replace("export class", "export function half(): number {\n  return 0.5;\n}\n\nexport class"),
    ["half added low"],
  ],
  [
    "a new name",
    cart.replace("export function price", "export function cost"),
    ["cost modified low", "price deleted unknown"],
  ],
  [
    "a method that is gone",
    cart.replace(/\n {2}size\(\)[\s\S]*?\n {2}\}\n/, ""),
    ["Cart modified high", "size deleted unknown"],
  ],
  ["a function that is gone", cart.replace(/export function price[\s\S]*?\n\}\n\n/, ""), ["price deleted unknown"]],
])("%s", async (_, text, told) => {
  await using opened = await Shop.open();
  opened.write("src/cart.ts", text);
  expect(await opened.told()).toEqual(told);
});

test("the index, the working tree, what git does not know, and the last commit are told apart", async () => {
  await using opened = await Shop.open();
  opened.write("src/cart.ts", cart.replace("each = 2", "each = 3"));
  opened.git("add", "src/cart.ts");
  opened.write("src/tax.ts", "export function tax(count: number): number {\n  return count * 2;\n}\n");
  opened.write("src/new.ts", 'import { tax } from "./tax";\nexport const due = (): number => tax(1);\n');
  expect(await opened.told({ scope: "staged" })).toEqual(["price modified medium"]);
  expect(await opened.told({ scope: "unstaged" })).toEqual(["tax modified medium", "due added low"]);
  expect((await opened.told()).sort()).toEqual(["due added low", "price modified medium", "tax modified medium"]);
  expect((await opened.told({ scope: "committed" })).length).toBeGreaterThan(5);
  opened.commit();
  expect(await opened.told({ range: "main" })).toHaveLength(3);
  const nothing = await opened.detect();
  expect(nothing.isEmpty).toBe(true);
  expect(nothing.toText({ characters: 1_000 })).toBe("no changes between HEAD and the working tree");
  expect(nothing.toJson()).toMatchObject({ changed_files: [], affected_symbols: [], scope: "all" });
});

test("files that are renamed, gone, or hold nothing that is called are named", async () => {
  await using opened = await Shop.open();
  renameSync(opened.acting.path("src/cart.test.ts"), opened.acting.path("src/shop.test.ts"));
  opened.git("add", "-A");
  opened.git("rm", "-q", "src/tax.ts");
  opened.write("README.md", "Another shop.\n");
  const performed = await opened.detect();
  expect(performed.toText({ characters: 10_000 })).toMatchInlineSnapshot(`
    "3 files: 0 symbols changed, 2 deleted or renamed, 0 used elsewhere, 0 callers in 0 files, 0 tests; 0 with no direct test
    src/cart.test.ts  renamed to src/shop.test.ts
    src/tax.ts  src/tax.ts:1  deleted
    note: users of deleted symbols were not searched: get_diagnostics shows what no longer compiles
    note: 1 file changed that no server covers: README.md"
  `);
  expect(performed.hints[0]?.operation).toBe("get_diagnostics");
  expect(performed.hints.filter(({ operation }) => operationNamed(operation) !== undefined)).not.toEqual([]);
});

const rules = `interface Rule { readonly title: string; readonly limit?: number; check(): boolean }
declare function define(rule: Rule): Rule;
export const first = define({
  title: "one",
  check() {
    return true;
  },
});
export const second: Rule = {
  title: "two",
  check: () => true,
};
define({
  title: "three",
  check: () => false,
});
export function all(): string {
  return [first.title, second.title].join();
}
`;

test("a key of an object stands for what the object is called, and not for the same key of others", async () => {
  await using opened = await Shop.open();
  opened.write("src/rules.ts", rules);
  opened.commit();
  opened.write("src/rules.ts", rules.replace('"one",', '"uno",\n  limit: 1,').replace('"three"', '"tre"'));
  const performed = await opened.detect();
  const { affected_symbols, changed_symbols } = performed.toJson() as ImpactJson;
  expect(changed_symbols).toMatchObject([{ name: "first", change: "modified" }]);
  expect(affected_symbols[0]?.non_test_callers.map(({ name }) => name)).toEqual(["all"]);
  expect(performed.toText({ characters: 1_000 })).toContain("lines outside declarations also changed in src/rules.ts");
});

test("what is gone is told behind what is risky, and before the rest", async () => {
  await using opened = await Shop.open();
  const text = cart.replace("What all of it", "All that it").replace(/\n {2}size\(\)[\s\S]*?\n {2}\}\n/, "");
  opened.write("src/cart.ts", `${text}export const late = 1;\n`);
  const lines = (await opened.detect()).toText({ characters: 10_000 }).split("\n").slice(1, 5);
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["total", "Cart", "size", "late"]);
});

test("a test that changed is one to run", async () => {
  await using opened = await Shop.open();
  opened.write(
    "src/cart.test.ts",
    'import { price } from "./cart";\nexport function testPrice(): boolean {\n  return price(2) === 4;\n}\n',
  );
  const { test_functions, changed_symbols } = (await opened.detect()).toJson() as ImpactJson;
  expect(changed_symbols.map(({ name, change }) => `${name} ${change}`)).toEqual([
    "testPrice modified",
    "testSize deleted",
  ]);
  expect(test_functions.map(({ name }) => name)).toEqual(["testPrice"]);
});

test("of a commit that was built upon, the symbols are those of today, and it is said", async () => {
  await using opened = await Shop.open();
  opened.write("src/cart.ts", cart.replace("each = 2", "each = 3"));
  opened.commit();
  opened.write("src/cart.ts", `// Later.\n// And later.\n\n${cart.replace("each = 2", "each = 3")}`);
  const performed = await opened.detect({ range: "HEAD" });
  expect(performed.standing).toMatchObject({ state: "stale", reasons: [{ code: "changes_unseen" }] });
  const { changed_symbols } = performed.toJson() as ImpactJson;
  expect(changed_symbols).toMatchObject([{ name: "price", line: 11, change: "modified" }]);
});

test("a file that cannot be asked about is named in the standing, and takes nothing from the others", async () => {
  await using opened = await Shop.open();
  opened.write("src/cart.ts", cart.replace("each = 2", "each = 3"));
  opened.write("src/huge.ts", `export const a = 1;\n${"// x\n".repeat(3_000_000)}`);
  const performed = await opened.detect();
  expect(performed.standing.state).toBe("partial");
  expect(performed.standing.reasons.map(({ detail }) => detail).join()).toContain("src/huge.ts");
  expect((performed.toJson() as ImpactJson).changed_symbols.map(({ name }) => name)).toContain("price");
});

test.each([
  ["bytes", Buffer.from(cart.replace("each = 2", "each = 3"), "utf16le"), "unchecked"],
  ["more lines than can be told", `${cart}${`// ${"x".repeat(197)}\n`.repeat(12_000)}`, "capped"],
])("a source of which git tells no lines counts as changed, and it is said: %s", async (_, text, code) => {
  await using opened = await Shop.open();
  opened.write("src/cart.ts", text);
  const performed = await opened.detect();
  expect(performed.standing.state).not.toBe("complete");
  expect(performed.standing.reasons.map((reason) => reason.code)).toContain(code);
  expect(performed.toText({ characters: 10_000 })).not.toContain("no server is asked about");
});

test("an attribute hides no change", async () => {
  await using opened = await Shop.open();
  opened.write(".gitattributes", "*.ts -diff\n");
  opened.write("src/cart.ts", cart.replace("each = 2", "each = 3"));
  expect(await opened.told()).toEqual(["price modified medium"]);
});

test("where git does not look, no change is said to be none", async () => {
  await using opened = await Shop.open();
  opened.git("update-index", "--assume-unchanged", "src/cart.ts");
  opened.write("src/cart.ts", cart.replace("each = 2", "each = 3"));
  const performed = await opened.detect();
  expect(performed.standing).toMatchObject({ state: "stale", reasons: [{ code: "changes_unseen" }] });
});

test("a directory outside of the roots is refused", async () => {
  await using opened = await Shop.open();
  expect((await refusalOf(opened.detect({ workspace_root: "../.." }))).code).toBe("outside_root");
  expect((await refusalOf(opened.detect({ workspace_root: "src/cart.ts" }))).code).toBe("bad_input");
  expect((await opened.detect({ workspace_root: "src" })).isEmpty).toBe(true);
});
