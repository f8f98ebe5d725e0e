import { expect, test } from "vitest";

import { FakeClock } from "../../testing/fake-clock.ts";
import { MemoryWatching } from "./memory-watch.ts";
import type { FileChange, WatchState } from "../watch.ts";

function watchOf(watching: MemoryWatching) {
  const deliveries: (readonly FileChange[])[] = [];
  const states: WatchState[] = [];
  const watch = watching.watch({
    root: "/project",
    skips: (path) => path === "build",
    clock: new FakeClock(),
    onChanges: (changes) => deliveries.push(changes),
    onState: (state) => states.push(state),
  });
  return { watch, deliveries, states };
}

test("what a test emits arrives merged, without what is skipped or lies elsewhere", async () => {
  const watching = new MemoryWatching();
  const { watch, deliveries } = watchOf(watching);
  watching.emit([
    { path: "/project/a.ts", kind: "deleted" },
    { path: "/project/a.ts", kind: "created" },
    { path: "/project/build/out.js", kind: "created" },
    { path: "/projects/b.ts", kind: "created" },
    { path: "/project", kind: "changed" },
  ]);
  expect(deliveries).toEqual([[{ path: "/project/a.ts", kind: "changed" }]]);
  expect(await watch.settle()).toBe("settled");
});

test("a loss shows in the state and in what settling answers, until events come again", async () => {
  const watching = new MemoryWatching();
  const { watch, states } = watchOf(watching);
  watching.lose("the limit is reached");
  expect(watch.state).toEqual({ kind: "lost", why: "the limit is reached" });
  expect(await watch.settle()).toBe("rescanned");
  watching.lose("the root is gone", "lost");
  expect(await watch.settle()).toBe("lost");
  watching.regain();
  expect(await watch.settle()).toBe("settled");
  expect(states.map((state) => state.kind)).toEqual(["lost", "lost", "watching"]);
});

test("a closed watch hears nothing and counts no more", async () => {
  const watching = new MemoryWatching();
  const { watch, deliveries, states } = watchOf(watching);
  expect(watching.open).toBe(1);
  await watch.close();
  await watch.close();
  watching.emit([{ path: "/project/a.ts", kind: "created" }]);
  expect(deliveries).toEqual([]);
  expect(states).toEqual([{ kind: "closed" }]);
  expect(watching.open).toBe(0);
  expect(await watch.settle()).toBe("lost");
});
