import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { WatchedTree, watchedTree } from "../../../test/support/watched-tree.ts";
import type { Clock } from "../../std/clock.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { nodeDisk } from "./disk.ts";
import { SLICE_MS } from "./limits.ts";
import { turn } from "./pace.ts";

/** Time flies: every piece of work is over as soon as it has begun. */
function hastyClock(): Clock {
  const clock = new FakeClock();
  return {
    now: () => {
      clock.advance(SLICE_MS);
      return clock.now();
    },
    wall: () => clock.wall(),
    after: () => ({ cancel: () => {} }),
  };
}

const folders = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`folder-${n}/a.ts`, "1"]));

test("closing delivers what is pending first, and nothing after [AGL-247]", async () => {
  await using tree = await watchedTree({ files: { "a.ts": "1" } });
  tree.write("a.ts", "22");
  tree.write("b/c/d.ts", "1");
  const closing = tree.watch.close();
  expect(tree.watch.close()).toBe(closing);
  await closing;
  expect(tree.takeReport()).toEqual(["changed a.ts", "created b/c/d.ts"]);
  expect(tree.watch.state).toEqual({ kind: "closed" });
  expect(tree.cookies).toEqual([]);
  tree.write("a.ts", "333");
  for (let n = 0; n < 5; n += 1) await turn();
  expect(tree.takeReport()).toEqual([]);
  expect(await tree.watch.settle()).toBe("lost");
  expect(tree.states.map(({ kind }) => kind)).toEqual(["watching", "closed"]);
});

test.each([0, 1, 5])("closing %i turns after the start ends the start", async (turns) => {
  const tree = new WatchedTree({ files: folders, options: { clock: hastyClock() } });
  await using _ = tree;
  const asked = tree.watch.settle();
  for (let n = 0; n < turns; n += 1) await turn();
  await tree.watch.close();
  await tree.watch.ready;
  expect(await asked).toBe("lost");
  expect(tree.deliveries).toEqual([]);
  expect(tree.states).toEqual([{ kind: "closed" }]);
  expect(tree.cookies).toEqual([]);
});

test("closing ends a rescan, and those who wait for it hear that it is lost", async () => {
  const disk = { ...nodeDisk, attach: () => ({ kind: "refused", why: "the limit is reached" }) as const };
  await using tree = await watchedTree({ files: folders, means: { disk }, options: { clock: hastyClock() } });
  for (const path of Object.keys(folders)) tree.write(path, "22");
  const asked = tree.watch.settle();
  for (let n = 0; n < 5; n += 1) await turn();
  await tree.watch.close();
  const told = tree.deliveries.flat().length;
  expect(await asked).toBe("lost");
  for (let n = 0; n < 100; n += 1) await turn();
  expect(tree.deliveries.flat().length).toBe(told);
  expect(told).toBeLessThan(50);
});

test("what changes during a rescan, behind its back, is seen by a question asked after the change", async () => {
  const disk = { ...nodeDisk, attach: () => ({ kind: "refused", why: "the limit is reached" }) as const };
  await using tree = await watchedTree({ files: folders, means: { disk }, options: { clock: hastyClock() } });
  const first = tree.watch.settle();
  for (let n = 0; n < 25; n += 1) await turn();
  for (const path of Object.keys(folders)) tree.write(path, "22");
  const second = tree.watch.settle();
  expect(await Promise.all([first, second])).toEqual(["rescanned", "rescanned"]);
  tree.expectTrue();
});

test("a watch keeps the process alive only while a question is open, and leaves nothing behind", async () => {
  await using tree = await watchedTree();
  const script = `
    import { nodeWatching } from ${JSON.stringify(new URL("../../../dist/host/node/node-watch.js", import.meta.url).href)};
    import { nodeClock } from ${JSON.stringify(new URL("../../../dist/host/node/node-clock.js", import.meta.url).href)};
    import { writeFileSync } from "node:fs";
    const onChanges = (changes) => console.log(changes.length);
    const watch = nodeWatching.watch({ root: process.cwd(), skips: () => false, clock: nodeClock, onChanges });
    await watch.ready;
    writeFileSync("a.ts", "1");
    console.log((await watch.settle()) === "lost" ? "lost" : "seen");`;
  const cookies = join(tree.home, "cookies");
  const before = tree.cookies;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: tree.root,
    env: { ...process.env, TMPDIR: cookies },
    encoding: "utf8",
    timeout: 30_000,
  });
  expect({ status, lines: stdout.split("\n") }).toEqual({ status: 0, lines: ["1", "seen", ""] });
  expect(tree.cookies).toEqual(before);
});

test("a receiver that throws is told by the question, and the next change reaches it", async () => {
  const received: string[] = [];
  const onChanges = (changes: readonly { readonly path: string }[]): void => {
    received.push(...changes.map(({ path }) => path));
    if (received.length === 1) throw new Error("the receiver stumbled");
  };
  await using tree = await watchedTree({ options: { onChanges } });
  writeFileSync(join(tree.root, "a.ts"), "1");
  await expect(tree.watch.settle()).rejects.toThrow("the receiver stumbled");
  writeFileSync(join(tree.root, "b.ts"), "1");
  await tree.watch.settle();
  expect(received).toEqual([tree.path("a.ts"), tree.path("b.ts")]);
});
