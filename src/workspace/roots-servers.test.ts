// Servers and documents of several roots in one engine: what starts, what restarts, what stays open.

import { describe, expect, test } from "vitest";
import { defineServer } from "../catalog/entry.ts";
import { toyEntry } from "../testing/kits/kit.ts";
import { askRoot, openRoots, rootsFixture } from "../../test/support/kits/roots-kit.ts";

describe("starting and restarting", () => {
  test("there is a server for a file, a main root, all servers at once, and one end for all [AGL-179]", async () => {
    const opened = openRoots();
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
  const both = { fixture: `${rootsFixture}-- c.broken --\nx\n`, others: [{ language: second, entry: broken }] };

  test("all that the root needs, or one language; one that fails stops no other [AGL-104 AGL-181 AGL-180]", async () => {
    await using opened = openRoots(both);
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
    await using opened = openRoots(both);
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
    await using opened = openRoots(both);
    const { kit, roots } = opened;
    kit.host.processes.program("/bin/broken", (end) => end.exit(1));
    await kit.clock.until(roots.prewarm(["toy", "broken", "absent"], { ...kit.patience(), waitMs: 0 }));
    expect(kit.host.processes.alive).toBe(1);
    expect(opened.events).toMatchObject([{ type: "prewarm.failed", server: "broken" }]);
    await askRoot(opened, "a.toy");
    expect(kit.toy.incarnations).toHaveLength(1);
    await using other = openRoots(both);
    await other.kit.clock.until(other.roots.prewarm(["*"], other.kit.patience()));
    expect(other.kit.host.processes.alive).toBe(2);
  });
});

describe("documents and files", () => {
  test("an opened document has its real text and stays open until it is closed [AGL-109 AGL-110]", async () => {
    await using opened = openRoots({ settings: { documents: { maxOpen: 2 } } });
    const { kit, roots } = opened;
    expect(await kit.clock.until(roots.openDocument("a.toy", kit.patience()))).toEqual({
      file: "/project/a.toy",
      language: "toy",
    });
    expect(kit.toy.server.documents).toMatchObject([{ uri: "file:///project/a.toy" }]);
    expect(kit.toy.server.documents[0]?.index.text).toBe(kit.fixture.files.get("a.toy"));
    for (const name of ["x", "y", "z"]) kit.host.write(kit.path(`${name}.toy`), "def x\n");
    for (const name of ["x", "y", "z"]) await askRoot(opened, `${name}.toy`);
    const openNow = (): string[] => kit.toy.server.documents.map(({ uri }) => uri.replace(/^.*\//, ""));
    expect(openNow()).toContain("a.toy");
    await expect(kit.clock.until(roots.openDocument("x.toy", kit.patience()))).rejects.toMatchObject({
      code: "resource_exhausted",
    });
    expect(await roots.closeDocument("a.toy")).toEqual({ file: "/project/a.toy", wasOpen: true });
    await askRoot(opened, "x.toy");
    expect(openNow()).not.toContain("a.toy");
    expect(await roots.closeDocument("a.toy")).toMatchObject({ wasOpen: false });
  });

  test("a change that no watcher tells of reaches the server when it is reported; the disk has the last word [AGL-120]", async () => {
    await using opened = openRoots();
    const { kit, roots } = opened;
    await askRoot(opened, "a.toy");
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
