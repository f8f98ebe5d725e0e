import { expect, test } from "vitest";

import { claimsIn, claimsOf } from "../../tools/claims.ts";
import { readTree } from "../../tools/tree.ts";
import { differs } from "../requirements/differs.ts";
import { compact, gate, type Lists } from "../requirements/gate.ts";
import { open } from "../requirements/open.ts";
import { ids } from "../requirements/requirement.ts";
import { requirements } from "../requirements.ts";

test("every promise is claimed by a test, or open, or met in another way", () => {
  const lists = { requirements: requirements.map(({ id }) => id), open, differs: differs.map(({ id }) => id) };
  const claims = readTree(process.cwd())
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap(({ path, text }) => claimsIn(text).map((id) => ({ id, path })));
  expect(gate(lists, claims)).toEqual([]);
});

test("the checklists are whole", () => {
  const all = [
    ["SYN", 54] as const,
    ["SYC", 58] as const,
    ["BRG", 56] as const,
    ["NEX", 41] as const,
    ["AGL", 393] as const,
  ];
  expect(requirements.map(({ id }) => id)).toEqual(all.flatMap(([group, count]) => ids(group, 1, count)));
  expect(requirements.filter(({ text }) => !/^\S.*[^,;:]$/.test(text))).toEqual([]);
});

const lists: Lists = { requirements: ["SYN-01", "SYN-02", "SYN-03"], open: ["SYN-02"], differs: ["SYN-03"] };
const allFaults = Array.from({ length: 78 }, (_, step) => ({
  id: `F${String(step + 1).padStart(2, "0")}`,
  path: "test/faults/a.test.ts",
}));
const enough = [{ id: "SYN-01", path: "src/a.test.ts" }, ...allFaults];

test("lists and claims that agree pass the gate", () => {
  expect(gate(lists, enough)).toEqual([]);
});

test.each([
  ["a promise that no test claims", lists, allFaults, "neither claimed nor open nor different: SYN-01"],
  ["an unknown id", lists, [...enough, { id: "SYN-09", path: "src/a.test.ts" }], "claimed but unknown: SYN-09"],
  ["an unknown fault", lists, [...enough, { id: "F79", path: "src/a.test.ts" }], "claimed but unknown: F79"],
  [
    "an open id that is claimed",
    lists,
    [...enough, { id: "SYN-02", path: "src/a.test.ts" }],
    "take it off its list: SYN-02",
  ],
  ["a different one that is claimed", lists, [...enough, { id: "SYN-03", path: "src/a.test.ts" }], "its list: SYN-03"],
  ["an unknown open id", { ...lists, open: ["SYN-02", "SYN-99"] }, enough, "but unknown: SYN-99"],
  ["an id on both lists", { ...lists, differs: ["SYN-02", "SYN-03"] }, enough, "listed more than once: SYN-02"],
  ["a fault that no test tries", lists, enough.filter(({ id }) => id !== "F07"), "a fault without a test"],
  [
    "a fault tried elsewhere only",
    lists,
    enough.map((claim) => (claim.id === "F54" ? { ...claim, path: "test/real/a.test.ts" } : claim)),
    "F54",
  ],
])("the gate reports %s", (_what, planted, claims, expected) => {
  const problems = gate(planted, claims);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(expected);
});

// Written in two parts, because a whole title in this file would itself count as a claim.
const bracket = (words: string): string => `[${words}]`;

test("a claim is the bracket at the end of a title", () => {
  expect(claimsOf(`frames parse alike ${bracket("BRG-09 F01")}`)).toEqual(["BRG-09", "F01"]);
  expect(claimsOf(`${bracket("BRG-09")} stands elsewhere`)).toEqual([]);
  expect(claimsOf(`takes overload ${bracket("1")}`)).toEqual([]);
  expect(claimsOf(`two groups ${bracket("x")} ${bracket("D04")}`)).toEqual(["D04"]);
});

test("claims are found in the text of a test file, whatever the quotes", () => {
  const source = ['test("a # ", f)', "test.each([[1], [2]])('b # ', f)", "test(\n  `c # `,\n f)", 'const a = ["# "];'];
  const marked = source.map((line, index) => line.replace("# ", bracket(`F0${index + 1}`))).join("\n");
  expect(claimsIn(marked)).toEqual(["F01", "F02", "F03"]);
});

test("a group of tests claims nothing", () => {
  const group = 'describe("a group # ", () => {';
  expect(claimsIn(group.replace("# ", bracket("F01")))).toEqual([]);
});

test("a run of ids is shortened", () => {
  expect(compact(["SYN-01", "SYN-02", "SYN-03", "SYN-05", "F08", "F09", "F10"])).toBe("SYN-01..03 SYN-05 F08..10");
});
