// What is protected stays so by whatever name, from whatever root, and however it is linked.

import { describe, expect, test } from "vitest";
import type { Catalog } from "../catalog/table.ts";
import { makeCatalog } from "../catalog/table.ts";
import { MemoryHost } from "../host/memory/memory.ts";
import { filePath } from "../model/file-path.ts";
import type { Caller } from "../policy/effects.ts";
import { toyCommand, toyEntry } from "../testing/kits/kit.ts";
import { StepClock } from "../testing/step-clock.ts";
import { Toy } from "../testing/toy/toy.ts";
import { toyLanguage } from "../../test/support/kits/workspace-kit.ts";
import type { Outcome } from "./engine.ts";
import type { OpenOptions } from "./open.ts";
import { openEngine } from "./open.ts";

const catalog: Catalog = makeCatalog({ languages: [toyLanguage], servers: [toyEntry], decided: [] });
const writer: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] };

interface Chosen extends Partial<Omit<OpenOptions, "host" | "catalog">> {
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly caller?: Caller;
}

interface Opened extends AsyncDisposable {
  readonly host: MemoryHost<StepClock>;
  call(operation: string, input: object): Promise<Outcome>;
  /** Puts a word at the beginning of a file. */
  edit(file: string): Promise<Outcome>;
  text(file: string): Promise<string | undefined>;
}

async function open({ files, links = {}, caller = writer, ...options }: Chosen): Promise<Opened> {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  for (const [file, text] of Object.entries(files)) host.files.write(filePath(file), text);
  for (const [link, target] of Object.entries(links)) host.files.link(filePath(link), filePath(target));
  host.files.write(toyCommand, "the toy");
  host.processes.program(toyCommand, new Toy(host, { diagnostics: "pull" }).program);
  clock.advance(1_000);
  const engine = await openEngine({ directory: "/w", exact: true, trusted: true, host, catalog, ...options });
  const call = (operation: string, input: object): Promise<Outcome> =>
    clock.until(engine.invoke({ operation, input, caller, format: "json" }));
  return {
    host,
    call,
    edit: (file) => call("apply_edit", { file_path: file, old_text: "old", new_text: "new" }),
    text: async (file) => {
      const bytes = await host.files.read(filePath(file), 1_000_000);
      return bytes && host.files.decode(bytes).text;
    },
    [Symbol.asyncDispose]: () => clock.until(engine.close()),
  };
}

const denied = { ok: false, refusal: { code: "policy_denied" } };
const written = { ok: true, body: { json: { applied: true } } };

test.each([false, true])(
  "a safe edit says so at once, before anything is looked at (accept_unknown %s)",
  async (accept) => {
    await using opened = await open({ files: { "/w/.git/config": "old", "/w/a.toy": "def a\n" } });
    const edit = { file_path: ".git/config", old_text: "old", new_text: "new", accept_unknown: accept };
    expect(await opened.call("safe_apply_edit", edit)).toMatchObject(denied);
    expect(await opened.text("/w/.git/config")).toBe("old");
  },
);

test("what is only shown says that it would not be done", async () => {
  await using opened = await open({ files: { "/w/.github/workflows/ci.yml": "old" } });
  const edit = { file_path: ".github/workflows/ci.yml", old_text: "old", new_text: "new", dry_run: true };
  const outcome = await opened.call("apply_edit", edit);
  expect(outcome).toMatchObject({ ok: true, body: { json: { applied: false } } });
  expect(JSON.stringify(outcome)).toMatch(/"would_be_withheld":"[^"]*protected/);
});

describe("a checkout inside of another", () => {
  test.each([
    ["a file of that name", "/w/.github/.hg"],
    ["a directory as the tool makes it", "/w/.github/.hg/store/00changelog.i"],
    ["a worktree", "/w/.github/.git"],
  ])("takes no protection from its files: %s [BRG-55 S18]", async (_, marker) => {
    const ci = "/w/.github/workflows/ci.yml";
    await using opened = await open({ files: { "/w/.git/HEAD": "x", [marker]: "gitdir: x\n", [ci]: "old" } });
    expect(await opened.edit(".github/workflows/ci.yml")).toMatchObject(denied);
    expect(await opened.text(ci)).toBe("old");
  });

  test("nor what the operator protects, as counted from the outer one [BRG-55 S18]", async () => {
    const files = {
      "/w/.git/HEAD": "x",
      "/w/vendor/lib/.git/HEAD": "x",
      "/w/vendor/lib/v.txt": "old",
      "/w/a.txt": "old",
    };
    await using opened = await open({ files, settings: { edits: { protect: ["vendor/**"] } } });
    expect(await opened.edit("vendor/lib/v.txt")).toMatchObject(denied);
    expect(await opened.edit("a.txt")).toMatchObject(written);
  });

  test("is served as a root of its own, and judged as a part of what it lies in [S18]", async () => {
    const files = { "/w/.git/HEAD": "x", "/w/.github/workflows/ci.yml": "old", "/w/.github/notes.txt": "old" };
    await using opened = await open({ files, directory: "/w/.github" });
    expect(await opened.edit("workflows/ci.yml")).toMatchObject(denied);
  });

  test("can be written where nothing protects it, also a worktree that an agent keeps", async () => {
    const tree = "/w/.claude/worktrees/x";
    const files = {
      "/w/.git/HEAD": "x",
      [`${tree}/.git`]: "gitdir: x\n",
      [`${tree}/a.txt`]: "old",
      "/w/m/.git/HEAD": "x",
      "/w/m/a.txt": "old",
    };
    await using opened = await open({ files });
    expect(await opened.edit(".claude/worktrees/x/a.txt")).toMatchObject(written);
    expect(await opened.edit("m/a.txt")).toMatchObject(written);
  });
});

describe("links", () => {
  const files = {
    "/w/.git/HEAD": "x",
    "/w/docs/guide.md": "old",
    "/w/tools/x.json": "old",
    "/w/tools/hooks/pre-commit": "old",
    "/w/a.txt": "old",
  };
  const links = {
    "/w/CLAUDE.md": "/w/docs/guide.md",
    "/w/.claude/settings.json": "/w/tools/x.json",
    "/w/.husky": "/w/tools/hooks",
  };

  test.each([
    ["CLAUDE.md", "/w/docs/guide.md"],
    ["docs/guide.md", "/w/docs/guide.md"],
    [".claude/settings.json", "/w/tools/x.json"],
    ["tools/x.json", "/w/tools/x.json"],
    [".husky/pre-commit", "/w/tools/hooks/pre-commit"],
    ["tools/hooks/pre-commit", "/w/tools/hooks/pre-commit"],
  ])("what %s leads to is protected [BRG-55 S18]", async (file, real) => {
    await using opened = await open({ files: { ...files, "/w/.claude/x": "x" }, links });
    expect(await opened.edit(file)).toMatchObject(denied);
    expect(await opened.text(real)).toBe("old");
    expect(await opened.edit("a.txt")).toMatchObject(written);
  });

  test("what git runs is, wherever it is kept [BRG-55 S18]", async () => {
    const hook = { "/w/.git/hooks/pre-commit": "/w/tools/check" };
    await using opened = await open({
      files: { ...files, "/w/.git/hooks/a.sample": "x", "/w/tools/check": "old", "/w/tools/other": "old" },
      links: hook,
    });
    expect(await opened.edit("tools/check")).toMatchObject(denied);
    expect(await opened.edit("tools/other")).toMatchObject(written);
  });

  test("a link of another root that is open counts [BRG-55 S18]", async () => {
    await using opened = await open({
      ...{ files: { ...files, "/v/hooks/pre-commit": "old" }, links: { "/w/.husky": "/v/hooks" } },
      directories: ["/v"],
    });
    expect(await opened.edit("/v/hooks/pre-commit")).toMatchObject(denied);
  });

  test("a caller that names the file itself is told by which name it is protected", async () => {
    await using opened = await open({ files, links });
    const why = expect.stringContaining("CLAUDE.md, which links to docs/guide.md,") as string;
    expect(await opened.edit("docs/guide.md")).toMatchObject({ ok: false, refusal: { code: "policy_denied", why } });
  });

  test("a name that was given counts where links were not resolved [BRG-55 S18]", async () => {
    const ignored = { ...files, "/w/.claude/x": "x", "/w/.gitignore": ".claude/\nCLAUDE.md\n.husky\n" };
    await using opened = await open({ files: ignored, links });
    expect(await opened.edit("CLAUDE.md")).toMatchObject(denied);
    expect(await opened.edit(".claude/settings.json")).toMatchObject(denied);
    const made = { file_path: ".husky/post-merge", old_text: "", new_text: "x" };
    expect(await opened.call("apply_edit", made)).toMatchObject(denied);
  });

  test("a name that was given for a draft counts when it is committed [BRG-55 S18]", async () => {
    await using opened = await open({ files: { ...files, "/w/.gitignore": "CLAUDE.md\n" }, links });
    const created = await opened.call("create_simulation_session", { workspace_root: "/w" });
    const { session_id } = (created as { body: { json: { session_id: string } } }).body.json;
    const change = { session_id, file_path: "CLAUDE.md", old_text: "old", new_text: "new" };
    expect(await opened.call("simulate_edit", change)).toMatchObject({ ok: true });
    expect(await opened.call("commit_session", { session_id, apply: true })).toMatchObject(denied);
    expect(await opened.text("/w/docs/guide.md")).toBe("old");
  });

  test("the operator's word for the protected name is enough, and a link to where it lies protects nothing", async () => {
    const caller: Caller = { ...writer, writable: ["CLAUDE.md"] };
    await using opened = await open({ files, links: { ...links, "/w/.vs/all": "/w" }, caller });
    expect(await opened.edit("CLAUDE.md")).toMatchObject(written);
    expect(await opened.edit("a.txt")).toMatchObject(written);
  });
});

describe("what steers us", () => {
  test("a root that holds our state is not opened, and what holds the user's home never writes there [S18]", async () => {
    const files = { "/w/.git/HEAD": "x", "/w/kept/trust/a.json": "old" };
    await expect(open({ files, links: { "/state": "/w/kept" } })).rejects.toMatchObject({ code: "bad_input" });
    const caller: Caller = { ...writer, writable: ["**"] };
    await using opened = await open({ files: { "/state/trust/a.json": "old" }, directory: "/", caller });
    expect(await opened.edit("state/trust/a.json")).toMatchObject(denied);
    expect(await opened.text("/state/trust/a.json")).toBe("old");
  });

  test("the files that the operator has named are protected where they lie in a root [S18]", async () => {
    const files = { "/w/.git/HEAD": "x", "/w/sl.json": '{"settings":{"old":1}}', "/w/a.txt": "old" };
    const configuration = { ...files, "/w/sl.json": '{"settings":{"edits":{"protect":["old/**"]}}}' };
    await using opened = await open({ files: configuration, configFile: "/w/sl.json", configMode: "merge" });
    expect(await opened.edit("sl.json")).toMatchObject(denied);
    expect(await opened.edit("a.txt")).toMatchObject(written);
  });
});

describe("where git keeps its files", () => {
  const bare = { "/w/.bare/HEAD": "x", "/w/.bare/objects/a": "x", "/w/.bare/refs/a": "x" };

  test.each(["hooks/post-checkout", "config"])(
    "%s is protected whatever the directory is called [S18]",
    async (file) => {
      const files = { ...bare, "/w/.git": "gitdir: ./.bare\n", [`/w/.bare/${file}`]: "old", "/w/a.txt": "old" };
      await using opened = await open({ files });
      expect(await opened.edit(`.bare/${file}`)).toMatchObject(denied);
      expect(await opened.edit("a.txt")).toMatchObject(written);
    },
  );

  test("so it is where a .git file alone says so, and a worktree inside is judged by itself [S18]", async () => {
    const files = { "/w/.git": "gitdir: there\n", "/w/there/config": "old" };
    await using pointed = await open({ files });
    expect(await pointed.edit("there/config")).toMatchObject(denied);
    const tree = { ...bare, "/w/.bare/main/.git": "gitdir: ../worktrees/main\n", "/w/.bare/main/a.txt": "old" };
    await using inside = await open({ files: tree, directory: "/w/.bare/main" });
    expect(await inside.edit("a.txt")).toMatchObject(written);
  });
});

describe("a directory becomes one of git's", () => {
  const pieces = ["HEAD", "objects/x", "refs/x", "config", "hooks/post-checkout"];
  const created = (name: string): object => ({
    documentChanges: [
      { kind: "create", uri: `file:///w/x/${name}` },
      {
        textDocument: { uri: `file:///w/x/${name}`, version: null },
        edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "new" }],
      },
    ],
  });
  const changes = (names: readonly string[]): object => ({
    documentChanges: names.flatMap((name) => (created(name) as { documentChanges: object[] }).documentChanges),
  });

  test("not by one plan [S18]", async () => {
    await using opened = await open({ files: { "/w/.git/HEAD": "x", "/w/a.txt": "old" } });
    for (const names of [pieces, ["HEAD", "commondir", "config"]]) {
      expect(await opened.call("apply_edit", { workspace_edit: changes(names) })).toMatchObject(denied);
      expect(await opened.text("/w/x/HEAD")).toBeUndefined();
    }
  });

  test.each([
    [pieces],
    [[...pieces].reverse()],
    [["config", "commondir", "HEAD"]],
    [["refs/x", "HEAD", "config", "hooks/post-checkout", "objects/x"]],
  ])("nor piece by piece: %j [S18]", async (names) => {
    await using opened = await open({ files: { "/w/.git/HEAD": "x", "/w/a.txt": "old" } });
    const outcomes: boolean[] = [];
    for (const name of names) outcomes.push((await opened.call("apply_edit", { workspace_edit: changes([name]) })).ok);
    expect(outcomes).toContain(false);
    const there = await Promise.all(
      ["HEAD", "objects/x", "refs/x", "commondir"].map((name) => opened.text(`/w/x/${name}`)),
    );
    const [head, objects, refs, common] = there.map((text) => text !== undefined);
    expect(head === true && ((objects === true && refs === true) || common === true)).toBe(false);
  });

  test("a file that is moved there counts too [S18]", async () => {
    const files = { "/w/.git/HEAD": "x", "/w/x/objects/a": "x", "/w/x/refs/a": "x", "/w/x/head.txt": "old" };
    await using opened = await open({ files });
    expect(
      await opened.call("rename_file", { file_path: "x/head.txt", new_path: "x/HEAD", accept_partial: true }),
    ).toMatchObject(denied);
    expect(await opened.text("/w/x/HEAD")).toBeUndefined();
  });
});

describe("the directory of hooks that git is told of", () => {
  test.each([
    ["the checkout's own", "/w/.git/config", "[core]\n\thooksPath = scripts/hooks\n"],
    ["on one line", "/w/.git/config", '[core] hooksPath = "scripts/hooks" ; words\n'],
    ["absolute", "/w/.git/config", "[CORE]\nHOOKSPATH=/w/scripts/hooks\n"],
    ["the user's", "/home/.gitconfig", "[core]\nhooksPath = scripts/hooks\n"],
    ["a worktree's", "/w/.git/config.worktree", "[core]\nhooksPath = scripts/hooks\n"],
    ["by a link", "/w/.git/config", "[core]\nhooksPath = linked\n"],
  ])("is protected: %s [S18]", async (_, file, text) => {
    const files = { "/w/.git/HEAD": "x", "/w/scripts/hooks/pre-commit": "old", "/w/a.txt": "old", [file]: text };
    await using opened = await open({ files, links: { "/w/linked": "/w/scripts/hooks" } });
    expect(await opened.edit("scripts/hooks/pre-commit")).toMatchObject(denied);
    const made = { file_path: "scripts/hooks/post-merge", old_text: "", new_text: "x" };
    expect(await opened.call("apply_edit", made)).toMatchObject(denied);
    expect(await opened.edit("a.txt")).toMatchObject(written);
  });

  test("also where a file that is included tells of it, and in a worktree [S18]", async () => {
    const files = {
      "/w/.git/HEAD": "x",
      "/w/.git/config": "[include]\n\tpath = more\n",
      "/w/.git/more": "[core]\n\thooksPath = hooks\n",
      "/w/.git/worktrees/t/commondir": "../..\n",
      "/t/.git": "gitdir: /w/.git/worktrees/t\n",
      "/t/hooks/pre-commit": "old",
    };
    await using opened = await open({ files, directory: "/t" });
    expect(await opened.edit("hooks/pre-commit")).toMatchObject(denied);
  });

  test("where it is the checkout itself, only its hooks are", async () => {
    const files = {
      "/w/.git/HEAD": "x",
      "/w/.git/config": "[core]\nhooksPath = .\n",
      "/w/pre-push": "old",
      "/w/a.txt": "old",
    };
    await using opened = await open({ files });
    expect(await opened.edit("pre-push")).toMatchObject(denied);
    expect(await opened.edit("a.txt")).toMatchObject(written);
  });
});

test("in a root that is the home directory, or holds it, what begins with a dot there is protected [S18]", async () => {
  const home = "/home";
  const guarded = [`${home}/.toolrc`, `${home}/.tool/a`];
  const free = [`${home}/a.txt`, `${home}/p/.toolrc`];
  for (const directory of [home, "/"]) {
    const files = Object.fromEntries([...guarded, ...free].map((file) => [file, "old"]));
    await using opened = await open({ files, directory });
    for (const file of guarded) expect(await opened.edit(file)).toMatchObject(denied);
    for (const file of free) expect(await opened.edit(file)).toMatchObject(written);
  }
});

describe("a program", () => {
  const files = { "/w/.git/HEAD": "x", "/w/run": "old", "/w/notes": "old" };
  const moved = { file_path: "run", new_path: "bin/rustc", accept_partial: true };

  test.each([
    ["in an untrusted root stays where it is", false, writer, false],
    [
      "moves where the operator allows code to be run",
      false,
      { ...writer, allowed: [...writer.allowed, "exec"] },
      true,
    ],
    ["moves in a trusted root", true, writer, true],
  ] as const)("%s [S07]", async (_, trusted, caller, isMoved) => {
    await using opened = await open({ files, trusted, caller: caller as Caller });
    opened.host.writing.permit(filePath("/w/run"), 0o755);
    const outcome = await opened.call("rename_file", moved);
    expect([outcome.ok, (await opened.text("/w/bin/rustc")) === "old"]).toEqual([isMoved, isMoved]);
    expect(JSON.stringify(outcome).includes("would be a program at a new path")).toBe(!isMoved);
    // Where it stands it can be edited, and other files can be moved.
    expect(await opened.edit(isMoved ? "bin/rustc" : "run")).toMatchObject(written);
    expect(
      await opened.call("rename_file", { file_path: "notes", new_path: "b/notes", accept_partial: true }),
    ).toMatchObject({ ok: true });
  });
});
