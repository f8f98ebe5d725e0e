// A turn of a host is closed with a scripted model: success, oscillation, giving up, and a server that dies in the middle.

import { expect, test } from "vitest";
import type { ToyWorkspace, WorkspaceChoices } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { LocalEngine } from "../engine/local-engine.ts";
import type { BridgeEvent } from "../model/event.ts";
import { settingsFor } from "../config/profiles.ts";
import type { CancelSignal } from "../std/cancel.ts";
import { Canceller } from "../std/cancel.ts";
import { Emitter } from "../std/emitter.ts";
import { Roots } from "../workspace/roots.ts";
import type { CorrectionReply, OperatorNotice, TurnClosing } from "./correction.ts";
import { CorrectionLoop } from "./correction.ts";
import type { CorrectionPacket, Intent } from "./correction-packet.ts";
import { TurnWatch } from "./turn-watch.ts";

const three = "-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n-- c.toy --\nuse gone\n";
const renaming: Intent = { kind: "rename", words: "apple is called pear" };

/** What a model does when it is asked: files that it writes, that it gives up, or that something else happens first. */
type Step = Readonly<Record<string, string>> | "gives up" | ((host: Host) => void | Promise<void>);

interface Choices extends Partial<WorkspaceChoices> {
  readonly change?: Readonly<Record<string, string>>;
  readonly rounds?: number;
  readonly maxFiles?: number;
  readonly files?: number;
  readonly signal?: CancelSignal;
}

/** A host whose model follows a script. */
class Host implements AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly watch: TurnWatch;
  readonly packets: CorrectionPacket[] = [];
  readonly notices: OperatorNotice[] = [];
  readonly events: BridgeEvent[] = [];
  readonly #engine: LocalEngine;
  readonly #choices: Choices;

  constructor(choices: Choices = {}) {
    this.#choices = choices;
    this.kit = openToyWorkspace({ fixture: three, ...choices });
    const short = (file: string): string => file.slice(this.kit.path("").length + 1);
    const { maxFiles } = choices;
    this.watch = new TurnWatch({
      read: (file) => this.kit.text(short(file)),
      ...(maxFiles === undefined ? {} : { maxFiles }),
    });
    const emitter = new Emitter<BridgeEvent>((error) => {
      throw error;
    });
    const settings = settingsFor("standard", choices.settings);
    const roots = new Roots(this.kit.workspace);
    this.#engine = new LocalEngine(
      roots,
      this.kit.clock,
      emitter,
      () => {},
      () => () => {},
      [],
      settings,
    );
    this.#engine.events((event) => this.events.push(event));
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    const paths = Object.keys(files).map((file) => this.kit.path(file));
    await this.watch.beforeWrite(paths);
    for (const [file, text] of Object.entries(files)) this.kit.host.files.write(this.kit.path(file), text);
    this.kit.host.watching.emit(paths.map((path) => ({ path, kind: "changed" })));
  }

  /** Makes the change, and closes the turn; the model's answers are the steps, one for each round. */
  async close(...steps: readonly Step[]): Promise<TurnClosing> {
    const { change = { "a.toy": "def pear\n" }, rounds, files, signal } = this.#choices;
    const work = async (): Promise<TurnClosing> => {
      await this.write(change);
      const loop = new CorrectionLoop({
        engine: this.#engine,
        caller: { id: "agent", door: "library", allowed: ["read"] },
        watch: this.watch,
        tellOperator: (notice) => void this.notices.push(notice),
        ask: (packet) => this.#answer(packet, steps[this.packets.length]),
        ...(rounds === undefined ? {} : { rounds }),
        ...(files === undefined ? {} : { files }),
        ...(signal === undefined ? {} : { signal }),
      });
      return loop.close(renaming);
    };
    return this.kit.clock.until(work());
  }

  async #answer(packet: CorrectionPacket, step: Step | undefined): Promise<CorrectionReply> {
    this.packets.push(packet);
    if (step === undefined) throw new Error("asked once more than the script goes");
    if (step === "gives up") return { kind: "gave_up", why: "no idea" };
    if (typeof step === "function") await step(this);
    else await this.write(step);
    return { kind: "changed", intent: { kind: "type_fix", words: `round ${packet.round}` } };
  }

  /** Names of files whose diagnostics a server was asked for or told of. */
  opened(): Set<string> {
    const uris = this.kit.toy.received.flatMap(({ method, params }) =>
      method === "textDocument/didOpen" ? [(params as { textDocument: { uri: string } }).textDocument.uri] : [],
    );
    return new Set(uris.map((uri) => uri.split("/").at(-1) ?? ""));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.kit[Symbol.asyncDispose]());
  }
}

function regressions(host: Host): number {
  return host.events.filter(({ type }) => type === "diagnostic_regression").length;
}

test("errors that a change brought go back to the model, which corrects them in the next round [SYC-44 BRG-44 BRG-45 BRG-46]", async () => {
  await using host = new Host();
  const closing = await host.close({ "b.toy": "use pear\n" });
  expect(closing).toMatchObject({ outcome: "corrected", verdict: { class: "clean" }, notice: undefined });
  expect(closing.rounds.map(({ reply, verdict }) => [reply, verdict.class])).toEqual([
    [{ kind: "changed", intent: { kind: "type_fix", words: "round 1" } }, "clean"],
  ]);
  const [packet] = host.packets;
  expect(packet?.errors).toMatchObject([{ line: 1, column: 5, message: "unknown name apple" }]);
  expect(packet).toMatchObject({ round: 1, rounds: 2, moreErrors: 0, intent: renaming });
  expect(packet?.text).toMatchInlineSnapshot(`
    "Your last change brought 1 error (correction 1 of 2).
    b.toy:1:5 error unknown unknown name apple

    Intent of the last change: rename: apple is called pear

    The last change:
    --- a/a.toy
    +++ b/a.toy
    @@ -1 +1 @@
    -def apple
    +def pear

    b.toy:1:5  use apple
    | def apple

    Fixes on offer:
    3 suggestions for b.toy:1:5, none of them applied
    1:5 error unknown unknown name apple (toy)
      fi001 Define apple [quickfix.define, preferred]
        b.toy:1
        + def apple
      fi002 Remove apple [quickfix]
        b.toy:1
        - use apple
        + use 
      fi003 Explain apple: is the command toy.explain, whose effect is not known in advance

    Say what you intend (rename, import_repair, type_fix or other), and change the code."
  `);
  expect([regressions(host), host.notices, host.watch.files]).toEqual([1, [], []]);
});

test("a packet tells the type and the definition of what an error is about, and what the last round did", async () => {
  await using host = new Host({
    fixture: "-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n",
    change: { "b.toy": "use apple\ndef apple\nuse never\n" },
  });
  await host.close({ "b.toy": "use apple\nuse other\n" }, "gives up");
  const [first, second] = host.packets;
  expect(first?.diff).toBe("--- a/b.toy\n+++ b/b.toy\n@@ -1 +1,3 @@\n use apple\n+def apple\n+use never\n");
  expect(second?.diff).toContain("-use never\n+use other\n");
  expect(second?.diff).not.toContain("+use never");
  expect(first?.symbols).toMatchObject([{ at: "/project/b.toy:3:5" }]);
  expect(second?.intent).toEqual({ kind: "type_fix", words: "round 1" });
});

test("where policy forbids code actions a packet has no fixes, no server is asked for any, and the rest is there", async () => {
  const rules = [{ id: "no-fixes", decide: "deny" as const, methods: ["textDocument/codeAction"] }];
  await using host = new Host({ settings: { policy: { rules } } });
  expect(await host.close({ "b.toy": "use pear\n" })).toMatchObject({ outcome: "corrected" });
  expect(host.packets[0]?.fixes).toBeUndefined();
  expect(host.packets[0]?.text).not.toContain("Fixes on offer");
  expect(host.packets[0]?.symbols).toMatchObject([{ isKnown: true }]);
  expect(host.kit.toy.received.map(({ method }) => method)).not.toContain("textDocument/codeAction");
});

test("a model that goes back and forth is stopped when the same errors come back, wherever their lines are [BRG-46]", async () => {
  await using host = new Host({ rounds: 10 });
  const closing = await host.close(
    { "a.toy": "def plum\n", "b.toy": "use fig\n" },
    { "a.toy": "\ndef pear\n", "b.toy": "\n\nuse apple\n" },
  );
  expect(closing).toMatchObject({ outcome: "unresolved", verdict: { class: "new_errors" } });
  expect(host.packets).toHaveLength(2);
  expect(host.notices).toMatchObject([{ why: "the same errors came back", rounds: 2, errors: [{ line: 3 }] }]);
});

test("a model that makes nothing better twice is stopped, though its errors are others each time [BRG-46]", async () => {
  await using host = new Host({ rounds: 10 });
  const closing = await host.close({ "b.toy": "use one\n" }, { "b.toy": "use two\n" });
  expect(closing.outcome).toBe("unresolved");
  expect(host.notices).toMatchObject([{ why: "two corrections in a row removed no error", rounds: 2 }]);
});

test("as long as it gets better the model is asked, whatever else it says", async () => {
  await using host = new Host({ rounds: 10, change: { "b.toy": "use one\nuse two\nuse three\n" } });
  const closing = await host.close(
    { "b.toy": "use one\nuse two\n" },
    { "b.toy": "use one\n" },
    { "b.toy": "use apple\n\n" },
  );
  expect(closing).toMatchObject({ outcome: "corrected", verdict: { class: "clean" } });
  expect(host.packets.map(({ errors }) => errors.length)).toEqual([3, 2, 1]);
});

test.each([
  ["the default", {}, 2],
  ["a setting", { settings: { correction: { rounds: 1 } } }, 1],
  ["the host", { rounds: 3 }, 3],
  ["none at all", { settings: { correction: { rounds: 0 } } }, 0],
])(
  "the rounds are those of %s; used up, the operator is shown what is unresolved [SYC-45 SYC-46]",
  async (_, choices, rounds) => {
    await using host = new Host({
      ...choices,
      change: { "b.toy": "use one\nuse two\nuse three\nuse four\nuse five\n" },
    });
    const fewer = ["use one\nuse two\nuse three\nuse four\n", "use one\nuse two\nuse three\n", "use one\nuse two\n"];
    const closing = await host.close(...fewer.map((text) => ({ "b.toy": text })));
    expect(host.packets).toHaveLength(rounds);
    expect(closing.outcome).toBe("unresolved");
    const [notice] = host.notices;
    expect(notice).toMatchObject({ why: `the limit of ${rounds} round${rounds === 1 ? "" : "s"} was reached`, rounds });
    expect(notice?.errors.map(({ message }) => message)).toEqual(
      ["one", "two", "three", "four", "five"].slice(0, 5 - rounds).map((name) => `unknown name ${name}`),
    );
    expect(notice?.text.split("\n")).toHaveLength(1 + 5 - rounds);
    expect(closing.forModel).toContain("unknown name one");
  },
);

test("a model that gives up leaves what is unresolved to the operator", async () => {
  await using host = new Host();
  expect(await host.close("gives up")).toMatchObject({ outcome: "unresolved" });
  expect(host.notices).toMatchObject([
    { why: "the model gave up: no idea", errors: [{ message: "unknown name apple" }] },
  ]);
});

test("a server that dies for good in the middle closes the turn unverified, and what was known is shown", async () => {
  await using host = new Host({ dials: (incarnation) => (incarnation === 1 ? {} : { crashAt: "initialize" }) });
  const closing = await host.close(({ kit }) => kit.toy.process.exit(9));
  expect(closing).toMatchObject({ outcome: "unverified", verdict: { class: "lsp_unavailable" } });
  expect(host.notices).toMatchObject([
    { why: "no server answers any more", errors: [{ message: "unknown name apple" }] },
  ]);
  expect(closing.forModel).toContain("lsp_unavailable");
});

test("a server that dies and comes back is asked again, and the rounds go on", async () => {
  await using host = new Host();
  const closing = await host.close(({ kit }) => kit.toy.process.exit(9), { "b.toy": "use pear\n" });
  // The model changed nothing in the first round, so the same errors came back.
  expect(closing).toMatchObject({ outcome: "unresolved", notice: { why: "the same errors came back" } });
  expect(host.kit.toy.incarnations.length).toBeGreaterThan(1);
});

test("every modified file is asked about before the turn closes, and a turn that modified none asks nothing [SYC-38 SYC-58]", async () => {
  await using host = new Host({ change: { "a.toy": "def apple\n\n", "c.toy": "use apple\n", "d.toy": "use apple\n" } });
  await host.close();
  for (const file of ["a.toy", "c.toy", "d.toy"]) expect(host.opened()).toContain(file);
  await using idle = new Host({ change: {} });
  expect(await idle.close()).toMatchObject({ outcome: "nothing_changed", forModel: undefined });
  expect(idle.kit.toy.incarnations).toEqual([]);
});

test.each([
  ["clean", { "a.toy": "def apple\ndef pear\n" }, "clean: 0 new errors (1 before, 1 now), 0 new warnings."],
  [
    "warnings_only",
    { "a.toy": "def apple\nuse vague\n" },
    "warnings_only: 0 new errors (1 before, 1 now), 1 new warning.\na.toy:2:5 warning unknown unknown name vague",
  ],
  ["baseline_error", { "c.toy": "\nuse gone\n" }, "baseline_error: 0 new errors (1 before, 1 now), 0 new warnings."],
  [
    "new_errors",
    { "a.toy": "def pear\n" },
    "Not resolved: the model gave up: no idea.\nnew_errors: 1 new error (1 before, 2 now), 0 new warnings.\nb.toy:1:5 error unknown unknown name apple",
  ],
])("the state of diagnostics is for the model after a change that is %s [SYC-33]", async (verdict, change, text) => {
  await using host = new Host({ change, dials: { mildName: "vague" } });
  const closing = await host.close("gives up");
  expect({ class: closing.verdict?.class, forModel: closing.forModel }).toEqual({ class: verdict, forModel: text });
  expect(regressions(host) > 0).toBe(verdict === "new_errors");
});

test("of a file that is written twice the first text is what it is compared with; beyond the bound it is that of the last commit", async () => {
  await using host = new Host();
  await host.write({ "a.toy": "def plum\n" });
  await host.write({ "a.toy": "def fig\n", "b.toy": "use fig\n" });
  const a = host.kit.path("a.toy");
  expect([host.watch.files, host.watch.before(a)]).toEqual([[a, host.kit.path("b.toy")], "def apple\n"]);
  await using small = new Host({ maxFiles: 1, change: { "a.toy": "def pear\n", "b.toy": "use pear\n" } });
  const closing = await small.close();
  expect(closing.verdict?.validation?.files.map(({ before }) => before)).toEqual(["caller", "unknown"]);
  expect(closing).toMatchObject({ outcome: "unverified", notice: undefined });
});

test("a file that cannot be read before it is written is not taken for a new one", async () => {
  const watch = new TurnWatch({ read: async (file) => (file === "/r/large.ts" ? null : undefined) });
  await watch.beforeWrite(["/r/large.ts", "/r/new.ts"]);
  expect(watch.input()).toEqual({ file_paths: ["/r/large.ts", "/r/new.ts"], before: [{ file_path: "/r/new.ts" }] });
});

test("a file that can no longer be read leaves the turn unverified, not corrected, and nothing that is mended is called unresolved", async () => {
  await using host = new Host({ change: { "a.toy": "def pear\n", "c.toy": "use pear\n" } });
  const closing = await host.close(({ kit, watch }) => {
    kit.host.files.write(kit.path("b.toy"), "use pear\n");
    kit.host.files.makeSpecial(kit.path("c.toy"));
    kit.host.watching.emit(["b.toy", "c.toy"].map((file) => ({ path: kit.path(file), kind: "changed" })));
    expect(watch.files).toHaveLength(2);
  });
  expect(closing).toMatchObject({ outcome: "unverified", verdict: { class: "lsp_unavailable" }, notice: undefined });
  expect(closing.verdict?.validation?.checked_files).toBeGreaterThan(0);
  expect(closing.forModel).toContain("c.toy could not be compared");
});

test("a file that no server serves leaves a turn unverified whose errors were corrected, and is named", async () => {
  await using host = new Host({ change: { "a.toy": "def pear\n", "notes.txt": "fruit\n" } });
  const closing = await host.close({ "b.toy": "use pear\n" });
  expect(closing).toMatchObject({ outcome: "unverified", verdict: { class: "lsp_unavailable" }, notice: undefined });
  expect(closing.forModel).toContain("notes.txt could not be compared: no server can check it");
  await using plain = new Host({ change: { "a.toy": "def pear\n", "notes.md": "fruit\n" } });
  expect(await plain.close({ "b.toy": "use pear\n" })).toMatchObject({ outcome: "corrected", notice: undefined });
});

test("a turn ends also where the code of the host fails, and the operator is told what is unresolved [SYC-46]", async () => {
  await using host = new Host();
  const failing = host.close(() => {
    throw new Error("the model is not there");
  });
  await expect(failing).rejects.toThrow("the model is not there");
  expect(host.watch.files).toEqual([]);
  expect(host.notices).toMatchObject([
    { why: "the model could not be asked: the model is not there", errors: [{ message: "unknown name apple" }] },
  ]);
});

test("what is written after the last verdict belongs to the next turn, with its text before that write", async () => {
  const disk = new Map([["/r/a.ts", "a"]]);
  const watch = new TurnWatch({ read: async (file) => disk.get(file) });
  const write = async (file: string, text: string): Promise<void> => {
    await watch.beforeWrite([file]);
    disk.set(file, text);
  };
  await write("/r/a.ts", "b");
  watch.input();
  await write("/r/a.ts", "c");
  await write("/r/a.ts", "d");
  await write("/r/new.ts", "e");
  expect([watch.files, watch.before("/r/a.ts")]).toEqual([["/r/a.ts", "/r/new.ts"], "a"]);
  watch.end();
  const before = [{ file_path: "/r/a.ts", text: "b" }, { file_path: "/r/new.ts" }];
  expect(watch.input()).toEqual({ file_paths: ["/r/a.ts", "/r/new.ts"], before });
  watch.end();
  expect(watch.files).toEqual([]);
  // Its text is still being read when the others are judged.
  const slow = write("/r/slow.ts", "f");
  watch.input();
  await slow;
  watch.end();
  expect(watch.input().before).toEqual([{ file_path: "/r/slow.ts" }]);

  await using host = new Host();
  const failing = host.close(async () => {
    await host.write({ "c.toy": "use never\n" });
    throw new Error("the model is gone");
  });
  await expect(failing).rejects.toThrow("the model is gone");
  expect(host.watch.files).toEqual([host.kit.path("c.toy")]);
});

test("a turn that is cancelled while the model works ends at once, though the model does not", async () => {
  const canceller = new Canceller();
  await using host = new Host({ signal: canceller });
  const closing = host.close(() => {
    queueMicrotask(() => canceller.cancel(new Error("the host stops")));
    return new Promise(() => {});
  });
  await expect(closing).rejects.toThrow("the host stops");
  expect(host.watch.files).toEqual([]);
  expect(host.notices).toMatchObject([{ why: "the turn was cancelled", errors: [{ message: "unknown name apple" }] }]);
});

test("a turn of more files than are validated says how many are left, and is not called validated", async () => {
  const change = { "d.toy": "def d\n", "e.toy": "def e\n", "f.toy": "def f\n", "g.toy": "def g\n" };
  await using host = new Host({ change, files: 2 });
  const closing = await host.close();
  expect(closing).toMatchObject({ outcome: "unverified", verdict: { class: "clean" } });
  expect(closing.verdict?.validation?.files).toHaveLength(2);
  expect(closing.forModel).toContain("2 further changed files of this turn were not validated");
});

test("a turn of more files than a server can be shown is validated whole, and an error in any of them goes back to the model", async () => {
  const names = ["d", "e", "f", "g", "h"];
  const change = Object.fromEntries(names.map((name) => [`${name}.toy`, `def ${name}\n`]));
  const settings = { documents: { maxOpen: 2 } };
  const fixture = "-- a.toy --\ndef apple\n";
  await using host = new Host({ fixture, settings, change: { ...change, "h.toy": "use never\n" } });
  const closing = await host.close({ "h.toy": "use apple\n" });
  expect(closing).toMatchObject({ outcome: "corrected", verdict: { class: "clean" }, notice: undefined });
  expect(host.packets.map(({ errors }) => errors.map(({ message }) => message))).toEqual([["unknown name never"]]);
  expect(closing.verdict?.validation?.files).toHaveLength(names.length);
});

test("a file that two tools write at once is compared with its text before both", async () => {
  let release: ((text: string) => void) | undefined;
  const reads: string[] = [];
  const read = (file: string): Promise<string> => {
    reads.push(file);
    return new Promise((resolve) => (release = resolve));
  };
  const watch = new TurnWatch({ read });
  const first = watch.beforeWrite(["/r/a.ts"]);
  let isSecondReady = false;
  const second = watch.beforeWrite(["/r/a.ts"]).then(() => (isSecondReady = true));
  await Promise.resolve();
  expect(isSecondReady).toBe(false);
  release?.("good");
  await Promise.all([first, second]);
  expect([reads, watch.before("/r/a.ts")]).toEqual([["/r/a.ts"], "good"]);
});
