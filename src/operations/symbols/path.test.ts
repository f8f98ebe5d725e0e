// What a symbol path leads to where not everything could be searched: the answer says so, and nothing is counted.

import { expect, test } from "vitest";
import { defineServer } from "../../catalog/entry.ts";
import { filePath } from "../../model/file-path.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { findReferences } from "../find/find-references.ts";
import type { TargetedJson } from "../targeted.ts";

/** A second language whose server is not installed on this machine. */
function withUnserved(fixture: string): ToyWorkspace {
  const launch = { kind: "command", command: "zoyls", args: [] } as const;
  const kit = openToyWorkspace({
    fixture,
    others: [
      {
        language: { id: "zoy", extensions: [".zoy"], servers: ["zoy"] },
        entry: defineServer({ ...toyEntry, id: "zoy", title: "Zoy", launch }),
      },
    ],
  });
  kit.host.files.remove(filePath("/bin/zoyls"));
  return kit;
}

const pair = "-- a.toy --\ndef apple\nuse apple\n-- b.zoy --\ndef apple\nuse apple\n";

test("the only symbol that was found is not said to be the only one where a language was not searched", async () => {
  await using kit = withUnserved(pair);
  const performed = await perform(kit, findReferences, { symbol_path: "apple" });
  expect(performed.standing.state).toBe("partial");
  expect(performed.standing.reasons).toEqual([
    { code: "scoped", detail: expect.stringMatching(/^zoy was not searched: /) as string },
  ]);
  const several = await perform(kit, findReferences, { targets: ["apple", "a.toy#apple"] });
  expect(several.toJson() as readonly TargetedJson<unknown>[]).toMatchObject([
    { standing: { state: "partial" } },
    { standing: { state: "complete" } },
  ]);
});

test("a path in a file needs no search, and is not doubted", async () => {
  await using kit = withUnserved(pair);
  const performed = await perform(kit, findReferences, { file_path: "a.toy", symbol_path: "apple" });
  expect(performed.standing.state).toBe("complete");
});

test("the n-th of several files is unknown where not all was searched", async () => {
  const fixture = "-- a.toy --\ndef apple\n-- c.toy --\ndef apple\n";
  await using whole = openToyWorkspace({ fixture });
  expect((await perform(whole, findReferences, { symbol_path: "apple[2]" })).standing.state).toBe("complete");
  await using kit = withUnserved(`${fixture}-- b.zoy --\ndef apple\n`);
  const refusal = await refusalOf(perform(kit, findReferences, { symbol_path: "apple[2]" }));
  expect(refusal.code).toBe("ambiguous_target");
  expect(refusal.details.why).toContain("zoy was not searched");
  expect(refusal.details.data?.["candidates"]).toEqual(["a.toy:1:5 function apple", "c.toy:1:5 function apple"]);
});

test.each([
  ["and the other language contains the name", "def apple", "partial"],
  ["and the other language does not contain the name", "def apples", "complete"],
])("the n-th in one file is what the text says, %s", async (_, other, state) => {
  await using kit = withUnserved(`-- a.toy --\ndef apple\ndef apple\n-- b.zoy --\n${other}\n`);
  const performed = await perform(kit, findReferences, { symbol_path: "apple[2]" });
  expect(performed.standing.state).toBe(state);
});

test("that a server may cut long lists is no doubt about a short one", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n", entry: { symbolSearch: "unknown" } });
  expect((await perform(kit, findReferences, { symbol_path: "apple" })).standing.state).toBe("complete");
  const namesakes = Array.from({ length: 60 }, (_, at) => `-- n${at}.toy --\ndef apple${at}\nuse apple\n`).join("");
  await using long = openToyWorkspace({
    fixture: `-- a.toy --\ndef apple\n${namesakes}`,
    entry: { symbolSearch: "unknown" },
  });
  const performed = await perform(long, findReferences, { symbol_path: "apple" });
  expect(performed.standing.reasons.map(({ code }) => code)).toEqual(["server_not_exhaustive"]);
});

test.each([
  { position_pattern: "use @@apple" },
  { column: 9 },
  { line_scope_start: 1 },
  { line_scope_end: 1 },
  { line: 1 },
])("targets beside %j are refused", async (beside) => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\nuse apple\n" });
  const refusal = await refusalOf(perform(kit, findReferences, { targets: ["a.toy:1:5"], ...beside }));
  expect(refusal.details).toMatchObject({
    what: "targets cannot be combined with other arguments.",
    next: `Leave ${Object.keys(beside).join()} out.`,
  });
});
