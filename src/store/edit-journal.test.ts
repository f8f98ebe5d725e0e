// What a journal keeps no longer than it is of use.

import { expect, test } from "vitest";
import { settingsFor } from "../config/profiles.ts";
import { MemoryHost } from "../host/memory.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath, joinPath, parentOf } from "../model/file-path.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { EditJournal } from "./edit-journal.ts";
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
