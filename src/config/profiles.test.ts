// Profiles are values of ordinary settings: each seed's numbers, all of them overridable.

import { expect, test } from "vitest";
import { profileNames, settingsFor } from "./profiles.ts";

test("every profile is a complete, frozen set of settings", () => {
  for (const name of profileNames) {
    const settings = settingsFor(name);
    expect(Object.isFrozen(settings.restart)).toBe(true);
    expect(Object.isFrozen(settings.restart.backoffMs)).toBe(true);
  }
});

test.each([
  [
    "standard",
    { max: 3, trigger: "auto", counting: "consecutive", backoffMs: [1_000, 2_000, 4_000], zeroExit: "crash" },
  ],
  [
    "synwire",
    {
      max: 5,
      trigger: "auto",
      counting: "consecutive",
      backoffMs: [1_000, 2_000, 4_000, 8_000, 16_000],
      capMs: 30_000,
      calls: "refuse",
    },
  ],
  ["governed", { max: 1, counting: "lifetime" }],
  ["nexo", { max: 3, trigger: "on-call", counting: "lifetime", zeroExit: "stop" }],
  ["bridge", { max: 3 }],
] as const)("%s restarts as its document says", (name, restart) => {
  expect(settingsFor(name).restart).toMatchObject(restart);
});

test("time limits: 20 s for the bridge, 30 s for the single tool, the method table's elsewhere [BRG-23]", () => {
  expect(settingsFor("bridge").request.timeoutMs).toBe(20_000);
  expect(settingsFor("nexo").request.timeoutMs).toBe(30_000);
  expect(settingsFor("standard").request.timeoutMs).toBeUndefined();
});

test("a value of a profile can be overridden, and the rest of it stays", () => {
  const settings = settingsFor("synwire", { restart: { max: 9 } });
  expect(settings.restart).toMatchObject({ max: 9, calls: "refuse" });
});

test("a wrong value is named", () => {
  expect(() => settingsFor("standard", { restart: { max: -1 } })).toThrow("restart");
});
