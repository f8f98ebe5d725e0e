// Symbols edited by their names on real code: only what was meant changes, and nothing that was right is wrong afterwards.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../../../src/model/refusal.ts";
import type { Performed } from "../../../src/operations/define.ts";
import type { EditedJson } from "../../../src/operations/edit/edited-answer.ts";
import { insertAfterSymbol } from "../../../src/operations/symbol-edit/insert-after-symbol.ts";
import { insertBeforeSymbol } from "../../../src/operations/symbol-edit/insert-before-symbol.ts";
import { replaceSymbolBody } from "../../../src/operations/symbol-edit/replace-symbol-body.ts";
import { safeDeleteSymbol } from "../../../src/operations/symbol-edit/safe-delete-symbol.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "./acting.ts";
import { neededCases } from "../cases/needed-symbols.ts";
import { editCases } from "../cases/symbol-edits.ts";
import type { EditStep } from "../cases/symbol-edits-code.ts";
import { hasServer } from "../installed.ts";

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
      const outcome = await asked.then(doneOf, refusedOf);
      const after = readFileSync(acting.path(file), "utf8");
      // What is to be changed stands there once, so that nothing else can be meant.
      expect(before.split("refused" in step ? before : step.from)).toHaveLength(2);
      expect(after).toBe("refused" in step ? before : before.replace(step.from, () => step.to));
      expect(outcome).toEqual({
        refused: "refused" in step ? step.refused : undefined,
        said: expect.stringMatching("refused" in step ? step.why : new RegExp(step.remark ?? "")) as string,
        errors: [],
      });
    },
  );
});

test.each(neededCases.filter(({ server }) => hasServer(server)).map((one) => [one.server, one.path, one] as const))(
  "%s keeps %s, which nothing refers to and something needs [AGL-136]",
  async (server, symbol_path, { file, fixture, against }) => {
    await using acting = await Acting.open(server, parseFixture(fixture));
    const before = readFileSync(acting.path(file), "utf8");
    const held = await acting.perform(safeDeleteSymbol, { file_path: file, symbol_path });
    expect(readFileSync(acting.path(file), "utf8")).toBe(before);
    expect(held.toJson()).toMatchObject({ applied: false, withheld: expect.any(String) as string });
    expect(held.toText({ characters: 20_000 })).toMatch(against);
  },
);

interface Outcome {
  readonly refused: string | undefined;
  readonly said: string;
  readonly errors: readonly object[];
}

function doneOf(done: Performed<unknown>): Outcome {
  const { errors_introduced: found = [], checked_files = 0 } = done.toJson() as EditedJson;
  const errors = found.filter((problem) => "severity" in problem && problem.severity === 1);
  if (checked_files === 0) throw new Error("no file was checked after the edit");
  return { refused: undefined, said: done.toText({ characters: 20_000 }), errors };
}

function refusedOf(error: unknown): Outcome {
  if (!(error instanceof Refusal)) throw new Error("it failed", { cause: error });
  return { refused: error.code, said: error.details.why ?? "", errors: [] };
}

function textOf(step: EditStep): object {
  if (step.does === "delete") return { accept_unknown: "acceptUnknown" in step };
  return step.does === "replace" ? { new_body: step.text } : { code: step.text };
}
