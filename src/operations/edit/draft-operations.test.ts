// The life of a draft through its operations: begun, edited, looked at, committed or dropped; and previews of one edit.

import { expect, test } from "vitest";
import { toyEntry } from "../../testing/kits/kit.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { commitSession } from "../drafts/commit-session.ts";
import { createSimulationSession } from "../drafts/create-simulation-session.ts";
import type { Operation, Performed } from "../define.ts";
import { destroySession } from "../drafts/destroy-session.ts";
import { discardSession } from "../drafts/discard-session.ts";
import type { EvaluatedJson } from "./drafted.ts";
import { editHistory } from "./edit-history.ts";
import { evaluateSession } from "../drafts/evaluate-session.ts";
import { findReferences } from "../find/find-references.ts";
import { previewEdit } from "./preview-edit.ts";
import { simulateChain } from "../drafts/simulate-chain.ts";
import { simulateEdit } from "../drafts/simulate-edit.ts";
import { undoEdit } from "./undo-edit.ts";

const shop = `-- a.toy --
def apple
def pear
-- b.toy --
use apple
-- c.toy --
use missing
`;

const room = { characters: 10_000 };

/** A toy that believes in files which are only in our word. */
const entry = {
  diagnostics: "pull",
  quirks: { ...toyEntry.quirks, supposes: { created: "open", deleted: "tell" } },
} as const;

interface Desk extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  ask(operation: Operation, input?: object): Promise<Performed<unknown>>;
  textOf(file: string): Promise<string | undefined>;
}

function open(dials: Partial<ToyDials> = { diagnostics: "pull" }): Desk {
  const kit = openToyWorkspace({
    fixture: shop,
    dials,
    entry: { ...entry, diagnostics: dials.diagnostics === "pull" ? "pull" : "push-versioned" },
  });
  const roots = new Roots(kit.workspace);
  const ask = (operation: Operation, input: object = {}): Promise<Performed<unknown>> =>
    perform(kit, operation, input, roots);
  return {
    kit,
    ask,
    textOf: async (file) => {
      const bytes = await kit.host.files.read(kit.path(file), 1_000_000);
      return bytes && new TextDecoder().decode(bytes);
    },
    [Symbol.asyncDispose]: () => kit[Symbol.asyncDispose](),
  };
}

async function begun(desk: Desk): Promise<string> {
  return ((await desk.ask(createSimulationSession)).toJson() as { session_id: string }).session_id;
}

function json(performed: Performed<unknown>): EvaluatedJson {
  return performed.toJson() as EvaluatedJson;
}

test("a draft is begun with an id of its own, in state created [AGL-125]", async () => {
  await using desk = open();
  const performed = await desk.ask(createSimulationSession);
  expect(performed.toJson()).toEqual({ session_id: expect.stringMatching(/^[0-9a-f]{32}$/), status: "created" });
});

test("an edit that breaks another file is found there, and the disk is untouched [AGL-126 AGL-127 AGL-214 AGL-217 AGL-219]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  const edit = { session_id, file_path: "a.toy", old_text: "def apple", new_text: "def cherry" };
  expect((await desk.ask(simulateEdit, edit)).toJson()).toEqual({ session_id, edit_applied: true, version_after: 1 });
  const performed = await desk.ask(evaluateSession, { session_id, exhaustive: true });
  expect(json(performed)).toMatchObject({
    session_id,
    safe: false,
    net_delta: 1,
    scope: "workspace",
    confidence: "high",
    timeout: false,
    duration_ms: expect.any(Number),
    errors_introduced: [{ file: "/project/b.toy", message: "unknown name apple" }],
    errors_resolved: [],
  });
  expect(performed.toText(room)).toContain("b.toy");
  expect(await desk.textOf("a.toy")).toBe("def apple\ndef pear\n");
});

test("an edit that breaks nothing is safe, with every file it can reach checked [AGL-216]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def pear", new_text: "def plum" });
  expect(json(await desk.ask(evaluateSession, { session_id }))).toMatchObject({ safe: true, net_delta: 0 });
});

test("lines that move are neither new nor gone, and what is mended is told [AGL-215]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, {
    session_id,
    file_path: "c.toy",
    start_line: 1,
    end_line: 1,
    end_column: 1,
    new_text: "\n\n",
  });
  expect(json(await desk.ask(evaluateSession, { session_id }))).toMatchObject({
    errors_introduced: [],
    errors_resolved: [],
  });
  await desk.ask(simulateEdit, { session_id, file_path: "d.toy", new_text: "def missing\n" });
  expect(json(await desk.ask(evaluateSession, { session_id }))).toMatchObject({
    safe: true,
    net_delta: -1,
    errors_resolved: [{ file: "/project/c.toy" }],
  });
});

test("a server that publishes problems is waited for as long as for any question, and silence is not cleanness [AGL-344]", async () => {
  await using desk = open({ diagnostics: "push", silentWhenClean: true });
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def pear", new_text: "def plum" });
  expect(json(await desk.ask(evaluateSession, { session_id, timeout_ms: 60_000 }))).toMatchObject({ safe: "unknown" });
});

test("the changed files alone prove nothing: the verdict is unknown [AGL-213]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def apple", new_text: "def cherry" });
  expect(json(await desk.ask(evaluateSession, { session_id, scope: "file" }))).toMatchObject({
    safe: "unknown",
    scope: "file",
    confidence: "partial",
  });
});

test("a chain is looked at after each step, and safe as far as nothing is new [AGL-128 AGL-225 AGL-226]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  const edits = [
    { file_path: "a.toy", old_text: "def pear", new_text: "def plum" },
    { file_path: "a.toy", old_text: "def apple", new_text: "def cherry" },
    { file_path: "b.toy", old_text: "use apple", new_text: "use cherry" },
  ];
  const performed = await desk.ask(simulateChain, { session_id, edits });
  expect(performed.toJson()).toMatchObject({
    session_id,
    steps: [
      { step: 1, net_delta: 0, safe: true },
      { step: 2, net_delta: 1, safe: false },
      { step: 3, net_delta: 0, safe: true },
    ],
    safe_to_apply_through_step: 1,
    cumulative_delta: 0,
  });
  expect(performed.toText(room)).toContain("Safe to apply as a whole; step 2 alone is not known to be safe.");
});

test("without apply a commit shows the patch and writes nothing; with it all files change at once, and undo takes it back [AGL-129 AGL-220 AGL-221 D4]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def apple", new_text: "def cherry" });
  await desk.ask(simulateEdit, { session_id, file_path: "b.toy", old_text: "use apple", new_text: "use cherry" });
  await desk.ask(simulateEdit, { session_id, file_path: "new/d.toy", new_text: "def fig\nuse fig\nuse pear\n" });
  await desk.ask(simulateEdit, { session_id, file_path: "c.toy", delete: true });
  const shown = (await desk.ask(commitSession, { session_id })).toJson() as { patch: string; applied: boolean };
  expect(shown.applied).toBe(false);
  expect(shown.patch).toContain("-use apple\n+use cherry\n");
  expect(await desk.textOf("b.toy")).toBe("use apple\n");
  const done = await desk.ask(commitSession, { session_id, apply: true });
  expect(done.toJson()).toMatchObject({
    session_id,
    applied: true,
    files_written: expect.arrayContaining(["/project/a.toy", "/project/b.toy", "/project/new/d.toy", "/project/c.toy"]),
    errors_introduced: [],
    errors_resolved: [{ file: "/project/c.toy" }],
  });
  expect([
    await desk.textOf("a.toy"),
    await desk.textOf("b.toy"),
    await desk.textOf("new/d.toy"),
    await desk.textOf("c.toy"),
  ]).toEqual(["def cherry\ndef pear\n", "use cherry\n", "def fig\nuse fig\nuse pear\n", undefined]);
  expect((await refusalOf(desk.ask(simulateEdit, { session_id, file_path: "a.toy", new_text: "" }))).code).toBe(
    "bad_input",
  );
  const { undo_id } = done.toJson() as { undo_id: string };
  await desk.ask(undoEdit, { id: undo_id });
  expect([
    await desk.textOf("a.toy"),
    await desk.textOf("b.toy"),
    await desk.textOf("new/d.toy"),
    await desk.textOf("c.toy"),
  ]).toEqual(["def apple\ndef pear\n", "use apple\n", undefined, "use missing\n"]);
  const history = (await desk.ask(editHistory)).toJson() as { id: string; outcome: string }[];
  expect(history.find(({ id }) => id === undo_id)?.outcome).toBe("undone");
});

test("a commit is refused where the disk has changed since, and shows what [AGL-220]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def pear", new_text: "def plum" });
  desk.kit.host.files.write(desk.kit.path("a.toy"), "def apple\ndef peach\n");
  expect(json(await desk.ask(evaluateSession, { session_id }))).toMatchObject({
    safe: "unknown",
    doubts: ["a.toy has changed on disk since the draft was created, so the draft cannot be committed"],
  });
  const refusal = await refusalOf(desk.ask(commitSession, { session_id, apply: true }));
  expect(refusal.code).toBe("conflicting_edit");
  expect(refusal.details.why).toContain("-def pear +def peach");
  expect(await desk.textOf("a.toy")).toBe("def apple\ndef peach\n");
});

test("a target writes the files elsewhere in the root, and leaves those that were drafted alone [AGL-129]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def pear", new_text: "def plum" });
  await desk.ask(commitSession, { session_id, apply: true, target: "proposal" });
  expect(await desk.textOf("proposal/a.toy")).toBe("def apple\ndef plum\n");
  expect(await desk.textOf("a.toy")).toBe("def apple\ndef pear\n");
});

test("what is written elsewhere keeps its byte order mark and its permissions", async () => {
  await using desk = open();
  const { host } = desk.kit;
  const path = (file: string) => desk.kit.path(file);
  host.files.write(path("a.toy"), "\ufeffdef apple\ndef pear\n");
  host.writing.permit(path("a.toy"), 0o755);
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def pear", new_text: "def plum" });
  await desk.ask(simulateEdit, { session_id, file_path: "new.toy", new_text: "def cherry\n" });
  await desk.ask(commitSession, { session_id, apply: true, target: "proposal" });
  const written = async (file: string) => {
    const bytes = await host.files.read(path(file), 1_000_000);
    return [new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), (await host.writing.look(path(file)))?.mode];
  };
  expect(await written("proposal/a.toy")).toEqual(["\ufeffdef apple\ndef plum\n", 0o755]);
  expect(await written("proposal/new.toy")).toEqual(["def cherry\n", 0o644]);
});

test("discarding reports so, and leaves files and servers as they are [AGL-130]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def apple", new_text: "def cherry" });
  await desk.ask(evaluateSession, { session_id });
  expect((await desk.ask(discardSession, { session_id })).toJson()).toEqual({ session_id, status: "discarded" });
  expect(await desk.textOf("a.toy")).toBe("def apple\ndef pear\n");
  const uses = await desk.ask(findReferences, { file_path: "a.toy", symbol_path: "apple" });
  expect(uses.toText(room)).toContain("b.toy");
});

test("destroying alone leaves nothing either, and a second time says so [AGL-131 AGL-223]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def apple", new_text: "def cherry" });
  await desk.ask(evaluateSession, { session_id });
  expect((await desk.ask(destroySession, { session_id })).toJson()).toEqual({ session_id, status: "destroyed" });
  expect((await desk.ask(destroySession, { session_id })).toJson()).toMatchObject({ status: "already_destroyed" });
  const uses = await desk.ask(findReferences, { file_path: "a.toy", symbol_path: "apple" });
  expect(uses.toText(room)).toContain("b.toy");
});

test("a preview is the whole cycle in one call and leaves no trace [AGL-132 AGL-224]", async () => {
  await using desk = open();
  const edit = { file_path: "a.toy", old_text: "def apple", new_text: "def cherry" };
  expect(json(await desk.ask(previewEdit, { ...edit, exhaustive: true }))).toMatchObject({
    safe: false,
    errors_introduced: [{ file: "/project/b.toy" }],
  });
  const refusal = await refusalOf(desk.ask(previewEdit, { ...edit, old_text: "def absent" }));
  expect(refusal.details.what).toBe("old_text is not in a.toy.");
  const uses = await desk.ask(findReferences, { file_path: "a.toy", symbol_path: "apple" });
  expect(uses.toText(room)).toContain("b.toy");
  expect(await desk.textOf("a.toy")).toBe("def apple\ndef pear\n");
});

test.each([
  ["a quoted text", { old_text: "apple", new_text: "x" }],
  ["a range", { start_line: 1, new_text: "x" }],
])("%s of a file that is not there is refused for that", async (_, edit) => {
  await using desk = open();
  const refused = await refusalOf(desk.ask(previewEdit, { file_path: "nowhere.toy", ...edit }));
  expect([refused.code, refused.details.why]).toEqual(["file_not_found", "There is no nowhere.toy."]);
});

test("an edit or an end that comes while a draft is committed waits until it is, and nothing is lost [AGL-152]", async () => {
  await using desk = open();
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def pear", new_text: "def plum" });
  const commit = desk.ask(commitSession, { session_id, apply: true });
  const edit = refusalOf(desk.ask(simulateEdit, { session_id, file_path: "b.toy", new_text: "" }));
  const end = desk.ask(destroySession, { session_id });
  expect((await commit).toJson()).toMatchObject({ applied: true });
  expect((await edit).details.what).toContain("is committed");
  expect((await end).toJson()).toMatchObject({ status: "destroyed" });
  expect(await desk.textOf("a.toy")).toBe("def apple\ndef plum\n");
});

test("an evaluation whose time is up says so, and its confidence is low [AGL-218]", async () => {
  await using desk = open({ diagnostics: "pull", neverAnswers: ["textDocument/diagnostic"], silentFile: "b.toy" });
  const session_id = await begun(desk);
  await desk.ask(simulateEdit, { session_id, file_path: "a.toy", old_text: "def pear", new_text: "def plum" });
  const performed = await desk.ask(evaluateSession, { session_id, timeout_ms: 3_000 });
  expect(json(performed)).toMatchObject({ timeout: true, confidence: "low", safe: "unknown" });
  expect(performed.standing.state).toBe("partial");
});

test("drafts that are created, read, evaluated and destroyed at once do not disturb each other [AGL-158]", async () => {
  await using desk = open();
  const breaking = await begun(desk);
  const harmless = await begun(desk);
  await desk.ask(simulateEdit, {
    session_id: breaking,
    file_path: "a.toy",
    old_text: "def apple",
    new_text: "def cherry",
  });
  await desk.ask(simulateEdit, {
    session_id: harmless,
    file_path: "a.toy",
    old_text: "def pear",
    new_text: "def plum",
  });
  const created: string[] = [];
  const [first, second, destroyed] = await Promise.all([
    desk.ask(evaluateSession, { session_id: breaking, exhaustive: true }),
    desk.ask(evaluateSession, { session_id: harmless, exhaustive: true }),
    // One that is evaluated is destroyed only when that has ended.
    desk.ask(destroySession, { session_id: breaking }),
    ...Array.from({ length: 5 }, async () => created.push(await begun(desk))),
  ]);
  expect(json(first)).toMatchObject({ safe: false, errors_introduced: [{ message: "unknown name apple" }] });
  expect(json(second)).toMatchObject({ safe: true, errors_introduced: [] });
  expect(destroyed.toJson()).toMatchObject({ status: "destroyed" });
  expect(new Set(created).size).toBe(5);
  await expect(desk.ask(evaluateSession, { session_id: breaking })).rejects.toMatchObject({ code: "bad_input" });
  for (const session_id of created)
    expect(json(await desk.ask(evaluateSession, { session_id }))).toMatchObject({ safe: true });
});
