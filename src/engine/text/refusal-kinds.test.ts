// The stable kinds of failure that the single-tool binding knows: each with the failure that causes it.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import { Emitter } from "../../std/emitter.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Outcome } from "../engine.ts";
import { LocalEngine } from "../local-engine.ts";
import { refusalTable } from "./refusal-table.ts";
import { refusalText } from "./refusal-text.ts";

interface Failure {
  readonly title: string;
  readonly kind: string;
  readonly choices?: Partial<WorkspaceChoices>;
  readonly input?: object;
  /** Before the call. */
  readonly prepare?: (kit: ToyWorkspace) => void;
  /** What the words must say. */
  readonly says: RegExp;
}

const fixture = "-- a.toy --\ndef «^»apple\nuse apple\n-- notes.xyz --\nplain\n";
const tenMegabytes = 10 * 1024 * 1024;

const failures: readonly Failure[] = [
  {
    title: "a server that is not installed, with how to install it [NEX-30]",
    kind: "ServerUnavailable",
    choices: { entry: { launch: { kind: "command", command: "no-such-toy", args: [] } } },
    says: /npm install -g toy/,
  },
  {
    title: "a language that is not enabled [NEX-31]",
    kind: "LanguageNotEnabled",
    choices: { settings: { languages: { enabled: ["other"] } } },
    says: /toy/,
  },
  {
    title: "a file that no server handles [NEX-32]",
    kind: "NoServerForExtension",
    input: { file_path: "notes.xyz", line: 1, column: 1 },
    says: /notes\.xyz/,
  },
  {
    title: "a file that is not there [NEX-33]",
    kind: "FileNotFound",
    input: { file_path: "none.toy", line: 1, column: 1 },
    says: /^file not found/,
  },
  {
    title: "a directory [NEX-34]",
    kind: "NotAFile",
    prepare: (kit) => kit.host.files.write(kit.path("folder/b.toy"), "use apple\n"),
    input: { file_path: "folder", line: 1, column: 1 },
    says: /is not a file/,
  },
  {
    title: "a file above ten megabytes [NEX-35]",
    kind: "FileTooLarge",
    prepare: (kit) => kit.host.files.write(kit.path("large.toy"), "x".repeat(tenMegabytes + 1)),
    input: { file_path: "large.toy", line: 1, column: 1 },
    says: /too large/,
  },
  {
    title: "a server that died once too often [NEX-37]",
    kind: "SessionDead",
    choices: { dials: { crashAt: "textDocument/references" }, settings: { restart: { max: 0 } } },
    says: /./,
  },
  {
    title: "a request the server does not offer [NEX-38]",
    kind: "CapabilityMissing",
    choices: { dials: { lacks: ["textDocument/references"] } },
    says: /^server does not support textDocument\/references/,
  },
  {
    title: "arguments that cannot be parsed [NEX-39]",
    kind: "Wire",
    input: { file_path: 7 },
    says: /file_path/,
  },
];

test.each(failures.map((failure) => [failure.title, failure] as const))("%s", async (_, failure) => {
  const { kind, choices, input, prepare, says } = failure;
  await using kit = openToyWorkspace({ fixture, ...choices });
  prepare?.(kit);
  const outcome = await kit.clock.until(ask(kit, input));
  if (outcome.ok) throw new Error("it was answered");
  expect(refusalTable[outcome.refusal.code].kind).toBe(kind);
  expect(refusalText(outcome.refusal)).toMatch(says);
});

test("a request without an answer in time is called off at the server, which stays alive [NEX-36]", async () => {
  await using kit = openToyWorkspace({
    fixture,
    dials: { neverAnswers: ["textDocument/references"] },
    settings: { request: { timeoutMs: 30_000 } },
  });
  const began = kit.clock.now();
  const outcome = await kit.clock.until(ask(kit));
  if (outcome.ok) throw new Error("it was answered");
  expect(refusalTable[outcome.refusal.code].kind).toBe("RequestTimeout");
  expect(kit.clock.now() - began).toBeGreaterThanOrEqual(30_000);
  expect(kit.toy.server.methods).toContain("$/cancelRequest");
  expect(kit.workspace.sessions[0]?.running).toBeDefined();
});

function ask(kit: ToyWorkspace, input?: object): Promise<Outcome> {
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    async () => {},
    () => () => {},
  );
  return engine.invoke({
    operation: "find_references",
    input: input ?? { file_path: "a.toy", ...kit.fixture.cursor.span.start },
    caller: { door: "library", allowed: ["read"] },
  });
}
