// What git keeps to itself is said: attributes, flags, submodules and filters hide no change.

import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Checkout } from "../../../test/support/git-checkout.ts";

afterAll(() => Checkout.end());

const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

/** `a.ts capped` for each file that is not told for certain. */
async function doubts(checkout: Checkout): Promise<string[]> {
  const { files } = await checkout.changes();
  return files.flatMap(({ file, doubts: all }) => all.map(({ code }) => `${file.split("/").at(-1)} ${code}`));
}

describe("whether a file is a text is decided by what it holds", () => {
  test.each(["-diff", "binary", "diff=odd"])("and not by the attribute %s", async (attribute) => {
    const checkout = new Checkout({ ".gitattributes": `*.ts ${attribute}\n`, "a.ts": ten, "b.ts": ten });
    checkout.git("config", "diff.odd.binary", "true");
    checkout.write("a.ts", ten.replace("2\n", "two\n"));
    expect(await checkout.told()).toEqual(["a.ts modified 2-2"]);
    checkout.git("add", "a.ts");
    checkout.write("a.ts", `0\n${ten.replace("2\n", "two\n")}`);
    expect(await checkout.told({ scope: "staged" })).toEqual(["a.ts modified 3-3 moved on"]);
    expect(await doubts(checkout)).toEqual([]);
  });

  test("and not by its length", async () => {
    const checkout = new Checkout({ "a.ts": ten });
    checkout.git("config", "core.bigFileThreshold", "1");
    checkout.write("a.ts", ten.replace("2\n", "two\n"));
    expect(await checkout.told()).toEqual(["a.ts modified 2-2"]);
  });

  test("and lines of bytes are not told, which is said", async () => {
    const checkout = new Checkout({ "a.ts": ten, "b.ts": ten });
    checkout.write("a.ts", Buffer.from(ten, "utf16le"));
    checkout.write("b.ts", Buffer.from(ten, "utf16le"));
    checkout.commit();
    checkout.write("a.ts", Buffer.from(ten.replace("2", "two"), "utf16le"));
    checkout.write("b.ts", ten);
    expect(await checkout.told()).toEqual(["a.ts modified all binary", "b.ts modified all binary"]);
    expect(await doubts(checkout)).toEqual(["a.ts unchecked", "b.ts unchecked"]);
  });
});

test("a file of which too much changed is said to count as a whole", async () => {
  const long = `${"x".repeat(199)}\n`;
  const checkout = new Checkout({ "a.ts": long.repeat(12_000), "b.ts": ten });
  checkout.write("a.ts", long.toUpperCase().repeat(12_000));
  checkout.write("b.ts", ten.replace("2\n", "two\n"));
  expect(await doubts(checkout)).toEqual(["a.ts capped"]);
});

test("a submodule that is there is named, and so is a checkout that git does not know", async () => {
  const inner = new Checkout({ "x.ts": ten });
  const checkout = new Checkout({ "a.ts": ten });
  for (const name of ["vendor", "away"]) {
    checkout.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.root, name);
  }
  checkout.commit();
  checkout.git("submodule", "deinit", "-q", "away");
  writeFileSync(join(checkout.root, "vendor", "x.ts"), "dirty\n");
  mkdirSync(join(checkout.root, "nested"));
  renameSync(join(new Checkout({ "y.ts": ten }).root, ".git"), join(checkout.root, "nested", ".git"));
  const { files, reasons } = await checkout.changes();
  expect(files).toEqual([]);
  expect(reasons).toEqual([
    { code: "scoped", detail: "nested/ is a separate checkout and was not checked" },
    { code: "scoped", detail: "vendor is a submodule, of which only the commit was compared" },
  ]);
  // Of commits nothing can be hidden in a working tree.
  expect((await checkout.changes({ scope: "committed" })).reasons).toEqual([]);
});

test.each([
  ["--assume-unchanged", "changes_unseen", "git is configured to treat 1 file as unchanged, and does not check: a.ts"],
  [
    "--skip-worktree",
    "scoped",
    "git is configured so that 1 file should not be in the working tree, and does not check: a.ts",
  ],
])("a file that is marked with %s is named", async (flag, code, detail) => {
  const checkout = new Checkout({ "a.ts": ten, "b.ts": ten, "in/c.ts": ten });
  checkout.git("update-index", flag, "a.ts");
  checkout.write("a.ts", "changed\n");
  const { files, reasons } = await checkout.changes();
  expect(files).toEqual([]);
  expect(reasons).toEqual([{ code, detail }]);
  expect((await checkout.changes({}, "in")).reasons).toEqual([]);
});

test("flags are found among more files than one output can hold", async () => {
  const checkout = new Checkout();
  const run = (args: readonly string[], input: string): string =>
    execFileSync("git", args, { cwd: checkout.root, input, encoding: "utf8" }).trim();
  const blob = run(["hash-object", "-w", "--stdin"], ten);
  const paths = Array.from({ length: 20_000 }, (_, at) => `${"d".repeat(80)}/${at}.ts`);
  run(["update-index", "--index-info"], paths.map((path) => `100644 ${blob}\t${path}\n`).join(""));
  run(["update-index", "--skip-worktree", "--stdin"], paths.join("\n"));
  const { reasons } = await checkout.changes({ scope: "unstaged" });
  expect(reasons.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^git is configured so that 20000 files .* and 19997 more$/),
  ]);
});

test("a filter that is not run is said of the files that it would change [S09]", async () => {
  const checkout = new Checkout({
    ".gitattributes": "*.ts filter=strip\n*.go filter=none\n",
    "a.ts": ten,
    "b.go": ten,
  });
  mkdirSync(join(Checkout.home, "home"), { recursive: true });
  writeFileSync(join(Checkout.home, "home", ".gitconfig"), '[filter "strip"]\n\tclean = sed s/LOCAL/SHARED/\n');
  checkout.write("a.ts", ten.replace("2\n", "LOCAL\n"));
  checkout.write("b.go", ten.replace("2\n", "LOCAL\n"));
  expect(await doubts(checkout)).toEqual(["a.ts restricted"]);
  checkout.git("add", "a.ts");
  checkout.git("commit", "-qm", "a change");
  expect((await checkout.changes({ scope: "committed" })).files.flatMap(({ doubts: all }) => all)).toEqual([]);
});
