// What an outcome looks like on the wire: to a model in words, to a program in `_meta`.

import { describe, expect, test } from "vitest";
import type { Outcome } from "../../engine/engine.ts";
import { standingOf } from "../../model/standing.ts";
import { toWireResult } from "./wire-result.ts";

const answered: Outcome = {
  ok: true,
  body: { format: "json", json: [{ file: "/a" }], leftOut: undefined },
  standing: standingOf([]),
  standingLine: undefined,
  isEmpty: false,
  succeeded: true,
  hint: undefined,
  ms: 1,
};

describe("an answer in json form", () => {
  const texts = (outcome: Outcome): unknown[] =>
    toWireResult(outcome).content.map((item) => item.type === "text" && item.text);

  test("is the JSON alone when it is complete and whole", () => {
    expect(texts(answered)).toEqual(['[{"file":"/a"}]']);
  });

  test("says in items of their own how it stands and what was left out", () => {
    const standing = standingOf([{ code: "indexing", detail: "x" }]);
    const body = { format: "json", json: [{ file: "/a" }], leftOut: "Only the first 1 of 9." } as const;
    const short = { ...answered, body, standing, standingLine: "Standing: partial" };
    expect(texts(short)).toEqual(['[{"file":"/a"}]', "Standing: partial", "Only the first 1 of 9."]);
  });
});

test.each([
  ["server_restarting", true],
  ["file_not_found", false],
] as const)("a refusal %s tells whether trying again can help: %s", (code, retryable) => {
  const result = toWireResult({ ok: false, refusal: { code, what: "No." }, ms: 1 });
  expect(result).toMatchObject({ isError: true, _meta: { "sightline/refusal": { code, retryable } } });
});
