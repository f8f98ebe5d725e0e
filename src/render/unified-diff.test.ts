import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
