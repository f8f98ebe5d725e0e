// What a person is told to do about a server that is not there.

import { expect, test } from "vitest";
import type { Host } from "../host/host.ts";
import { toyEntry } from "../testing/kits/kit.ts";
import { RequestTimedOut, RpcError } from "../rpc/rpc-error.ts";
import { fromWire, installHint, serverNotFound, startFailure } from "./refusals.ts";

const entry = { ...toyEntry, install: { macos: "brew install x", linux: "apt install x", any: "get x" } };

test.each<[Host["platform"], string]>([
  ["darwin", "brew install x"],
  ["linux", "apt install x"],
  ["win32", "get x"],
  ["other", "get x"],
])("on %s the hint is %s", (platform, hint) => {
  expect(installHint(entry, platform)).toBe(hint);
  expect(serverNotFound(entry, "It is not there.", platform).details.next).toBe(`Install it: ${hint}`);
  expect(startFailure(entry, "x", new Error("no"), "", platform, false).details.next).toBe(`Install it again: ${hint}`);
});

test("a hint for another system is none", () => {
  expect(installHint({ ...entry, install: { macos: "brew install x" } }, "linux")).toBeUndefined();
});

test.each<[string, Error, string]>([
  [
    "a message of several lines",
    new RpcError(0, "cannot rename\na.go:3:1:\tin the way\n"),
    "It said: cannot rename a.go:3:1: in the way (0)",
  ],
  ["no time at all", new RequestTimedOut("x", 0.2), "No time was left when it was asked."],
  ["too little time", new RequestTimedOut("x", 40), "It was asked 40 ms ago; the request has been cancelled."],
])("what a server says of %s is told on one line, and truly", (_, error, why) => {
  expect(fromWire(toyEntry, "textDocument/rename", error, undefined)).toMatchObject({ details: { why } });
});
