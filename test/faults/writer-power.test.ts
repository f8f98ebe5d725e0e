// The power goes while files are changed, and with it any names that were not made durable.

import fc from "fast-check";
import { expect, test } from "vitest";
import { settingsFor } from "../../src/config/profiles.ts";
import { MemoryHost } from "../../src/host/memory/memory.ts";
import { filePath, joinPath } from "../../src/model/file-path.ts";
import type { Plan } from "../../src/model/plan.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import { Writer } from "../../src/workspace/write/writer.ts";
import { CrashDisk } from "../support/crash-disk.ts";
import { Crash, ShimmedDisk } from "../support/crash-shim.ts";
import { signed } from "../support/crash-tree.ts";

const root = filePath("/shop");
const texts = { "a.ts": "one\n", "src/b.ts": "two\n", "c.ts": "three\n", "d.ts": "four\n", "src/deep/e.ts": "five\n" };

function planted(): CrashDisk {
  const disk = new CrashDisk();
  for (const [name, text] of Object.entries(texts)) disk.plant(joinPath(root, name), text);
  disk.plant(filePath("/state/here"), "");
  return disk;
}

function writer(disk: CrashDisk, shim?: ShimmedDisk): Writer {
  const memory = new MemoryHost({ clock: new FakeClock() });
  const machine = { hold: () => () => {}, resolvePackageFile: () => undefined };
  const host = { ...memory, ...machine, files: disk.files, writing: shim ?? disk.writing };
  return new Writer({ host, root, settings: settingsFor("standard") });
}

function plan(): Plan {
  const options = { overwrite: false, ignoreIfExists: false };
  const edit = (name: keyof typeof texts): Plan["steps"][number] => {
    const before = texts[name];
    return { kind: "edit", file: joinPath(root, name), hash: undefined, before, text: before.toUpperCase() };
  };
  return {
    root,
    why: "a test",
    steps: [
      edit("a.ts"),
      edit("src/b.ts"),
      edit("src/deep/e.ts"),
      { kind: "rename", from: joinPath(root, "c.ts"), to: joinPath(root, "new/c.ts"), ...options },
      { kind: "create", file: joinPath(root, "new/f.ts"), ...options },
      { kind: "delete", file: joinPath(root, "d.ts"), recursive: false, ignoreIfNotExists: false },
    ],
  };
}

async function commit(disk: CrashDisk, shim: ShimmedDisk): Promise<void> {
  await writer(disk, shim).commit(await writer(disk).prepare(plan()), signed);
}

function ignoreCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error;
}

const before = planted().shot(root);

test("without power at any call, and with any unsynced names lost, all is as before or all as after [F48 D02 D09]", async () => {
  const done = planted();
  const whole = new ShimmedDisk(done.writing);
  await commit(done, whole);
  const after = done.shot(root);
  const directions = new Set<string>();
  const property = fc.asyncProperty(
    fc.nat({ max: whole.calls.length }),
    fc.boolean(),
    fc.infiniteStream(fc.boolean()),
    fc.option(fc.nat({ max: whole.calls.length }), { nil: undefined }),
    async (moment, half, lost, again) => {
      const disk = planted();
      const shim = new ShimmedDisk(disk.writing, ({ index }) =>
        index < moment ? "go" : half ? "half, crash" : "crash",
      );
      const isAnswered = await commit(disk, shim).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Crash) return false;
          throw error;
        },
      );
      disk.crash(() => lost.next().value === true);
      if (again !== undefined) {
        // It goes once more while the change is taken back.
        const second = new ShimmedDisk(disk.writing, ({ index }) => (index < again ? "go" : "crash"));
        await writer(disk, second).recover().catch(ignoreCrash);
        disk.crash(() => lost.next().value === true);
      }
      await writer(disk).recover();
      const now = disk.shot(root);
      // What was answered stays.
      expect(isAnswered ? [after] : [before, after]).toContainEqual(now);
      directions.add(JSON.stringify(now) === JSON.stringify(before) ? "back" : "forth");
      const journal = Object.keys(disk.shot("/state")).filter((name) =>
        /lock-|draft|\.(prepared|committed)/.test(name),
      );
      expect(journal).toEqual([]);
      // Once more is once.
      await writer(disk).recover();
      expect(disk.shot(root)).toEqual(now);
    },
  );
  await fc.assert(property, { numRuns: 3_000 });
  expect([...directions].sort()).toEqual(["back", "forth"]);
}, 120_000);
