// What a journal keeps no longer than it is of use.

import { describe, expect, test } from "vitest";
import { settingsFor } from "../config/profiles.ts";
import { MemoryHost } from "../host/memory/memory.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath, joinPath, parentOf } from "../model/file-path.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { EditJournal } from "./edit-journal.ts";
import type { EditRecord } from "./edit-journal-record.ts";
import { forgetVanished } from "./edit-journal-vanished.ts";

const root = filePath("/shop");
const day = 24 * 60 * 60 * 1_000;

test("of what was rescued the oldest goes beyond the bytes that are kept, but never the latest", async () => {
  const clock = new FakeClock();
  const host = new MemoryHost({ clock });
  const journal = new EditJournal(host, root);
  const rescued: FilePath[] = [];
  for (const size of [10, 10, 10]) {
    rescued.push(await journal.rescue("a.ts", new Uint8Array(size)));
    clock.advance(1_000);
  }
  const left = (): FilePath[] => rescued.filter((path) => host.files.below(host.stateDirectory).includes(path));
  await journal.trimRescued(settingsFor("standard").edits.keepBytes);
  expect(left()).toEqual(rescued);
  await journal.trimRescued(20);
  expect(left()).toEqual(rescued.slice(1));
  await journal.trimRescued(1);
  expect(left()).toEqual(rescued.slice(2));
});

test("a journal goes when its root has gone and a month has passed, unless something in it is not over", async () => {
  const clock = new FakeClock();
  const host = new MemoryHost({ clock });
  const own = await new EditJournal(host, root).place();
  const beside = parentOf(own) ?? own;
  const plant = (key: string, of: string, ...more: string[]): FilePath => {
    const journal = joinPath(beside, key.repeat(32));
    host.files.write(joinPath(journal, "t1-aa.kept", "record.json"), JSON.stringify({ root: of }));
    host.files.write(joinPath(journal, "rescued", "one"), "rescued");
    for (const name of more) host.files.write(joinPath(journal, name), "");
    return journal;
  };
  host.files.write(filePath("/there/a.ts"), "a");
  const gone = plant("a", "/gone");
  const kept = [
    plant("b", "/there"),
    plant("c", "/gone", "t2-bb.prepared/record.json"),
    plant("d", "/gone", "lock-00"),
  ];
  const files = (journals: readonly FilePath[]): number[] => journals.map((one) => host.files.below(one).length);
  const stat = host.files.stat.bind(host.files);
  const since = clock.wall();
  host.files.stat = async (path) => {
    const found = await stat(path);
    return found && { ...found, changedAt: since };
  };
  clock.advance(29 * day);
  await forgetVanished(host, own);
  expect(files([gone])).toEqual([2]);
  clock.advance(2 * day);
  await forgetVanished(host, own);
  expect(files([gone, ...kept])).toEqual([0, 2, 3, 3]);
});

describe("a record is believed only as it was sealed here [S37]", () => {
  const at = "2026-01-02T03:04:05.000Z";
  const record: EditRecord = {
    ...{ id: "t1-aa", sequence: 1, root, why: "a test", operation: "apply_edit", caller: "mcp", at, nonce: "aa" },
    ...{ directories: [], emptied: [], targets: [], bytes: 0 },
  };

  async function prepared(): Promise<{ host: MemoryHost; place: FilePath; read: () => Promise<unknown[]> }> {
    const host = new MemoryHost({ clock: new FakeClock() });
    const journal = new EditJournal(host, root);
    await journal.prepare(record, []);
    await journal.stage(record.id, []);
    const read = async (): Promise<unknown[]> => {
      const other = new EditJournal(host, root);
      const all = await other.all(["prepared"]);
      return Promise.all(all.map(async (one) => [one.id, one.record?.why, await other.staged(one.id)]));
    };
    return { host, place: await journal.place(), read };
  }

  async function change(host: MemoryHost, path: FilePath, by: (text: string) => string): Promise<void> {
    const text = new TextDecoder().decode(await host.files.read(path, 1_000_000));
    host.files.write(path, by(text));
  }

  test("by another process of the same user too, whose key it is", async () => {
    const { host, read } = await prepared();
    expect(await read()).toEqual([["t1-aa", "a test", []]]);
    expect(host.files.below(filePath("/state/trust"))).toEqual(["/state/trust/journal.key"]);
    expect((await host.writing.look(filePath("/state/trust/journal.key")))?.mode).toBe(0o600);
  });

  test.each<[string, (host: MemoryHost, place: FilePath) => Promise<void> | void, unknown]>([
    [
      "changed",
      (host, place) =>
        change(host, joinPath(place, "t1-aa.prepared/record.json"), (text) => text.replace("a test", "b test")),
      ["t1-aa", undefined, []],
    ],
    [
      "without a seal",
      (host, place) =>
        change(host, joinPath(place, "t1-aa.prepared/record.json"), (text) => text.replace(/,\s*"seal.*"/, "")),
      ["t1-aa", undefined, []],
    ],
    [
      "made ready otherwise",
      (host, place) =>
        change(host, joinPath(place, "t1-aa.prepared/staged.json"), (text) => text.replace("[]", "[null]")),
      ["t1-aa", "a test", undefined],
    ],
    [
      "of another transaction",
      (host, place) => host.writing.rename(joinPath(place, "t1-aa.prepared"), joinPath(place, "t2-bb.prepared")),
      ["t2-bb", undefined, undefined],
    ],
    [
      "of another user",
      (host) => void host.files.write(filePath("/state/trust/journal.key"), `${"f".repeat(64)}\n`),
      ["t1-aa", undefined, undefined],
    ],
    [
      "of a key that is gone",
      (host) => void host.files.remove(filePath("/state/trust/journal.key")),
      ["t1-aa", undefined, undefined],
    ],
  ])("one that is %s is not", async (_, harm, found) => {
    const { host, place, read } = await prepared();
    await harm(host, place);
    expect(await read()).toEqual([found]);
  });

  test("and a damaged key is refused", async () => {
    const { host, read } = await prepared();
    host.files.write(filePath("/state/trust/journal.key"), "short");
    await expect(read()).rejects.toMatchObject({ code: "policy_denied" });
  });
});
