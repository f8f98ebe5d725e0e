// Whatever ends in the middle of a change: afterwards all files are as before, or all as after it.

import { afterAll, beforeAll, expect, test } from "vitest";
import { repeats } from "../support/soak.ts";
import type { DiskCall, Verdict } from "../support/crash-shim.ts";
import { Crash, ShimmedDisk } from "../support/crash-shim.ts";
import { CrashTree, renameEverywhere, signed, twenty } from "../support/crash-tree.ts";

let tree: CrashTree;
let before: Record<string, string>;
let after: Record<string, string>;
let calls: readonly DiskCall[];

beforeAll(async () => {
  tree = await CrashTree.plant(twenty());
  before = tree.shot();
  const shim = new ShimmedDisk(tree.host.writing);
  await commit(shim);
  after = tree.shot();
  calls = shim.calls;
});

afterAll(() => tree[Symbol.dispose]());

async function commit(disk: ShimmedDisk): Promise<unknown> {
  const prepared = await tree.writer().prepare(renameEverywhere(tree));
  return tree.writer(disk).commit(prepared, signed);
}

/** What leaves the disk other than it was. */
const changing = new Set(["create", "link", "rename", "remove", "make", "empty"]);

/** All old or all new, and nothing beside it. */
function isWhole(): boolean {
  const shot = tree.shot();
  return [before, after].some((one) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(shot)));
}

function sorted(shot: Record<string, string>): [string, string][] {
  return Object.entries(shot).sort(([a], [b]) => (a < b ? -1 : 1));
}

test("the rename changes twenty files", () => {
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(sorted(after)).not.toEqual(sorted(before));
  expect(after["new/made.ts"]).toBe("644 sum\n");
  expect(after["run.sh"]).toBe("755 sum\n");
  expect(tree.leftovers()).toEqual([]);
});

test("killed again at every call of its recovery, it is whole after the next [F48 D09]", async () => {
  const begun = calls.findIndex(({ act, path }) => act === "sync" && !path.includes("state")) - 1;
  const leave = async (): Promise<void> => {
    tree.replant(twenty());
    await expect(commit(new ShimmedDisk(tree.host.writing, killedAt(begun)))).rejects.toThrow(Crash);
  };
  await leave();
  const whole = new ShimmedDisk(tree.host.writing);
  await tree.writer(whole).recover();
  expect(sorted(tree.shot())).toEqual(sorted(before));
  expect(tree.events).toMatchObject([{ type: "edit.recovered", left: "" }]);
  // What is between them is like them.
  const nth = repeats({ test: 6, soak: 3 });
  const moments = whole.calls.filter(({ act, index }) => changing.has(act) && index % nth === begun % nth);
  for (const { index } of moments) {
    await leave();
    await expect(tree.writer(new ShimmedDisk(tree.host.writing, killedAt(index))).recover()).rejects.toThrow(Crash);
    await tree.writer().recover();
    expect(sorted(tree.shot())).toEqual(sorted(before));
    expect(tree.leftovers()).toEqual([]);
    // Once more is once.
    await tree.writer().recover();
    expect(sorted(tree.shot())).toEqual(sorted(before));
  }
  const [last] = await tree.writer().history();
  expect(last).toMatchObject({ outcome: "aborted", why: "a test", operation: "rename_symbol" });
}, 240_000);

function killedAt(index: number): (call: DiskCall) => Verdict {
  return (call) => (call.index === index ? "crash" : "go");
}

test("killed at every call of a change of twenty files, all is as before or all as after [F48 D01]", async () => {
  const moments = calls.filter(({ act }) => changing.has(act));
  const verdicts: readonly Verdict[] = ["crash", "half, crash"];
  let [kills, wentBack] = [0, 0];
  for (const { index, act } of moments) {
    for (const verdict of act === "create" ? verdicts : verdicts.slice(0, 1)) {
      kills++;
      tree.replant(twenty());
      const disk = new ShimmedDisk(tree.host.writing, (call) => (call.index === index ? verdict : "go"));
      await expect(commit(disk)).rejects.toThrow(Crash);
      await tree.writer().recover();
      expect({ index, act, whole: isWhole() || sorted(tree.shot()) }).toEqual({ index, act, whole: true });
      expect({ index, act, left: tree.leftovers() }).toEqual({ index, act, left: [] });
      if (JSON.stringify(sorted(tree.shot())) === JSON.stringify(sorted(before))) wentBack++;
    }
  }
  // Both directions were met.
  expect(wentBack).toBeGreaterThan(kills / 2);
  expect(wentBack).toBeLessThan(kills);
}, 240_000);
