import { expect, test } from "vitest";

import { isCancellation } from "../std/cancel.ts";
import { Refusal, refusalCodes, refuse } from "./refusal.ts";

test("a refusal says what happened, why, what to do next, and keeps its cause", () => {
  const cause = new Error("EACCES");
  const refusal = new Refusal(
    { code: "not_trusted", what: "It was not started.", why: "It is not trusted.", next: "Trust it.", retryAfterMs: 5 },
    cause,
  );
  expect(refusal).toMatchObject({ name: "Refusal", code: "not_trusted", message: "It was not started.", cause });
  expect(refusal.details).toMatchObject({ why: "It is not trusted.", next: "Trust it.", retryAfterMs: 5 });
});

test("a refusal is an error, but no cancellation", () => {
  const thrown = (): never => refuse({ code: "bad_input", what: "A line is missing." });
  expect(thrown).toThrow(Refusal);
  expect(thrown).toThrow("A line is missing.");
  expect(isCancellation(new Refusal({ code: "bad_input", what: "x" }))).toBe(false);
});

test("codes are listed once, in order", () => {
  expect(refusalCodes).toEqual([...new Set(refusalCodes)].sort());
});
