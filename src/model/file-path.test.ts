import fc from "fast-check";
import { expect, test } from "vitest";

import type { FilePath } from "./file-path.ts";
import {
  ancestors,
  baseName,
  display,
  filePath,
  isInside,
  joinPath,
  parentOf,
  parseFilePath,
  relativeTo,
} from "./file-path.ts";

test.each([
  ["/", "/"],
  ["/a/b.ts", "/a/b.ts"],
  ["//a///b/", "/a/b"],
  ["/a/./b/.", "/a/b"],
  ["/a/b/../c", "/a/c"],
  ["/../../etc", "/etc"],
  ["/a/..", "/"],
  ["/a/...", "/a/..."],
  ["/a/b c/ü😀", "/a/b c/ü😀"],
  ["/a/b\\c", "/a/b\\c"],
  ["c:\\Users\\me\\..\\x.ts", "C:/Users/x.ts"],
  ["C:/", "C:/"],
  ["c:/..", "C:/"],
  ["D:/a\\b", "D:/a/b"],
])("%j becomes %j", (raw, expected) => {
  expect(parseFilePath(raw)).toBe(expected);
});

test.each(["", ".", "a/b", "./a", "../a", "~/a", "c:", "c:a", "\\\\server\\share", "/a\0b", "c:/a\0b", "file:///a"])(
  "%j is no absolute path",
  (raw) => {
    expect(parseFilePath(raw)).toBeUndefined();
    expect(() => filePath(raw)).toThrow(TypeError);
  },
);

const name = fc.constantFrom("a", "b", "a b", "..", ".", "", "ü", "\\", "c:", "top", "top-evil", "...");
const rawPath = fc
  .tuple(fc.constantFrom("/", "//", "c:/", "C:\\", "z:/"), fc.array(name, { maxLength: 6 }))
  .map(([start, names]) => start + names.join("/"));
const path = rawPath.map((raw) => filePath(raw));

test("a parsed path stays as it is when parsed again", () => {
  fc.assert(fc.property(path, (parsed) => parseFilePath(parsed) === parsed));
});

test("a parsed path has no empty, `.` or `..` component and no trailing separator", () => {
  fc.assert(
    fc.property(path, (parsed) => {
      const below = parsed.replace(/^(?:[A-Z]:)?\//, "");
      const names = below === "" ? [] : below.split("/");
      expect(names.filter((one) => one === "" || one === "." || one === "..")).toEqual([]);
    }),
  );
});

test("inside means below by whole components, and the relative path leads back", () => {
  const components = (one: FilePath): string[] => one.split("/").filter((part) => part !== "");
  fc.assert(
    fc.property(path, path, (root, other) => {
      const above = components(root);
      const inside = root[0] === other[0] && above.every((part, at) => components(other)[at] === part);
      expect(isInside(root, other)).toBe(inside);
      const relative = relativeTo(root, other);
      expect(relative === undefined).toBe(!inside);
      expect(display(root, other)).toBe(relative ?? other);
      expect(relative === undefined ? other : joinPath(root, relative)).toBe(other);
    }),
  );
});

test.each([
  ["/top/src/deep", "/top/src/deep/a.ts", "a.ts"],
  ["/top/src/deep", "/top/src/deep", "."],
  ["/top/src/deep", "/top/src/b.ts", "../b.ts"],
  ["/top/src/deep", "/top/lib/c.ts", "../../lib/c.ts"],
  ["/top/src/deep", "/top/src/deeper/d.ts", "../deeper/d.ts"],
  ["/top/src/deep", "/top/src", ".."],
  ["/top/src/deep", "/top", "../.."],
  ["/top/src/deep", "/top-evil/e.ts", "/top-evil/e.ts"],
  ["/top", "/top/src/a.ts", "src/a.ts"],
  ["/top", "/other/a.ts", "/other/a.ts"],
])("from %s, %s is %s", (from, path, shown) => {
  const root = filePath("/top");
  expect(display({ from: filePath(from), root, patch: root }, filePath(path))).toBe(shown);
});

test("`/top-evil` is not inside `/top`, and `..` does not lead back in", () => {
  const root = filePath("/top");
  expect(isInside(root, filePath("/top-evil/a"))).toBe(false);
  expect(isInside(root, filePath("/top/../etc/passwd"))).toBe(false);
  expect(isInside(root, filePath("/top/a/../../top/b"))).toBe(true);
  expect(isInside(filePath("/"), filePath("/anything"))).toBe(true);
  expect(relativeTo(root, root)).toBe(".");
});

test("joining normalises, and a NUL is a defect of the caller", () => {
  expect(joinPath(filePath("/a"), "../b", "./c")).toBe("/b/c");
  expect(() => joinPath(filePath("/a"), "b\0c")).toThrow(TypeError);
});

test("parents lead to the root of the file system and end there", () => {
  fc.assert(
    fc.property(path, (start) => {
      const chain = ancestors(start);
      for (const [at, parent] of chain.entries()) expect(parent).toBe(parentOf(chain[at - 1] ?? start));
      const top = chain.at(-1) ?? start;
      expect(parentOf(top)).toBeUndefined();
      expect(top).toMatch(/^(?:[A-Z]:)?\/$/);
    }),
  );
});

test("ancestors end at the limit, which is one of them", () => {
  expect(ancestors(filePath("/a/b/c.ts"), filePath("/a"))).toEqual(["/a/b", "/a"]);
  expect(ancestors(filePath("/a/b/c.ts"))).toEqual(["/a/b", "/a", "/"]);
  expect(ancestors(filePath("C:/a/b"))).toEqual(["C:/a", "C:/"]);
});

test("the base name is the last component", () => {
  expect(["/a/b.ts", "/", "b.ts"].map(baseName)).toEqual(["b.ts", "", "b.ts"]);
});
