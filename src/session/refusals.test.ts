// What a person is told to do about a server that is not there.

import { expect, test } from "vitest";
import type { Host } from "../host/host.ts";
import { toyEntry } from "../testing/kit.ts";
import { installHint, serverNotFound, startFailure } from "./refusals.ts";

const entry = { ...toyEntry, install: { macos: "brew install x", linux: "apt install x", any: "get x" } };

test.each<[Host["platform"], string]>([
  ["darwin", "brew install x"],
  ["linux", "apt install x"],
  ["win32", "get x"],
  ["other", "get x"],
])("on %s the hint is %s", (platform, hint) => {
  expect(installHint(entry, platform)).toBe(hint);
  expect(serverNotFound(entry, "It is not there.", platform).details.next).toBe(`Install it: ${hint}`);
  expect(startFailure(entry, "x", new Error("no"), "", platform).details.next).toBe(`Install it again: ${hint}`);
});

test("a hint for another system is none", () => {
  expect(installHint({ ...entry, install: { macos: "brew install x" } }, "linux")).toBeUndefined();
});
