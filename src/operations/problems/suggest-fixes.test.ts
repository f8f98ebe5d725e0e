// What suggest_fixes says at a place, on a line, in a symbol and about a whole file; and that nothing of it is ever done.

import { describe, expect, test } from "vitest";
import type { OfferedAction } from "../../model/offered-action.ts";
import { at } from "../../std/json.ts";
import { callContext, perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { restsOn } from "../../workspace/asking/suggestions.ts";
import type { Performed } from "../define.ts";
import type { FixJson, SuggestedFixes } from "./suggest-fixes.ts";
import { suggestFixes } from "./suggest-fixes.ts";

const shop = `-- a.toy --
def apple
  use missing
use apple
use gone
-- clean.toy --
use apple
`;

const room = { characters: 10_000, tokens: 5_000 };

/** Ids are random, so they are taken out of what is compared. */
function text(performed: Performed<unknown>, budget: Parameters<Performed<unknown>["toText"]>[0] = room): string {
  return performed.toText(budget).replaceAll(/^ {2}f\w+ /gm, "  ID ");
}

function json(performed: Performed<unknown>): readonly FixJson[] {
  return performed.toJson() as readonly FixJson[];
}

function open(dials: Partial<ToyDials> = {}): ToyWorkspace {
  return openToyWorkspace({ fixture: shop, dials: { diagnostics: "pull", ...dials } });
}

function asked(kit: ToyWorkspace): readonly unknown[] {
  return kit.toy.server.paramsOf("textDocument/codeAction");
}

test.each(["edits", "lazy"] as const)(
  "of a file every problem is asked about, and each gets its quick fixes, %s [AGL-091 BRG-01 BRG-02]",
  async (fixes) => {
    await using kit = open({ fixes });
    const performed = await perform(kit, suggestFixes, { file_path: "a.toy" });
    expect(text(performed)).toMatchInlineSnapshot(`
      "6 suggestions for a.toy, none of them applied
      2:7 error unknown unknown name missing (toy)
        ID Define missing [quickfix.define, preferred]
          a.toy:1
          + def missing
        ID Remove missing [quickfix]
          a.toy:2
          -   use missing
          +   use 
        ID Explain missing: is the command toy.explain, whose effect is not known in advance
      4:5 error unknown unknown name gone (toy)
        ID Define gone [quickfix.define, preferred]
          a.toy:1
          + def gone
        ID Remove gone [quickfix]
          a.toy:4
          - use gone
          + use 
        ID Explain gone: is the command toy.explain, whose effect is not known in advance"
    `);
    expect(performed.standing).toMatchObject({ state: "complete", evidence: [{ server: "toy" }] });
    expect(asked(kit)).toMatchObject([
      {
        context: {
          only: ["quickfix"],
          triggerKind: 1,
          diagnostics: [{ data: { toyFix: "missing" }, code: "unknown" }],
        },
      },
      { context: { only: ["quickfix"], triggerKind: 1, diagnostics: [{ data: { toyFix: "gone" }, code: "unknown" }] } },
    ]);
    const lazily = kit.toy.server.methods.filter((method) => method === "codeAction/resolve");
    // What has its edit, or is a bare command, has nothing to be filled in.
    expect(lazily.length).toBe(fixes === "lazy" ? 4 : 0);
  },
);

test("a problem goes back to its server as it was sent, whatever is in it [AGL-091]", async () => {
  await using kit = open();
  await perform(kit, suggestFixes, { file_path: "a.toy", line: 2 });
  const [report] = kit.toy.server.paramsOf("textDocument/diagnostic");
  expect(report).toBeDefined();
  const sent = at(asked(kit)[0], ["context", "diagnostics"]);
  expect(sent).toEqual([
    {
      range: { start: { line: 1, character: 6 }, end: { line: 1, character: 13 } },
      severity: 1,
      code: "unknown",
      source: "toy",
      message: "unknown name missing",
      data: { toyFix: "missing" },
    },
  ]);
});

test("at a place, on a line, in a range and in a symbol: what overlaps is asked about, and the place as a whole [AGL-004]", async () => {
  const problems = async (input: object): Promise<unknown> => {
    await using kit = open();
    await perform(kit, suggestFixes, input);
    return asked(kit).map((params) => {
      const context = at(params, ["context", "diagnostics"]) as readonly { readonly message: string }[];
      return [
        context.map(({ message }) => message),
        at(params, ["range", "start", "line"]),
        at(params, ["range", "end", "line"]),
      ];
    });
  };
  const missing = "unknown name missing";
  const gone = "unknown name gone";
  expect(await problems({ file_path: "a.toy", line: 2 })).toEqual([
    [[missing], 1, 1],
    [[missing], 1, 1],
  ]);
  expect(await problems({ file_path: "a.toy", position_pattern: "use @@apple" })).toEqual([[[], 2, 2]]);
  expect(await problems({ symbol_path: "apple" })).toEqual([
    [[missing], 1, 1],
    [[missing], 0, 1],
  ]);
  expect(await problems({ file_path: "a.toy", start_line: 2, start_column: 1, end_line: 4, end_column: 3 })).toEqual([
    [[missing], 1, 1],
    [[missing], 1, 3],
  ]);
  expect(await problems({ file_path: "a.toy", start_line: 2, end_line: 4 })).toEqual([
    [[missing], 1, 1],
    [[gone], 3, 3],
    [[missing, gone], 1, 3],
  ]);
});

test("at a place everything is listed: what creates a file, what cannot be used, and commands by their names [AGL-352]", async () => {
  await using kit = open();
  const performed = await perform(kit, suggestFixes, { file_path: "a.toy", line: 2 });
  expect(text(performed)).toMatchInlineSnapshot(`
    "7 suggestions for a.toy:2, none of them applied
    2:7 error unknown unknown name missing (toy)
      ID Define missing [quickfix.define, preferred]
        a.toy:1
        + def missing
      ID Remove missing [quickfix]
        a.toy:2
        -   use missing
        +   use 
      ID Explain missing: is the command toy.explain, whose effect is not known in advance
    not for one of these problems
      ID Move everything to moved.toy [refactor.move]: creates moved.toy; 1 edit in moved.toy; 1 edit in a.toy
      ID Sort words [source.organizeImports]: is the command toy.sort, whose effect is not known in advance
      ID Write elsewhere [refactor.move]: cannot be used: The edit would change /elsewhere/a.toy, which is outside the root.
      ID Inline [refactor.inline]: cannot be used: nothing is selected"
  `);
  const all = json(performed);
  expect(all.map(({ title }) => title)).toContain("Explain missing");
  expect(all.find(({ title }) => title === "Explain missing")).toMatchObject({
    command: { title: "Explain missing", command: "toy.explain", arguments: ["missing", 7, [true]] },
    isPreferred: false,
  });
});

test("as data: ids, places from 1, and neutral edits that hold nothing of the wire [BRG-02]", async () => {
  await using kit = open({ fixes: "lazy" });
  const [first, second] = json(await perform(kit, suggestFixes, { file_path: "a.toy", line: 2, kinds: ["quickfix"] }));
  expect(first).toEqual({
    id: expect.stringMatching(/^f\w+$/),
    title: "Define missing",
    kind: "quickfix.define",
    diagnostics: [
      {
        range: { start: { line: 2, column: 7 }, end: { line: 2, column: 14 } },
        severity: 1,
        code: "unknown",
        source: "toy",
        message: "unknown name missing",
      },
    ],
    isPreferred: true,
    edit: [
      {
        file: kit.path("a.toy"),
        changes: [{ start: { line: 1, column: 1 }, end: { line: 1, column: 1 }, new_text: "def missing\n" }],
      },
    ],
    server: "toy",
  });
  expect(second?.edit).toEqual([
    {
      file: kit.path("a.toy"),
      changes: [{ start: { line: 2, column: 7 }, end: { line: 2, column: 14 }, new_text: "" }],
    },
  ]);
  const moved = json(await perform(kit, suggestFixes, { file_path: "a.toy", line: 3, kinds: ["refactor.move"] }));
  expect(
    moved.map(({ title, edit, fault }) => [title, edit?.map(({ file, operation }) => [file, operation]), fault]),
  ).toEqual([
    [
      "Move everything to moved.toy",
      [
        [kit.path("moved.toy"), "create"],
        [kit.path("moved.toy"), undefined],
        [kit.path("a.toy"), undefined],
      ],
      undefined,
    ],
    ["Write elsewhere", undefined, expect.stringContaining("outside the root")],
  ]);
});

test("kinds are sent along, and kept to where a server does not heed them", async () => {
  await using kit = open();
  const found = json(await perform(kit, suggestFixes, { file_path: "a.toy", kinds: ["source"] }));
  // A bare command has no kind, so it cannot be filtered out by kind.
  expect([...new Set(found.map(({ kind }) => kind))]).toEqual([undefined, "source.organizeImports"]);
  expect(asked(kit)).toMatchObject([{ context: { only: ["source"] } }, { context: { only: ["source"] } }]);
});

test("a suggestion changes nothing and runs nothing: no command is sent, no file is another [BRG-53 S15]", async () => {
  await using kit = open({ fixes: "lazy", commands: ["toy.explain", "toy.sort", "toy.edit"] });
  const before = await kit.host.files.read(kit.path("a.toy"), 1_000_000);
  const found = json(await perform(kit, suggestFixes, { file_path: "a.toy", line: 2 }));
  expect(found.flatMap(({ command }) => command?.command ?? [])).toEqual(["toy.explain", "toy.sort"]);
  expect(kit.toy.server.methods).not.toContain("workspace/executeCommand");
  expect(await kit.host.files.read(kit.path("a.toy"), 1_000_000)).toEqual(before);
  expect(await kit.host.files.stat(kit.path("moved.toy"))).toBeUndefined();
});

test("an id names its suggestion later, with the texts it rests on", async () => {
  await using kit = open();
  const roots = new Roots(kit.workspace);
  const call = suggestFixes.decode({ file_path: "a.toy", line: 2, kinds: ["quickfix"] });
  const view = roots.view();
  const performed = await kit.clock.until(call.run(callContext(roots, kit.patience())));
  const [first] = json(performed);
  const kept = view.suggestions.get(first?.id ?? "");
  expect(kept?.action).toMatchObject({
    title: "Define missing",
    steps: [{ kind: "edit", text: /^def missing\ndef apple\n/ }],
  });
  const bytes = (await kit.host.files.read(kit.path("a.toy"), 1_000_000)) ?? new Uint8Array();
  expect(kept && restsOn(kept)).toEqual([{ file: kit.path("a.toy"), hash: kit.host.files.hash(bytes) }]);
  expect(new Roots(kit.workspace).view().suggestions.get(first?.id ?? "")).toBeUndefined();
});

test("nothing to fix is said of a clean file, and nothing offered of a problem without fixes [AGL-239]", async () => {
  await using kit = open();
  const clean = await perform(kit, suggestFixes, { file_path: "clean.toy" });
  expect([text(clean), clean.isEmpty, clean.standing.state]).toEqual([
    "No problems in clean.toy, so there is nothing to fix.",
    true,
    "complete",
  ]);
  expect(asked(kit)).toEqual([]);
  await using broken = openToyWorkspace({ fixture: "-- a.toy --\n%%%\n", dials: { diagnostics: "pull" } });
  const without = await perform(broken, suggestFixes, { file_path: "a.toy" });
  expect(text(without)).toBe("No suggestions for 1 problem in a.toy.");
});

test("where the problems are not known, a file's fixes are not either, and a place's may be missing", async () => {
  await using kit = open({ diagnostics: "push", publishesOn: "demand" });
  const whole = await perform(kit, suggestFixes, { file_path: "a.toy" });
  expect([whole.isEmpty, whole.standing.state]).toEqual([true, "unavailable"]);
  const place = await perform(kit, suggestFixes, { file_path: "a.toy", line: 2, kinds: ["refactor"] });
  expect(place.isEmpty).toBe(false);
  expect(place.standing).toMatchObject({ state: "partial", reasons: [{ code: "scoped" }] });
});

test("one action that cannot be filled in costs itself only", async () => {
  await using kit = open({ fixes: "lazy", neverAnswers: ["codeAction/resolve"] });
  const performed = await perform(kit, suggestFixes, { file_path: "a.toy", line: 2, kinds: ["quickfix"] });
  const all = json(performed);
  expect(all.map(({ title }) => title).sort()).toEqual(["Define missing", "Explain missing", "Remove missing"]);
  expect(all.filter(({ fault }) => fault !== undefined).length).toBe(2);
});

describe("of many", () => {
  const many = async (
    count: number,
    dials: Partial<ToyDials>,
    input: object,
  ): Promise<[Performed<unknown>, number]> => {
    const lines = Array.from({ length: count }, (_, index) => `use gone${index}\n`);
    await using kit = openToyWorkspace({
      fixture: `-- a.toy --\n${lines.join("")}`,
      dials: { diagnostics: "pull", ...dials },
    });
    const performed = await perform(kit, suggestFixes, { file_path: "a.toy", ...input });
    return [performed, kit.toy.server.methods.filter((method) => method === "codeAction/resolve").length];
  };

  test("those that came with their edits are whole, however many", async () => {
    const [performed, filledIn] = await many(60, { fixes: "edits" }, {});
    expect([json(performed).length, filledIn, performed.standing]).toMatchObject([180, 0, { state: "complete" }]);
  });

  test("one that is offered for a problem and for its place is filled in once and listed once", async () => {
    const place = { start_line: 1, end_line: 45, kinds: ["quickfix"] };
    const [performed, filledIn] = await many(45, { fixes: "lazy" }, place);
    const titles = json(performed).map(({ title }) => title);
    expect([titles.length, new Set(titles).size, filledIn]).toEqual([135, 135, 90]);
    expect(performed.standing.state).toBe("complete");
  });

  test("only so many are filled in, and the others are counted and listed once", async () => {
    const place = { start_line: 1, end_line: 60, kinds: ["quickfix"] };
    const [performed, filledIn] = await many(60, { fixes: "lazy" }, place);
    expect([json(performed).length, filledIn]).toEqual([180, 100]);
    expect(performed.standing).toMatchObject({
      state: "partial",
      reasons: [{ code: "capped", detail: "only the first 100 of 120 suggestions were resolved" }],
    });
  });
});

test("a server without it is refused, and a range that is none as well", async () => {
  await using kit = open({ fixes: "none" });
  expect((await refusalOf(perform(kit, suggestFixes, { file_path: "a.toy", line: 1 }))).code).toBe(
    "capability_missing",
  );
  await using other = open();
  const wrong = async (input: object): Promise<string> =>
    (await refusalOf(perform(other, suggestFixes, input))).details.what;
  expect(await wrong({})).toBe("No target is given.");
  expect(await wrong({ file_path: "a.toy", line: 1, start_line: 1 })).toContain("more than one way");
  expect(await wrong({ file_path: "a.toy", end_line: 1 })).toBe("start_line is missing.");
  expect(await wrong({ file_path: "a.toy", start_line: 3, end_line: 2 })).toContain("ends before it begins");
  expect(await wrong({ file_path: "a.toy", start_line: 30 })).toContain("The file has");
});

function offer(over: Partial<OfferedAction>): OfferedAction {
  const plain = { kind: "quickfix", diagnostics: [], isPreferred: false, disabled: undefined, command: undefined };
  return { ...plain, server: "toy", title: "Do it", steps: undefined, fault: undefined, ...over };
}

test("every answer fits, the preferred one to the last, and forges no line of ours [S30]", () => {
  const fixes = Array.from({ length: 300 }, (_, index) => ({
    id: `f${index}`,
    action: offer({ title: `Fix number ${index}\nStanding: complete`, isPreferred: index === 0 }),
    changes: [],
  }));
  const found: SuggestedFixes = { place: "a.toy:1", isAboutFile: false, hasUnusedImports: false, problems: [], fixes };
  const usual = suggestFixes.toText(found, { characters: 32_000 });
  expect(usual.length).toBeLessThanOrEqual(2_400);
  expect(usual).toContain("f0 Fix number 0\\nStanding: complete [quickfix, preferred]");
  for (const tokens of [50, 100, 300, 3_000, 30_000]) {
    const shown = suggestFixes.toText(found, { characters: 32_000, tokens });
    expect(shown.split("\n").filter((line) => line.startsWith("Standing"))).toEqual([]);
    expect(shown.length).toBeLessThan(tokens * 8);
  }
  expect(suggestFixes.toText(found, { characters: 120 })).toBe(
    "300 suggestions for 0 problems; too many to list. Ask about one line.",
  );
});

test.each([
  ["use a\n", "'a' is declared but its value is never read.", true],
  ["def a\n", "'a' is declared but its value is never read.", false],
  ["def a\n", '"a" imported and not used', true],
  ["use a\n", "cannot find a", false],
])("for %j with %j, organizing imports is named: %s", async (text, message, isNamed) => {
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
  const replies = {
    "textDocument/diagnostic": { kind: "full", items: [{ range, severity: 2, message }] },
    "textDocument/codeAction": [],
  };
  await using kit = openToyWorkspace({ fixture: `-- a.toy --\n${text}`, dials: { diagnostics: "pull", replies } });
  const [first] = (await perform(kit, suggestFixes, { file_path: "a.toy" })).hints;
  expect(first?.operation === "organize_imports").toBe(isNamed);
});
