// A signal of our own notifies every listener once, and late listeners at once.

import { expect, test } from "vitest";
import { Canceller, onCancel } from "./cancel.ts";

test("it tells everybody once, and keeps the first reason", () => {
  const canceller = new Canceller();
  const told: string[] = [];
  for (let listener = 0; listener < 100; listener++) onCancel(canceller, () => told.push("told"));
  onCancel(canceller, () => told.push("never"))();
  canceller.cancel("enough");
  canceller.cancel("again");
  expect(told).toEqual(Array.from({ length: 100 }, () => "told"));
  expect(canceller).toMatchObject({ aborted: true, reason: "enough" });
});

test("who listens when it is too late is told at once", () => {
  const canceller = new Canceller();
  canceller.cancel();
  const told: string[] = [];
  onCancel(canceller, () => told.push("told"));
  expect(told).toEqual(["told"]);
  expect(canceller.aborted).toBe(true);
});
