// Two clients of one engine: each has its own drafts and its own phase.

import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { LocalEngine } from "../../engine/local-engine.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { Emitter } from "../../std/emitter.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { settingsFor } from "../../config/profiles.ts";
import { operations } from "../../operations/table.ts";
import { McpDoor } from "./server.ts";
import type { Shows } from "./tool-list.ts";

type Ask = (name: string, args?: Record<string, unknown>) => Promise<unknown>;

function doorTo(kit: ToyWorkspace, exposure: Shows = "full", settings = settingsFor("standard")): McpDoor {
  const events = new Emitter<BridgeEvent>(() => {});
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    events,
    async () => {},
    () => () => {},
    [],
    settings,
  );
  return new McpDoor(async () => engine, {
    caller: { door: "mcp", allowed: ["read", "control", "propose", "write"] },
    clock: kit.clock,
    logLevel: "error",
    version: "1.0.0",
    format: "json",
    exposure,
    extensions: [],
    followRoots: false,
    followsServers: false,
    prewarms: false,
  });
}

async function connect(kit: ToyWorkspace, door: McpDoor): Promise<Ask> {
  const client = await clientOf(door);
  return (name, args = {}) => kit.clock.until(client.callTool({ name, arguments: args }));
}

async function clientOf(door: McpDoor): Promise<Client> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await door.server("legacy").connect(here);
  await client.connect(there);
  return client;
}

test("a draft and a phase belong to the connection that began them [AGL-202]", async () => {
  const kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n" });
  const door = doorTo(kit);
  const [one, other] = [await connect(kit, door), await connect(kit, door)];
  const [session_id] = /[0-9a-f]{32}/.exec(JSON.stringify(await one("create_simulation_session"))) ?? [];
  expect(session_id).toBeTypeOf("string");
  expect(await other("evaluate_session", { session_id })).toMatchObject({ isError: true });
  expect(await one("evaluate_session", { session_id })).not.toMatchObject({ isError: true });
  await one("activate_skill", { skill_name: "lsp-verify", mode: "block" });
  expect(JSON.stringify(await one("get_skill_phase"))).toContain("test_correlation");
  expect(JSON.stringify(await other("get_skill_phase"))).not.toContain("test_correlation");
  await kit.clock.until(door.close());
});

test("the passive surface shows a model context, validation and status; whatever else it asks, no server hears of it", async () => {
  const kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n" });
  const governed = settingsFor("governed");
  const client = await clientOf(doorTo(kit, "passive", governed));
  const passive = operations.filter((operation) => operation.passive === true).map(({ name }) => name);
  const { tools } = await kit.clock.until(client.listTools());
  expect(tools.map(({ name }) => name)).toEqual(passive);
  expect(passive).toEqual(expect.arrayContaining(["assemble_context", "validate_change", "detect_lsp_servers"]));
  expect(client.getServerCapabilities()).not.toHaveProperty("resources");
  expect(client.getServerCapabilities()).not.toHaveProperty("prompts");
  // Also behind a door that shows everything, policy decides.
  const asked = [client, await clientOf(doorTo(kit, "full", governed))];
  for (const one of asked) {
    for (const { name } of operations.filter((operation) => operation.passive !== true)) {
      const answer = await kit.clock.until(
        one.callTool({ name, arguments: { file_path: "a.toy", line: 1, column: 5 } }),
      );
      expect(answer.isError).toBe(true);
    }
  }
  expect(kit.toy.incarnations).toEqual([]);
});
