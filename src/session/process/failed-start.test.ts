// What is tried again after a failed start, and what is said of it.

import { expect, test } from "vitest";
import { SpawnFault } from "../../host/processes.ts";
import { Refusal } from "../../model/refusal.ts";
import { toyCommand, toyEntry } from "../../testing/kits/kit.ts";
import { failedStart } from "./failed-start.ts";

const exit = { code: 1, signal: null, cause: "crash", stderr: "last words" } as const;
const first = {
  server: { entry: toyEntry, command: toyCommand, args: [] },
  platform: "linux",
  stderr: "",
  exit: undefined,
  hasBeenUp: false,
  isConfined: false,
} as const;
const missing = new SpawnFault("ENOENT", toyCommand);

test("a refusal, and a program that is not there, are final and told as they are", () => {
  const refusal = new Refusal({ code: "not_trusted", what: "It may not run.", why: "It is not trusted." });
  expect(failedStart(refusal, first)).toEqual({
    event: { type: "not_found", why: "It is not trusted." },
    told: refusal,
  });
  expect(failedStart(missing, first)).toMatchObject({
    event: { type: "not_found" },
    told: { code: "server_start_failed" },
  });
});

test("a program that has been up is being replaced: it is tried again, and that is no crash", () => {
  const { event, told } = failedStart(missing, { ...first, exit, hasBeenUp: true });
  expect(event).toEqual({ type: "start_failed", why: expect.any(String), counts: false });
  expect(told).toBeUndefined();
});

test("a machine without room is told of, and tried again without counting", () => {
  expect(failedStart(new SpawnFault("EAGAIN", toyCommand), first)).toMatchObject({
    event: { type: "start_failed", counts: false },
    told: { code: "resource_exhausted" },
  });
});

test("whatever else ends a start counts, with the exit that there was and the last words", () => {
  const { event, told } = failedStart(new Error("no handshake"), { ...first, exit, stderr: "last words" });
  expect(event).toEqual({ type: "start_failed", why: expect.stringContaining("last words"), counts: true, exit });
  expect(told).toBeUndefined();
  expect(failedStart(new Error("no handshake"), first).event).not.toHaveProperty("exit");
});

test("a confined server that may not read a file it needs: its callers learn how to allow it", () => {
  const stderr = "sh: exec: /data/gopls: Permission denied";
  const told = failedStart(new Error("no"), { ...first, stderr, isConfined: true }).told;
  expect(told?.details.next).toContain("untrusted.allow");
  expect(failedStart(new Error("no"), { ...first, stderr }).told).toBeUndefined();
});
