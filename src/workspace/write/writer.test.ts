// One writer of a root in memory: what a plan becomes, what is refused, and how it is taken back.

import { expect, test } from "vitest";
import { settingsFor } from "../../config/profiles.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath, parentOf } from "../../model/file-path.ts";
import type { ProposedStep } from "../../model/offered-action.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { Writer } from "./writer.ts";

const root = filePath("/shop");
const signed = { operation: "rename_symbol", caller: "a test" };

function open(files: Readonly<Record<string, string | Uint8Array>>): Opened {
  const host = new MemoryHost({ clock: new FakeClock() });
  for (const [name, content] of Object.entries(files)) host.files.write(at(name), content);
  return { host, writer: new Writer({ host, root, settings: settingsFor("standard") }) };
}

interface Opened {
  readonly host: MemoryHost;
  readonly writer: Writer;
}

function at(name: string): FilePath {
  return filePath(`/shop/${name}`);
}

async function textAt({ host }: Opened, name: string): Promise<string | undefined> {
  const bytes = await host.files.read(at(name), 1_000_000);
  return bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

async function edit({ host }: Opened, name: string, text: string): Promise<ProposedStep> {
  const bytes = (await host.files.read(at(name), 1_000_000)) ?? new Uint8Array();
  return { kind: "edit", file: at(name), hash: host.files.hash(bytes), before: host.files.decode(bytes).text, text };
}

const create = (name: string, over: object = {}): ProposedStep => {
  return { kind: "create", file: at(name), overwrite: false, ignoreIfExists: false, ...over };
};
const move = (from: string, to: string, over: object = {}): ProposedStep => {
  return { kind: "rename", from: at(from), to: at(to), overwrite: false, ignoreIfExists: false, ...over };
};
const remove = (name: string, over: object = {}): ProposedStep => {
  return { kind: "delete", file: at(name), recursive: false, ignoreIfNotExists: false, ...over };
};

async function write({ writer }: Opened, steps: readonly ProposedStep[]): ReturnType<Writer["commit"]> {
  return writer.commit(await writer.prepare({ root, why: "a test", steps }), signed);
}

test("a plan of every kind of step is carried out, told, remembered and taken back", async () => {
  const kit = open({ "a.ts": "one\r\n", "b.ts": "two", "old/c.ts": "three", "d.ts": "four" });
  const steps = [
    await edit(kit, "a.ts", "ONE\r\n"),
    create("new/deep/e.ts"),
    { kind: "edit", file: at("new/deep/e.ts"), hash: undefined, before: "", text: "five" } as const,
    move("old/c.ts", "c.ts"),
    remove("d.ts"),
  ];
  const written = await write(kit, steps);
  expect(written.notes).toEqual([]);
  expect(Object.fromEntries(written.files.map(({ file, ...rest }) => [file, rest]))).toEqual({
    "/shop/a.ts": { before: "one\r\n", after: "ONE\r\n" },
    "/shop/new/deep/e.ts": { before: undefined, after: "five" },
    "/shop/c.ts": { from: "/shop/old/c.ts", before: "three", after: "three" },
    "/shop/d.ts": { before: "four", after: undefined },
  });
  expect(await Promise.all(["a.ts", "c.ts", "d.ts", "new/deep/e.ts"].map((name) => textAt(kit, name)))).toEqual([
    "ONE\r\n",
    "three",
    undefined,
    "five",
  ]);
  expect(await kit.writer.history()).toMatchObject([
    { id: written.id, outcome: "committed", operation: "rename_symbol", caller: "a test", why: "a test" },
  ]);

  const undone = await kit.writer.commit(await kit.writer.inverse(undefined), signed);
  expect(undone.files.find(({ from }) => from !== undefined)).toMatchObject({
    file: "/shop/old/c.ts",
    from: "/shop/c.ts",
  });
  expect(kit.host.files.below(root).sort()).toEqual(["a.ts", "b.ts", "d.ts", "old/c.ts"].map(at));
  expect(await textAt(kit, "a.ts")).toBe("one\r\n");
  expect((await kit.writer.history()).map(({ outcome }) => outcome)).toEqual(["committed", "undone"]);
  // An undo can be taken back as well, and then what it had taken back can be undone once more.
  await kit.writer.commit(await kit.writer.inverse(undone.id), signed);
  expect(await textAt(kit, "c.ts")).toBe("three");
  expect((await kit.writer.history()).map(({ outcome }) => outcome)).toEqual(["committed", "undone", "committed"]);
  expect((await kit.writer.inverse(undefined)).undoes).toBe(written.id);
});

test("every file that is no longer what the plan was made from is named, and nothing is written", async () => {
  const kit = open({ "a.ts": "a", "b.ts": "b", "c.ts": "c" });
  const steps = [await edit(kit, "a.ts", "A"), await edit(kit, "b.ts", "B"), await edit(kit, "c.ts", "C")];
  kit.host.write(at("a.ts"), "else");
  kit.host.write(at("c.ts"), "else");
  const refusal = await refusalOf(write(kit, steps));
  expect(refusal.details).toMatchObject({ code: "stale_document", data: { files: ["/shop/a.ts", "/shop/c.ts"] } });
  expect(await textAt(kit, "b.ts")).toBe("b");
});

test("what an edit leaves as it is is not touched", async () => {
  const kit = open({ "a.ts": "a", "b.ts": "b" });
  const before = await kit.host.files.stat(at("a.ts"));
  const written = await write(kit, [await edit(kit, "a.ts", "a"), await edit(kit, "b.ts", "B")]);
  expect(written.files.map(({ file }) => file)).toEqual(["/shop/b.ts"]);
  expect(await kit.host.files.stat(at("a.ts"))).toEqual(before);
  const over = create("a.ts", { overwrite: true });
  const same = { kind: "edit", file: at("a.ts"), hash: undefined, before: "", text: "a" } as const;
  expect((await write(kit, [over, same])).files).toEqual([]);
  expect(await kit.host.files.stat(at("a.ts"))).toEqual(before);
  const nothing = await write(kit, [await edit(kit, "a.ts", "a")]);
  expect(nothing.files).toEqual([]);
});

test("a process that writes is waited for and then named; one that has gone is not", async () => {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  host.files.write(at("a.ts"), "a");
  const writer = new Writer({ host, root, settings: settingsFor("standard") });
  const kit = { host, writer };
  await write(kit, [await edit(kit, "a.ts", "b")]);
  const [journal] = host.files.below(joinPath(host.stateDirectory, "edits"));
  const other = { pid: 77, startTime: "1", machine: "memory", boot: "1", namespace: "1" };
  const lock = joinPath(parentOf(parentOf(journal ?? root) ?? root) ?? root, "lock-00");
  host.files.write(lock, JSON.stringify(other));
  host.writing.alive.add(other.pid);
  const began = clock.now();
  const refusal = await clock.until(refusalOf(write(kit, [await edit(kit, "a.ts", "c")])));
  expect(refusal.details).toMatchObject({ code: "root_locked", data: { pid: 77, machine: "memory" } });
  expect(clock.now() - began).toBeGreaterThanOrEqual(10_000);
  expect(await textAt(kit, "a.ts")).toBe("b");
  host.writing.alive.delete(other.pid);
  await write(kit, [await edit(kit, "a.ts", "c")]);
  expect(await textAt(kit, "a.ts")).toBe("c");
});

test("of two changes of one file at once the second is refused, whichever process writes them [F68]", async () => {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  host.files.write(at("a.ts"), "a");
  const [one, two] = [0, 1].map(() => new Writer({ host, root, settings: settingsFor("standard") }));
  if (one === undefined || two === undefined) throw new Error("two writers");
  for (const second of [one, two]) {
    host.files.write(at("a.ts"), "a");
    const kit = { host, writer: one };
    const plans = [
      await one.prepare({ root, why: "first", steps: [await edit(kit, "a.ts", "first")] }),
      await second.prepare({ root, why: "second", steps: [await edit(kit, "a.ts", "second")] }),
    ];
    const [a, b] = plans;
    if (a === undefined || b === undefined) throw new Error("two plans");
    const came = await clock.until(Promise.allSettled([one.commit(a, signed), second.commit(b, signed)]));
    expect(came.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = came.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ details: { code: "stale_document" } });
  }
});

test("no more is kept for taking back than the settings say", async () => {
  const host = new MemoryHost({ clock: new FakeClock() });
  const keeping = async (edits: object): Promise<number> => {
    const writer = new Writer({ host, root, settings: settingsFor("standard", { edits }) });
    host.files.write(at("a.ts"), "0".repeat(10));
    for (let count = 1; count <= 5; count++) {
      await write({ host, writer }, [await edit({ host, writer }, "a.ts", String(count).repeat(10))]);
    }
    return (await writer.history()).length;
  };
  expect(await keeping({ keep: 3 })).toBe(3);
  expect(await keeping({ keepBytes: 25 })).toBe(2);
  expect(await keeping({ keepBytes: 1 })).toBe(1);
});

test("what another program wrote after a crash is left alone and reported, and what stood there before is rescued", async () => {
  const kit = open({ "a.ts": "one", "b.ts": "two" });
  const events: BridgeEvent[] = [];
  const crash = new Error("the process ends");
  const { writing } = kit.host;
  const link = writing.link.bind(writing);
  writing.link = (from, to) => (to.startsWith(root) ? Promise.reject(crash) : link(from, to));
  const rename = writing.rename.bind(writing);
  const prepared = await kit.writer.prepare({ root, why: "a test", steps: [await edit(kit, "a.ts", "ONE")] });
  writing.rename = async (from, to) => {
    await rename(from, to);
    // From here on nothing of this process happens.
    if (to.endsWith(".old")) writing.read = () => Promise.reject(crash);
  };
  await expect(kit.writer.commit(prepared, signed)).rejects.toThrow("could not be undone completely");
  Object.assign(writing, { link, rename, read: (path: FilePath) => kit.host.files.read(path, 1_000_000) });
  kit.host.write(at("a.ts"), "another program's");
  const next = new Writer({
    host: kit.host,
    root,
    settings: settingsFor("standard"),
    emit: (event) => events.push(event),
  });
  await next.recover();
  expect(await textAt(kit, "a.ts")).toBe("another program's");
  expect(events).toMatchObject([{ type: "edit.recovered" }]);
  const [event] = events;
  const where = /is in (\S+)$/.exec(event?.type === "edit.recovered" ? event.left : "")?.[1];
  expect(await kit.host.files.read(filePath(where ?? "/"), 1_000_000)).toEqual(new TextEncoder().encode("one"));
  expect(kit.host.files.below(root)).toHaveLength(2);
  expect(await next.history()).toMatchObject([
    { outcome: "aborted", detail: expect.stringContaining("a.ts") as string },
  ]);
});

test("the first change may make a directory above the one in which changes are kept", async () => {
  class Within extends MemoryHost {
    override readonly stateDirectory = at(".local/state/sightline");
  }
  const host = new Within({ clock: new FakeClock() });
  host.files.write(at("a.ts"), "one");
  const kit = { host, writer: new Writer({ host, root, settings: settingsFor("standard") }) };
  await write(kit, [create(".local/note.txt")]);
  expect(await textAt(kit, ".local/note.txt")).toBe("");
  await kit.writer.commit(await kit.writer.inverse(undefined), signed);
  expect(await textAt(kit, ".local/note.txt")).toBeUndefined();
  expect((await kit.writer.history()).map(({ outcome }) => outcome)).toEqual(["committed", "undone"]);
});
