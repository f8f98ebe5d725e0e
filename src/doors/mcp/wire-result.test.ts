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

describe("an answer in json form is one content item that parses", () => {
  const standing = standingOf([{ code: "indexing", detail: "x" }]);
  const beside = { standing, standingLine: "Standing: partial — x", notice: "Phase warning: y", hint: "Next: z" };
  const said = { standing: "partial — x", notice: "Phase warning: y", hint: "Next: z" };
  const given = (json: unknown, leftOut?: string) => {
    const { content, ...rest } = toWireResult({ ...answered, ...beside, body: { format: "json", json, leftOut } });
    const texts = content.map((item) => (item.type === "text" ? item.text : ""));
    expect(texts).toHaveLength(1);
    return { ...rest, json: JSON.parse(texts[0] ?? "") as unknown };
  };

  test("the JSON alone when nothing is to be said beside it", () => {
    const result = toWireResult(answered);
    expect(result.content).toEqual([{ type: "text", text: '[{"file":"/a"}]' }]);
    expect(result).not.toHaveProperty("structuredContent");
  });

  test("an object has what is said beside it as keys, but its own keys are its own", () => {
    expect(given({ hover: "text" })).toMatchObject({ json: { hover: "text", ...said } });
    expect(given({ hint: "own" })).toMatchObject({ json: { ...said, hint: "own" } });
    expect(given({ hover: "text" })).not.toHaveProperty("structuredContent");
  });

  test.each<[string, unknown]>([
    ["a list", [{ file: "/a" }]],
    ["an empty list", []],
    ["a table of files", { "file:///a": [] }],
    ["an empty table", {}],
    ["a text", "started"],
  ])("%s stays as it is; structured content and `_meta` say what is said beside it", (_, json) => {
    expect(given(json, "Only the first.")).toMatchObject({
      json,
      structuredContent: { result: json, ...said, left_out: "Only the first." },
    });
    expect(given(json)).toMatchObject({
      json,
      structuredContent: { result: json, ...said },
      _meta: {
        "sightline/standing": { state: "partial" },
        "sightline/notice": "Phase warning: y",
        "sightline/hint": "Next: z",
      },
    });
  });

  test("what was too long as a whole says so itself", () => {
    expect(given(null, "The result is left out.")).toMatchObject({
      json: { ...said, left_out: "The result is left out." },
      _meta: { "sightline/left_out": "The result is left out." },
    });
  });
});

test.each([
  ["server_restarting", true],
  ["file_not_found", false],
] as const)("a refusal %s tells whether trying again can help: %s", (code, retryable) => {
  const result = toWireResult({ ok: false, refusal: { code, what: "No." }, ms: 1 });
  expect(result).toMatchObject({ isError: true, _meta: { "sightline/refusal": { code, retryable } } });
});
