import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import type { DiffedFile } from "./unified-diff.ts";
import { unifiedDiff } from "./unified-diff.ts";

const exact = (context: number) => ({ context, line: (text: string) => text });

/** Has git itself apply the diff to the former text. */
function appliedByGit(before: string, after: string, context: number): string {
  const directory = mkdtempSync(join(tmpdir(), "sightline-diff-"));
  try {
    mkdirSync(join(directory, "src"));
    const file = join(directory, "src", "a.txt");
    writeFileSync(file, before);
    const diff = unifiedDiff([{ from: "src/a.txt", to: "src/a.txt", before, after }], exact(context));
    execFileSync("git", ["apply", "--unidiff-zero", "-"], { cwd: directory, input: diff });
    return readFileSync(file, "utf8");
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);

test.each([
  ["one line changed", lines.join(""), lines.with(20, "changed\n").join("")],
  ["near and far changes", lines.join(""), lines.with(3, "x\n").with(6, "y\n").with(30, "z\nzz\n").join("")],
  ["lines added at the start", lines.join(""), `new\nnewer\n${lines.join("")}`],
  ["lines added at the end", lines.join(""), `${lines.join("")}new\n`],
  ["the last end of line gone", lines.join(""), lines.join("").trimEnd()],
  ["the last end of line come", lines.join("").trimEnd(), lines.join("")],
  ["a change beside an open end", lines.join("").trimEnd(), lines.with(38, "x\n").join("").trimEnd()],
  ["lines that end as on Windows", "a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"],
  ["line ends alone", "a\r\nb\r\n", "a\nb\n"],
  ["tabs", "\ta\n\tb\n", "\ta\n\t\tb\n"],
  ["everything gone but one line", lines.join(""), "line 5\n"],
])("git applies the diff of %s", (_, before, after) => {
  expect(appliedByGit(before, after, 3)).toBe(after);
  expect(appliedByGit(before, after, 0)).toBe(after);
});

test("a file that comes or goes has nothing on the other side", () => {
  const files = [
    { from: undefined, to: "new.ts", before: "", after: "a\n" },
    { from: "old.ts", to: undefined, before: "b\n", after: "" },
  ];
  expect(unifiedDiff(files, exact(3))).toBe(
    "--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+a\n--- a/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n",
  );
});

interface Tree {
  readonly [path: string]: string;
}

/** Has git apply a patch of several files, in a directory of a checkout. */
function patched(before: Tree, files: readonly DiffedFile[], below = "."): Tree {
  const directory = mkdtempSync(join(tmpdir(), "sightline-diff-"));
  try {
    execFileSync("git", ["init", "-q"], { cwd: directory });
    for (const [path, text] of Object.entries(before)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    execFileSync("git", ["apply", "-"], {
      cwd: join(directory, below),
      input: unifiedDiff(files, { ...exact(3), git: true }),
    });
    const names = readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = relative(directory, join(entry.parentPath, entry.name));
      return entry.isFile() && !path.startsWith(".git/") ? [path] : [];
    });
    return Object.fromEntries(names.sort().map((path) => [path, readFileSync(join(directory, path), "utf8")]));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe("in the form of git", () => {
  const text = "one\ntwo\nthree\nfour\nfive\n";
  const changed = text.replace("three", "3");

  test.each<[string, Tree, readonly DiffedFile[], Tree]>([
    [
      "a change",
      { "src/a": text },
      [{ from: "src/a", to: "src/a", before: text, after: changed }],
      { "src/a": changed },
    ],
    [
      "a new file",
      { "src/b": "" },
      [{ from: undefined, to: "src/a", before: "", after: text }],
      { "src/a": text, "src/b": "" },
    ],
    [
      "a new file that is empty",
      { "src/b": "" },
      [{ from: undefined, to: "src/a", before: "", after: "" }],
      { "src/a": "", "src/b": "" },
    ],
    [
      "a file that goes",
      { "src/a": text, "src/b": "" },
      [{ from: "src/a", to: undefined, before: text, after: "" }],
      { "src/b": "" },
    ],
    ["a move", { "src/a": text }, [{ from: "src/a", to: "src/c/b", before: text, after: text }], { "src/c/b": text }],
    [
      "a move with a change",
      { "src/a": text },
      [{ from: "src/a", to: "src/b", before: text, after: changed }],
      { "src/b": changed },
    ],
    [
      "names with blanks",
      { "src/a b": text },
      [{ from: "src/a b", to: "src/a b", before: text, after: changed }],
      { "src/a b": changed },
    ],
    [
      "a move between such",
      { "src/a b": text },
      [{ from: "src/a b", to: "src/c d", before: text, after: changed }],
      { "src/c d": changed },
    ],
    [
      "names with odd signs",
      { 'src/"ä\t\\': text },
      [{ from: 'src/"ä\t\\', to: 'src/"ä\t\\', before: text, after: changed }],
      { 'src/"ä\t\\': changed },
    ],
  ])("git applies %s at the top and below", (_, before, files, after) => {
    expect(patched(before, files)).toEqual(after);
    expect(patched(before, files, "src")).toEqual(after);
  });
});
