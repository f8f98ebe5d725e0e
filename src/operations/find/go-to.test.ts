// Where the operations lead that go from one place to others, and what they say where there is nothing or no way.

import { describe, expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { Operation } from "../define.ts";
import { getDocumentHighlights } from "./get-document-highlights.ts";
import { goToDeclaration } from "./go-to-declaration.ts";
import { goToDefinition } from "./go-to-definition.ts";
import { goToImplementation } from "./go-to-implementation.ts";
import { goToSymbol } from "../symbols/go-to-symbol.ts";
import { goToTypeDefinition } from "./go-to-type-definition.ts";
import type { LocationJson } from "../places.ts";

/** Signs of several units before a place, so that a wrong unit shows. */
const fixture = `-- head.toy --
dec «dec|apple»
-- fruit.toy --
"👩‍👩‍👧 é" def «type|fruit»
def «impl|apple» is fruit
"ñ" def «impl|pear» is fruit
-- use.toy --
use «^»apple
`;

async function asked(kit: ToyWorkspace, operation: Operation, more: object = {}): Promise<readonly LocationJson[]> {
  const { file, span } = kit.fixture.cursor;
  return (await perform(kit, operation, { file_path: file, ...span.start, ...more })).toJson() as LocationJson[];
}

function marked(kit: ToyWorkspace, name: string): readonly LocationJson[] {
  return kit.fixture.marks(name).map(({ file, span }) => ({
    file: kit.path(file),
    line: span.start.line,
    column: span.start.column,
    end_line: span.end.line,
    end_column: span.end.column,
  }));
}

describe.each(["utf-8", "utf-16", "utf-32"] as const)("from a server that counts in %s", (positionEncoding) => {
  const open = (): ToyWorkspace => openToyWorkspace({ fixture, dials: { positionEncoding } });

  test("the definition [AGL-078 BRG-33]", async () => {
    await using kit = open();
    const [apple] = marked(kit, "impl");
    expect(await asked(kit, goToDefinition)).toEqual([apple]);
    expect(goToDefinition).toMatchObject({ title: "Go to Definition", kind: "query" });
  });

  test("the type [AGL-079]", async () => {
    await using kit = open();
    expect(await asked(kit, goToTypeDefinition)).toEqual(marked(kit, "type"));
  });

  test("what implements the type [AGL-080]", async () => {
    await using kit = open();
    expect(
      await asked(kit, goToImplementation, {
        line: undefined,
        column: undefined,
        file_path: undefined,
        symbol_path: "fruit",
      }),
    ).toEqual(marked(kit, "impl"));
  });

  test("the declaration, apart from the definition", async () => {
    await using kit = open();
    expect(await asked(kit, goToDeclaration)).toEqual(marked(kit, "dec"));
  });
});

test("one place is one line, several are grouped", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { file, span } = kit.fixture.cursor;
  const one = await perform(kit, goToDefinition, { file_path: file, ...span.start });
  expect(one.toText({ characters: 1_000 })).toBe("fruit.toy:2:5  def apple is fruit");
  const several = await perform(kit, goToImplementation, { symbol_path: "fruit" });
  expect(several.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "2 implementations of fruit.toy:1:18  "👩\\u{200d}👩\\u{200d}👧 é" def fruit
    fruit.toy
      2:5  def apple is fruit
      3:9  "ñ" def pear is fruit"
  `);
});

test.each([
  [goToDefinition, "textDocument/definition", /find_symbol/],
  [goToTypeDefinition, "textDocument/typeDefinition", /inspect_symbol/],
  [goToImplementation, "textDocument/implementation", /find_references/],
  [getDocumentHighlights, "textDocument/documentHighlight", /find_references/],
])("where the server cannot, $name says so and leads on", async (operation, method, next) => {
  await using kit = openToyWorkspace({ fixture, dials: { lacks: [method] } });
  const refusal = await refusalOf(asked(kit, operation));
  expect(refusal.code).toBe("capability_missing");
  expect(refusal.details.what).toBe(`server does not support ${method}`);
  expect(refusal.details.next).toMatch(next);
  expect(kit.toy.server.methods).not.toContain(method);
});

test("where the server does not look up declarations, go_to_declaration answers the definition and says so", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { lacks: ["textDocument/declaration"] } });
  const { file, span } = kit.fixture.cursor;
  const { standing, ...performed } = await perform(kit, goToDeclaration, { file_path: file, ...span.start });
  const [apple] = marked(kit, "impl");
  expect(performed.toJson()).toEqual([apple]);
  expect(standing).toMatchObject({
    state: "partial",
    reasons: [{ code: "server_not_exhaustive", detail: expect.stringContaining("this is the definition") }],
  });
  expect(kit.toy.server.methods).not.toContain("textDocument/declaration");
});

test("where the server looks up neither, go_to_declaration is refused", async () => {
  const lacks = ["textDocument/declaration", "textDocument/definition"] as const;
  await using kit = openToyWorkspace({ fixture, dials: { lacks: [...lacks] } });
  expect((await refusalOf(asked(kit, goToDeclaration))).code).toBe("capability_missing");
});

test("nothing found of a symbol is an empty answer, of no symbol a refusal", async () => {
  await using kit = openToyWorkspace({ fixture: `-- a.toy --\ndef «^»lone\n"«prose»text"\n` });
  const { file, span } = kit.fixture.cursor;
  const empty = await perform(kit, goToImplementation, { file_path: file, ...span.start });
  expect([empty.isEmpty, empty.toJson()]).toEqual([true, []]);
  expect(empty.toText({ characters: 200 })).toBe("no implementation of a.toy:1:5  def lone");
  const prose = kit.fixture.mark("prose");
  const refusal = await refusalOf(perform(kit, goToImplementation, { file_path: file, ...prose.span.start }));
  expect(refusal.code).toBe("no_symbol");
});

test("occurrences in the file are told with what they do there [AGL-085]", async () => {
  await using kit = openToyWorkspace({
    fixture: `-- a.toy --\n"👍" def «write|apple»\nuse «read|apple»\n«text|apple»\n# apple\n-- b.toy --\nuse apple\n`,
  });
  const performed = await perform(kit, getDocumentHighlights, { file_path: "a.toy", symbol_path: "apple" });
  const kinds = { text: 1, read: 2, write: 3 };
  const expected = (["write", "read", "text"] as const).flatMap((kind) =>
    marked(kit, kind).map((location) => ({ ...location, kind: kinds[kind], kind_name: kind })),
  );
  expect(performed.toJson()).toEqual(expected);
  expect(performed.toText({ characters: 1_000 })).toMatchInlineSnapshot(`
    "3 occurrences in a.toy (1 write, 1 read, 1 text) of a.toy:1:10  "👍" def apple
    a.toy
      1:10  write  "👍" def apple
      2:5  read  use apple
      3:1  apple"
  `);
  expect(performed.toText({ characters: 80 })).toBe("3 occurrences in a.toy; too many to list.");
});

const shop = `-- shop/cart.toy --
def Cart
  def «total|total»
-- shop/till.toy --
def Till
  def total
-- view.toy --
def Total
`;

describe("go_to_symbol", () => {
  const ask = async (kit: ToyWorkspace, input: object): Promise<{ json: unknown; text: string }> => {
    const performed = await perform(kit, goToSymbol, input);
    return { json: performed.toJson(), text: performed.toText({ characters: 1_000 }) };
  };

  test("a dotted name leads to its definition without coordinates [AGL-082]", async () => {
    await using kit = openToyWorkspace({ fixture: shop });
    const { json, text } = await ask(kit, { symbol_path: "Cart.total" });
    expect(json).toEqual([{ ...marked(kit, "total")[0], name: "Cart.total", kind_name: "Function", exact: true }]);
    expect(text).toBe("shop/cart.toy:2:7  Function Cart.total  def total");
  });

  test("all that fit are listed, and a number takes one", async () => {
    await using kit = openToyWorkspace({ fixture: shop });
    expect((await ask(kit, { symbol_path: "total" })).text).toMatchInlineSnapshot(`
      "2 symbols are named total
      shop/cart.toy:2:7  Function Cart.total  def total
      shop/till.toy:2:7  Function Till.total  def total"
    `);
    expect((await ask(kit, { symbol_path: "total[2]" })).json).toMatchObject([{ name: "Till.total" }]);
  });

  test("a name that is not quite right gets what is similar, marked as such [AGL-082 AGL-076]", async () => {
    await using kit = openToyWorkspace({ fixture: shop, dials: { symbolQuery: "start" } });
    expect((await ask(kit, { symbol_path: "totl" })).text).toMatchInlineSnapshot(`
      "Nothing is named totl; similar:
      shop/cart.toy:2:7  Function Cart.total  def total
      shop/till.toy:2:7  Function Till.total  def total"
    `);
    const { json } = await ask(kit, { symbol_path: "Cart.Totl" });
    expect(json).toMatchObject([{ name: "Total", exact: false }]);
  });

  test("workspace_root and language are heeded [AGL-082]", async () => {
    await using kit = openToyWorkspace({ fixture: shop });
    const below = await ask(kit, { symbol_path: "Total", workspace_root: "shop" });
    expect(below.text).not.toContain("view.toy");
    expect((await ask(kit, { symbol_path: "Total", language: "toy" })).json).toMatchObject([{ exact: true }]);
    const other = await refusalOf(ask(kit, { symbol_path: "Total", language: "cobol" }));
    expect(other.details).toMatchObject({
      code: "no_server_for_file",
      what: "No code here is in cobol.",
      next: "Leave language out, or use a text search.",
    });
    await using bare = openToyWorkspace({ fixture: "-- «^»notes.txt --\nTotal\n" });
    expect((await refusalOf(ask(bare, { symbol_path: "Total" }))).details.next).toBe("Use a text search.");
    const outside = await refusalOf(ask(kit, { symbol_path: "Total", workspace_root: "/elsewhere" }));
    expect(outside.code).toBe("outside_root");
  });

  test("nothing like it is a refusal in the words of the contract", async () => {
    await using kit = openToyWorkspace({ fixture: shop });
    const refusal = await refusalOf(ask(kit, { symbol_path: "zebra" }));
    expect(refusal.details).toMatchObject({
      code: "no_symbol",
      what: "no symbols found for symbol_path: zebra",
      why: "No symbol has a similar name.",
    });
  });
});
