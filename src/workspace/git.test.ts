// What git says changed in real checkouts: each scope, where lines are now, and nothing of a repository that runs.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Host } from "../host/host.ts";
import { openNodeHost } from "../host/node-host.ts";
import { display, filePath } from "../model/file-path.ts";
import { deadlineIn } from "../std/deadline.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import type { ChangeRequest, GitChanges } from "./git.ts";
import { changesIn } from "./git.ts";

let home: string;
let host: Host;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-git-")));
  host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(home, "state") });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

class Checkout {
  static #count = 0;
  readonly root = join(home, `checkout-${Checkout.#count++}`);

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.root, { recursive: true });
    this.git("init", "-q", "-b", "main");
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    if (Object.keys(files).length > 0) this.commit();
  }

  git(...args: readonly string[]): string {
    const who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...who, ...args], { cwd: this.root, encoding: "utf8", stdio: "pipe" });
  }

  commit(): void {
    this.git("add", "-A");
    this.git("commit", "-qm", "a change");
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
  }

  changes(request: Partial<ChangeRequest> = {}, below = "."): Promise<GitChanges> {
    const root = filePath(join(this.root, below));
    return changesIn(host, root, root, { scope: "all", ...request }, { deadline: deadlineIn(host.clock, 60_000) });
  }

  /** `a.ts modified 2-3 +5`: the lines that are there, and behind which some are gone. */
  async told(request: Partial<ChangeRequest> = {}): Promise<string[]> {
    const { files } = await this.changes(request);
    return files.map(({ file, before, change, kind, lines, hasMovedOn }) => {
      const spans =
        lines === "all" ? ["all"] : lines.map(({ first, last }) => (last < first ? `+${last}` : `${first}-${last}`));
      const from = before === undefined ? [] : [`from ${display(filePath(this.root), before)}`];
      const how = [...(kind === "text" ? [] : [kind]), ...(hasMovedOn ? ["moved on"] : [])];
      return [display(filePath(this.root), file), change, ...from, ...spans, ...how].join(" ");
    });
  }
}

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
  const unstaged = ["b.ts modified +4", "data.bin modified binary", "gone.ts deleted"];

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
    expect((await refusalOf(checkout.changes({ range: "main...other" }))).details.what).toContain(
      "no common beginning",
    );
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
  test("no checkout", async () => {
    const root = filePath(realpathSync(mkdtempSync(join(tmpdir(), "sightline-no-git-"))));
    const asked = changesIn(host, root, root, { scope: "all" }, { deadline: deadlineIn(host.clock, 60_000) });
    expect((await refusalOf(asked)).details.what).toMatch(/is not in a git checkout/);
    rmSync(root, { recursive: true });
  });

  test("a git that lies in the root is none", async () => {
    const checkout = new Checkout({ "a.ts": ten });
    const bin = join(checkout.root, "bin");
    checkout.write("bin/git", "#!/bin/sh\ntouch ran\n");
    chmodSync(join(bin, "git"), 0o755);
    const there = { ...host, env: { ...host.env, PATH: `${bin}:${host.env["PATH"] ?? ""}` } };
    const root = filePath(checkout.root);
    await changesIn(there, root, root, { scope: "all" }, { deadline: deadlineIn(host.clock, 60_000) });
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

test("a root inside of a checkout tells its own files, and counts the others", async () => {
  const checkout = new Checkout({ "in/a.ts": ten, "out/b.ts": ten });
  checkout.write("in/a.ts", `${ten}11\n`);
  checkout.write("out/b.ts", `${ten}11\n`);
  checkout.write("out/c.ts", "1\n");
  const { files, outside } = await checkout.changes({}, "in");
  expect(files.map(({ file }) => display(filePath(checkout.root), file))).toEqual(["in/a.ts"]);
  expect(outside).toBe(2);
});

test("a submodule is its commit, a checkout that git does not know is named", async () => {
  const inner = new Checkout({ "x.ts": ten });
  const checkout = new Checkout({ "a.ts": ten });
  checkout.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.root, "vendor");
  checkout.commit();
  writeFileSync(join(checkout.root, "vendor", "x.ts"), "dirty\n");
  mkdirSync(join(checkout.root, "nested"));
  renameSync(join(new Checkout({ "y.ts": ten }).root, ".git"), join(checkout.root, "nested", ".git"));
  const { files, reasons } = await checkout.changes();
  expect(files).toEqual([]);
  expect(reasons.map(({ detail }) => detail)).toEqual(["nested/ is a checkout of its own and was not looked at"]);
});

test("a patch that is too long is asked for in parts, and a file that alone is too long counts as a whole", async () => {
  const long = `${"x".repeat(199)}\n`;
  const checkout = new Checkout({ "a.ts": long.repeat(12_000), "b.ts": long.repeat(4_000), "c.ts": "1\n2\n" });
  checkout.write("a.ts", long.toUpperCase().repeat(12_000));
  checkout.write("b.ts", long.toUpperCase().repeat(4_000));
  checkout.write("c.ts", "1\ntwo\n");
  expect(await checkout.told()).toEqual(["a.ts modified all", "b.ts modified 1-4000", "c.ts modified 2-2"]);
});

test("nothing that a repository configures is executed: monitor, hooks, diffs, conversions, filters, aliases, pager, fetching [S09]", async () => {
  const checkout = new Checkout({
    ".gitattributes": "*.ts diff=trap filter=trap\n*.x filter=other\n",
    "a.ts": ten,
    "b.x": "1\n2\n",
  });
  const ran = join(checkout.root, ".git", "ran");
  const trap = join(checkout.root, "trap.sh");
  checkout.write("trap.sh", `#!/bin/sh\necho "$0 $*" >> "${ran}"\ncat\n`);
  chmodSync(trap, 0o755);
  checkout.write(".git/info/exclude", "trap.sh\n");
  for (const hook of ["post-index-change", "post-checkout", "pre-commit", "fsmonitor-watchman"]) {
    checkout.write(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> "${ran}"\n`);
    chmodSync(join(checkout.root, ".git/hooks", hook), 0o755);
  }
  const config: Readonly<Record<string, string>> = {
    "core.fsmonitor": trap,
    "core.pager": trap,
    "core.sshCommand": trap,
    "pager.diff": trap,
    "diff.external": trap,
    "diff.trap.command": trap,
    "diff.trap.textconv": trap,
    "diff.trap.cachetextconv": "false",
    "filter.trap.clean": trap,
    "filter.trap.smudge": trap,
    "filter.trap.required": "true",
    "filter.other.process": trap,
    "filter.other.required": "true",
    "alias.diff": `!${trap}`,
    "alias.rev-parse": `!${trap}`,
    "interactive.diffFilter": trap,
    "core.alternateRefsCommand": trap,
    "remote.origin.url": `ext::${trap}`,
    "remote.origin.promisor": "true",
    "remote.origin.partialclonefilter": "blob:none",
    "extensions.partialClone": "origin",
  };
  for (const [name, value] of Object.entries(config))
    execFileSync("git", ["config", name, value], { cwd: checkout.root });
  checkout.write("a.ts", ten.replace("2\n", "two\n"));
  checkout.write("b.x", "1\ntwo\n");
  for (const scope of ["all", "unstaged", "staged", "committed"] as const) await checkout.changes({ scope });
  expect(await checkout.told()).toEqual(["a.ts modified 2-2", "b.x modified 2-2"]);
  // What is missing is not fetched either.
  const blob = execFileSync("git", ["rev-parse", "HEAD:b.x"], { cwd: checkout.root, encoding: "utf8" }).trim();
  rmSync(join(checkout.root, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
  expect((await refusalOf(checkout.changes())).code).toBe("request_failed");
  expect(existsSync(ran)).toBe(false);
  // The traps do work where nobody takes care.
  execFileSync("git", ["diff", "HEAD", "--", "a.ts"], { cwd: checkout.root, stdio: "pipe" });
  expect(existsSync(ran)).toBe(true);
});

test("a filter that cannot be switched off is not risked", async () => {
  const checkout = new Checkout({ "a.ts": ten });
  checkout.write(".git/config", '[filter "a=b"]\n\tclean = touch ran\n');
  const refusal = await refusalOf(checkout.changes());
  expect([refusal.code, refusal.details.why]).toEqual(["not_trusted", 'It is called "filter.a=b".']);
});
