// What a person reads of the evidence: each call with its class, its new errors, its context and what was not answered.

import { expect, test } from "vitest";
import type { Governed } from "../../../test/support/kits/governed-kit.ts";
import { governed, registered } from "../../../test/support/kits/governed-kit.ts";
import { EvidenceDesk } from "./evidence-desk.ts";
import { recordedText } from "./evidence-text.ts";

async function shownOf({ host }: Governed, tool: string): Promise<readonly string[]> {
  const calls = await new EvidenceDesk(host).calls({ directory: "/project", exact: true }, { tool });
  return recordedText(calls).split("\n");
}

test.each([
  ["clean", "def apple\nuse apple\n\n", ["validated: clean; 0 new errors, 0 gone (1 before, 1 now)"]],
  [
    "new_errors",
    "def apple\nuse pear\nuse plum\n",
    [
      "validated: new_errors; 2 new errors, 0 gone (1 before, 3 now)",
      "new error at a.toy:2:5 (toy unknown)",
      "new error at a.toy:3:5 (toy unknown)",
    ],
  ],
])(
  "a verdict on a change is shown with its class, its figures and the places of new errors: %s",
  async (_, now, told) => {
    await using here = await governed({ operator: registered });
    here.write("a.toy", now);
    const before = [{ file_path: "a.toy", text: "def apple\nuse apple\n" }];
    await here.ask("validate_change", { before });
    const lines = (await shownOf(here, "validate_change")).map((line) => line.trim());
    const [verdict = "", ...places] = told;
    expect(lines.find((line) => line.startsWith("validated: "))).toContain(verdict);
    expect(lines.find((line) => line.startsWith("validated: "))).toMatch(/; 1 changed file, \d+ checked$/);
    expect(lines.filter((line) => line.startsWith("new error at "))).toEqual(places);
  },
);

test("a file that could not be compared is counted beside the class", async () => {
  await using here = await governed();
  here.write("a.toy", "def apple\n");
  await here.ask("validate_change", { before: [{ file_path: "a.toy", text: "def pear\n" }] });
  expect((await shownOf(here, "validate_change")).join("\n")).toMatch(
    /validated: lsp_unavailable; .*; 1 changed file, 0 checked, 1 not checked/,
  );
});

test("an assembled context is shown by the kinds of its items, with what was not answered", async () => {
  await using here = await governed({
    operator: registered,
    dials: { neverAnswers: ["textDocument/hover"] },
    options: { settings: { request: { timeoutMs: 50 } } },
  });
  await here.ask("assemble_context", { file_path: "a.toy", start_line: 2, end_line: 2 });
  const lines = await shownOf(here, "assemble_context");
  expect(lines.join("\n")).toMatch(/\n {4}context of \d+ items?, \d+ tokens: .*\d+ definition/);
  expect(lines).toContainEqual("    not answered: textDocument/hover of a.toy:2 apple, timed_out");
});
