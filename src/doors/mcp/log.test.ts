// Which events are worth which level, and what is told of them.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import { isLoggedAt, levelOf, logFacts } from "./log.ts";

function operation(outcome: string): BridgeEvent {
  return { type: "operation", name: "find_references", ms: 1, outcome, steps: [] };
}

function said(level: "error" | "warning" | "info" | "log", shown: boolean): BridgeEvent {
  return { type: "server.message", server: "toy", level, text: "x", shown };
}

test.each<[string, BridgeEvent]>([
  ["critical", { type: "defect", where: "here", message: "boom" }],
  ["error", { type: "session.gave_up", server: "toy", why: "it died" }],
  ["warning", { type: "watcher.lost", why: "too many" }],
  ["info", { type: "session.ready", server: "toy", ms: 1, how: "it said so" }],
  ["debug", { type: "files.changed", created: 1, changed: 0, deleted: 0, paths: [] }],
  ["debug", operation("complete")],
  ["debug", operation("partial")],
  ["info", operation("bad_input")],
  ["warning", operation("server_crashed")],
  ["warning", operation("capability_missing")],
  ["error", said("error", true)],
  ["info", said("info", true)],
  ["warning", said("error", false)],
  ["debug", said("info", false)],
])("%s: %j", (level, event) => {
  expect(levelOf(event)).toBe(level);
});

test("a level lets through itself and what is graver", () => {
  expect(isLoggedAt("warning", "warning")).toBe(true);
  expect(isLoggedAt("error", "warning")).toBe(true);
  expect(isLoggedAt("info", "notice")).toBe(false);
  expect(isLoggedAt("critical", "emergency")).toBe(false);
});

test("a list of diagnostics is counted, not copied, and what a server said is inert in the message", () => {
  const file = filePath("/a.toy");
  expect(logFacts({ type: "diagnostics", server: "toy", file, diagnostics: [] })).toMatchObject({ diagnostics: 0 });
  const exit = { code: 1, signal: null, cause: "crash", stderr: "\u001b[2J" } as const;
  const { message } = logFacts({ type: "session.crashed", server: "toy", restarts: 0, exit });
  expect(message).toBe("toy died (exit code 1); \\u{1b}[2J");
});

test("what a server says is the message, and inert", () => {
  const text = "Cannot read \u001b[2Jgo.mod\nand no more";
  const { message, server } = logFacts({ type: "server.message", server: "toy", level: "error", text, shown: true });
  expect([server, message]).toEqual(["toy", "Cannot read \\u{1b}[2Jgo.mod\\nand no more"]);
});

test("every fact that a server or a repository worded is inert, however deep it lies [S30]", () => {
  const active = "\u001b[2J\u202eevil\nsightline: trusted";
  const inert = "\\u{1b}[2J\\u{202e}evil\\nsightline: trusted";
  const { text } = logFacts({ type: "server.message", server: "toy", level: "info", text: active, shown: true });
  const exit = { code: 1, signal: null, cause: "crash", stderr: active } as const;
  const crashed = logFacts({ type: "session.crashed", server: active, restarts: 0, exit });
  const paths = [filePath(`/r/${active}`)];
  const changed = logFacts({ type: "files.changed", created: 1, changed: 0, deleted: 0, paths });
  expect(text).toBe(inert);
  expect(crashed).toMatchObject({ server: inert, restarts: 0, exit: { code: 1, signal: null, stderr: inert } });
  expect(changed).toMatchObject({ created: 1, paths: [`/r/${inert}`] });
});
