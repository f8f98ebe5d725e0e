// What git says changed in real checkouts: each scope, where lines are now, and what cannot be told.

import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { display, filePath } from "../../model/file-path.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { Checkout } from "../../../test/support/git-checkout.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { programsServing } from "../../testing/kits/programs-kit.ts";
import { changesIn } from "./git.ts";

afterAll(() => Checkout.end());

const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

describe("each scope tells its part", () => {
  const made = (): Checkout => {
    const checkout = new Checkout({
      "a.ts": ten,
      "b.ts": ten,
      "gone.ts": "gone\n",
      "old.ts": ten,
      "data.bin": "\0\x01",
    });
    checkout.write("a.ts", ten.replace("2\n", "two\n"));
    checkout.git("add", "a.ts");
    checkout.write("b.ts", ten.replace("5\n6\n", ""));
    checkout.write("new.ts", "1\n");
    checkout.write("data.bin", "\0\x02");
    rmSync(join(checkout.root, "gone.ts"));
    checkout.git("mv", "old.ts", "renamed.ts");
    checkout.write("renamed.ts", `${ten}11\n`);
    return checkout;
  };
  const unstaged = ["b.ts modified +4", "data.bin modified all binary", "gone.ts deleted"];

  test("all: everything that is not in HEAD", async () => {
    expect(await made().told()).toEqual([
      "a.ts modified 2-2",
      ...unstaged,
      "renamed.ts renamed from old.ts 11-11",
      "new.ts added all",
    ]);
  });

  test("unstaged, with files that git does not know", async () => {
    expect(await made().told({ scope: "unstaged" })).toEqual([
      ...unstaged,
      "renamed.ts modified 11-11",
      "new.ts added all",
    ]);
  });

  test("what is installed is no change, whatever its directory is called", async () => {
    const checkout = new Checkout({ "a.ts": ten });
    checkout.write("pkg/my env/pyvenv.cfg", "home = /usr\n");
    for (const place of [
      "pkg/my env/lib",
      "node_modules/x",
      "pkg/node_modules/x",
      ".venv/lib",
      "__pycache__",
      ".tox",
    ]) {
      checkout.write(`${place}/m.py`, "x = 1\n");
    }
    checkout.write("pkg/new.ts", "1\n");
    expect(await checkout.told()).toEqual(["pkg/new.ts added all"]);
  });

  test("staged, and what was changed again since", async () => {
    const checkout = made();
    checkout.write("a.ts", `0\n${ten.replace("2\n", "two\n")}`);
    expect(await checkout.told({ scope: "staged" })).toEqual([
      "a.ts modified 3-3 moved on",
      "renamed.ts renamed from old.ts moved on",
    ]);
  });

  test("committed: the last commit", async () => {
    const checkout = made();
    checkout.commit();
    expect(await checkout.told()).toEqual([]);
    expect(await checkout.told({ scope: "committed" })).toContain("a.ts modified 2-2");
  });

  test("before the first commit everything is new", async () => {
    const checkout = new Checkout();
    checkout.write("a.ts", "1\n");
    checkout.git("add", "a.ts");
    checkout.write("b.ts", "1\n");
    expect(await checkout.told()).toEqual(["a.ts added all", "b.ts added all"]);
    expect(await checkout.told({ scope: "staged" })).toEqual(["a.ts added all"]);
    expect((await refusalOf(checkout.changes({ scope: "committed" }))).code).toBe("bad_input");
  });
});

describe("ranges", () => {
  const made = (): Checkout => {
    const checkout = new Checkout({ "a.ts": ten });
    checkout.git("branch", "side");
    checkout.write("a.ts", ten.replace("2\n", "two\n"));
    checkout.commit();
    checkout.git("checkout", "-q", "side");
    checkout.write("b.ts", "1\n");
    checkout.commit();
    return checkout;
  };

  test.each([
    ["one commit", "main", ["a.ts modified 2-2 moved on"]],
    ["the first commit", "main~1", ["a.ts added all"]],
    ["two commits as they are", "main..side", ["a.ts modified 2-2", "b.ts added all"]],
    ["one side of two", "main...side", ["b.ts added all"]],
    ["HEAD where nothing is named", "main...", ["b.ts added all"]],
  ])("%s: %s", async (_, range, told) => {
    expect(await made().told({ range })).toEqual(told);
  });

  test.each(["nothing", "main..nothing", "--output=x", "main..-x", "main..--output=x", "a\nb", ""])(
    "%j is refused and reaches no command",
    async (range) => {
      const checkout = made();
      const refusal = await refusalOf(checkout.changes({ range: range === "" ? "main^{tree}" : range }));
      expect(refusal.code).toBe("bad_input");
      expect(existsSync(join(checkout.root, "x"))).toBe(false);
    },
  );

  test("two histories without a common beginning", async () => {
    const checkout = made();
    checkout.git("checkout", "-q", "--orphan", "other");
    checkout.commit();
    expect((await refusalOf(checkout.changes({ range: "main...other" }))).details.what).toContain("no common ancestor");
  });

  test("lines that were changed in a commit are found where they are now", async () => {
    const checkout = new Checkout({ "a.ts": ten });
    checkout.write("a.ts", ten.replace("3\n", "three\n").replace("8\n", "").replace("10\n", "ten\n"));
    checkout.commit();
    checkout.write("a.ts", ["x", "y", "1", "2", "three", "4", "9", "ten", ""].join("\n"));
    expect(await checkout.told({ range: "HEAD" })).toEqual(["a.ts modified 5-5 +6 8-8 moved on"]);
  });
});

describe("what cannot be told is refused", () => {
  test("the change of a commit whose parent was not fetched", async () => {
    const origin = new Checkout({ "a.ts": ten });
    origin.write("a.ts", ten.replace("2\n", "two\n"));
    origin.commit();
    const shallow = new Checkout();
    shallow.git("fetch", "-q", "--depth=1", `file://${origin.root}`, "main");
    shallow.git("checkout", "-q", "FETCH_HEAD");
    for (const request of [{ scope: "committed" }, { range: "HEAD" }] as const) {
      const { code, details } = await refusalOf(shallow.changes(request));
      expect([code, details.what, details.next]).toEqual([
        "request_failed",
        "The commit before HEAD is not in this clone.",
        expect.stringContaining("git fetch --deepen"),
      ]);
    }
    expect(await shallow.told()).toEqual([]);
    shallow.git("fetch", "-q", "--deepen=1", `file://${origin.root}`, "main");
    expect(await shallow.told({ scope: "committed" })).toEqual(["a.ts modified 2-2"]);
    expect(await shallow.told({ range: "HEAD~1" })).toEqual(["a.ts added all moved on"]);
  });

  test("no checkout", async () => {
    const root = filePath(realpathSync(mkdtempSync(join(tmpdir(), "sightline-no-git-"))));
    const host = await Checkout.host();
    const asked = changesIn(
      host,
      programsServing(host, root),
      root,
      root,
      { scope: "all" },
      { deadline: deadlineIn(host.clock, 60_000) },
    );
    expect((await refusalOf(asked)).details.what).toMatch(/is not in a git checkout/);
    rmSync(root, { recursive: true });
  });

  test("a git that lies in the root is none", async () => {
    const checkout = new Checkout({ "a.ts": ten });
    const bin = join(checkout.root, "bin");
    checkout.write("bin/git", "#!/bin/sh\ntouch ran\n");
    chmodSync(join(bin, "git"), 0o755);
    const host = await Checkout.host();
    const there = { ...host, env: { ...host.env, PATH: `${bin}:${host.env["PATH"] ?? ""}` } };
    const root = filePath(checkout.root);
    await changesIn(
      there,
      programsServing(there, root),
      root,
      root,
      { scope: "all" },
      { deadline: deadlineIn(host.clock, 60_000) },
    );
    expect(existsSync(join(checkout.root, "ran"))).toBe(false);
  });

  test("a merge that is not finished, but for ranges of commits", async () => {
    const checkout = new Checkout({ "a.ts": "1\n" });
    checkout.git("checkout", "-qb", "side");
    checkout.write("a.ts", "2\n");
    checkout.commit();
    checkout.git("checkout", "-q", "main");
    checkout.write("a.ts", "3\n");
    checkout.commit();
    expect(() => checkout.git("merge", "-q", "side")).toThrow("merge");
    for (const scope of ["all", "staged", "unstaged"] as const) {
      expect((await refusalOf(checkout.changes({ scope }))).details.what).toBe("A merge is not finished: a.ts.");
    }
    expect((await checkout.changes({ range: "main..side" })).files).toHaveLength(1);
  });
});

test("a backslash in a name separates nothing", async () => {
  const checkout = new Checkout({ "c\\d.ts": ten, "c/d.ts": ten });
  checkout.write("c\\d.ts", ten.replace("2\n", "two\n"));
  expect(await checkout.told()).toEqual(["c\\d.ts modified 2-2"]);
});

test("a root inside of a checkout tells its own files, and counts the others", async () => {
  const checkout = new Checkout({ "in/a.ts": ten, "out/b.ts": ten });
  checkout.write("in/a.ts", `${ten}11\n`);
  checkout.write("out/b.ts", `${ten}11\n`);
  checkout.write("out/c.ts", "1\n");
  const { files, outside } = await checkout.changes({}, "in");
  expect(files.map(({ file }) => display(filePath(checkout.root), file))).toEqual(["in/a.ts"]);
  expect(outside).toBe(2);
});

test("a patch that is too long is asked for in parts, and a file that alone is too long counts as a whole", async () => {
  const long = `${"x".repeat(199)}\n`;
  const checkout = new Checkout({ "a.ts": long.repeat(12_000), "b.ts": long.repeat(4_000), "c.ts": "1\n2\n" });
  checkout.write("a.ts", long.toUpperCase().repeat(12_000));
  checkout.write("b.ts", long.toUpperCase().repeat(4_000));
  checkout.write("c.ts", "1\ntwo\n");
  expect(await checkout.told()).toEqual(["a.ts modified all", "b.ts modified 1-4000", "c.ts modified 2-2"]);
});
