// Symbols edited by their names on real code: only what was meant changes, and nothing that was right is wrong afterwards.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EditedJson } from "../../src/operations/edited-answer.ts";
import { insertAfterSymbol } from "../../src/operations/insert-after-symbol.ts";
import { insertBeforeSymbol } from "../../src/operations/insert-before-symbol.ts";
import { replaceSymbolBody } from "../../src/operations/replace-symbol-body.ts";
import { safeDeleteSymbol } from "../../src/operations/safe-delete-symbol.ts";
import { parseFixture } from "../../src/testing/fixture.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { Acting } from "./acting.ts";
import type { EditStep } from "./cases/symbol-edits.ts";
import { editCases } from "./cases/symbol-edits.ts";
import { hasServer } from "./installed.ts";

const operations = {
  replace: replaceSymbolBody,
  after: insertAfterSymbol,
  before: insertBeforeSymbol,
  delete: safeDeleteSymbol,
};

const proves = { replace: "AGL-133", after: "AGL-134", before: "AGL-135", delete: "AGL-136" };

describe.each(editCases.filter(({ server }) => hasServer(server)))("$server", ({ server, file, fixture, steps }) => {
  let acting: Acting;
  beforeAll(async () => {
    acting = await Acting.open(server, parseFixture(fixture));
  });
  afterAll(() => acting[Symbol.asyncDispose]());

  // Each begins with what the one before has left.
  test.each(steps.map((step) => [step.does, step.path, proves[step.does], step] as const))(
    "%s %s [%s AGL-137]",
    async (does, symbol_path, _, step) => {
      const before = readFileSync(acting.path(file), "utf8");
      const asked = acting.perform(operations[does], { file_path: file, symbol_path, ...textOf(step) });
      if ("refused" in step) {
        const refusal = await refusalOf(asked);
        expect({ code: refusal.code, why: refusal.details.why }).toEqual({
          code: step.refused,
          why: expect.stringMatching(step.why) as string,
        });
        expect(readFileSync(acting.path(file), "utf8")).toBe(before);
        return;
      }
      const done = await asked;
      expect(before.split(step.from)).toHaveLength(2);
      expect(readFileSync(acting.path(file), "utf8")).toBe(before.replace(step.from, () => step.to));
      const json = done.toJson() as EditedJson;
      expect(json.applied).toBe(true);
      expect(
        json.errors_introduced?.filter((problem) => "severity" in problem && problem.severity === "error"),
      ).toEqual([]);
      expect(done.toText({ characters: 20_000 })).toContain(step.remark ?? "");
    },
  );
});

function textOf(step: EditStep): object {
  if (step.does === "delete") return {};
  return step.does === "replace" ? { new_body: step.text } : { code: step.text };
}
