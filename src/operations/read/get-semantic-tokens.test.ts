// What each word is, of a part of a file and of all of it.

import { describe, expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { getSemanticTokens } from "./get-semantic-tokens.ts";

const fixture = `-- a.toy --
"👍" def «one|𝒳» é «two|zwei»
«plain|plain»
	use «three|𝒳»
`;

async function asked(dials: Partial<ToyDials> = {}, input: object = {}) {
  await using kit = openToyWorkspace({ fixture, dials });
  const performed = await perform(kit, getSemanticTokens, { file_path: "a.toy", ...input });
  const methods = kit.toy.received
    .filter(({ method }) => method.includes("semanticTokens"))
    .map(({ method }) => method);
  return {
    performed,
    json: performed.toJson() as readonly { readonly text: string }[],
    text: performed.toText({ characters: 10_000 }),
    methods,
    at: (name: string) => kit.fixture.mark(name).span.start,
  };
}

function replying(data: unknown): Partial<ToyDials> {
  return { replies: { "textDocument/semanticTokens/full": { data } } };
}

const full = "textDocument/semanticTokens/full";
const range = "textDocument/semanticTokens/range";

describe("tokens", () => {
  test.each(["utf-16", "utf-8", "utf-32"] as const)(
    "are decoded by the legend, places in %s [AGL-096]",
    async (positionEncoding) => {
      const { performed, json, text, at } = await asked({ positionEncoding });
      const token = (name: string, word: string, modifiers: readonly string[] = []) => ({
        line: at(name).line,
        character: at(name).column,
        length: word.length,
        tokenType: "word",
        modifiers,
        text: word,
      });
      expect(json).toMatchObject([
        token("one", "𝒳", ["declared"]),
        { text: "é" },
        token("two", "zwei"),
        token("plain", "plain"),
        token("three", "𝒳"),
      ]);
      expect(text).toBe(
        "5 tokens in a.toy, each with its column\n1\t10 𝒳 = word declared; 13 é = word; 15 zwei = word\n2\t1 plain = word\n3\t6 𝒳 = word",
      );
      expect(performed.standing.state).toBe("complete");
    },
  );

  test.each([
    ["a range where that can be asked for", ["full", "range"], { start_line: 2, end_line: 3 }, [range]],
    ["the whole where nothing else can be", ["full"], { start_line: 2, end_line: 3 }, [full]],
    ["the whole for the whole", ["full", "range"], {}, [full]],
    ["a range where the whole cannot be asked for", ["range"], {}, [range]],
  ] as const)("are asked for as %s [AGL-096]", async (_, tokens, input, expected) => {
    const { json, methods } = await asked({ tokens }, input);
    expect(methods).toEqual(expected);
    expect(json.map(({ text }) => text)).toEqual(["𝒳", "é", "zwei", "plain", "𝒳"].slice("start_line" in input ? 3 : 0));
  });

  test("of some columns are those that lie in them, whatever the server tells beyond [AGL-096]", async () => {
    const { at } = await asked();
    const { line, column } = at("two");
    const { json } = await asked(
      {},
      { start_line: line, start_column: column + 1, end_line: line, end_column: column + 2 },
    );
    expect(json.map(({ text }) => text)).toEqual(["zwei"]);
  });
});

describe("odd replies", () => {
  test.each([
    ["null", null],
    ["no numbers", { data: [] }],
  ])("%s is no token", async (_, reply) => {
    const { performed, text } = await asked({ replies: { [full]: reply } });
    expect([performed.isEmpty, text]).toEqual([true, "No semantic tokens found in a.toy"]);
  });

  test("what has no meaning in the legend or no place in the file is counted", async () => {
    const { performed, json } = await asked(replying([0, 0, 2, 9, 0, 1, 0, 5, 0, 0, 90, 0, 1, 0, 0]));
    expect(json).toMatchObject([{ text: "plain" }]);
    expect(performed.standing.reasons).toEqual([
      { code: "unreadable_items", detail: "2 of the results could not be parsed" },
    ]);
  });

  test.each([7, [], { data: "x" }, { edits: [] }])("%j is refused", async (reply) => {
    expect((await refusalOf(asked({ replies: { [full]: reply } }))).code).toBe("malformed_reply");
  });

  test("fifty thousand tokens are bounded, and that is said", async () => {
    const { performed } = await asked(replying(Array.from({ length: 50_000 }, () => [0, 0, 2, 0, 0]).flat()));
    expect((performed.toJson() as readonly unknown[]).length).toBe(50_000);
    expect(performed.toText({ characters: 200 })).toBe(
      "50000 tokens in a.toy: 50000 word\n(1 lines left out: too many; ask for fewer lines)",
    );
    expect(performed.toText({ characters: 40 })).toBe("50000 tokens; too many to list.");
  });

  test("a server that has none leaves another way", async () => {
    const refusal = await refusalOf(asked({ tokens: [] }));
    expect([refusal.code, refusal.details.next]).toEqual([
      "capability_missing",
      expect.stringContaining("list_symbols"),
    ]);
  });
});
