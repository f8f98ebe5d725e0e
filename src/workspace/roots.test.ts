// Several roots in one engine: each file is answered by the root it belongs to, and nobody widens what can be read.

import { describe, expect, test } from "vitest";
import type { BridgeEvent } from "../model/event.ts";
import { filePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { defineServer } from "../catalog/entry.ts";
import { toyEntry } from "../testing/kit.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../testing/workspace-kit.ts";
import { openToyWorkspace } from "../testing/workspace-kit.ts";
import { Roots } from "./roots.ts";

const fixture = `
-- .git/HEAD --
ref: refs/heads/main
-- a.toy --
def «^»apple
use apple
-- trees/feature/.git --
gitdir: ../../.git/worktrees/feature
-- trees/feature/a.toy --
def apple
use apple
use apple
-- modules/part/.git/HEAD --
ref: refs/heads/main
-- modules/part/b.toy --
def pear
`;

interface Rooted extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly roots: Roots;
  readonly events: readonly BridgeEvent[];
}

/** `/elsewhere` is another project of the machine, `/outside` one that nobody has allowed. */
function open(choices: Partial<WorkspaceChoices> = {}): Rooted {
  const kit = openToyWorkspace({ fixture, ...choices });
  for (const directory of ["elsewhere", "elsewhere/deeper", "outside"])
    kit.host.files.write(filePath(`/${directory}/c.toy`), "def plum\n");
  const events: BridgeEvent[] = [];
  const roots = new Roots(kit.workspace, {
    allowed: [filePath("/elsewhere")],
    emit: (event) => events.push(event),
  });
  return { kit, roots, events, [Symbol.asyncDispose]: () => kit.clock.until(roots.close()) };
}

/** The server of the file's root, and how many symbols it finds in the file. */
async function ask({ kit, roots }: Rooted, raw: string): Promise<{ root: string; found: number; state: string }> {
  const view = roots.view();
  const { snapshot, file } = await view.locate(raw);
  const place = { line: 1, column: 5 };
  const { value, standing } = await kit.clock.until(snapshot.references({ file, place }, true, kit.patience()));
  await view.release();
  const holder = roots.sessions.find((session) => session.documents.get(file) !== undefined);
  return { root: holder?.options.root ?? "none", found: value.length, state: standing.state };
}

describe("every file has one root", () => {
  test("a worktree and a submodule inside a root are answered by servers of their own, started when first asked", async () => {
    await using opened = open();
    expect(await ask(opened, "a.toy")).toEqual({ root: "/project", found: 5, state: "complete" });
    expect(opened.kit.host.processes.spawned).toHaveLength(1);
    expect(await ask(opened, "trees/feature/a.toy")).toEqual({
      root: "/project/trees/feature",
      found: 3,
      state: "complete",
    });
    expect(await ask(opened, "/project/modules/part/b.toy")).toMatchObject({ root: "/project/modules/part", found: 1 });
    expect(opened.kit.host.processes.spawned).toHaveLength(3);
    expect(opened.events).toMatchObject([
      { type: "root.opened", root: "/project/trees/feature", trusted: false },
      { type: "root.opened", root: "/project/modules/part", trusted: false },
    ]);
  });

  test("trust is not inherited", async () => {
    const restricted = { kind: "refused", why: "its configuration is a program" } as const;
    await using opened = open({ entry: { restricted }, trusted: true });
    expect(await ask(opened, "a.toy")).toMatchObject({ root: "/project" });
    await expect(ask(opened, "trees/feature/a.toy")).rejects.toMatchObject({ code: "not_trusted" });
  });

  test("concurrent first questions open a root once and start one server [AGL-191]", async () => {
    await using opened = open();
    await Promise.all([1, 2, 3].map(() => ask(opened, "trees/feature/a.toy")));
    expect(opened.events).toHaveLength(1);
    expect(opened.kit.host.processes.spawned).toHaveLength(1);
  });

  test("paths are shown so that they can be given back, whatever root they are in", async () => {
    await using opened = open();
    const { snapshot, file } = await opened.roots.view().locate("trees/feature/a.toy");
    expect([snapshot.base, snapshot.root, file]).toEqual([
      "/project",
      "/project/trees/feature",
      "/project/trees/feature/a.toy",
    ]);
  });

  test("what lies in a checkout inside counts in no question about the whole outer root", async () => {
    const entry = { exhaustiveOnlyWith: ["toy.json"], quirks: { keepOneOpenPerProject: true } };
    const files = `${fixture}-- toy.json --\n{}\n-- trees/feature/toy.json --\n{}\n`;
    await using opened = open({ fixture: files, entry });
    expect(await ask(opened, "a.toy")).toMatchObject({ root: "/project", state: "complete" });
    expect((await opened.roots.view().survey(undefined)).languages).toMatchObject([{ language: "toy", files: 1 }]);
    expect((await opened.roots.view().survey("modules/part")).languages).toMatchObject([{ language: "toy", files: 1 }]);
  });

  test("more checkouts than are served at the same time push out the least recently used", async () => {
    const trees = Array.from(
      { length: 9 },
      (_, index) => `-- t${index}/.git --\nx\n-- t${index}/a.toy --\ndef apple\n`,
    );
    await using opened = open({ fixture: `${fixture}${trees.join("")}` });
    for (let index = 0; index < 9; index++) await ask(opened, `t${index}/a.toy`);
    expect(opened.events.filter(({ type }) => type === "root.closed")).toMatchObject([{ root: "/project/t0" }]);
    expect(opened.kit.host.processes.alive).toBe(8);
  });

  test("all roots share one budget of memory: the least recently used server of any of them goes", async () => {
    await using opened = open({ settings: { idle: { memoryBytes: 1_000 } } });
    const { kit, roots } = opened;
    await ask(opened, "a.toy");
    await kit.clock.pass(1_000);
    await ask(opened, "trees/feature/a.toy");
    for (const process of kit.host.processes.spawned) process.useMemory(600);
    await kit.clock.pass(61_000);
    expect(kit.eventsOf("session.evicted")).toMatchObject([{ server: "toy", why: "memory" }]);
    expect(roots.sessions.map((session) => session.options.root)).toEqual(["/project/trees/feature"]);
  });
});

describe("nobody widens what can be read", () => {
  test.each(["../outside/c.toy", "/outside/c.toy", "/elsewhere/c.toy", "trees/feature/../../../outside/c.toy"])(
    "%s is refused before anything is read [AGL-192]",
    async (raw) => {
      await using opened = open();
      const unread = (): never => {
        throw new Error("it was read");
      };
      for (const file of ["/outside/c.toy", "/elsewhere/c.toy"])
        opened.kit.host.files.duringRead(filePath(file), unread);
      await expect(opened.roots.view().locate(raw)).rejects.toMatchObject({
        code: "outside_root",
        message: "path traversal not allowed",
      });
    },
  );

  test("a folder is added only inside a root, where the operator allows it, or what the client has declared [AGL-106]", async () => {
    await using opened = open();
    const { roots } = opened;
    await expect(roots.addFolder("/outside")).rejects.toMatchObject({
      code: "policy_denied",
      details: { next: expect.stringContaining("--allow-root") },
    });
    await expect(roots.addFolder("/outside/none")).rejects.toMatchObject({ code: "policy_denied" });
    await expect(roots.start({ directory: "/outside" }, opened.kit.patience())).rejects.toMatchObject({
      code: "policy_denied",
    });
    expect(await roots.addFolder("/elsewhere")).toEqual({ root: "/elsewhere", isNew: true });
    expect(await ask(opened, "/elsewhere/c.toy")).toEqual({ root: "/elsewhere", found: 2, state: "complete" });
    expect(await roots.addFolder("/elsewhere/deeper")).toEqual({ root: "/elsewhere", isNew: false });
    expect(await roots.addFolder("trees/feature")).toEqual({ root: "/project/trees/feature", isNew: true });
    expect(await roots.addFolder("/outside", ["/outside"])).toEqual({ root: "/outside", isNew: true });
    expect(roots.view().folders()).toEqual(["/project", "/elsewhere", "/project/trees/feature", "/outside"]);
    expect((await roots.view().all()).length).toBe(4);
  });

  test("a link inside a root adds nothing that it could not be added by", async () => {
    await using opened = open();
    opened.kit.host.files.link(filePath("/project/way"), filePath("/outside"));
    await expect(opened.roots.addFolder("way")).rejects.toMatchObject({ code: "file_not_found" });
    const removed = await opened.roots.removeFolder("way");
    // Nor does it tell whether anything is there, and where.
    opened.kit.host.files.link(filePath("/project/nowhere"), filePath("/absent"));
    await expect(opened.roots.addFolder("nowhere")).rejects.toMatchObject({ code: "file_not_found" });
    expect(removed).toEqual({ root: "/project/way", wasServed: false });
  });

  test("a checkout that a call has in sight is not closed to make room", async () => {
    const trees = Array.from(
      { length: 9 },
      (_, index) => `-- t${index}/.git --\nx\n-- t${index}/a.toy --\ndef apple\n`,
    );
    await using opened = open({ fixture: `${fixture}${trees.join("")}` });
    const view = opened.roots.view();
    for (let index = 0; index < 9; index++) await opened.kit.clock.until(view.locate(`t${index}/a.toy`));
    expect(opened.events.filter(({ type }) => type === "root.closed")).toEqual([]);
    await view.release();
    await ask(opened, "t8/a.toy");
    expect(opened.events.filter(({ type }) => type === "root.closed")).toMatchObject([{ root: "/project/t0" }]);
  });

  test("what is no directory is not added, and a checkout that was asked about is not among the folders", async () => {
    await using opened = open();
    await expect(opened.roots.addFolder("a.toy")).rejects.toMatchObject({ code: "file_not_found" });
    await ask(opened, "trees/feature/a.toy");
    expect(opened.roots.view().folders()).toEqual(["/project"]);
    expect(await opened.roots.addFolder("trees/feature")).toMatchObject({ isNew: true });
    expect(opened.kit.host.processes.spawned).toHaveLength(1);
  });
});

describe("removing", () => {
  test("ends the servers of the folder and of the checkouts in it, never the main root [AGL-107]", async () => {
    await using opened = open();
    const { roots, kit } = opened;
    kit.host.files.write(filePath("/elsewhere/inner/.git"), "x");
    kit.host.files.write(filePath("/elsewhere/inner/d.toy"), "def d\n");
    await roots.addFolder("/elsewhere");
    await ask(opened, "a.toy");
    await ask(opened, "/elsewhere/c.toy");
    await ask(opened, "/elsewhere/inner/d.toy");
    expect(kit.host.processes.alive).toBe(3);
    expect(await kit.clock.until(roots.removeFolder("/elsewhere"))).toEqual({ root: "/elsewhere", wasServed: true });
    expect(kit.host.processes.alive).toBe(1);
    await expect(roots.view().locate("/elsewhere/c.toy")).rejects.toMatchObject({ code: "outside_root" });
    expect(await roots.removeFolder("/elsewhere")).toMatchObject({ wasServed: false });
    await expect(roots.removeFolder(".")).rejects.toMatchObject({ code: "bad_input" });
  });
});

describe("a root that is open for one question", () => {
  const closed = ({ events }: Rooted) => events.filter(({ type }) => type === "root.closed");

  test("that was open as a part of another stays so, also under a call that has it in sight", async () => {
    await using opened = open();
    const { kit, roots } = opened;
    const view = roots.view();
    const { snapshot, file } = await view.locate("modules/part/b.toy");
    const uses = () =>
      kit.clock.until(snapshot.references({ file, place: { line: 1, column: 5 } }, true, kit.patience()));
    expect((await uses()).value).toHaveLength(1);
    const [first, second] = [await roots.borrowFolder("modules/part"), await roots.borrowFolder("modules/part")];
    await kit.clock.until(first.release());
    await kit.clock.until(second.release());
    expect((await uses()).value).toHaveLength(1);
    await view.release();
    expect(await ask(opened, "modules/part/b.toy")).toMatchObject({ root: "/project/modules/part", found: 1 });
    expect([closed(opened), roots.view().folders()]).toEqual([[], ["/project"]]);
    expect(kit.toy.incarnations).toHaveLength(1);
  });

  test.each(["given back", "removed"])("and is %s ends when the last call has let go of it", async (how) => {
    await using opened = open();
    const { kit, roots } = opened;
    const borrowed = await roots.borrowFolder("/elsewhere");
    const view = roots.view();
    const { snapshot, file } = await view.locate("/elsewhere/c.toy");
    await kit.clock.until<unknown>(how === "removed" ? roots.removeFolder("/elsewhere") : borrowed.release());
    const asked = snapshot.references({ file, place: { line: 1, column: 5 } }, true, kit.patience());
    expect((await kit.clock.until(asked)).value.length).toBeGreaterThan(0);
    await expect(roots.view().locate("/elsewhere/c.toy")).rejects.toMatchObject({ code: "outside_root" });
    expect([closed(opened), kit.host.processes.alive]).toEqual([[], 1]);
    await view.release();
    await kit.clock.pass(60_000);
    expect([closed(opened).length, kit.host.processes.alive]).toEqual([1, 0]);
  });

  test("and still in sight ends with the engine", async () => {
    const opened = open();
    const { kit, roots } = opened;
    const borrowed = await roots.borrowFolder("/elsewhere");
    const { snapshot, file } = await roots.view().locate("/elsewhere/c.toy");
    await kit.clock.until(snapshot.references({ file, place: { line: 1, column: 5 } }, true, kit.patience()));
    await kit.clock.until(borrowed.release());
    await opened[Symbol.asyncDispose]();
    expect(kit.host.processes.alive).toBe(0);
  });
});

describe("starting and restarting", () => {
  test("there is a server for a file, a main root, all servers at once, and one end for all [AGL-179]", async () => {
    const opened = open();
    const { kit, roots } = opened;
    const servers = (file?: string): Promise<readonly { readonly root: string }[]> =>
      kit.clock.until(roots.view().servers(file, kit.patience()));
    expect(await servers("trees/feature/a.toy")).toMatchObject([{ root: "/project/trees/feature" }]);
    expect(await kit.clock.until(roots.start({}, kit.patience()))).toMatchObject([{ root: "/project" }]);
    expect((await servers()).map(({ root }) => root)).toEqual(["/project", "/project/trees/feature"]);
    await opened[Symbol.asyncDispose]();
    expect(kit.host.processes.alive).toBe(0);
    expect(kit.toy.received.filter(({ method }) => method === "shutdown")).toHaveLength(2);
  });

  const broken = defineServer({ ...toyEntry, id: "broken", launch: { kind: "command", command: "broken", args: [] } });
  const second = { id: "broken", extensions: [".broken"], servers: ["broken"] };
  const both = { fixture: `${fixture}-- c.broken --\nx\n`, others: [{ language: second, entry: broken }] };

  test("all that the root needs, or one language; one that fails stops no other [AGL-104 AGL-181 AGL-180]", async () => {
    await using opened = open(both);
    const { kit, roots } = opened;
    kit.host.processes.program("/bin/broken", (end) => end.exit(1));
    const all = await kit.clock.until(roots.start({}, kit.patience()));
    expect(all).toMatchObject([
      { server: "toy", root: "/project" },
      { server: "broken", failure: { code: "session_dead" } },
    ]);
    expect(await roots.view().servers(undefined, kit.patience())).toMatchObject([{ server: "toy", root: "/project" }]);
    await kit.clock.until(roots.start({ language: "toy" }, kit.patience()));
    expect(kit.toy.incarnations).toHaveLength(1);
    const unknown = kit.clock.until(roots.start({ language: "klingon" }, kit.patience()));
    expect(await unknown).toMatchObject([{ failure: { code: "bad_input" } }]);
  });

  test("a restart gives every server another chance, also one that was given up, and keeps what is to be open [AGL-105]", async () => {
    await using opened = open(both);
    const { kit, roots } = opened;
    kit.host.processes.program("/bin/broken", (end) => end.exit(1));
    await kit.clock.until(roots.start({}, kit.patience()));
    await kit.clock.until(roots.openDocument("a.toy", kit.patience()));
    kit.host.processes.program("/bin/broken", kit.toy.program);
    const restarted = await kit.clock.until(roots.restart(undefined, kit.patience()));
    expect(restarted.map(({ server, failure }) => [server, failure])).toEqual([
      ["toy", undefined],
      ["broken", undefined],
    ]);
    expect(kit.host.processes.alive).toBe(2);
    const session = roots.sessions.find(({ id }) => id === "toy");
    expect(session?.documents.paths()).toEqual(["/project/a.toy"]);
  });

  test("servers of languages to be warm start with the engine; what fails is only told [NEX-15]", async () => {
    await using opened = open(both);
    const { kit, roots } = opened;
    kit.host.processes.program("/bin/broken", (end) => end.exit(1));
    await kit.clock.until(roots.prewarm(["toy", "broken", "absent"], { ...kit.patience(), waitMs: 0 }));
    expect(kit.host.processes.alive).toBe(1);
    expect(opened.events).toMatchObject([{ type: "prewarm.failed", server: "broken" }]);
    await ask(opened, "a.toy");
    expect(kit.toy.incarnations).toHaveLength(1);
    await using other = open(both);
    await other.kit.clock.until(other.roots.prewarm(["*"], other.kit.patience()));
    expect(other.kit.host.processes.alive).toBe(2);
  });
});

describe("documents and files", () => {
  test("an opened document has its real text and stays open until it is closed [AGL-109 AGL-110]", async () => {
    await using opened = open({ settings: { documents: { maxOpen: 2 } } });
    const { kit, roots } = opened;
    expect(await kit.clock.until(roots.openDocument("a.toy", kit.patience()))).toEqual({
      file: "/project/a.toy",
      language: "toy",
    });
    expect(kit.toy.server.documents).toMatchObject([{ uri: "file:///project/a.toy" }]);
    expect(kit.toy.server.documents[0]?.index.text).toBe(kit.fixture.files.get("a.toy"));
    for (const name of ["x", "y", "z"]) kit.host.write(kit.path(`${name}.toy`), "def x\n");
    for (const name of ["x", "y", "z"]) await ask(opened, `${name}.toy`);
    const openNow = (): string[] => kit.toy.server.documents.map(({ uri }) => uri.replace(/^.*\//, ""));
    expect(openNow()).toContain("a.toy");
    await expect(kit.clock.until(roots.openDocument("x.toy", kit.patience()))).rejects.toMatchObject({
      code: "resource_exhausted",
    });
    expect(await roots.closeDocument("a.toy")).toEqual({ file: "/project/a.toy", wasOpen: true });
    await ask(opened, "x.toy");
    expect(openNow()).not.toContain("a.toy");
    expect(await roots.closeDocument("a.toy")).toMatchObject({ wasOpen: false });
  });

  test("a change that no watcher tells of reaches the server when it is reported; the disk has the last word [AGL-120]", async () => {
    await using opened = open();
    const { kit, roots } = opened;
    await ask(opened, "a.toy");
    kit.host.files.write(kit.path("new.toy"), "use apple\n");
    kit.host.files.remove(kit.path("trees/feature/a.toy"));
    await roots.filesChanged([
      { path: "new.toy", kind: "deleted" },
      { path: "gone.toy", kind: "changed" },
    ]);
    expect(kit.toy.server.paramsOf("workspace/didChangeWatchedFiles")).toEqual([
      {
        changes: [
          { uri: "file:///project/new.toy", type: 2 },
          { uri: "file:///project/gone.toy", type: 3 },
        ],
      },
    ]);
    await expect(roots.filesChanged([{ path: "/outside/c.toy", kind: "changed" }])).rejects.toMatchObject({
      code: "outside_root",
    });
  });
});

test("what is not there is told with the root, and with the path that counts from where we were started", async () => {
  await using rooted = open();
  rooted.kit.host.files.write(filePath(`${rooted.kit.workspace.root}/sub/deep/d.toy`), "def fig\n");
  const { root } = rooted.kit.workspace;
  const roots = new Roots(rooted.kit.workspace, { startedIn: filePath(`${root}/sub`) });
  const refusal = (raw: string): Promise<unknown> =>
    roots
      .view()
      .locate(raw)
      .catch((error: unknown) => (error instanceof Refusal ? error.details : error));
  expect(await refusal("deep/d.toy")).toMatchObject({
    why: `There is no deep/d.toy below the root ${root}.`,
    next: "Paths count from the root: try sub/deep/d.toy.",
  });
  for (const raw of ["deep/e.toy", `${root}/deep/d.toy`]) {
    expect(await refusal(raw)).toMatchObject({ next: "Check the path: paths count from the root." });
  }
  expect(await refusal("../x.toy")).toMatchObject({ why: `../x.toy leads outside the root ${root}.` });
});
