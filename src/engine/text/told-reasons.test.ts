// What a caller has been told is not told again at length, and never left out.

import { expect, test } from "vitest";
import type { Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { callersRemembered, reasonsRemembered } from "../limits.ts";
import { ShownReasons } from "../local-engine.ts";

const possible = (where: string): Reason => ({
  code: "possible_uses",
  detail: `2 possible uses not verified (${where})`,
  counted: { count: 2, thing: "possible use", trouble: "not verified", where },
});
const windows = standingOf([possible("command_win.go: windows only")]);
const full = "Standing: partial — 2 possible uses not verified (command_win.go: windows only)";

test("a reason is told in full once, and then in a few words, to each caller", () => {
  const told = new ShownReasons();
  expect([told.line("a", windows), told.line("a", windows), told.line("b", windows), told.line("b", windows)]).toEqual([
    full,
    "Standing: partial (as before: 2 possible uses)",
    full,
    "Standing: partial (as before: 2 possible uses)",
  ]);
});

test("a reason that has changed is told in full", () => {
  const told = new ShownReasons();
  told.line("a", windows);
  expect(told.line("a", standingOf([possible("command_darwin.go: darwin only")]))).toBe(
    "Standing: partial — 2 possible uses not verified (command_darwin.go: darwin only)",
  );
});

test("a new reason comes before those that are known", () => {
  const told = new ShownReasons();
  told.line("a", windows);
  const more = standingOf([...windows.reasons, { code: "indexing", detail: "gopls is not ready: Loading packages" }]);
  expect(told.line("a", more)).toBe("Standing: partial — gopls is not ready: Loading packages; and 1 more reason");
  expect(told.line("a", more)).toBe("Standing: partial (as before: still loading and 1 more)");
});

test("an empty answer that is complete says so every time", () => {
  const told = new ShownReasons();
  const complete = standingOf([]);
  expect([told.line("a", complete), told.line("a", complete)]).toEqual(["Standing: complete", "Standing: complete"]);
});

test("memory is bounded, and what was forgotten is told in full", () => {
  const told = new ShownReasons();
  told.line("a", windows);
  for (let at = 0; at < reasonsRemembered; at += 1) {
    told.line("a", standingOf([{ code: "scoped", detail: `part ${at} was left out` }]));
  }
  expect(told.line("a", windows)).toBe(full);
  for (let at = 0; at < callersRemembered; at += 1) told.line(`other ${at}`, windows);
  expect(told.line("a", windows)).toBe(full);
});
