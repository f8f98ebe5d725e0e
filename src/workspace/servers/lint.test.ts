// What linters find, beside what the server of the language finds.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { Diagnosis } from "../../session/problems/diagnose.ts";
import { withLinters } from "./lint.ts";

function diagnosis(server: string, message: string, source?: string): Promise<Answer<Diagnosis>> {
  const start = { line: 1, column: 1 };
  const span = { start, end: start };
  const problem = { span, severity: "error" as const, message, ...(source === undefined ? {} : { source }) };
  return Promise.resolve({
    value: { file: filePath("/r/a.x"), source: "pull", version: 1, diagnostics: [problem] },
    standing: standingOf([], [{ server }]),
  });
}

test("a problem that names no source gets the name of the server that found it", async () => {
  const { value, standing } = await withLinters(diagnosis("types", "one", "ts"), [diagnosis("judge", "two")]);
  expect(value.diagnostics).toMatchObject([
    { message: "one", source: "ts" },
    { message: "two", source: "judge" },
  ]);
  expect(standing).toMatchObject({ state: "complete", evidence: [{ server: "types" }, { server: "judge" }] });
});

test("when no linter answers, the refusal is that of the first; what is no refusal is not hidden", async () => {
  const refused = (what: string): Promise<never> => Promise.reject(new Refusal({ code: "session_dead", what }));
  await expect(withLinters(refused("first"), [refused("second")])).rejects.toMatchObject({ message: "first" });
  await expect(withLinters(diagnosis("types", "one"), [Promise.reject(new Error("boom"))])).rejects.toThrow("boom");
});
