// Nothing of a repository runs while git is asked about it, wherever it keeps its settings.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Checkout } from "../../../test/support/git-checkout.ts";
import { refusalOf } from "../../testing/refusal-of.ts";

afterAll(() => Checkout.end());

const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

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
  // Git does not fetch a missing object either.
  const blob = execFileSync("git", ["rev-parse", "HEAD:b.x"], { cwd: checkout.root, encoding: "utf8" }).trim();
  rmSync(join(checkout.root, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
  expect((await refusalOf(checkout.changes())).code).toBe("request_failed");
  expect(existsSync(ran)).toBe(false);
  // The traps do work: a plain `git diff` springs them.
  execFileSync("git", ["diff", "HEAD", "--", "a.ts"], { cwd: checkout.root, stdio: "pipe" });
  expect(existsSync(ran)).toBe(true);
});

test("a filter that cannot be switched off is not risked", async () => {
  const checkout = new Checkout({ "a.ts": ten });
  checkout.write(".git/config", '[filter "a=b"]\n\tclean = touch ran\n');
  const refusal = await refusalOf(checkout.changes());
  expect([refusal.code, refusal.details.why]).toEqual(["not_trusted", 'It is called "filter.a=b".']);
});

describe("the settings of every repository that git could look at are those that are switched off", () => {
  /** A checkout whose filter leaves a sign. */
  const trapped = (): { readonly inner: Checkout; readonly ran: string } => {
    const inner = new Checkout({ ".gitattributes": "*.ts filter=trap\n", "a.ts": ten });
    const ran = join(Checkout.home, `ran-${inner.root.split("-").at(-1)}`);
    inner.git("config", "filter.trap.clean", `sh -c 'touch "${ran}"; cat'`);
    inner.write("a.ts", ten.replace("2\n", "two\n"));
    return { inner, ran };
  };

  test("a work tree elsewhere, with a repository of its own, is refused [S09]", async () => {
    const { inner, ran } = trapped();
    const outer = new Checkout({ "b.ts": ten });
    outer.git("config", "core.worktree", inner.root);
    for (const scope of ["all", "unstaged", "staged", "committed"] as const) {
      const { code, details } = await refusalOf(outer.changes({ scope }));
      expect([code, details.why]).toEqual(["bad_input", `Its work tree is ${inner.root}.`]);
    }
    expect(existsSync(ran)).toBe(false);
    inner.git("diff", "--stat");
    expect(existsSync(ran)).toBe(true);
  });

  test("a work tree below, and one above, with a repository of its own are refused [S09]", async () => {
    const { inner: above, ran } = trapped();
    const below = join(above.root, "below");
    mkdirSync(below);
    execFileSync("git", ["init", "-q"], { cwd: below });
    execFileSync("git", ["config", "core.worktree", above.root], { cwd: below });
    expect((await refusalOf(above.changes({}, "below"))).code).toBe("bad_input");
    execFileSync("git", ["config", "--unset", "core.worktree"], { cwd: below });
    above.git("config", "core.worktree", below);
    expect((await refusalOf(above.changes())).code).toBe("bad_input");
    expect(existsSync(ran)).toBe(false);
  });

  test("a linked work tree and a submodule are checkouts like any other, and their filters are off", async () => {
    const { inner, ran } = trapped();
    const linked = join(Checkout.home, "linked");
    inner.git("worktree", "add", "-q", "--detach", linked);
    const outer = new Checkout({ "b.ts": ten });
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.root, "vendor");
    const vendor = join(outer.root, "vendor");
    execFileSync("git", ["config", "filter.other.clean", `sh -c 'touch "${ran}"; cat'`], { cwd: vendor });
    outer.write("vendor/.gitattributes", "*.ts filter=other\n");
    outer.write("vendor/a.ts", `${ten}11\n`);
    outer.write("../linked/a.ts", `${ten}11\n`);
    rmSync(ran, { force: true });
    const changed = async (below: string): Promise<number> => (await outer.changes({}, below)).files.length;
    expect([await changed("vendor"), await changed("../linked")]).toEqual([2, 1]);
    expect(existsSync(ran)).toBe(false);
  });

  test("settings that are too many to be read are not risked", async () => {
    const { inner, ran } = trapped();
    const names = Array.from({ length: 60_000 }, (_, at) => `\t${"x".repeat(30)}${at} = 1\n`).join("");
    const before = `[more]\n${names}`;
    const filter = `[filter "late"]\n\tclean = touch ${ran}\n`;
    inner.write(".git/config", `[core]\n\tbare = false\n${before}${filter}${before}`);
    inner.write(".gitattributes", "*.ts filter=late\n");
    expect((await refusalOf(inner.changes())).code).toBe("not_trusted");
    expect(existsSync(ran)).toBe(false);
  });
});

test("a configuration that includes a pipe is refused long before the call's patience ends, and git does not stay [S09]", async () => {
  const checkout = new Checkout({ "a.ts": ten });
  const pipe = join(checkout.root, ".git", "pipe");
  execFileSync("mkfifo", [pipe]);
  execFileSync("git", ["config", "include.path", pipe], { cwd: checkout.root });
  const refusal = await refusalOf(checkout.changes());
  expect(refusal.details).toMatchObject({
    code: "timed_out",
    what: "git rev-parse took too long.",
    next: expect.stringContaining("include.path"),
  });
});

describe("a .git that leads to a repository which does not name the checkout [S05]", () => {
  const pointers: Readonly<Record<string, (root: string, secret: string) => void>> = {
    "a file": (root, secret) => writeFileSync(join(root, ".git"), `gitdir: ${secret}/.git\n`),
    "a link": (root, secret) => symlinkSync(join(secret, ".git"), join(root, ".git")),
    "a directory with a common one": (root, secret) => {
      mkdirSync(join(root, ".git"));
      writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/main\n");
      writeFileSync(join(root, ".git/commondir"), `${secret}/.git\n`);
    },
    "a directory of the root that names the checkout and a common one": (root, secret) => {
      mkdirSync(join(root, "own"));
      writeFileSync(join(root, ".git"), "gitdir: own\n");
      writeFileSync(join(root, "own/HEAD"), "ref: refs/heads/main\n");
      writeFileSync(join(root, "own/gitdir"), join(root, ".git"));
      writeFileSync(join(root, "own/commondir"), `${secret}/.git\n`);
    },
  };

  test.each(Object.entries(pointers))("%s: nothing of it is told", async (_, point) => {
    const secret = new Checkout({ "private-name.ts": ten });
    const checkout = new Checkout({ "a.ts": ten });
    rmSync(join(checkout.root, ".git"), { recursive: true });
    point(checkout.root, secret.root);
    const refusal = await refusalOf(checkout.changes());
    expect(refusal.code).toBe("outside_root");
    expect(JSON.stringify(refusal.details)).not.toContain("private-name");
  });

  test("a worktree, a submodule and a directory of its own that names the checkout are told of", async () => {
    const main = new Checkout({ "a.ts": ten });
    const worktree = new Checkout();
    rmSync(worktree.root, { recursive: true });
    main.git("worktree", "add", "-q", worktree.root, "-b", "other");
    worktree.write("a.ts", ten.replace("2\n", "two\n"));
    expect(await worktree.told()).toEqual(["a.ts modified 2-2"]);
    const apart = new Checkout({ "a.ts": ten });
    const kept = join(Checkout.home, "kept-apart");
    apart.git("init", "-q", `--separate-git-dir=${kept}`);
    expect((await refusalOf(apart.changes())).code).toBe("outside_root");
    apart.git("config", "core.worktree", apart.root);
    apart.write("a.ts", ten.replace("2\n", "two\n"));
    expect(await apart.told()).toEqual(["a.ts modified 2-2"]);
  });
});
