// Several roots in one engine: each file is answered by the root it belongs to, and no caller widens what can be read.

import { describe, expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { Rooted } from "../../test/support/kits/roots-kit.ts";
import { askRoot, openRoots, rootsFixture } from "../../test/support/kits/roots-kit.ts";
import { Roots } from "./roots.ts";

describe("every file has one root", () => {
  test("a worktree and a submodule inside a root are answered by servers of their own, started when first asked", async () => {
    await using opened = openRoots();
    expect(await askRoot(opened, "a.toy")).toEqual({ root: "/project", found: 5, state: "partial" });
    expect(opened.kit.host.processes.spawned).toHaveLength(1);
    expect(await askRoot(opened, "trees/feature/a.toy")).toEqual({
      root: "/project/trees/feature",
      found: 3,
      state: "complete",
    });
    expect(await askRoot(opened, "/project/modules/part/b.toy")).toMatchObject({
      root: "/project/modules/part",
      found: 1,
    });
    expect(opened.kit.host.processes.spawned).toHaveLength(3);
    expect(opened.events).toMatchObject([
      { type: "root.opened", root: "/project/trees/feature", trusted: false },
      { type: "root.opened", root: "/project/modules/part", trusted: false },
    ]);
  });

  test("trust is not inherited", async () => {
    const restricted = { kind: "refused", why: "its configuration is a program" } as const;
    await using opened = openRoots({ entry: { restricted }, trusted: true });
    expect(await askRoot(opened, "a.toy")).toMatchObject({ root: "/project" });
    await expect(askRoot(opened, "trees/feature/a.toy")).rejects.toMatchObject({ code: "not_trusted" });
  });

  test("concurrent first questions open a root once and start one server [AGL-191]", async () => {
    await using opened = openRoots();
    await Promise.all([1, 2, 3].map(() => askRoot(opened, "trees/feature/a.toy")));
    expect(opened.events).toHaveLength(1);
    expect(opened.kit.host.processes.spawned).toHaveLength(1);
  });

  test("paths are shown so that they can be given back, whatever root they are in", async () => {
    await using opened = openRoots();
    const { snapshot, file } = await opened.roots.view().locate("trees/feature/a.toy");
    expect([snapshot.base, snapshot.root, file]).toEqual([
      "/project",
      "/project/trees/feature",
      "/project/trees/feature/a.toy",
    ]);
  });

  test("what lies in a checkout inside is no project of the outer root, whose answers only name it", async () => {
    const entry = { exhaustiveOnlyWith: ["toy.json"] };
    const files = `${rootsFixture}-- toy.json --\n{}\n-- trees/feature/toy.json --\n{}\n`;
    await using opened = openRoots({ fixture: files, entry });
    const { snapshot, file } = await opened.roots.view().locate("a.toy");
    const target = { file, place: { line: 1, column: 5 } };
    const { standing } = await opened.kit.clock.until(snapshot.references(target, true, opened.kit.patience()));
    expect(standing.reasons).toMatchObject(
      ["modules/part", "trees/feature"].map((name) => ({ code: "scoped", detail: expect.stringContaining(name) })),
    );
    expect((await opened.roots.view().survey(undefined)).languages).toMatchObject([{ language: "toy", files: 1 }]);
    expect((await opened.roots.view().survey("modules/part")).languages).toMatchObject([{ language: "toy", files: 1 }]);
  });

  test("more checkouts than are served at the same time push out the least recently used", async () => {
    const trees = Array.from(
      { length: 9 },
      (_, index) => `-- t${index}/.git --\ngitdir: x\n-- t${index}/a.toy --\ndef apple\n`,
    );
    await using opened = openRoots({ fixture: `${rootsFixture}${trees.join("")}` });
    for (let index = 0; index < 9; index++) await askRoot(opened, `t${index}/a.toy`);
    expect(opened.events.filter(({ type }) => type === "root.closed")).toMatchObject([{ root: "/project/t0" }]);
    expect(opened.kit.host.processes.alive).toBe(8);
  });

  test("all roots share one budget of memory: the least recently used server of any of them goes", async () => {
    await using opened = openRoots({ settings: { idle: { memoryBytes: 1_000 } } });
    const { kit, roots } = opened;
    await askRoot(opened, "a.toy");
    await kit.clock.pass(1_000);
    await askRoot(opened, "trees/feature/a.toy");
    for (const process of kit.host.processes.spawned) process.useMemory(600);
    await kit.clock.pass(61_000);
    expect(kit.eventsOf("session.evicted")).toMatchObject([{ server: "toy", why: "memory" }]);
    expect(roots.sessions.map((session) => session.options.root)).toEqual(["/project/trees/feature"]);
  });
});

describe("no caller widens what can be read", () => {
  test.each(["../outside/c.toy", "/outside/c.toy", "/elsewhere/c.toy", "trees/feature/../../../outside/c.toy"])(
    "%s is refused before anything is read [AGL-192]",
    async (raw) => {
      await using opened = openRoots();
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
    await using opened = openRoots();
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
    expect(await askRoot(opened, "/elsewhere/c.toy")).toEqual({ root: "/elsewhere", found: 2, state: "complete" });
    expect(await roots.addFolder("/elsewhere/deeper")).toEqual({ root: "/elsewhere", isNew: false });
    expect(await roots.addFolder("trees/feature")).toEqual({ root: "/project/trees/feature", isNew: true });
    expect(await roots.addFolder("/outside", ["/outside"])).toEqual({ root: "/outside", isNew: true });
    expect(roots.view().folders()).toEqual(["/project", "/elsewhere", "/project/trees/feature", "/outside"]);
    expect((await roots.view().all()).length).toBe(4);
  });

  test("a link inside a root adds nothing that it could not be added by", async () => {
    await using opened = openRoots();
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
      (_, index) => `-- t${index}/.git --\ngitdir: x\n-- t${index}/a.toy --\ndef apple\n`,
    );
    await using opened = openRoots({ fixture: `${rootsFixture}${trees.join("")}` });
    const view = opened.roots.view();
    for (let index = 0; index < 9; index++) await opened.kit.clock.until(view.locate(`t${index}/a.toy`));
    expect(opened.events.filter(({ type }) => type === "root.closed")).toEqual([]);
    await view.release();
    await askRoot(opened, "t8/a.toy");
    expect(opened.events.filter(({ type }) => type === "root.closed")).toMatchObject([{ root: "/project/t0" }]);
  });

  test("what is no directory is not added, and a checkout that was asked about is not among the folders", async () => {
    await using opened = openRoots();
    await expect(opened.roots.addFolder("a.toy")).rejects.toMatchObject({ code: "file_not_found" });
    await askRoot(opened, "trees/feature/a.toy");
    expect(opened.roots.view().folders()).toEqual(["/project"]);
    expect(await opened.roots.addFolder("trees/feature")).toMatchObject({ isNew: true });
    expect(opened.kit.host.processes.spawned).toHaveLength(1);
  });
});

describe("removing", () => {
  test("ends the servers of the folder and of the checkouts in it, never the main root [AGL-107]", async () => {
    await using opened = openRoots();
    const { roots, kit } = opened;
    kit.host.files.write(filePath("/elsewhere/inner/.git"), "gitdir: x\n");
    kit.host.files.write(filePath("/elsewhere/inner/d.toy"), "def d\n");
    await roots.addFolder("/elsewhere");
    await askRoot(opened, "a.toy");
    await askRoot(opened, "/elsewhere/c.toy");
    await askRoot(opened, "/elsewhere/inner/d.toy");
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
    await using opened = openRoots();
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
    expect(await askRoot(opened, "modules/part/b.toy")).toMatchObject({ root: "/project/modules/part", found: 1 });
    expect([closed(opened), roots.view().folders()]).toEqual([[], ["/project"]]);
    expect(kit.toy.incarnations).toHaveLength(1);
  });

  test.each(["given back", "removed"])("and is %s ends when the last call has let go of it", async (how) => {
    await using opened = openRoots();
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
    const opened = openRoots();
    const { kit, roots } = opened;
    const borrowed = await roots.borrowFolder("/elsewhere");
    const { snapshot, file } = await roots.view().locate("/elsewhere/c.toy");
    await kit.clock.until(snapshot.references({ file, place: { line: 1, column: 5 } }, true, kit.patience()));
    await kit.clock.until(borrowed.release());
    await opened[Symbol.asyncDispose]();
    expect(kit.host.processes.alive).toBe(0);
  });
});

test("what is not there is told with the root, and with the path that counts from where we were started", async () => {
  await using rooted = openRoots();
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
    next: "Paths are relative to the root: try sub/deep/d.toy.",
  });
  for (const raw of ["deep/e.toy", `${root}/deep/d.toy`]) {
    expect(await refusal(raw)).toMatchObject({ next: "Check the path: paths are relative to the root." });
  }
  expect(await refusal("../x.toy")).toMatchObject({ why: `../x.toy is outside the root ${root}.` });
});
