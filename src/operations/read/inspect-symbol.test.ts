// What a symbol is and where it comes from, and what is said where there is nothing to say.

import { expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { inspectSymbol } from "./inspect-symbol.ts";

const fixture = `-- a.toy --
"👍" def «def|apple»
-- b.toy --
use «^»apple
«prose»# nothing
`;

test.each(["markup", "string", "pair", "list"] as const)(
  "the hover (%s), the type and the place that it comes from [AGL-088 BRG-34]",
  async (hover) => {
    await using kit = openToyWorkspace({ fixture, dials: { hover } });
    const { file, span } = kit.fixture.cursor;
    const performed = await perform(kit, inspectSymbol, { file_path: file, ...span.start });
    const { start, end } = kit.fixture.mark("def").span;
    const origin = { line: start.line, column: start.column, end_line: end.line, end_column: end.column };
    expect(performed.toJson()).toMatchObject({
      file: kit.path("b.toy"),
      ...span.start,
      type: "def apple",
      origin: [{ file: kit.path("a.toy"), ...origin }],
    });
    expect(performed.toText({ characters: 1_000 })).toMatch(
      /^b\.toy:1:5 {2}use apple\ndefined at a\.toy:1:10 {2}"👍" def apple\n[\s\S]*def apple/,
    );
  },
);

test("what is defined right there says so", async () => {
  await using kit = openToyWorkspace({ fixture });
  const performed = await perform(kit, inspectSymbol, { symbol_path: "apple" });
  expect(performed.toText({ characters: 1_000 })).toBe('a.toy:1:10  "👍" def apple\ndefined here\n| def apple');
});

test("a place without a symbol is refused", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { file, span } = kit.fixture.mark("prose");
  const refusal = await refusalOf(perform(kit, inspectSymbol, { file_path: file, ...span.start }));
  expect(refusal.code).toBe("no_symbol");
});

test("a server that cannot tell the definition still tells the rest, and that is said", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { lacks: ["textDocument/definition"] } });
  const { file, span } = kit.fixture.cursor;
  const performed = await perform(kit, inspectSymbol, { file_path: file, ...span.start });
  expect(performed.toText({ characters: 1_000 })).toBe("b.toy:1:5  use apple\n| def apple");
  expect(performed.standing.reasons).toEqual([
    { code: "scoped", detail: "where it is defined is unknown: server does not support textDocument/definition" },
  ]);
});

test("a server that cannot hover is refused with another way", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { lacks: ["textDocument/hover"] } });
  const refusal = await refusalOf(perform(kit, inspectSymbol, { symbol_path: "apple" }));
  expect(refusal.details.what).toBe("server does not support textDocument/hover");
  expect(refusal.details.next).toContain("go_to_definition");
});

test("a long text keeps its first lines, and says how many are missing", () => {
  const hover = `\`\`\`ts\n${"const a = 1;\n".repeat(50)}\`\`\`\nmore [x](https://evil.example)`;
  const target = { file: "a.ts", place: { line: 1, column: 1 }, lineText: "a" };
  const output = { kind: "one", value: { target, path: "/r/a.ts", hover, origin: [] } } as const;
  expect(inspectSymbol.toText(output, { characters: 100 })).toBe(
    "a.ts:1:1  a\n| ```ts\n| const a = 1;\n| const a = 1;\n| const a = 1;\n(49 lines left out: too long)",
  );
  expect(inspectSymbol.toText(output, { characters: 10_000 })).toMatch(/\| ```\n\| more x$/);
});
