// One answer of many: everything is in it, or it says what is not.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import type { Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { at } from "../../std/json.ts";
import { askInParts, fittingProblems } from "./diagnostics-reader-parts.ts";
import type { Outcome } from "../engine.ts";
import { filesPerLook } from "../limits.ts";

function answered(json: object, standing: Standing = standingOf([])): Outcome {
  const body = { format: "json", json, leftOut: undefined } as const;
  const plain = { standingLine: undefined, isEmpty: false, succeeded: true, hint: undefined, ms: 0 };
  return { ok: true, body, standing, ...plain };
}

const files = Array.from({ length: filesPerLook * 2 + 1 }, (_, index) => filePath(`/project/${index}.toy`));

test("parts are put together with the worst of their standings, and a part that was refused is told of", async () => {
  const asked: number[] = [];
  const outcome = await askInParts(files, async (part) => {
    asked.push(part.length);
    if (asked.length === 2) return { ok: false, refusal: { code: "timed_out", what: "It took too long." }, ms: 0 };
    return answered({ [`file://${part[0]}`]: [], not_looked_at: [`x${asked.length}`], token: "t" });
  });
  expect(asked).toEqual([filesPerLook, filesPerLook, 1]);
  expect(outcome).toMatchObject({
    body: { json: { "file:///project/0.toy": [], "file:///project/400.toy": [], not_looked_at: ["x1", "x3"] } },
    standing: { state: "partial", reasons: [{ code: "target_refused", detail: "200 files: It took too long." }] },
    standingLine: "Standing: partial — 200 files: It took too long.",
  });
  expect(at(outcome, ["body", "json", "token"])).toBeUndefined();
});

test("one that every part refused is refused", async () => {
  const refusal = { code: "timed_out", what: "It took too long." } as const;
  expect(await askInParts(files, async () => ({ ok: false, refusal, ms: 0 }))).toMatchObject({ ok: false, refusal });
});

test.each([10, 60, 100, 150, 400, 1_000])(
  "in %i characters there are fewer problems, never none without a word",
  (max) => {
    const json = {
      "file:///a.toy": Array.from({ length: 5 }, (_, line) => ({ line, message: "unknown name" })),
      "file:///b.toy": Array.from({ length: 5 }, (_, line) => ({ line, message: "unknown name" })),
      token: "t1",
    };
    const fitted = fittingProblems(answered(json), max);
    const kept = JSON.stringify(at(fitted, ["body", "json"]));
    const isWhole = JSON.stringify(json).length <= max;
    expect(kept === JSON.stringify(json)).toBe(isWhole);
    expect(fitted).toMatchObject({ standing: { reasons: isWhole ? [] : [{ code: "capped" }] } });
    expect(at(fitted, ["body", "json", "token"])).toBe("t1");
    // What a cut answer says in any case has its own length.
    expect(kept.length).toBeLessThanOrEqual(Math.max(max, 60));
    expect(kept.includes('"file:///a.toy":[{"line":0')).toBe(max >= 100);
  },
);
