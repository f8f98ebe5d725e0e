// A process that is killed without warning while it changes files.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Killer } from "../support/crash-child.ts";
import { CrashTree } from "../support/crash-tree.ts";
import { repeats } from "../support/soak.ts";

const names = Array.from({ length: 8 }, (_, index) => `f${index}.ts`);
const kills = repeats({ test: 25, soak: 200 });
/** Long enough for a few changes, short enough to fall into the first. */
const longestMs = 40;

test("processes killed at any moment leave all files of a change old or all new [F48 D01]", async () => {
  const shelves = await Promise.all(
    [0, 1].map(() => CrashTree.plant(Object.fromEntries(names.map((name) => [name, "0"])))),
  );
  try {
    const met = new Set<string>();
    // Both must be met: what is never taken back proves nothing, and neither does what is always.
    const both = (): boolean => met.has("back") && met.has("done");
    await Promise.all(
      shelves.map(async (tree, shelf) => {
        using killer = new Killer();
        let reached = 0;
        for (let kill = shelf; kill < kills || !both(); kill += shelves.length) {
          // Spread evenly over the time, in another order than it passes.
          const millis = ((kill * 7) % kills) * (longestMs / kills);
          // However slow the machine is, some are killed in their first change and some after it.
          const done = await killer.killedAfter(millis, kill % 4 < 2 ? "!" : ".", tree.root, tree.state);
          await tree.writer().recover();
          const counts = new Set(names.map((name) => Number(readFileSync(tree.at(name), "utf8"))));
          expect({ kill, counts: [...counts] }).toEqual({ kill, counts: [expect.any(Number)] });
          const [now = 0] = counts;
          // What was answered is there; at the most one more was done and could not be told.
          expect([reached + done, reached + done + 1]).toContain(now);
          expect(Object.keys(tree.shot()).sort()).toEqual(names);
          expect(tree.leftovers()).toEqual([]);
          const wentBack = tree.events.splice(0).some(({ type }) => type === "edit.recovered");
          met.add(wentBack ? "back" : done > 0 ? "done" : "nothing");
          reached = now;
        }
      }),
    );
  } finally {
    for (const tree of shelves) tree[Symbol.dispose]();
  }
}, 300_000);
