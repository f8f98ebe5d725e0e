// What a client calls its roots: only directories of this machine are taken, and only changes reach the engine.

import { expect, test } from "vitest";
import type { Engine, Invocation } from "../../engine/engine.ts";
import { LocalEngine } from "../../engine/local-engine.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import type { Caller } from "../../policy/effects.ts";
import { Emitter } from "../../std/emitter.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { ClientRoots, rootPaths } from "./client-roots.ts";

test.each([
  ["paths, decoded", { roots: [{ uri: "file:///a%20b/c" }, { uri: "file:///d", name: "d" }] }, ["/a b/c", "/d"]],
  ["nothing of another machine or scheme", { roots: [{ uri: "file://far/x" }, { uri: "https://a/b" }] }, []],
  ["nothing that hides a slash", { roots: [{ uri: "file:///a%2Fb" }] }, []],
  ["nothing that is no list", { roots: "file:///a" }, []],
  ["nothing that is no answer", undefined, []],
])("%s", (_, answer, paths) => {
  expect(rootPaths(answer)).toEqual(paths);
});

test("only what came and what went is told to the engine, and a refusal is told back", async () => {
  const invoked: string[] = [];
  const engine: Engine = {
    invoke: async ({ operation, input }: Invocation) => {
      invoked.push(`${operation} ${(input as { path: string }).path}`);
      return { ok: false, refusal: { code: "policy_denied", what: "It is not allowed as a root." }, ms: 0 };
    },
    events: () => () => {},
    facts: { root: "/main", notices: { diagnosticsMs: 0, staleMs: 0 }, correction: { rounds: 2 } },
    status: async () => ({ sessions: [] }),
    leave: () => {},
    close: async () => {},
  };
  const roots = new ClientRoots({ door: "mcp", allowed: ["read", "control"] });
  roots.opened(["/a"]);
  expect(await roots.follow(engine, ["/main", "/a", "/b"])).toEqual([
    "/b is not followed: It is not allowed as a root.",
  ]);
  await roots.follow(engine, ["/main", "/b"]);
  expect(invoked).toEqual(["add_workspace_folder /b", "remove_workspace_folder /a"]);
});

test("where the client works is its own word, so it is followed also for an agent that may only read [AGL-106]", async () => {
  await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n" });
  kit.host.files.write(filePath("/other/b.toy"), "def pear\n");
  const roots = new Roots(kit.workspace);
  const engine = new LocalEngine(
    roots,
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    async () => {},
    () => () => {},
  );
  const caller: Caller = { door: "mcp", allowed: ["read"] };
  const followed = new ClientRoots(caller);
  expect(await kit.clock.until(followed.follow(engine, ["/project", "/other"]))).toEqual([]);
  expect(roots.view().folders()).toEqual(["/project", "/other"]);
  const own = engine.invoke({ operation: "remove_workspace_folder", input: { path: "/other" }, caller });
  expect(await kit.clock.until(own)).toMatchObject({ refusal: { code: "policy_denied" } });
  expect(await kit.clock.until(followed.follow(engine, ["/project"]))).toEqual([]);
  expect(roots.view().folders()).toEqual(["/project"]);
  await kit.clock.until(roots.close());
});
