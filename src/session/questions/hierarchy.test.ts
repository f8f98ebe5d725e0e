// Hierarchies over a toy server: near and far, in circles, across restarts, and from uses where there is no hierarchy.

import { expect, test } from "vitest";
import type { HierarchyDirection, HierarchyNode } from "../../model/code-facts.ts";
import { standingWords } from "../../testing/checks.ts";
import type { SessionChoices, ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { callersByUse } from "./callers-by-use.ts";
import { hierarchy } from "./hierarchy.ts";

const directions: readonly HierarchyDirection[] = ["incoming", "outgoing", "supertypes", "subtypes"];

const calls = `-- a.toy --
def «^»leaf
def twig
  use leaf leaf
-- b.toy --
def branch
  use twig
  use leaf
def tree
  use branch
  use tree
`;

/** `name@line/column,… (repeated) [ what lies beyond ]`: a tree in one line. */
function spelt(nodes: readonly HierarchyNode[]): string {
  return nodes
    .map(({ item, sites, next, isRepeated }) => {
      const places = sites.map(({ span: { start } }) => `${start.line}:${start.column}`).join(",");
      const beyond = next.length === 0 ? "" : ` [${spelt(next)}]`;
      return `${item.name}@${places}${isRepeated ? " (repeated)" : ""}${beyond}`;
    })
    .join(" ");
}

async function asked(
  kit: ToySession,
  direction: HierarchyDirection,
  depth: number,
): Promise<{ readonly tree: string; readonly standing: string; readonly items: readonly string[] }> {
  const { value, standing } = await kit.clock.until(
    hierarchy(kit.session, direction, kit.at(kit.fixture.cursor), depth, kit.ask()),
  );
  return { tree: spelt(value.nodes), standing: standingWords(standing), items: value.items.map(({ name }) => name) };
}

async function answerTo(
  fixture: string,
  direction: HierarchyDirection,
  depth: number,
  choices: Omit<SessionChoices, "fixture"> = {},
): Promise<Awaited<ReturnType<typeof asked>>> {
  await using kit = openSession({ ...choices, fixture });
  return await asked(kit, direction, depth);
}

test.each([
  ["one step", 1, "twig@3:7,3:12 branch@3:7"],
  ["two steps, and who is met again is told once", 2, "twig@3:7,3:12 [branch@2:7 (repeated)] branch@3:7 [tree@5:7]"],
  ["a circle ends", 5, "twig@3:7,3:12 [branch@2:7 (repeated)] branch@3:7 [tree@5:7 [tree@6:7 (repeated)]]"],
])("callers: %s", async (_, depth, tree) => {
  expect(await answerTo(calls, "incoming", depth)).toEqual({ tree, standing: "complete", items: ["leaf"] });
});

test("positions are right in every encoding, and items go back as they came", async () => {
  const fixture = calls.replace("def «^»leaf", `def «^»leaf # 👩‍👩‍👧 é`).replaceAll("use leaf", `"👩‍👩‍👧 é" use leaf`);
  const expected = await answerTo(fixture, "incoming", 2);
  for (const positionEncoding of ["utf-8", "utf-32"] as const) {
    expect(await answerTo(fixture, "incoming", 2, { dials: { positionEncoding } })).toEqual(expected);
  }
});

test("callees, with the calls in the file that was asked about", async () => {
  const fixture = calls.replace("«^»", "").replace("def branch", "def «^»branch");
  expect(await answerTo(fixture, "outgoing", 2)).toEqual({
    tree: "twig@2:7 [leaf@3:7,3:12 (repeated)] leaf@3:7",
    standing: "complete",
    items: ["branch"],
  });
});

test("types above and below, in a diamond", async () => {
  const diamond = `-- a.toy --
def base
def left : base
def right : base
def «^»both : left right
`;
  expect(await answerTo(diamond, "supertypes", 3)).toMatchObject({ tree: "left@ [base@] right@ [base@ (repeated)]" });
  const below = diamond.replace("«^»", "").replace("def base", "def «^»base");
  expect(await answerTo(below, "subtypes", 3)).toMatchObject({ tree: "left@ [both@] right@ [both@ (repeated)]" });
});

test("a place that names nothing has no items", async () => {
  expect(await answerTo("-- a.toy --\nuse «^»unknown\n", "incoming", 1)).toMatchObject({ items: [], tree: "" });
});

test("a server that dies between two steps is asked again from the beginning", async () => {
  await using kit = openSession({
    fixture: calls,
    dials: (incarnation) => (incarnation === 1 ? { crashAt: "callHierarchy/incomingCalls" } : {}),
    settings: { restart: { backoffMs: [0] } },
  });
  expect(await asked(kit, "incoming", 1)).toMatchObject({ tree: "twig@3:7,3:12 branch@3:7", standing: "complete" });
  const sent = kit.toy.server.methods.filter((method) => /hierarchy/i.test(method));
  expect(sent).toEqual(["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls"]);
});

test("a server that dies at every step is given up with a word", async () => {
  await using kit = openSession({
    fixture: calls,
    dials: { crashAt: "callHierarchy/incomingCalls" },
    settings: { restart: { backoffMs: [0], quarantineAfter: 0 } },
  });
  const refusal = await kit.clock.until(
    refusalOf(hierarchy(kit.session, "incoming", kit.at(kit.fixture.cursor), 1, kit.ask())),
  );
  expect(refusal.code).toBe("server_restarting");
});

test("answers of a server that is still reading say so", async () => {
  const { standing } = await answerTo(calls, "incoming", 1, {
    dials: { slowIndex: true },
    entry: { readiness: { kind: "progress", graceMs: 1_000, quietMs: 0, capMs: 60_000 } },
  });
  expect(standing).toBe("partial: indexing");
});

test.each(["tree", "flat"] as const)(
  "callers told from uses, by a %s outline: functions around them",
  async (shape) => {
    await using kit = openSession({
      fixture: `${calls}use leaf\n`,
      dials: { lacks: ["textDocument/prepareCallHierarchy"], documentSymbols: shape },
    });
    const { value, standing } = await kit.clock.until(
      callersByUse(kit.session, kit.at(kit.fixture.cursor), 2, kit.ask()),
    );
    expect(spelt(value.nodes)).toBe("twig@3:7,3:12 [branch@2:7 (repeated)] branch@3:7 [tree@5:7] b.toy@7:5");
    expect(value.items).toMatchObject([{ name: "leaf", kind: "function" }]);
    expect(standingWords(standing)).toBe("partial: scoped");
  },
);

test.each(directions)("%s that a server lacks is refused, and nothing is sent", async (direction) => {
  const dials = { lacks: ["textDocument/prepareCallHierarchy", "textDocument/prepareTypeHierarchy"] };
  await using kit = openSession({ fixture: calls, dials });
  const refusal = await kit.clock.until(
    refusalOf(hierarchy(kit.session, direction, kit.at(kit.fixture.cursor), 1, kit.ask())),
  );
  expect(refusal.code).toBe("capability_missing");
  expect(kit.toy.server.methods.filter((method) => /hierarchy/i.test(method))).toEqual([]);
});
