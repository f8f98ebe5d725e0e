// What git prints is read exactly: names that could pass for lines of it, renames, modes, and where lines went.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameLines } from "../../model/line-diff.ts";
import type { DiffHunk } from "./diff.ts";
import { lineAfter, parsePatch, parseRaw, unquoted } from "./diff.ts";

const blank = "0000000";

function raw(...fields: readonly string[]): string {
  return fields.map((field) => `${field}\0`).join("");
}

describe("the list of files", () => {
  test.each([
    ["a changed file", raw(`:100644 100644 abc ${blank} M`, "a.ts"), "modified", "a.ts", undefined, "file"],
    ["a new file", raw(`:000000 100644 ${blank} abc A`, "a b.ts"), "added", "a b.ts", undefined, "file"],
    ["a deleted file", raw(`:100644 000000 abc ${blank} D`, "a.ts"), "deleted", "a.ts", undefined, "file"],
    ["a renamed file", raw(":100644 100644 abc abd R087", "old.ts", "new.ts"), "renamed", "new.ts", "old.ts", "file"],
    [
      "a copied file, which is new",
      raw(":100644 100644 abc abd C100", "old.ts", "new.ts"),
      "added",
      "new.ts",
      undefined,
      "file",
    ],
    ["a mode alone", raw(":100644 100755 abc abc M", "run.sh"), "modified", "run.sh", undefined, "file"],
    ["a file that became a link", raw(":100644 120000 abc abd T", "a"), "retyped", "a", undefined, "link"],
    ["a submodule", raw(":160000 160000 abc abd M", "vendor/x"), "modified", "vendor/x", undefined, "submodule"],
    [
      "a submodule that is gone",
      raw(`:160000 000000 abc ${blank} D`, "vendor/x"),
      "deleted",
      "vendor/x",
      undefined,
      "submodule",
    ],
    ["a conflict", raw(`:000000 000000 ${blank} ${blank} U`, "a.ts"), "unmerged", "a.ts", undefined, "file"],
    [
      "a name with quotes and line ends",
      raw(":100644 100644 a b M", 'x\n:100644 100644 a b D\n"'),
      "modified",
      'x\n:100644 100644 a b D\n"',
      undefined,
      "file",
    ],
  ])("%s", (_, output, status, path, before, kind) => {
    expect(parseRaw(output)).toEqual([{ status, path, before, kind }]);
  });

  test("several, and none", () => {
    const output = raw(":100644 100644 a b M", "a", ":100644 100644 a b R100", "b", "c", ":100644 000000 a 0 D", "d");
    expect(parseRaw(output).map(({ path }) => path)).toEqual(["a", "c", "d"]);
    expect(parseRaw("")).toEqual([]);
  });
});

describe("the lines of files", () => {
  test("replaced, added and removed lines", () => {
    const patch = [
      "diff --git a/src/a.ts b/src/a.ts",
      "index abc..abd 100644",
      "--- a/src/a.ts",
      "+++ b/src/a.ts",
      "@@ -3 +3,2 @@ export class A {",
      "-old",
      "+new",
      "+diff --git a/x b/x",
      "@@ -8,2 +9,0 @@",
      "-  gone() {",
      "--- a/forged",
      "@@ -20,0 +20 @@",
      "+++ b/forged",
      "\\ No newline at end of file",
      "",
    ].join("\n");
    expect([...parsePatch(patch)]).toEqual([
      [
        "src/a.ts",
        {
          isBinary: false,
          hunks: [
            { oldStart: 3, oldCount: 1, newStart: 3, newCount: 2, removed: ["old"] },
            { oldStart: 8, oldCount: 2, newStart: 9, newCount: 0, removed: ["  gone() {", "-- a/forged"] },
            { oldStart: 20, oldCount: 0, newStart: 20, newCount: 1, removed: [] },
          ],
        },
      ],
    ]);
  });

  test.each([
    [
      "a new file",
      "diff --git a/n b/n\nnew file mode 100644\nindex 0..a\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n",
      "n",
      1,
      false,
    ],
    [
      "a deleted file",
      "diff --git a/d b/d\ndeleted file mode 100644\nindex a..0\n--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
      "d",
      1,
      false,
    ],
    ["a mode", "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n", "run.sh", 0, false],
    ["a rename", "diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n", "n", 0, false],
    [
      "bytes",
      "diff --git a/x y.png b/x y.png\nindex a..b 100644\nBinary files a/x y.png and b/x y.png differ\n",
      "x y.png",
      0,
      true,
    ],
    ["an empty new file", "diff --git a/e b/e\nnew file mode 100644\nindex 0..e\n", "e", 0, false],
    ["a name with blanks", "diff --git a/x y b/x y\n--- a/x y\t\n+++ b/x y\t\n@@ -1 +1 @@\n-a\n+b\n", "x y", 1, false],
    [
      "a quoted name",
      'diff --git "a/\\303\\244\\n" "b/\\303\\244\\n"\n--- "a/\\303\\244\\n"\n+++ "b/\\303\\244\\n"\n@@ -1 +1 @@\n-a\n+b\n',
      "ä\n",
      1,
      false,
    ],
    [
      "a quoted name without lines",
      'diff --git "a/\\tx" "b/\\tx"\nold mode 100644\nnew mode 100755\n',
      "\tx",
      0,
      false,
    ],
    [
      "a submodule",
      "diff --git a/v b/v\nindex a..b 160000\n--- a/v\n+++ b/v\n@@ -1 +1 @@\n-Subproject commit a\n+Subproject commit b\n",
      "v",
      1,
      false,
    ],
  ])("%s", (_, patch, path, hunks, isBinary) => {
    const [only, ...more] = parsePatch(patch);
    expect([only?.[0], only?.[1].hunks.length, only?.[1].isBinary, more]).toEqual([path, hunks, isBinary, []]);
  });

  test("a text forges no file with other line ends", () => {
    const text = "@@ -1 +1 @@\n-a\rdiff --git a/x b/x\n+b\u2028diff --git a/y b/y\n";
    expect([...parsePatch(`diff --git a/c b/c\n--- a/c\n+++ b/c\n${text}`).keys()]).toEqual(["c"]);
  });

  test("line ends of a line are its own", () => {
    const [[, only] = []] = parsePatch("diff --git a/c b/c\n--- a/c\n+++ b/c\n@@ -1,2 +1 @@\n-a\r\n-b\rc\r\n+d\r\n");
    expect(only?.hunks).toEqual([{ oldStart: 1, oldCount: 2, newStart: 1, newCount: 1, removed: ["a\r", "b\rc\r"] }]);
  });
});

test.each([
  ["plain", "plain"],
  ['"\\"q\\" \\\\ \\t\\n\\a"', '"q" \\ \t\n\x07'],
  ['"\\303\\274\\360\\237\\230\\200"', "ü😀"],
])("%s is a name", (quoted, name) => {
  expect(unquoted(quoted)).toBe(name);
});

/** Texts in which a line says which it is, so that it can be found again. */
const numbered = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });

/** As git prints them, from the lines that both texts have. */
function hunksBetween(before: readonly number[], after: readonly number[]): DiffHunk[] {
  const runs = [
    ...sameLines(before.map(String), after.map(String)),
    { before: before.length, after: after.length, count: 0 },
  ];
  const hunks: DiffHunk[] = [];
  let here = { before: 0, after: 0 };
  for (const run of runs) {
    const oldCount = run.before - here.before;
    const newCount = run.after - here.after;
    if (oldCount + newCount > 0) {
      const oldStart = here.before + (oldCount === 0 ? 0 : 1);
      const newStart = here.after + (newCount === 0 ? 0 : 1);
      hunks.push({ oldStart, oldCount, newStart, newCount, removed: [] });
    }
    here = { before: run.before + run.count, after: run.after + run.count };
  }
  return hunks;
}

test("a line that stayed is found where it went, and one that is gone where it stood", () => {
  fc.assert(
    fc.property(numbered, numbered, (before, after) => {
      const hunks = hunksBetween(before, after);
      const changed = new Set(
        hunks.flatMap(({ oldStart, oldCount }) => Array.from({ length: oldCount }, (_, at) => oldStart + at)),
      );
      let last = 0;
      for (const [at, text] of before.entries()) {
        const line = lineAfter(hunks, at + 1);
        expect(changed.has(at + 1) || after[line - 1] === text).toBe(true);
        expect(line).toBeGreaterThanOrEqual(last);
        expect(line).toBeLessThanOrEqual(after.length + 1);
        last = line;
      }
      // The line behind the end stays behind the end.
      expect(lineAfter(hunks, before.length + 1)).toBe(after.length + 1);
    }),
  );
});
