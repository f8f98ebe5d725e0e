// What is told before a file is edited, when it counts as unchanged, and how short it gets.

import { describe, expect, test } from "vitest";
import { toWireResult } from "../../doors/mcp/wire-result.ts";
import { LocalEngine } from "../../engine/local-engine.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { standingOf } from "../../model/standing.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { Emitter } from "../../std/emitter.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { importsIn } from "../../languages/imports/imported.ts";
import { getEditingContext, identity } from "./get-editing-context.ts";

const shop = `-- cart.toy --
def total
  use price
def price
def spare
-- near.toy --
def render
  use total
-- far/away.toy --
def main
  use total
  use price
`;

async function contextOf(kit: ToyWorkspace, input: object = {}): Promise<Record<string, unknown>> {
  const performed = await perform(kit, getEditingContext, { file_path: "cart.toy", ...input });
  return performed.toJson() as Record<string, unknown>;
}

test("symbols with their users in other files, the nearest first, and what they call [AGL-102]", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const near = { name: "render", file: kit.path("near.toy"), line: 2 };
  const far = (line: number): object => ({ name: "main", file: kit.path("far/away.toy"), line });
  expect(await contextOf(kit)).toEqual({
    etag: expect.stringMatching(/^[0-9a-f]{16}$/),
    file: kit.path("cart.toy"),
    lines: 5,
    symbols: [
      {
        ...{ name: "total", kind: "Function", line: 1, end_line: 2, signature: "def total" },
        callers: { count: 2, files: 2, nearest: [near, far(2)] },
        callees: [{ name: "price", file: kit.path("cart.toy"), line: 3 }],
      },
      {
        ...{ name: "price", kind: "Function", line: 3, end_line: 3, signature: "def price" },
        callers: { count: 1, files: 1, nearest: [far(3)] },
        used_here: ["total"],
        callees: [],
      },
      {
        ...{ name: "spare", kind: "Function", line: 4, end_line: 4, signature: "def spare" },
        callers: { count: 0, files: 0, nearest: [] },
        callees: [],
      },
    ],
    imports: [],
    used_by: [kit.path("near.toy"), kit.path("far/away.toy")],
  });
});

test("as text, and for one symbol with its lines", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const shown = async (input: object): Promise<string> => {
    const performed = await perform(kit, getEditingContext, { file_path: "cart.toy", ...input });
    return performed.toText({ characters: 5_000 }).replaceAll(/[0-9a-f]{16}/g, "TAG");
  };
  expect(await shown({})).toMatchInlineSnapshot(`
    "cart.toy  5 lines  etag TAG
    used by 2 other files: near.toy, far/away.toy
    1 def total
        used by render near.toy:2, main far/away.toy:2; calls price
    3 def price
        used by main far/away.toy:3; used here by total
    4 def spare"
  `);
  expect(await shown({ symbol_path: "price" })).toMatchInlineSnapshot(`
    "cart.toy  5 lines  etag TAG
    used by 1 other file: far/away.toy
    beside it total :1, spare :4
    3 def price
        used by total cart.toy:2, main far/away.toy:3
    1	def total
    2	  use price
    3	def price
    4	def spare
    5	"
  `);
  expect(await shown({ line: 2 })).toContain("1 def total");
});

test("what uses the file is not known, and not zero, where no server could tell", async () => {
  await using kit = openToyWorkspace({ fixture: shop, dials: { lacks: ["textDocument/references"] } });
  const performed = await perform(kit, getEditingContext, { file_path: "cart.toy" });
  expect(performed.toText({ characters: 5_000 })).toMatch(/\nwhat uses it is not known\n/);
  expect(performed.toJson()).not.toHaveProperty("used_by");
  expect(performed.standing.state).toBe("partial");
});

test("a line outside of everything is refused, and two ways to point are one too many", async () => {
  await using kit = openToyWorkspace({ fixture: "-- cart.toy --\n# nothing\ndef total\n" });
  const refused = async (input: object): Promise<string> =>
    (await refusalOf(perform(kit, getEditingContext, { file_path: "cart.toy", ...input }))).code;
  expect(await refused({ line: 1 })).toBe("no_symbol");
  expect(await refused({ line: 2, symbol_path: "total" })).toBe("bad_input");
});

describe("if_none_match", () => {
  test("the same context is not sent again, and is short [AGL-103]", async () => {
    await using kit = openToyWorkspace({ fixture: shop });
    const { etag } = await contextOf(kit);
    const again = await perform(kit, getEditingContext, { file_path: "cart.toy", if_none_match: etag });
    expect(again.toJson()).toEqual({ not_modified: true, etag });
    expect(again.toText({ characters: 1_000 })).toMatch(/^not modified: cart\.toy /);
    expect(estimateTokens(again.toText({ characters: 1_000 }))).toBeLessThan(50);
  });

  test("another process says the same", async () => {
    await using one = openToyWorkspace({ fixture: shop });
    await using other = openToyWorkspace({ fixture: shop });
    expect((await contextOf(one))["etag"]).toBe((await contextOf(other))["etag"]);
  });

  test.each([
    ["its text", "cart.toy", "def total\n  use price\ndef price\ndef spare # new\n"],
    ["a caller that appears elsewhere", "far/more.toy", "def more\n  use spare\n"],
    ["a caller that vanishes elsewhere", "near.toy", "def render\n"],
    ["a caller that moves", "near.toy", "# new\ndef render\n  use total\n"],
  ])("%s changes it", async (_, file, text) => {
    await using kit = openToyWorkspace({ fixture: shop, dials: { watches: ["**/*.toy"] } });
    const before = await contextOf(kit);
    kit.host.write(kit.path(file), text);
    const after = await contextOf(kit, { if_none_match: before["etag"] });
    expect(after["etag"]).not.toBe(before["etag"]);
    expect(after).toHaveProperty("symbols");
  });

  test("another file behind the same import changes it", () => {
    const told = {
      file: "a.ts",
      path: filePath("/shop/a.ts"),
      text: "",
      lineCount: 1,
      fileTokens: 1,
      focus: undefined,
    };
    const tagged = (shown: string): string => {
      const imports = [{ module: "./t", line: 1, file: filePath(`/shop/${shown}`), shown }];
      return identity({ ...told, symbols: [], usedBy: [], imports }, standingOf([]));
    };
    expect(tagged("t.ts")).not.toBe(tagged("t/index.ts"));
    expect(tagged("t.ts")).not.toContain("/shop");
  });

  test("one symbol of a file is another context than the file", async () => {
    await using kit = openToyWorkspace({ fixture: shop });
    const { etag } = await contextOf(kit);
    expect(await contextOf(kit, { symbol_path: "total", if_none_match: etag })).toHaveProperty("focus");
  });

  test("what is not complete stays so, and its standing is part of the tag", async () => {
    await using whole = openToyWorkspace({ fixture: shop });
    await using kit = openToyWorkspace({ fixture: shop, dials: { lacks: ["textDocument/prepareCallHierarchy"] } });
    const { etag } = await contextOf(kit);
    const again = await perform(kit, getEditingContext, { file_path: "cart.toy", if_none_match: etag });
    expect(again.toJson()).toEqual({ not_modified: true, etag });
    expect(again.standing).toMatchObject({
      state: "partial",
      reasons: [{ code: "scoped", detail: expect.stringContaining("callees are unknown") }],
    });
    expect(etag).not.toBe((await contextOf(whole))["etag"]);
  });
});

test("functions whose callees were not asked for are counted", async () => {
  const many = Array.from({ length: 81 }, (_, at) => `def word${at}\n`).join("");
  await using kit = openToyWorkspace({ fixture: `-- cart.toy --\n${many}` });
  const { standing } = await perform(kit, getEditingContext, { file_path: "cart.toy" });
  expect(standing.reasons).toEqual([
    { code: "capped", detail: "uses of 80 of 81 symbols were requested" },
    { code: "capped", detail: "callees of 80 of 81 functions were requested" },
  ]);
});

describe("how long it is", () => {
  const lines = Array.from({ length: 60 }, (_, at) => `def part${at}\n  use base\n  def inner${at}\n`).join("");
  const uses = Array.from({ length: 60 }, (_, at) => `  use part${at}\n`).join("");
  const long = `-- cart.toy --\ndef base\n${lines}${"# prose to read\n".repeat(400)}-- near.toy --\ndef near\n${uses}-- far.toy --\ndef far\n${uses}`;

  test("it fits whatever is allowed, and says what it leaves out", async () => {
    await using kit = openToyWorkspace({ fixture: long });
    for (const input of [{}, { symbol_path: "part7" }]) {
      const performed = await perform(kit, getEditingContext, { file_path: "cart.toy", ...input });
      for (const tokens of [35, 50, 100]) {
        const text = performed.toText({ characters: 50_000, tokens });
        expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
        expect(text).toMatch(/etag [0-9a-f]{16}/);
        expect(text).toMatch(/left out|too long/);
      }
      expect(estimateTokens(performed.toText({ characters: 50_000, tokens: 300 }))).toBeLessThanOrEqual(300);
    }
  });

  test("without a limit it stays well below the file, and what it spares is told", async () => {
    await using kit = openToyWorkspace({ fixture: long });
    const performed = await perform(kit, getEditingContext, { file_path: "cart.toy" });
    const returned = performed.toText({ characters: 50_000 });
    const tokens_full_file = estimateTokens(kit.fixture.files.get("cart.toy") ?? "");
    const tokens_returned = estimateTokens(returned);
    expect(tokens_returned).toBeLessThanOrEqual(Math.max(600, tokens_full_file / 5));
    expect(performed.meta(() => returned)).toEqual({
      token_savings: { tokens_returned, tokens_full_file, tokens_saved: tokens_full_file - tokens_returned },
    });
  });

  test("of a file that is shorter than what there is to say of it, the loss is told as a loss", async () => {
    await using kit = openToyWorkspace({ fixture: shop });
    const performed = await perform(kit, getEditingContext, { file_path: "cart.toy" });
    const { token_savings } = performed.meta(() => performed.toText({ characters: 5_000 })) as {
      readonly token_savings: Readonly<Record<string, number>>;
    };
    expect(token_savings["tokens_saved"]).toBeLessThan(0);
  });
});

test("what an answer spares goes out beside it, measured on what is sent [AGL-077]", async () => {
  await using kit = openToyWorkspace({ fixture: shop });
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    async () => {},
    () => () => {},
  );
  const tokens_full_file = estimateTokens(kit.fixture.files.get("cart.toy") ?? "");
  for (const [operation, input] of [
    ["list_symbols", {}],
    ["get_symbol_source", { symbol_path: "total" }],
    ["get_editing_context", {}],
    ["get_editing_context", { format: "json" }],
  ] as const) {
    const caller = { door: "mcp", allowed: ["read"] } as const;
    const asked = { operation, input: { file_path: "cart.toy", ...input }, caller, exposed: new Set<string>() };
    const { content, _meta } = toWireResult(await kit.clock.until(engine.invoke(asked)));
    const [sent] = content;
    const tokens_returned = estimateTokens(sent?.type === "text" ? sent.text : "");
    const tokens_saved = tokens_full_file - tokens_returned;
    expect(_meta).toMatchObject({ token_savings: { tokens_returned, tokens_full_file, tokens_saved } });
  }
});

describe("imports", () => {
  const there = new Set([
    "/r/src/money.ts",
    "/r/src/lib/index.ts",
    "/r/shop/cart.py",
    "/r/shop/__init__.py",
    "/r/src/a.h",
  ]);
  test.each([
    [
      "src/a.ts",
      'import {\n  b,\n} from "./money.js";\nimport "x";\nexport * from "./lib";\n// import "no";\nconst c = require("./gone");\nconst s = `import "no"`;',
      ["./money.js 3 /r/src/money.ts", "x 4 -", "./lib 5 /r/src/lib/index.ts", "./gone 7 -"],
    ],
    [
      "shop/a.py",
      'import os, sys as s\nfrom .cart import total\nfrom . import x\nfrom shop.cart import (\n    price,\n)\n"""\nimport no\n"""',
      ["os 1 -", "sys 1 -", ".cart 2 /r/shop/cart.py", ". 3 /r/shop/__init__.py", "shop.cart 4 /r/shop/cart.py"],
    ],
    ["a.go", 'import "fmt"\nimport (\n\tx "a/b" // no "c"\n\t"d"\n)', ["fmt 1 -", "a/b 3 -", "d 4 -"]],
    ["a.rs", "use std::fmt;\npub use crate::{a,\n  b};\n// use no;", ["std::fmt 1 -", "crate::{a, b} 2 -"]],
    ["src/a.c", '#include <stdio.h>\n#  include "a.h"', ["<stdio.h> 1 -", '"a.h" 2 /r/src/a.h']],
    ["A.java", "import java.util.List;\nimport static a.B.c;\n/* import no; */", ["java.util.List 1 -", "a.B.c 2 -"]],
    ["A.cs", "using System.Text;\nusing (var x = y) {}", ["System.Text 1 -"]],
    ["a.toy", "import x", []],
  ])("%s", (file, text, expected) => {
    const found = importsIn(filePath(`/r/${file}`), new LineIndex(text), (path) => there.has(path));
    expect(found.map((one) => `${one.module} ${one.line} ${one.file ?? "-"}`)).toEqual(expected);
  });
});
