import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { watchedTree } from "../../../test/support/watched-tree.ts";
import { skipRules } from "../watch/ignore-rules.ts";
import type { WatchMeans } from "./node-watch.ts";
import type { WatchDisk } from "../watch/disk.ts";
import { nodeDisk } from "../watch/disk.ts";
import { turn } from "../watch/pace.ts";

// Other platforms have only the recursive kind; Linux tries it too, in their place.
const strategies: readonly WatchMeans["strategy"][] =
  process.platform === "linux" ? ["directories", "recursive"] : ["recursive"];

describe.each(strategies)("%s", (strategy) => {
  const means = { strategy };
  const settlement = strategy === "directories" ? "settled" : "rescanned";

  test("a write, a removal and a rename are told as what they are [AGL-244]", async () => {
    await using tree = await watchedTree({ means, files: { "a.ts": "1", "b.ts": "2", "c.ts": "3", "d.ts": "4" } });
    tree.write("new.ts", "5");
    tree.write("a.ts", "one");
    tree.remove("b.ts");
    renameSync(tree.path("c.ts"), tree.path("moved.ts"));
    writeFileSync(tree.path("d.tmp"), "replaced");
    renameSync(tree.path("d.tmp"), tree.path("d.ts"));
    expect(await tree.watch.settle()).toBe(settlement);
    expect(tree.takeReport()).toEqual([
      "changed a.ts",
      "changed d.ts",
      "created moved.ts",
      "created new.ts",
      "deleted b.ts",
      "deleted c.ts",
    ]);
    tree.expectTrue();
  });

  test("a change at any depth is pushed without being asked for [AGL-241]", async () => {
    await using tree = await watchedTree({ means, files: { "a/b/c/d/deep.ts": "1", "top.ts": "1" } });
    for (const path of ["a/b/c/d/deep.ts", "top.ts", "a/b/c/d/deep.ts"]) {
      const reported = tree.reported(path);
      tree.write(path, "2");
      await reported;
    }
    await tree.watch.settle();
    tree.expectTrue();
  });

  test("whatever happens to a path, a delivery names it once, with the net effect [AGL-242]", async () => {
    await using tree = await watchedTree({ means, files: { "kept.ts": "1", "gone.ts": "1" } });
    for (let round = 0; round < 20; round += 1) {
      tree.write("kept.ts", `${round}`);
      tree.remove("kept.ts");
      tree.write("kept.ts", `again ${round}`);
      tree.write("passing.ts", "1");
      tree.remove("passing.ts");
      tree.write("fresh.ts", `${round}`);
      tree.write("gone.ts", `${round}`);
    }
    tree.remove("gone.ts");
    await tree.watch.settle();
    expect(tree.deliveries.length).toBe(1);
    expect(tree.takeReport()).toEqual(["changed kept.ts", "created fresh.ts", "deleted gone.ts"]);
  });

  test("a directory made later is watched, with all that was written into it before [AGL-246]", async () => {
    await using tree = await watchedTree({ means });
    tree.write("a/b/c/d.ts", "1");
    tree.write("a/b/e.ts", "1");
    await tree.watch.settle();
    expect(tree.takeReport()).toEqual(["created a/b/c/d.ts", "created a/b/e.ts"]);
    tree.write("a/b/c/d.ts", "2");
    tree.write("a/b/c/f/g.ts", "1");
    await tree.watch.settle();
    expect(tree.takeReport()).toEqual(["changed a/b/c/d.ts", "created a/b/c/f/g.ts"]);
    tree.expectTrue();
  });

  test("a directory that goes takes its files with it, and one that moves brings them along", async () => {
    await using tree = await watchedTree({ means, files: { "a/b/1.ts": "1", "a/2.ts": "2", "c/3.ts": "3" } });
    renameSync(tree.path("a"), tree.path("moved"));
    tree.remove("c");
    await tree.watch.settle();
    expect(tree.takeReport()).toEqual([
      "created moved/2.ts",
      "created moved/b/1.ts",
      "deleted a/2.ts",
      "deleted a/b/1.ts",
      "deleted c/3.ts",
    ]);
    tree.write("moved/b/1.ts", "changed after the move");
    renameSync(tree.path("moved"), join(tree.home, "outside"));
    await tree.watch.settle();
    writeFileSync(join(tree.home, "outside", "2.ts"), "not ours any more");
    await tree.watch.settle();
    expect(tree.takeReport()).toEqual(["deleted moved/2.ts", "deleted moved/b/1.ts"]);
  });

  test("a directory replaced by another of its name stays watched", async () => {
    await using tree = await watchedTree({ means, files: { "a/b/1.ts": "1" } });
    for (let round = 0; round < 10; round += 1) {
      tree.remove("a");
      tree.write("a/b/1.ts", "other");
      await tree.watch.settle();
      tree.write("a/b/1.ts", `${round}`);
      tree.write(`a/b/c/${round}.ts`, "1");
      await tree.watch.settle();
      tree.expectTrue();
    }
  });

  test("a symbolic link is a file, wherever it leads", async () => {
    await using tree = await watchedTree({ means, files: { "real/1.ts": "1" } });
    symlinkSync("real", tree.path("link"));
    symlinkSync("nowhere", tree.path("real/dangling"));
    await tree.watch.settle();
    expect(tree.takeReport()).toEqual(["created link", "created real/dangling"]);
    tree.write("real/1.ts", "2");
    await tree.watch.settle();
    expect(tree.takeReport()).toContain("changed real/1.ts");
    tree.remove("real");
    renameSync(tree.path("link"), tree.path("real"));
    await tree.watch.settle();
    tree.expectTrue();
  });

  test("a skipped directory is neither watched nor scanned", async () => {
    const touched = new Set<string>();
    const disk: WatchDisk = {
      ...nodeDisk,
      names: (path) => nodeDisk.names(note(path)),
      attach: (path, reach, ears) => nodeDisk.attach(reach === "directory" ? note(path) : path, reach, ears),
    };
    const note = (path: string): string => {
      touched.add(path);
      return path;
    };
    const skips = skipRules({ ignoreFiles: [] });
    const files = { "src/a.ts": "1", "node_modules/x/index.js": "1", "src/.cache/b": "1", "dist/a.js": "1" };
    await using tree = await watchedTree({ means: { ...means, disk }, options: { skips }, files });
    for (const path of ["node_modules/x/index.js", "src/.cache/b", "dist/new.js", "vendor/c.go"]) tree.write(path, "2");
    tree.write("src/a.ts", "2");
    tree.write(".clangd", "3");
    await tree.watch.settle();
    expect(tree.takeReport()).toEqual(["changed src/a.ts", "created .clangd"]);
    const inside = [...touched].filter((path) => path.startsWith(tree.root));
    expect(new Set(inside)).toEqual(new Set([tree.root, tree.path("src")]));
  });

  test("what another process wrote before the call is seen by the call", async () => {
    await using tree = await watchedTree({ means, files: { "a/1.ts": "1" } });
    const script = `
      const { mkdirSync, writeFileSync, renameSync, rmSync } = require("node:fs");
      mkdirSync("x/y/z", { recursive: true });
      writeFileSync("x/y/z/new.ts", "1");
      renameSync("x", "moved");
      writeFileSync("moved/y/z/new.ts", "2");
      rmSync("a", { recursive: true });`;
    execFileSync(process.execPath, ["-e", script], { cwd: tree.root });
    await tree.watch.settle();
    expect(tree.takeReport()).toEqual(["created moved/y/z/new.ts", "deleted a/1.ts"]);
    tree.expectTrue();
  });

  test("after any history the reported changes lead to what is on the disk", { timeout: 120_000 }, async () => {
    await using tree = await watchedTree({ means });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (history) => {
        for (const take of history) await take(tree.root);
        expect(await tree.watch.settle()).not.toBe("lost");
        tree.expectTrue();
      }),
      { numRuns: strategy === "directories" ? 400 : 60 },
    );
  });
});

test("what is written while a new directory is being taken in is not lost [AGL-246]", async () => {
  let hook: ((path: string) => void) | undefined;
  const disk: WatchDisk = {
    ...nodeDisk,
    attach: (path, reach, ears) => {
      hook?.(join(path, "before-the-watch.ts"));
      return nodeDisk.attach(path, reach, ears);
    },
    names: (path) => {
      hook?.(join(path, "before-the-list.ts"));
      const names = nodeDisk.names(path);
      hook?.(join(path, "after-the-list.ts"));
      return names;
    },
  };
  await using tree = await watchedTree({ means: { disk } });
  hook = (path) => {
    if (path.startsWith(tree.path("a"))) writeFileSync(path, "in between");
  };
  mkdirSync(tree.path("a/b"), { recursive: true });
  await tree.watch.settle();
  hook = undefined;
  await tree.watch.settle();
  tree.expectTrue();
  const names = ["before-the-watch.ts", "before-the-list.ts", "after-the-list.ts"];
  const report = new Set(tree.takeReport());
  for (const name of names) for (const folder of ["a", "a/b"]) expect(report).toContain(`created ${folder}/${name}`);
});

type Step = (root: string) => void | Promise<void>;

// Few names, so that files, directories and links keep taking each other's place; the root's own name is among them.
const somewhere = fc
  .array(fc.constantFrom("a", "b", "c", "root"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"));

const step: fc.Arbitrary<Step> = fc.oneof(
  somewhere.chain((path) =>
    fc.nat(9).map(
      (n): Step =>
        (root) =>
          attempt(() => writeFileSync(join(root, path), `${n}`)),
    ),
  ),
  somewhere.map(
    (path): Step =>
      (root) =>
        attempt(() => mkdirSync(join(root, path), { recursive: true })),
  ),
  somewhere.map(
    (path): Step =>
      (root) =>
        attempt(() => rmSync(join(root, path), { recursive: true })),
  ),
  somewhere.map(
    (path): Step =>
      (root) =>
        attempt(() => truncateSync(join(root, path))),
  ),
  somewhere.map(
    (path): Step =>
      (root) =>
        attempt(() => symlinkSync(".", join(root, path))),
  ),
  fc.tuple(somewhere, somewhere).map(
    ([from, to]): Step =>
      (root) =>
        attempt(() => renameSync(join(root, from), join(root, to))),
  ),
  fc.constant<Step>(() => turn()),
);

/** A step that the disk refuses is no step. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
