// What an outcome looks like on the wire: to a model in words, to a program in `_meta`.

import { describe, expect, test } from "vitest";
import type { Outcome } from "../../engine/engine.ts";
import { Refusal } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { toWireError } from "./resources.ts";
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

describe("an answer in json form is one content item that parses, and says of a list beside it that it is not complete", () => {
  const standing = standingOf([{ code: "indexing", detail: "x" }]);
  const beside = { standing, standingLine: "Standing: partial — x", notice: "Phase warning: y", hint: "Next: z" };
  const said = { standing: "partial — x", notice: "Phase warning: y", hint: "Next: z" };
  const given = (json: unknown, leftOut?: string) => {
    const { content, ...rest } = toWireResult({ ...answered, ...beside, body: { format: "json", json, leftOut } });
    const [first = "", ...others] = content.map((item) => (item.type === "text" ? item.text : ""));
    return { ...rest, json: JSON.parse(first) as unknown, others };
  };

  test("the JSON alone when nothing is to be said beside it", () => {
    const result = toWireResult(answered);
    expect(result.content).toEqual([{ type: "text", text: '[{"file":"/a"}]' }]);
  });

  test("of a complete list, also of an empty one, the JSON alone; the hint is in `_meta`", () => {
    const empty = { ...answered, body: { format: "json", json: [], leftOut: undefined }, isEmpty: true } as const;
    const result = toWireResult({ ...empty, standingLine: "Standing: complete", hint: "Next: z" });
    expect(result.content).toEqual([{ type: "text", text: "[]" }]);
    expect(result._meta).toMatchObject({ "sightline/hint": "Next: z", "sightline/standing": { state: "complete" } });
  });

  test("an object has what is said beside it as keys, but its own keys are its own", () => {
    expect(given({ hover: "text" })).toMatchObject({ json: { hover: "text", ...said }, others: [] });
    expect(given({ hint: "own" })).toMatchObject({ json: { ...said, hint: "own" } });
  });

  test.each<[string, unknown]>([
    ["a list", [{ file: "/a" }]],
    ["an empty list", []],
    ["a table of files", { "file:///a": [] }],
    ["an empty table", {}],
    ["a text", "started"],
  ])("%s stays as it is, followed by its standing and by what is left out; `_meta` says the rest", (_, json) => {
    expect(given(json)).toMatchObject({ json, others: ["Standing: partial — x"] });
    expect(given(json, "Only the first.")).toMatchObject({
      json,
      others: ["Standing: partial — x\nOnly the first."],
      _meta: {
        "sightline/standing": { state: "partial" },
        "sightline/notice": "Phase warning: y",
        "sightline/left_out": "Only the first.",
        "sightline/hint": "Next: z",
      },
    });
  });

  test("a complete list that was cut is not taken for the whole: what is left out follows it", () => {
    const cut: Outcome = {
      ...answered,
      body: { format: "json", json: [1], leftOut: "Only the first 1 of 2 items are listed." },
    };
    const { content } = toWireResult(cut);
    expect(content.map((item) => (item.type === "text" ? item.text : ""))).toEqual([
      "[1]",
      "Only the first 1 of 2 items are listed.",
    ]);
  });

  test("what was too long as a whole says so itself", () => {
    expect(given(null, "The result is left out.")).toMatchObject({
      json: { ...said, left_out: "The result is left out." },
      others: [],
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

test("a refusal of policy names the rule and the version of the policy, any other neither", () => {
  const data = { rule: "vault", policyVersion: "2+2026-11#0123456789ab" };
  const judged = toWireResult({ ok: false, refusal: { code: "policy_denied", what: "No.", data }, ms: 1 });
  expect(judged._meta).toEqual({
    "sightline/refusal": {
      code: "policy_denied",
      kind: expect.any(String) as string,
      retryable: false,
      rule: "vault",
      policy_version: "2+2026-11#0123456789ab",
    },
  });
  const resource = toWireError("lsp-diagnostics:///a.ts", new Refusal({ code: "policy_denied", what: "No.", data }));
  expect(resource).toMatchObject({ data: judged._meta });
  const other = toWireResult({ ok: false, refusal: { code: "file_not_found", what: "No." }, ms: 1 });
  expect(Object.keys(other._meta?.["sightline/refusal"] as object)).toEqual(["code", "kind", "retryable"]);
});
