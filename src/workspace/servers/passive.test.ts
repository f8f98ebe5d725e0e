// Connecting to a server that someone else runs, in place of one of ours.

import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import { defineServer } from "../../catalog/entry.ts";
import { refuse } from "../../model/refusal.ts";
import { toyAddress, toyEntry } from "../../testing/kits/kit.ts";
import type { Rooted } from "../../../test/support/kits/roots-kit.ts";
import { askRoot, openRoots } from "../../../test/support/kits/roots-kit.ts";
import type { WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ConnectRequest, StartedServer, StartRequest } from "../control.ts";

const fixture = "-- a.toy --\ndef «^»apple\nuse apple\n";
const here: ConnectRequest = { address: toyAddress, allow: () => {} };

function open(choices: Partial<WorkspaceChoices> = {}): Rooted {
  return openRoots({ fixture, ...choices });
}

function start({ kit, roots }: Rooted, request: StartRequest): Promise<readonly StartedServer[]> {
  return kit.clock.until(roots.start(request, kit.patience()));
}

describe("connecting", () => {
  test("dials the address, spawns nothing, and answers come from there [AGL-040]", async () => {
    await using opened = open();
    const started = await start(opened, { language: "toy", connect: here });
    expect(started).toEqual([{ server: "toy", root: "/project", connectedTo: "127.0.0.1:9999" }]);
    expect(await askRoot(opened, "a.toy")).toMatchObject({ root: "/project", found: 2 });
    expect(opened.kit.host.processes.spawned).toEqual([]);
    expect(opened.kit.toy.server.methods).toContain("textDocument/references");
  });

  test("replaces a server of ours only when the other has answered [AGL-046]", async () => {
    await using opened = open();
    const { kit, roots } = opened;
    await start(opened, {});
    const before = roots.sessions;
    const nothing = { ...here, address: { host: "127.0.0.1", port: 1 } };
    const refusal = await refusalOf(start(opened, { language: "toy", connect: nothing }));
    expect(refusal.details).toMatchObject({ code: "server_unreachable", why: "Nothing listens at 127.0.0.1:1." });
    expect(roots.sessions).toEqual(before);
    expect(kit.host.processes.alive).toBe(1);
    expect(await askRoot(opened, "a.toy")).toMatchObject({ found: 2, state: "complete" });
    expect(kit.toy.incarnations).toHaveLength(1);
    expect(kit.eventsOf("session.connecting")).toEqual([]);
    expect(kit.eventsOf("session.gave_up")).toEqual([]);

    await start(opened, { language: "toy", connect: here });
    expect(kit.host.processes.alive).toBe(0);
    expect(roots.sessions).toHaveLength(1);
    expect(await askRoot(opened, "a.toy")).toMatchObject({ found: 2, state: "partial" });
  });

  test("tells of changes on disk there too [AGL-044]", async () => {
    await using opened = open({ dials: { watches: ["**/*.toy"] } });
    const { kit } = opened;
    await start(opened, { language: "toy", connect: here });
    expect(await askRoot(opened, "a.toy")).toMatchObject({ found: 2 });
    kit.host.write(kit.path("b.toy"), "use apple\n");
    expect(await askRoot(opened, "a.toy")).toMatchObject({ found: 3 });
    expect(kit.toy.server.methods).toContain("workspace/didChangeWatchedFiles");
  });

  test("lasts: after a restart, and after the server was left for being idle, it is the same address", async () => {
    await using opened = open({ settings: { idle: { teardownMs: 5_000, checkMs: 1_000 } } });
    const { kit, roots } = opened;
    await start(opened, { language: "toy", connect: here });
    await kit.clock.until(roots.restart(undefined, kit.patience()));
    await askRoot(opened, "a.toy");
    await kit.clock.pass(10_000);
    expect(roots.sessions).toEqual([]);
    expect(kit.host.tcp.open).toBe(0);
    await askRoot(opened, "a.toy");
    expect(kit.toy.incarnations.map(({ end }) => end)).toEqual([undefined, undefined, undefined]);
    expect(kit.toy.received.filter(({ method }) => method === "shutdown" || method === "exit")).toEqual([]);
  });

  test("ends with `none`: a server of ours is asked again", async () => {
    await using opened = open();
    await start(opened, { language: "toy", connect: here });
    expect(await start(opened, { language: "toy", connect: "none" })).toEqual([{ server: "toy", root: "/project" }]);
    expect(await askRoot(opened, "a.toy")).toMatchObject({ found: 2, state: "complete" });
    expect(opened.kit.host.tcp.open).toBe(0);
    expect(opened.kit.host.processes.alive).toBe(1);
  });

  test("asks policy before it dials, with the hosts that the operator names", async () => {
    await using opened = open({ settings: { passive: { hosts: ["devbox"] } } });
    let asked: readonly string[] = [];
    const allow = (hosts: readonly string[]): never => {
      asked = hosts;
      return refuse({ code: "policy_denied", what: "no" });
    };
    const refusal = await refusalOf(start(opened, { language: "toy", connect: { address: toyAddress, allow } }));
    expect([refusal.code, asked]).toEqual(["policy_denied", ["devbox"]]);
    expect(opened.kit.toy.incarnations).toEqual([]);
  });

  test("is refused for a root that is not trusted, before a byte is sent", async () => {
    await using opened = open({ trusted: false });
    const refusal = await refusalOf(start(opened, { language: "toy", connect: here }));
    expect(refusal.code).toBe("not_trusted");
    expect(opened.kit.toy.incarnations).toEqual([]);
    expect(await askRoot(opened, "a.toy")).toMatchObject({ found: 2, state: "complete" });
  });
});

describe("which server it is", () => {
  const command = (name: string): ServerEntry["launch"] => ({ kind: "command", command: name, args: [] });
  const named = (id: string, saysItIs?: string): ServerEntry =>
    defineServer({
      ...toyEntry,
      id,
      title: id,
      launch: command(id),
      quirks: saysItIs === undefined ? {} : { saysItIs },
    });
  const two = (first: ServerEntry, second: ServerEntry): Partial<WorkspaceChoices> => ({
    entry: { ...first },
    language: { servers: [first.id, second.id] },
    others: [{ entry: second }],
  });

  test.each([
    ["the preferred one where nothing speaks against it", named("first"), named("second"), "first"],
    ["the one whose name it gives", named("first", "other"), named("second", "toy"), "second"],
    [
      "the one whose name it gives, although the preferred one is nameless",
      named("first"),
      named("second", "toy"),
      "second",
    ],
    ["an unknown one where the names of all are known", named("first", "other"), named("second", "another"), "first"],
  ])("is %s", async (_, first, second, id) => {
    await using opened = open(two(first, second));
    expect(await start(opened, { language: "toy", connect: here })).toMatchObject([{ server: id }]);
    expect(await askRoot(opened, "a.toy")).toMatchObject({ found: 2, state: "partial" });
    expect(opened.kit.host.processes.spawned).toEqual([]);
    expect(opened.kit.host.tcp.open).toBe(1);
  });

  test("an unknown one claims nothing that was measured of another", async () => {
    await using opened = open(two(named("first", "other"), named("second", "another")));
    await start(opened, { language: "toy", connect: here });
    const [session] = opened.roots.sessions;
    expect(session?.options.server.entry).toMatchObject({
      title: "toy",
      references: "unknown",
      readiness: { kind: "unknown" },
      quirks: {},
      proven: false,
    });
  });

  test("is asked where the root has several languages and none is named [AGL-104]", async () => {
    const other = { id: "fine", extensions: [".fine"], servers: ["fine"] };
    const others = [{ language: other, entry: named("fine") }];
    await using opened = open({ fixture: `${fixture}-- b.fine --\ndef plum\n`, others });
    const refusal = await refusalOf(start(opened, { connect: here }));
    expect(refusal.details).toMatchObject({
      code: "bad_input",
      why: "There is toy, fine.",
      next: "Name it with language_id.",
    });
    expect(await start(opened, { language: "fine", connect: here })).toMatchObject([{ server: "fine" }]);
    await using single = open();
    expect(await start(single, { connect: here })).toMatchObject([{ server: "toy" }]);
    expect((await refusalOf(start(single, { language: "klingon", connect: here }))).code).toBe("bad_input");
  });
});
