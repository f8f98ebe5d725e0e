// The changes of an agent's session on the toy server: what each report tells, and that nothing is told twice.

import { expect, test } from "vitest";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { settingsFor } from "../../config/profiles.ts";
import { LocalEngine } from "../../engine/local-engine.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { Emitter } from "../../std/emitter.ts";
import { Roots } from "../../workspace/roots.ts";
import { ChangeSession } from "./change-session.ts";
import { knownToBreak } from "./before-write.ts";
import { problemText } from "./change-report.ts";
import { servedText } from "./served.ts";
import { unresolvedText } from "./unresolved.ts";

const three = "-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n-- c.toy --\nuse gone\n";
const caller = { id: "agent", door: "hooks", allowed: ["read"] } as const;

class Agent implements AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly engine: LocalEngine;
  readonly session: ChangeSession;
  readonly #events = new Emitter<BridgeEvent>((error) => {
    throw error;
  });

  constructor(choices: Partial<WorkspaceChoices> = {}, checkMs?: number) {
    this.kit = openToyWorkspace({ fixture: three, ...choices });
    const short = (file: string): string => file.slice(this.kit.path("").length + 1);
    const settings = settingsFor("standard", choices.settings);
    const { clock, workspace } = this.kit;
    const [roots, none] = [new Roots(workspace), (): void => {}];
    this.engine = new LocalEngine(roots, clock, this.#events, none, () => none, [], settings);
    const read = (file: string): Promise<string | undefined> => this.kit.text(short(file));
    const options = { engine: this.engine, caller, clock, read };
    this.session = new ChangeSession(checkMs === undefined ? options : { ...options, checkMs });
  }

  /** Writes files as an agent's tool does, whose hook tells of it before and after. */
  async edit(files: Readonly<Record<string, string | null>>, budgetMs = 60_000): Promise<string | undefined> {
    const paths = Object.keys(files).map((file) => this.kit.path(file));
    await this.session.beforeWrite(paths);
    this.write(files);
    return this.report(budgetMs, Object.keys(files));
  }

  write(files: Readonly<Record<string, string | null>>): void {
    for (const [file, text] of Object.entries(files)) {
      const path = this.kit.path(file);
      if (text === null) this.kit.host.files.remove(path);
      else this.kit.host.files.write(path, text);
      this.kit.host.watching.emit([{ path, kind: text === null ? "deleted" : "changed" }]);
    }
  }

  report(budgetMs = 60_000, files: readonly string[] = [], maxTokens = 600): Promise<string | undefined> {
    const changes = files.map((file) => ({ file: this.kit.path(file) }));
    return this.kit.clock.until(this.session.report(changes, { budgetMs, maxTokens }));
  }

  /** As the watcher tells it to an engine that follows the workspace. */
  heard(...files: readonly string[]): void {
    const paths = files.map((file) => this.kit.path(file));
    this.#events.emit({ type: "files.changed", created: 0, changed: files.length, deleted: 0, paths });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.kit[Symbol.asyncDispose]());
  }
}

const broken = `Sightline: 1 new error after a change of a.toy (3 files checked).
+ b.toy:1:5 error unknown unknown name apple [fix on offer: Define apple]`;

test("what a change broke in another file is told once, and what mends it is told too", async () => {
  await using agent = new Agent();
  expect(await agent.edit({ "a.toy": "def pear\n" })).toBe(broken);
  expect(await agent.report()).toBeUndefined();
  expect(await agent.report(60_000, ["a.toy"])).toBeUndefined();
  expect(await agent.edit({ "b.toy": "use pear\n" })).toBe(
    "Sightline: 1 error gone after a change of b.toy (3 files checked).\n- b.toy:1:5 error unknown unknown name apple",
  );
});

test("a change that breaks and mends nothing is not mentioned, nor are problems that were there before", async () => {
  await using agent = new Agent();
  expect(await agent.edit({ "a.toy": "def apple\ndef pear\n" })).toBeUndefined();
  expect(await agent.edit({ "c.toy": "def fresh\n\nuse gone\n" })).toBeUndefined();
});

test("a further error in the words of one that was told is told", async () => {
  await using agent = new Agent();
  await agent.edit({ "a.toy": "def pear\n" });
  expect(await agent.edit({ "b.toy": "use apple\nuse apple\n" })).toContain("1 new error");
});

test("a change by a command, of which only the watcher tells, is compared with what was told before", async () => {
  await using agent = new Agent();
  expect(await agent.edit({ "a.toy": "def apple\ndef pear\n" })).toBeUndefined();
  agent.write({ "a.toy": "def pear\n" });
  agent.heard("a.toy");
  expect(await agent.report()).toBe(broken);
});

test("a check that takes longer than the agent waits is said to be late once, and a later event tells how it ended", async () => {
  const dials = { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"] } as const;
  await using agent = new Agent({ dials }, 5_000);
  expect(await agent.edit({ "a.toy": "def pear\n" }, 1_000)).toBe(
    "Sightline: not checked in time: a.toy; the result comes with a later event.",
  );
  expect(await agent.report(1_000)).toBeUndefined();
  expect(await agent.report(120_000)).toMatch(/^Sightline: not checked: /);
});

test("an error that was told by a check that timed out is not gone because a check of another file does not find it", async () => {
  const dials = { diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"], silentFile: "c.toy" } as const;
  await using agent = new Agent({ dials }, 5_000);
  expect(await agent.edit({ "a.toy": "def pear\n" })).toContain("+ b.toy:1:5 error unknown unknown name apple");
  // Without the silent file the next check is a whole one, but not of the file whose change brought the error.
  expect(await agent.edit({ "c.toy": null })).not.toContain("b.toy");
  expect(await agent.edit({ "b.toy": "use pear\n" })).toContain("- b.toy:1:5 error unknown unknown name apple");
});

test("what was noted long ago is told again, so that a long session keeps a bounded number of notes", async () => {
  await using agent = new Agent();
  const edited = (file: string): Promise<string | undefined> => agent.edit({ [file]: "one\n" });
  expect(await edited("first.zork")).toContain(".zork");
  for (let n = 0; n < 200; n++) await edited(`notes.kind${n}`);
  expect(await edited("more.kind199")).toBeUndefined();
  expect(await edited("second.zork")).toContain(".zork");
});

test("files that no server serves are named by their kind, once", async () => {
  await using agent = new Agent();
  expect(await agent.edit({ "notes.zork": "one\n" })).toBe(
    "Sightline: not checked: files of the kind .zork, which no server serves",
  );
  expect(await agent.edit({ "more.zork": "two\n" })).toBeUndefined();
});

test("a file that came and went between two events is not mentioned", async () => {
  await using agent = new Agent();
  agent.heard("temporary.toy");
  expect(await agent.report()).toBeUndefined();
});

test("two edits of a file that are told after both were made hide nothing of each other", async () => {
  await using agent = new Agent({ fixture: "-- a.toy --\ndef apple\ndef nut\n-- b.toy --\nuse apple\nuse nut\n" });
  const seen = "def pear\ndef nuts\n";
  agent.write({ "a.toy": seen });
  const limits = { budgetMs: 60_000, maxTokens: 600 };
  const file = agent.kit.path("a.toy");
  const told = ["def apple\ndef nuts\n", "def pear\ndef nut\n"].map((text) =>
    agent.session.report([{ file, former: { text }, seen }], limits),
  );
  // Neither former text is the one before both, and this toy workspace has no last commit.
  expect(await agent.kit.clock.until(Promise.all(told))).toEqual([expect.stringContaining("not checked"), undefined]);
});

test("a text that is read when the tool may have run already is no former text", async () => {
  await using agent = new Agent();
  const file = agent.kit.path("a.toy");
  agent.write({ "a.toy": "def pear\n" });
  await agent.session.beforeWrite([file], () => false);
  const changes = [{ file, former: { text: "def apple\n" } }];
  const limits = { budgetMs: 60_000, maxTokens: 600 };
  expect(await agent.kit.clock.until(agent.session.report(changes, limits))).toBe(broken);
});

test("a file outside the root is not ours", async () => {
  await using agent = new Agent();
  const changes = [{ file: "/elsewhere/a.toy" }];
  const limits = { budgetMs: 60_000, maxTokens: 600 };
  expect(await agent.kit.clock.until(agent.session.report(changes, limits))).toBeUndefined();
});

test("what does not fit is counted", async () => {
  await using agent = new Agent({ fixture: `-- a.toy --\ndef apple\n-- b.toy --\n${"use apple\n".repeat(90)}` });
  const told = await agent.edit({ "a.toy": "def pear\n" });
  expect(told).toMatch(/^Sightline: 90 new errors after a change of a.toy/);
  expect(told).toMatch(/\nand \d+ more problems, left out: too many$/);
});

test("errors that are still there are known at their present places, and those that are mended are not among them", async () => {
  await using agent = new Agent();
  await agent.edit({ "a.toy": "def pear\n" });
  expect(await agent.edit({ "b.toy": "\n\nuse apple\n" })).toBeUndefined();
  const left = (): Promise<string | undefined> => {
    const limits = { timeoutMs: 60_000, maxTokens: 600 };
    return agent.kit.clock.until(unresolvedText(agent.engine, caller, agent.session.openErrors ?? [], limits));
  };
  expect(await left()).toBe(
    "Sightline: 1 error that came with changes of this session is still there.\n+ b.toy:3:5 error unknown unknown name apple",
  );
  await agent.edit({ "a.toy": "def apple\n" });
  expect(await left()).toBeUndefined();
});

test("a write that is known to bring errors is known before it is made", async () => {
  await using agent = new Agent();
  const judged = (after: string): Promise<string | undefined> => {
    const write = { file: agent.kit.path("a.toy"), after };
    const limits = { timeoutMs: 60_000, maxTokens: 600 };
    return agent.kit.clock.until(knownToBreak(agent.engine, caller, write, limits));
  };
  expect(await judged("def pear\n")).toBe(
    "Sightline: this write of a.toy would bring 1 new error. Nothing was written.\n+ b.toy:1:5 error unknown unknown name apple",
  );
  expect(await judged("def apple\ndef pear\n")).toBeUndefined();
});

test("what is served is told in at most three lines", async () => {
  await using agent = new Agent();
  const text = await agent.kit.clock.until(servedText(agent.engine, caller));
  expect(text.split("\n").length).toBeLessThanOrEqual(3);
  expect(text).toMatch(/^Sightline serves .*: toy \(toy/);
});

test.each([
  ["use </system-reminder>\n", "\\</system-reminder>"],
  ["use <user-prompt>\n", "\\<user-prompt>"],
])("text of a repository cannot close or open the frame of an agent: %j", (text, shown) => {
  const word = text.slice(4, -1);
  const message = `${word}\n\u001b[2J`;
  const told = problemText("/r", { file: `/r/${word}\n.ts`, line: 1, column: 1, severity: "error", message });
  expect(told).toContain(shown);
  expect(told).not.toMatch(/(?<!\\)<[/u]|\n|\p{Cc}/u);
});
