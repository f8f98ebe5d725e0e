import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { watchedTree } from "../../../test/support/watched-tree.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import type { Ears, WatchDisk } from "./disk.ts";
import { nodeDisk } from "./disk.ts";
import { COOKIE_MS, RETRY_MS } from "./limits.ts";
import { turn } from "./pace.ts";
import { QueuePressure } from "./pressure.ts";

/** The disk of this machine, until it is told to misbehave. */
class FaultyDisk implements WatchDisk {
  watchLimit = Number.POSITIVE_INFINITY;
  attached = 0;
  heard = 0;
  isDeafTo: (path: string) => boolean = () => false;
  failing: string | undefined;
  isShared = false;
  readonly ears = new Map<string, Ears>();

  look(path: string): ReturnType<WatchDisk["look"]> {
    return nodeDisk.look(path);
  }

  names(directory: string): readonly string[] | undefined {
    if (this.failing === directory) throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    return nodeDisk.names(directory);
  }

  attach(path: string, reach: "directory" | "recursive", ears: Ears): ReturnType<WatchDisk["attach"]> {
    if (this.attached >= this.watchLimit) return { kind: "refused", why: "the limit is reached" };
    const onEvent: Ears["onEvent"] = (name, event) => {
      this.heard += 1;
      if (!this.isDeafTo(path)) ears.onEvent(name, event);
    };
    const attached = nodeDisk.attach(path, reach, { ...ears, onEvent });
    if (attached.kind !== "attached") return attached;
    this.ears.set(path, ears);
    this.attached += 1;
    const close = (): void => {
      this.attached -= 1;
      attached.close();
    };
    return { ...attached, close };
  }

  tellsAll(path: string): boolean {
    return !this.isShared && nodeDisk.tellsAll(path);
  }
}

// Only Linux has the queue that these are about.
if (process.platform === "linux") {
  const queueLimit = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
  // Each file will give two events, so one in three is dropped.
  const names = Array.from({ length: 0.75 * queueLimit }, (_, n) => `burst/${n}.ts`);

  describe("when more happens at once than the kernel's queue holds", () => {
    test("no change is missed, though events were dropped [F54]", async () => {
      const disk = new FaultyDisk();
      await using tree = await watchedTree({ means: { disk }, isLarge: true });
      mkdirSync(tree.path("burst"));
      await tree.watch.settle();
      for (const name of names) writeFileSync(tree.path(name), "1");
      expect(await tree.watch.settle()).toBe("rescanned");
      expect(disk.heard).toBeLessThan(1.25 * queueLimit);
      tree.expectTrue();
      expect(await tree.watch.settle()).toBe("settled");
    });

    test("the drop is noticed even if the queue is empty again before the next question [F54]", async () => {
      const disk = new FaultyDisk();
      const files = Object.fromEntries(names.map((name) => [name, "1"]));
      await using tree = await watchedTree({ means: { disk }, files, isLarge: true });
      const last = names.at(-1) ?? "";
      const reported = tree.reported(last);
      for (const name of names) {
        writeFileSync(tree.path(name), "22");
        chmodSync(tree.path(name), 0o600);
      }
      await turn();
      expect(disk.heard).toBeLessThan(1.25 * queueLimit);
      await reported;
      await tree.watch.settle();
      tree.expectTrue();
    });

    test("a turn counts its events, and only a full one raises doubt", async () => {
      const pressure = new QueuePressure(8);
      let alarms = 0;
      const stop = pressure.onHigh(() => {
        alarms += 1;
      });
      for (let n = 0; n < 3; n += 1) pressure.note();
      await turn();
      for (let n = 0; n < 3; n += 1) pressure.note();
      expect(alarms).toBe(0);
      for (let n = 0; n < 9; n += 1) pressure.note();
      expect(alarms).toBe(1);
      await turn();
      for (let n = 0; n < 4; n += 1) pressure.note();
      expect(alarms).toBe(2);
      stop();
      await turn();
      for (let n = 0; n < 4; n += 1) pressure.note();
      expect(alarms).toBe(2);
    });
  });

  test("a cookie whose event does not come is taken for a drop [F54]", async () => {
    const clock = new FakeClock();
    const disk = new FaultyDisk();
    await using tree = await watchedTree({ means: { disk }, options: { clock } });
    disk.isDeafTo = () => true;
    tree.write("a/b.ts", "1");
    const settled = tree.watch.settle();
    await turn();
    clock.advance(COOKIE_MS);
    expect(await settled).toBe("rescanned");
    tree.expectTrue();
    disk.isDeafTo = () => false;
    tree.write("a/b.ts", "2");
    expect(await tree.watch.settle()).toBe("settled");
    tree.expectTrue();
    expect(clock.pendingTimers).toBe(0);
  });

  test("a cookie that is cleaned away is replaced", async () => {
    await using tree = await watchedTree();
    rmSync(join(tree.home, "cookies", ...tree.cookies), { recursive: true });
    tree.write("a.ts", "1");
    expect(await tree.watch.settle()).toBe("rescanned");
    tree.expectTrue();
    expect(tree.cookies.length).toBe(1);
    expect(await tree.watch.settle()).toBe("settled");
  });

  test("without a place for the cookie every answer rests on a rescan, and says so", async () => {
    await using tree = await watchedTree({ means: { cookieParent: "/nowhere" } });
    expect(tree.watch.state).toMatchObject({ kind: "lost", why: expect.stringContaining("/nowhere") });
    tree.write("a.ts", "1");
    expect(await tree.watch.settle()).toBe("rescanned");
    tree.expectTrue();
  });

  test("a cookie inside the root is not part of the tree", async () => {
    await using tree = await watchedTree({ cookieFolder: "root" });
    tree.write("a.ts", "1");
    expect(await tree.watch.settle()).toBe("settled");
    expect(await tree.watch.settle()).toBe("settled");
    expect(tree.takeReport()).toEqual(["created a.ts"]);
  });

  test("those who ask in one breath share one cookie, and one who asks later sees what came between", async () => {
    const disk = new FaultyDisk();
    await using tree = await watchedTree({ means: { disk } });
    const answers = Array.from({ length: 100 }, () => tree.watch.settle());
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["settled"]));
    // Moving the cookie shows twice: its old name goes, its new name comes.
    expect(disk.heard).toBe(2);
    const early = tree.watch.settle();
    await Promise.resolve();
    tree.write("between.ts", "1");
    const late = tree.watch.settle();
    await Promise.all([early, late]);
    expect(tree.takeReport()).toEqual(["created between.ts"]);
  });
}

test("past the limit of watches nothing is pushed, all is found, and the limit is tried again later [F54]", async () => {
  const clock = new FakeClock();
  const disk = new FaultyDisk();
  await using tree = await watchedTree({ means: { disk, strategy: "directories" }, options: { clock } });
  disk.watchLimit = disk.attached + 1;
  tree.write("a/b/c/d.ts", "1");
  await tree.watch.settle();
  expect(tree.watch.state).toEqual({ kind: "lost", why: "the limit is reached" });
  expect(disk.attached).toBe(0);
  tree.expectTrue();
  tree.write("a/b/c/d.ts", "2");
  tree.write("e.ts", "1");
  expect(await tree.watch.settle()).toBe("rescanned");
  tree.expectTrue();
  disk.watchLimit = Number.POSITIVE_INFINITY;
  clock.advance(RETRY_MS);
  expect(await tree.watch.settle()).toBe("rescanned");
  expect(tree.watch.state).toEqual({ kind: "watching", directories: 4 });
  expect(tree.states.map(({ kind }) => kind)).toEqual(["watching", "lost", "watching"]);
});

test("an edit that keeps size and time, or falls into the same tick of the clock, is found by a rescan [F54]", async () => {
  const disk = new FaultyDisk();
  disk.watchLimit = 0;
  await using tree = await watchedTree({ means: { disk }, files: { "a.ts": "0000" } });
  const { atime, mtime } = statSync(tree.path("a.ts"));
  tree.write("a.ts", "1111");
  utimesSync(tree.path("a.ts"), atime, mtime);
  expect(await tree.watch.settle()).toBe("rescanned");
  tree.expectTrue();
  for (let n = 0; n < 300; n += 1) {
    tree.write("a.ts", `${1000 + n}`);
    await tree.watch.settle();
    tree.expectTrue();
  }
});

test("on a file system that others write to, only a rescan counts", async () => {
  const disk = new FaultyDisk();
  disk.isShared = true;
  await using tree = await watchedTree({ means: { disk } });
  disk.isDeafTo = (path) => path.startsWith(tree.root);
  tree.write("a/b.ts", "1");
  expect(await tree.watch.settle()).toBe("rescanned");
  tree.write("a/b.ts", "22");
  expect(await tree.watch.settle()).toBe("rescanned");
  tree.expectTrue();
});

test("a watch that fails later costs the events, not the truth", async () => {
  const disk = new FaultyDisk();
  await using tree = await watchedTree({ means: { disk }, files: { "a/b.ts": "1" } });
  disk.ears.get(tree.root)?.onFailure("EPERM");
  expect(tree.watch.state).toEqual({ kind: "lost", why: "EPERM" });
  tree.write("a/b.ts", "22");
  expect(await tree.watch.settle()).toBe("rescanned");
  tree.expectTrue();
});

test("an event without a name makes the whole tree be compared", async () => {
  const disk = new FaultyDisk();
  await using tree = await watchedTree({ means: { disk }, files: { "a/b.ts": "1" } });
  disk.isDeafTo = (path) => path.startsWith(tree.root);
  const reported = tree.reported("a/b.ts");
  tree.write("a/b.ts", "22");
  disk.ears.get(tree.root)?.onEvent(null, "rename");
  await reported;
  tree.expectTrue();
});

test("what the disk cannot tell is neither taken for deleted nor called fresh [F54]", async () => {
  const disk = new FaultyDisk();
  await using tree = await watchedTree({ means: { disk }, files: { "a/1.ts": "1", "b/2.ts": "2" } });
  disk.failing = tree.path("moved");
  renameSync(tree.path("a"), tree.path("moved"));
  expect(await tree.watch.settle()).toBe("lost");
  expect(tree.watch.state).toEqual({ kind: "lost", why: "EMFILE: too many open files" });
  disk.failing = tree.path("b");
  expect(await tree.watch.settle()).toBe("lost");
  expect(tree.takeReport()).toEqual(["created moved/1.ts", "deleted a/1.ts"]);
  disk.failing = undefined;
  expect(await tree.watch.settle()).toBe("rescanned");
  expect(tree.watch.state).toEqual({ kind: "watching", directories: 3 });
  tree.expectTrue();
});

test("a root that goes is reported as gone, and as back when it is back", async () => {
  await using tree = await watchedTree({ files: { "a/1.ts": "1", "2.ts": "2" } });
  rmSync(tree.root, { recursive: true });
  expect(await tree.watch.settle()).toBe("lost");
  expect(tree.takeReport()).toEqual(["deleted 2.ts", "deleted a/1.ts"]);
  expect(tree.watch.state.kind).toBe("lost");
  tree.write("a/3.ts", "3");
  expect(await tree.watch.settle()).not.toBe("lost");
  expect(tree.watch.state).toEqual({ kind: "watching", directories: 2 });
  const reported = tree.reported("a/3.ts");
  tree.write("a/3.ts", "33");
  await reported;
  tree.expectTrue();
});

test("a root that is removed and made again between two questions is watched again", async () => {
  await using tree = await watchedTree({ files: { "a/1.ts": "1" } });
  // File systems like to give the number of the old directory to the new one, so that both look the same.
  for (let round = 0; round < 10; round += 1) {
    rmSync(tree.root, { recursive: true });
    tree.write("a/1.ts", `round ${round}`);
    await tree.watch.settle();
    tree.write("a/1.ts", `still round ${round}`);
    await tree.watch.settle();
    tree.expectTrue();
  }
});

test("a root that moves away with a directory above it is missed at the next question", async () => {
  await using tree = await watchedTree({ means: { cookieParent: tmpdir() }, files: { "a/1.ts": "1" } });
  renameSync(tree.home, `${tree.home}-moved`);
  expect(await tree.watch.settle()).toBe("lost");
  expect(tree.takeReport()).toEqual(["deleted a/1.ts"]);
  renameSync(`${tree.home}-moved`, tree.home);
  expect(await tree.watch.settle()).toBe("rescanned");
  tree.expectTrue();
});

test("an event is believed even where the times of files stand still", async () => {
  const look: WatchDisk["look"] = (path) => {
    const seen = nodeDisk.look(path);
    return seen?.kind === "file" ? { ...seen, stamp: 1 } : seen;
  };
  await using tree = await watchedTree({ means: { disk: { ...nodeDisk, look } }, files: { "a.ts": "1" } });
  tree.write("a.ts", "2");
  await tree.watch.settle();
  expect(tree.takeReport()).toEqual(["changed a.ts"]);
});

test("a root that another directory replaces is watched as that other", async () => {
  await using tree = await watchedTree({ files: { "a.ts": "1", "b.ts": "1" } });
  mkdirSync(join(tree.home, "other"));
  writeFileSync(join(tree.home, "other", "a.ts"), "other");
  renameSync(tree.root, join(tree.home, "old"));
  renameSync(join(tree.home, "other"), tree.root);
  await tree.watch.settle();
  expect(tree.takeReport()).toEqual(["changed a.ts", "deleted b.ts"]);
  writeFileSync(join(tree.home, "old", "b.ts"), "not ours");
  tree.write("c/d.ts", "1");
  await tree.watch.settle();
  expect(tree.takeReport()).toEqual(["created c/d.ts"]);
});

test("after a checkout of 10,000 files the next question sees the new tree, each path told once [F56]", async () => {
  const paths = Array.from({ length: 10_000 }, (_, n) => `package-${n % 40}/folder-${n % 200}/file-${n}.ts`);
  const files = Object.fromEntries(paths.map((path) => [path, "old"]));
  await using tree = await watchedTree({ files, isLarge: true });
  const script = `
    const { mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } = require("node:fs");
    const paths = require("node:fs").readFileSync(0, "utf8").split("\\n");
    rmSync("package-7", { recursive: true });
    renameSync("package-8", "package-moved");
    mkdirSync("brand/new/package", { recursive: true });
    for (const [n, path] of paths.entries()) {
      if (path.startsWith("package-7/") || path.startsWith("package-8/")) continue;
      unlinkSync(path);
      if (n % 50 !== 0) writeFileSync(path, "new " + n);
      if (n % 50 === 1) writeFileSync("brand/new/package/" + n, "new");
    }`;
  const checkout = spawn(process.execPath, ["-e", script], { cwd: tree.root, stdio: ["pipe", "inherit", "inherit"] });
  checkout.stdin.end(paths.join("\n"));
  expect(await once(checkout, "exit")).toEqual([0, null]);
  expect(await tree.watch.settle()).not.toBe("lost");
  tree.expectTrue();
  // A checkout that leaves the watcher no time to follow comes as one delivery.
  const before = tree.deliveries.length;
  for (const path of paths.slice(5_000)) tree.write(path, "back");
  await tree.watch.settle();
  tree.expectTrue();
  expect(tree.deliveries.length).toBe(before + 1);
});
