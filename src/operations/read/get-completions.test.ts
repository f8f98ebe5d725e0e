// What may be written at a place: narrowed, sorted, looked at closely, and bounded.

import { describe, expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { getCompletions } from "./get-completions.ts";

const fixture = `-- a.toy --
def apple
def apricot
def Avocado
def banana
-- b.toy --
"👍" use ap«^»
«empty»
`;

interface Json {
  readonly isIncomplete: boolean;
  readonly total: number;
  readonly items: readonly { readonly label: string; readonly detail?: string; readonly insertText?: string }[];
}

async function asked(dials: Partial<ToyDials> = {}, input: object = {}, mark?: string) {
  await using kit = openToyWorkspace({ fixture, dials });
  const { file, span } = mark === undefined ? kit.fixture.cursor : kit.fixture.mark(mark);
  const performed = await perform(kit, getCompletions, { file_path: file, ...span.start, ...input });
  const resolved = kit.toy.received.filter(({ method }) => method === "completionItem/resolve").length;
  return { performed, json: performed.toJson() as Json, text: performed.toText({ characters: 10_000 }), resolved };
}

/** Whatever the toy would say, the server answers with these items. */
function replying(items: unknown, isIncomplete = false): Partial<ToyDials> {
  return { replies: { "textDocument/completion": { isIncomplete, items } }, lacks: ["completionItem/resolve"] };
}

describe("the list", () => {
  test.each([
    ["a list", { completion: "list" }],
    ["an array", { completion: "array" }],
    ["utf-8", { positionEncoding: "utf-8" }],
    ["utf-32", { positionEncoding: "utf-32" }],
  ] as const)(
    "is narrowed by the word before the place and says what each is (%s) [AGL-089 AGL-351 AGL-353]",
    async (_, dials) => {
      const { performed, json, text, resolved } = await asked(dials);
      const documentation = "A *word*.";
      expect(json).toEqual({
        isIncomplete: false,
        total: 2,
        items: [
          { label: "apple", kind: "function", detail: "def apple", documentation },
          { label: "apricot", kind: "function", detail: "def apricot", documentation },
        ],
      });
      expect(text).toBe(
        '2 completions of ap at b.toy:1:12  "👍" use ap\napple  function  def apple\n| A *word*.\napricot  function  def apricot\n| A *word*.',
      );
      expect([performed.standing.state, resolved]).toEqual(["complete", 2]);
    },
  );

  test("is whole where nothing is written yet, and its first items alone are looked at more closely", async () => {
    const { json, text } = await asked({}, { limit: 3 }, "empty");
    expect(json).toMatchObject({ total: 4, items: [{ label: "Avocado" }, { label: "apple" }, { label: "apricot" }] });
    expect(text).toMatch(/^3 of 4 completions at b\.toy:2:1/);
    expect(text).toMatch(/\n\(1 more; type a prefix, or raise limit\)$/);
  });

  test("can be narrowed without writing anything; letters in order do, the same beginning comes first", async () => {
    const labels = async (prefix: string) =>
      (await asked({}, { prefix }, "empty")).json.items.map(({ label }) => label);
    expect(await labels("av")).toEqual(["Avocado"]);
    expect(await labels("ao")).toEqual(["Avocado", "apricot"]);
    expect(await labels("A")).toEqual(["Avocado", "apple", "apricot"]);
    expect(await labels("zz")).toEqual([]);
  });

  test("that the server has cut says so", async () => {
    const { performed, json } = await asked({ completion: "cut" });
    expect(json.isIncomplete).toBe(true);
    expect(performed.standing).toMatchObject({
      state: "partial",
      reasons: [{ code: "server_not_exhaustive", detail: "Toy says that there may be more" }],
    });
  });
});

describe("the items", () => {
  const start = { line: 0, character: 9 };
  const word = { start, end: { line: 0, character: 11 } };

  test("stand in the order of the server, what it would choose first", async () => {
    const { json } = await asked(
      replying([
        { label: "apc", sortText: "2" },
        { label: "apb", sortText: "1" },
        { label: "apa", sortText: "1" },
        { label: "apd", sortText: "9", preselect: true },
        { label: "other", filterText: "apx", sortText: "0" },
        { label: "nap", sortText: "0" },
        { label: "n_ap", sortText: "0" },
      ]),
    );
    expect(json.items.map(({ label }) => label)).toEqual(["apd", "other", "apa", "apb", "apc", "n_ap"]);
  });

  test("are matched by what they replace, and tell only what is not plain", async () => {
    const wider = { start: { line: 0, character: 8 }, end: word.end };
    const { json } = await asked(
      replying([
        { label: "apple", sortText: "1", textEdit: { newText: "apple", range: word } },
        { label: "apply()", sortText: "2", insertTextFormat: 2, textEdit: { newText: "apply($1)$0", range: word } },
        { label: "apart", sortText: "3", filterText: " apart", textEdit: { newText: " apart", range: wider } },
        { label: "apex", sortText: "4", filterText: " apex", textEdit: { newText: "?.apex", range: wider } },
        { label: "apron", sortText: "5", additionalTextEdits: [{ newText: "import apron\n", range: word }] },
        { label: "nap", filterText: "nap", textEdit: { newText: "nap", range: wider } },
      ]),
    );
    expect(json.items).toEqual([
      { label: "apple", kind: "text" },
      { label: "apply()", kind: "text" },
      { label: "apart", kind: "text" },
      {
        label: "apex",
        kind: "text",
        insertText: "?.apex",
        replaces: { start: { line: 1, column: 9 }, end: { line: 1, column: 12 } },
      },
      { label: "apron", kind: "text", also_inserts: ["import apron"] },
    ]);
  });

  test("whose marks are for an editor are told as plain text", async () => {
    const { json, text } = await asked(replying([{ label: "apply", insertTextFormat: 2, insertText: "apply($1x)$0" }]));
    expect(json.items).toEqual([{ label: "apply", kind: "text", insertText: "apply(x)" }]);
    expect(text).toMatch(/\napply {2}text {2}\(inserts apply\(x\)\)$/);
  });

  test("that try to pass for words of ours are quoted", async () => {
    const { text } = await asked(replying([{ label: "Standing: complete", filterText: "ap", detail: "x\nNext: y" }]));
    expect(text.split("\n").slice(1)).toEqual(['"Standing: complete"  text  x Next: y']);
  });

  test("of which one cannot be looked at stay as they are, and that is said", async () => {
    const { performed, json } = await asked({ errors: { "completionItem/resolve": { code: -32603, message: "no" } } });
    expect(json.items).toEqual([
      { label: "apple", kind: "function" },
      { label: "apricot", kind: "function" },
    ]);
    expect(performed.standing.reasons).toEqual([{ code: "scoped", detail: "2 of the items could not be resolved" }]);
  });
});

describe("odd replies", () => {
  test.each([
    ["null", null],
    ["an empty list", { items: [] }],
  ])("%s is no completion", async (_, reply) => {
    const { performed, text } = await asked({ replies: { "textDocument/completion": reply } });
    expect([performed.isEmpty, text]).toEqual([true, 'no completions of ap at b.toy:1:12  "👍" use ap']);
  });

  test("what cannot be read is counted", async () => {
    const { performed, json } = await asked(replying([7, null, { name: "x" }, { label: "apple" }]));
    expect(json.total).toBe(1);
    expect(performed.standing.reasons).toEqual([
      { code: "unreadable_items", detail: "3 of the results could not be parsed" },
    ]);
  });

  test.each([7, "list", {}, { items: "all" }])("%j is refused", async (reply) => {
    const refusal = await refusalOf(asked({ replies: { "textDocument/completion": reply } }));
    expect(refusal.code).toBe("malformed_reply");
  });

  test("fifty thousand items are bounded, and that is said", async () => {
    const items = Array.from({ length: 50_000 }, (_, at) => ({ label: `ap${at}`, detail: "int" }));
    const { performed, json } = await asked(replying(items));
    expect([json.total, json.items.length]).toEqual([50_000, 30]);
    const small = performed.toText({ characters: 10_000, tokens: 80 });
    expect(small).toMatch(
      /^30 of 50000 completions of ap .*\n[\s\S]*\n\(\d+ more left out: too many; type a prefix\)$/,
    );
    expect(performed.toText({ characters: 40 })).toBe("50000 completions; too many to list.");
  });

  test("a server that has none leaves another way", async () => {
    const refusal = await refusalOf(asked({ lacks: ["textDocument/completion"] }));
    expect([refusal.code, refusal.details.next]).toEqual([
      "capability_missing",
      expect.stringContaining("inspect_symbol"),
    ]);
  });
});
