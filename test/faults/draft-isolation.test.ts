// Whatever happens while a server is shown a draft, it comes back to the disk, and no other caller sees anything of it.

import { expect, test } from "vitest";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { noGates } from "../support/kits/perform.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../support/kits/workspace-kit.ts";
import { oneTurn } from "../../src/testing/step-clock.ts";
import { Roots } from "../../src/workspace/roots.ts";
import type { Snapshot } from "../../src/workspace/snapshot.ts";
import type { SupposedSnapshot } from "../../src/workspace/view.ts";

const fixture = `-- a.toy --
def «fruit|apple»
-- b.toy --
use apple
`;

function open(choices: Partial<WorkspaceChoices> = {}): ToyWorkspace {
  return openToyWorkspace({
    fixture,
    entry: { quirks: { supposes: { created: "open", deleted: "tell" } } },
    ...choices,
    settings: { restart: { backoffMs: [0] }, ...choices.settings },
  });
}

function suppose(kit: ToyWorkspace, texts: Readonly<Record<string, string | null>>): Promise<SupposedSnapshot> {
  const entries = Object.entries(texts).map(([file, text]) => [kit.path(file), text] as const);
  return kit.clock.until(kit.workspace.suppose(new Map(entries)));
}

async function names(kit: ToyWorkspace, snapshot: Snapshot, file = "a.toy"): Promise<string[]> {
  const { value } = await kit.clock.until(snapshot.documentSymbols(kit.path(file), kit.patience()));
  return value.map(({ name }) => name);
}

/** What a caller without a draft sees now. */
async function onDisk(kit: ToyWorkspace, file = "a.toy"): Promise<string[]> {
  return names(kit, await kit.clock.until(kit.workspace.snapshot()), file);
}

/** No text of a draft is left in the server that runs now, and no message that any other got quotes one. */
function mustBeRestored(kit: ToyWorkspace): void {
  const { server } = kit.toy;
  expect(server.documents.map(({ index }) => index.text).filter((text) => text.includes("draft"))).toEqual([]);
  expect(kit.events.filter((event) => JSON.stringify(event).includes("draft"))).toEqual([]);
  expect(server.violations).toEqual([]);
}

test("a draft touches no file, and after it every answer is that of the disk, at once [D5 D6 AGL-202 AGL-219 AGL-223]", async () => {
  await using kit = open();
  expect(await onDisk(kit)).toEqual(["apple"]);
  const { snapshot, release } = await suppose(kit, {
    "a.toy": "def draft_one\n",
    "b.toy": null,
    "new.toy": "def draft_two\n",
  });
  expect(await names(kit, snapshot)).toEqual(["draft_one"]);
  expect(await names(kit, snapshot, "new.toy")).toEqual(["draft_two"]);
  await expect(names(kit, snapshot, "b.toy")).rejects.toMatchObject({ code: "file_not_found" });
  expect((await snapshot.sources()).map(({ file }) => file)).toEqual([kit.path("a.toy"), kit.path("new.toy")]);
  await kit.clock.until(release());
  expect(await onDisk(kit)).toEqual(["apple"]);
  expect(await onDisk(kit, "b.toy")).toEqual([]);
  await expect(onDisk(kit, "new.toy")).rejects.toMatchObject({ code: "file_not_found" });
  const { value } = await kit.clock.until(
    (await kit.clock.until(kit.workspace.snapshot())).workspaceSymbols(kit.path("a.toy"), "", kit.patience()),
  );
  expect(value.map(({ name }) => name)).toEqual(["apple"]);
  mustBeRestored(kit);
  expect(kit.eventsOf("files.changed")).toEqual([]);
  expect(kit.toy.server.paramsOf("textDocument/didSave")).toEqual([]);
  expect(new TextDecoder().decode(await kit.host.files.read(kit.path("a.toy"), 1_000_000))).toBe("def apple\n");
});

test("others wait while a draft is looked at, and then see the disk [F58 AGL-202]", async () => {
  await using kit = open();
  const { snapshot, release } = await suppose(kit, { "a.toy": "def draft_one\n" });
  expect(await names(kit, snapshot)).toEqual(["draft_one"]);
  const other = kit.workspace.snapshot().then((one) => one.documentSymbols(kit.path("a.toy"), kit.patience()));
  let isAnswered = false;
  void other.then(() => {
    isAnswered = true;
  });
  await kit.clock.pass(1_000);
  expect(isAnswered).toBe(false);
  await kit.clock.until(release());
  expect((await kit.clock.until(other)).value.map(({ name }) => name)).toEqual(["apple"]);
  mustBeRestored(kit);
});

test("two drafts of one file each see their own [F57]", async () => {
  await using kit = open();
  const both = await Promise.all([1, 2].map((one) => suppose(kit, { "a.toy": `def draft_${one}\n` })));
  const seen = both.map(async ({ snapshot, release }) => {
    const { value } = await snapshot.documentSymbols(kit.path("a.toy"), kit.patience());
    await release();
    return value.map(({ name }) => name);
  });
  expect(await kit.clock.until(Promise.all(seen))).toEqual([["draft_1"], ["draft_2"]]);
  expect(await onDisk(kit)).toEqual(["apple"]);
  mustBeRestored(kit);
});

test("a file that changes on disk meanwhile does not erase the draft, and is seen after it [AGL-197]", async () => {
  await using kit = open();
  const { snapshot, release } = await suppose(kit, { "a.toy": "def draft_one\n" });
  expect(await names(kit, snapshot)).toEqual(["draft_one"]);
  kit.host.files.write(kit.path("a.toy"), "def pear\n");
  kit.host.files.write(kit.path("new.toy"), "def plum\n");
  await kit.clock.pass(2_000);
  expect(await names(kit, snapshot)).toEqual(["draft_one"]);
  await kit.clock.until(release());
  expect([await onDisk(kit), await onDisk(kit, "new.toy")]).toEqual([["pear"], ["plum"]]);
  mustBeRestored(kit);
});

test("a file that comes to be on disk while a draft has it, and one that goes, are seen as they are after it", async () => {
  await using kit = open();
  const { snapshot, release } = await suppose(kit, { "new.toy": "def draft_one\n", "b.toy": null });
  expect(await names(kit, snapshot, "new.toy")).toEqual(["draft_one"]);
  kit.host.files.write(kit.path("new.toy"), "def plum\n");
  kit.host.files.remove(kit.path("b.toy"));
  await kit.clock.pass(2_000);
  await kit.clock.until(release());
  expect(await onDisk(kit, "new.toy")).toEqual(["plum"]);
  await expect(onDisk(kit, "b.toy")).rejects.toMatchObject({ code: "file_not_found" });
  mustBeRestored(kit);
});

test("a server that dies of a draft comes back with the disk, its question is refused, no file is blamed [D6]", async () => {
  await using kit = open({
    dials: (incarnation) => (incarnation === 1 ? { crashAt: "textDocument/documentSymbol", stderr: "draft" } : {}),
  });
  const { snapshot, release } = await suppose(kit, { "a.toy": "def draft_one\n" });
  const refusal = await refusalOf(names(kit, snapshot));
  expect(refusal.code).toBe("server_restarting");
  expect((await refusalOf(names(kit, snapshot))).code).toBe("server_restarting");
  await kit.clock.until(release());
  expect(await onDisk(kit)).toEqual(["apple"]);
  expect(kit.toy.incarnations).toHaveLength(2);
  expect(JSON.stringify(kit.toy.server.received)).not.toContain("draft");
  expect(kit.eventsOf("document.quarantined")).toEqual([]);
  mustBeRestored(kit);
});

test("a restart meanwhile takes the texts along, and the draft is refused", async () => {
  await using kit = open();
  const { snapshot, release } = await suppose(kit, { "a.toy": "def draft_one\n" });
  expect(await names(kit, snapshot)).toEqual(["draft_one"]);
  await kit.clock.until(kit.workspace.sessions[0]?.renew("a test wants it") ?? Promise.resolve());
  expect((await refusalOf(names(kit, snapshot))).code).toBe("server_restarting");
  await kit.clock.until(release());
  expect(await onDisk(kit)).toEqual(["apple"]);
  expect(JSON.stringify(kit.toy.server.received)).not.toContain("draft");
  mustBeRestored(kit);
});

test("a server that is killed while it is being shown a draft leaves its successor nothing to believe", async () => {
  await using kit = open({ entry: { quirks: { supposes: { created: "tell", deleted: "tell" } } } });
  expect(await onDisk(kit)).toEqual(["apple"]);
  const many = Array.from({ length: 30 }, (_, at) => [`new${at}.toy`, "def draft_one\n"] as const);
  const { snapshot, release } = await suppose(kit, { "b.toy": null, ...Object.fromEntries(many) });
  // So that the next one is up before the last file of the draft was looked at.
  kit.host.files.slowness = () => new Promise((resolve) => void kit.clock.after(100, resolve));
  const asked = refusalOf(snapshot.documentSymbols(kit.path("new0.toy"), kit.patience()));
  await kit.clock.pass(500);
  const isShowing = kit.toy.server.documents.length;
  await kit.clock.until(kit.workspace.sessions[0]?.renew("a test wants it") ?? Promise.resolve());
  expect((await kit.clock.until(asked)).code).toBe("server_restarting");
  await kit.clock.until(release());
  expect(isShowing).toBeGreaterThan(0);
  expect(isShowing).toBeLessThan(many.length);
  expect(kit.toy.incarnations).toHaveLength(2);
  expect(kit.toy.server.methods).not.toContain("workspace/didChangeWatchedFiles");
  expect(await onDisk(kit, "b.toy")).toEqual([]);
  mustBeRestored(kit);
});

test("a draft whose question is cancelled or runs out of time leaves nothing behind", async () => {
  await using kit = open({ dials: { neverAnswers: ["textDocument/hover"] } });
  const at = kit.at(kit.fixture.mark("fruit"));
  const stop = new AbortController();
  const one = await suppose(kit, { "a.toy": "def draft_one\n" });
  const asked = one.snapshot.hover(at, kit.patience({ signal: stop.signal })).catch((error: unknown) => error);
  await kit.clock.pass(100);
  stop.abort();
  expect(await asked).toMatchObject({ name: "AbortError" });
  await kit.clock.until(one.release());
  expect(await onDisk(kit)).toEqual(["apple"]);

  const other = await suppose(kit, { "a.toy": "def draft_two\n" });
  const late = refusalOf(kit.clock.until(other.snapshot.hover(at, kit.patience())));
  expect((await late).code).toBe("timed_out");
  await kit.clock.until(other.release());
  expect(await onDisk(kit)).toEqual(["apple"]);
  mustBeRestored(kit);
});

test("servers are kept from others for a while only: then the texts are taken back, and what is under way is refused", async () => {
  await using kit = open({ dials: { neverAnswers: ["textDocument/hover"] }, settings: { edits: { laneMs: 3_000 } } });
  const { snapshot, release } = await suppose(kit, { "a.toy": "def draft_one\n" });
  const at = kit.at(kit.fixture.mark("fruit"));
  const asked = refusalOf(snapshot.hover(at, kit.patience()));
  const others = kit.workspace.snapshot().then((one) => one.documentSymbols(kit.path("a.toy"), kit.patience()));
  expect((await kit.clock.until(others)).value.map(({ name }) => name)).toEqual(["apple"]);
  expect(await kit.clock.until(asked)).toMatchObject({ code: "timed_out" });
  expect((await refusalOf(names(kit, snapshot))).details.next).toContain("laneMs");
  await kit.clock.until(release());
  mustBeRestored(kit);
});

test("what was not released is released with the call, and a call can see a root as it would be from the beginning", async () => {
  await using kit = open();
  const roots = new Roots(kit.workspace);
  const supposed = new Map([[kit.path("new.toy"), "def draft_one\n"]]);
  const view = roots.view(noGates, false, { root: kit.workspace.root, supposed });
  const { snapshot, file } = await kit.clock.until(view.locate("new.toy"));
  expect([snapshot.supposed, file]).toEqual([supposed, kit.path("new.toy")]);
  expect(await names(kit, snapshot, "new.toy")).toEqual(["draft_one"]);
  await kit.clock.until(view.release());
  await expect(kit.clock.until(roots.view().locate("new.toy"))).rejects.toMatchObject({ code: "file_not_found" });
  expect((await refusalOf(names(kit, snapshot, "new.toy"))).code).toBe("timed_out");
  mustBeRestored(kit);
});

test("more than may be open, and a text that is too long, are refused before anything is shown", async () => {
  await using kit = open({ settings: { documents: { maxOpen: 2, maxBytes: 50 } } });
  const many = { "a.toy": "def draft_a\n", "b.toy": "def draft_b\n", "c.toy": "def draft_c\n" };
  for (const texts of [many, { "a.toy": "def draft_one # which is far longer than may be sent to a server\n" }]) {
    const { snapshot, release } = await suppose(kit, texts);
    expect((await refusalOf(names(kit, snapshot))).code).toBe("too_large");
    await kit.clock.until(release());
  }
  expect(JSON.stringify(kit.toy.received)).not.toContain("draft");
  expect(await onDisk(kit)).toEqual(["apple"]);
});

test("a server that publishes without versions is never shown a draft: its twin is, and ends with the root", async () => {
  await using kit = open({ dials: { diagnostics: "push-unversioned" }, entry: { diagnostics: "push" } });
  expect(await onDisk(kit)).toEqual(["apple"]);
  const { snapshot, release } = await suppose(kit, { "a.toy": "def draft_one\nuse draft_two\n" });
  const { value } = await kit.clock.until(snapshot.diagnostics(kit.path("a.toy"), kit.patience()));
  expect(value.diagnostics.map(({ message }) => message)).toEqual(["unknown name draft_two"]);
  await kit.clock.until(release());
  const [shared, twin] = kit.toy.incarnations;
  expect(JSON.stringify(shared?.server.received)).not.toContain("draft");
  expect(JSON.stringify(twin?.server.received)).toContain("draft");
  expect(kit.workspace.sessions).toHaveLength(1);
  expect(kit.events.filter((event) => JSON.stringify(event).includes("draft"))).toEqual([]);
  await kit.clock.until(kit.workspace.close());
  expect(kit.toy.incarnations.every(({ server }) => server.methods.includes("shutdown"))).toBe(true);
});

test("problems that are published late are about no text that was taken back", async () => {
  await using kit = open({ dials: { publishesOn: "demand" } });
  expect(await onDisk(kit)).toEqual(["apple"]);
  const { snapshot, release } = await suppose(kit, { "a.toy": "use draft_one\n" });
  expect(await names(kit, snapshot)).toEqual([]);
  const { server } = kit.toy;
  const supposed = server.documents.find(({ uri }) => uri.endsWith("a.toy"));
  server.publish();
  await oneTurn();
  await kit.clock.until(release());
  // As a server does that was slow to look at it.
  const late = { uri: supposed?.uri, version: supposed?.version, diagnostics: [problem("unknown name draft_one")] };
  server.notify("textDocument/publishDiagnostics", late);
  await kit.clock.pass(100);
  expect(kit.eventsOf("diagnostics")).toEqual([]);
  const asked = (await kit.clock.until(kit.workspace.snapshot())).diagnostics(kit.path("a.toy"), kit.patience());
  await oneTurn();
  server.publish();
  expect((await kit.clock.until(asked)).value.diagnostics).toEqual([]);
  mustBeRestored(kit);
});

function problem(message: string): object {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, message, severity: 1 };
}
