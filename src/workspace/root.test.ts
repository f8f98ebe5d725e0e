// The root of a directory: the top of its checkout, else the outermost directory that looks like a project.

import { expect, test } from "vitest";
import { MemoryHost } from "../host/memory/memory.ts";
import { filePath } from "../model/file-path.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { Checkouts, findRoot } from "./root.ts";

function machine(...files: readonly string[]): MemoryHost {
  const host = new MemoryHost({ clock: new FakeClock() });
  for (const file of files) host.files.write(filePath(file), "gitdir: elsewhere\n");
  return host;
}

test.each([
  ["the top of the checkout, above every marker", ["/w/p/.git/HEAD", "/w/p/a/package.json"], "/w/p/a/src", "/w/p"],
  ["a worktree, whose .git is a file", ["/w/.git/HEAD", "/w/tree/.git", "/w/tree/go.mod"], "/w/tree/pkg", "/w/tree"],
  ["without version control the outermost marker", ["/w/go.mod", "/w/tools/go.mod"], "/w/tools/x", "/w"],
  ["a crate by its manifest", ["/w/Cargo.toml"], "/w/src", "/w"],
  ["nothing at all: the directory itself", ["/w/notes.txt"], "/w/deep", "/w/deep"],
  ["a home directory with a stray manifest is no project", ["/home/package.json"], "/home/x", "/home/x"],
])("%s", async (_, files, start, expected) => {
  const host = machine(...files, `${start}/file`);
  expect(await findRoot(host, filePath(start))).toBe(expected);
});

test.each([
  ["/w/a.ts", undefined],
  ["/w/lib/a.ts", undefined],
  ["/w/sub/a.ts", "/w/sub"],
  ["/w/sub/deep/a.ts", "/w/sub"],
  ["/w/sub/deep/er/a.ts", "/w/sub/deep/er"],
  ["/w/sub", "/w/sub"],
])("the checkout of %s below the root is %s", async (path, expected) => {
  const host = machine("/w/.git/HEAD", "/w/sub/.git", "/w/sub/deep/er/.hg/store", "/w/lib/a.ts");
  expect(await new Checkouts(host).of(filePath(path), filePath("/w"))).toBe(expected);
});

test.each([
  ["a file that only bears the name", ["/w/sub/.hg", "/w/sub/.svn", "/w/sub/.jj"]],
  ["a directory that holds nothing of the tool", ["/w/sub/.hg/a", "/w/sub/.git/a", "/w/sub/.svn/a", "/w/sub/.jj/a"]],
])("%s makes no checkout [S18]", async (_, files) => {
  const host = machine("/w/.git/HEAD", "/w/sub/a.ts", ...files);
  expect(await new Checkouts(host).of(filePath("/w/sub/a.ts"), filePath("/w"))).toBeUndefined();
  expect(await findRoot(host, filePath("/w/sub"))).toBe("/w");
});

test("a .git file makes a checkout only where it says where git keeps its files, from the moment it does [S18]", async () => {
  const host = machine("/w/.git/HEAD", "/w/sub/a.ts");
  host.files.write(filePath("/w/sub/.git"), "x");
  const checkouts = new Checkouts(host);
  expect(await checkouts.of(filePath("/w/sub/a.ts"), filePath("/w"))).toBeUndefined();
  host.files.write(filePath("/w/sub/.git"), "gitdir: ../.git/modules/sub\n");
  expect(await checkouts.of(filePath("/w/sub/a.ts"), filePath("/w"))).toBe("/w/sub");
});

test("the checkouts around a directory are found up to the home directory, which is no project", async () => {
  const { home } = machine();
  const host = machine(
    "/.git/HEAD",
    `${home}/.git/HEAD`,
    `${home}/a/.git/HEAD`,
    `${home}/a/b/.git`,
    "/w/.git/HEAD",
    "/w/a/x",
  );
  const around = (path: string): Promise<readonly string[]> => new Checkouts(host).around(filePath(path));
  expect(await around(`${home}/a/b/c`)).toEqual([`${home}/a/b`, `${home}/a`]);
  expect(await around("/w/a")).toEqual(["/w", "/"]);
});

test.each([
  ["what a person stands in", "/w/shop", "/w/shop"],
  ["not what lies elsewhere", "/other", "/w/shop/pkg"],
  ["not the whole disk", "/", "/w/shop/pkg"],
])("where nothing marks a project it is %s", async (_, standpoint, expected) => {
  const host = new MemoryHost({ clock: new FakeClock() });
  host.files.write(filePath("/w/shop/pkg/cart.py"), "");
  host.files.write(filePath("/other/a.py"), "");
  expect(await findRoot(host, filePath("/w/shop/pkg"), filePath(standpoint))).toBe(expected);
});
