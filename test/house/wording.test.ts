// Our wording of the requirements says no less than the checklists, where those lie beside this checkout.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { softened, statementsIn } from "../requirements/wording.ts";
import { requirements } from "../requirements.ts";
import { reportToRun } from "../support/run-report.ts";

const checklists = "../shared/requirements";

test("no requirement got softer in our words than in its checklist", () => {
  const ours = new Map(requirements.map(({ id, text }) => [id, text]));
  const isHere = existsSync(checklists);
  if (!isHere)
    reportToRun("missing.jsonl", { name: "the wording of requirements", why: `no ${checklists} beside here` });
  const pages = isHere ? readdirSync(checklists).filter((name) => name.endsWith(".md")) : [];
  const found = pages.flatMap((name) => softened(statementsIn(readFileSync(join(checklists, name), "utf8")), ours));
  expect(found).toEqual([]);
});

test.each([
  ["a name that was quoted", "- NEX-01 It takes `file` and `line`.", "It takes `file`.", ["`line`"]],
  ["a number", "- NEX-01 It waits 30 seconds.", "It waits for a while.", ["30"]],
  ["that it holds for all", "- NEX-01 Every answer has a hint.", "An answer has a hint.", ["Every"]],
  [
    "nothing: a note is no promise",
    "- NEX-01 It ends. [stronger: within 3 s] (peer falls short: never)",
    "It ends.",
    [],
  ],
  [
    "nothing: a number in words",
    "- NEX-01 It is tried 2 times at most, and never more.",
    "It is tried two times, not more.",
    [],
  ],
])("what our words lack is told: %s", (_, line, own, lacks) => {
  const found = softened(statementsIn(`${line}\n`), new Map([["NEX-01", own]]));
  expect(found).toEqual(lacks.length === 0 ? [] : [{ id: "NEX-01", lacks }]);
});
