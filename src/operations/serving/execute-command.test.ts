// A server's command is run only where it is allowed three times over: by trust or exec, by the setting, by the server itself.

import { expect, test } from "vitest";
import { callContext, perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import { executeCommand } from "./execute-command.ts";

const all = ["toy.explain", "toy.edit", "toy.show"];

function open(allow: readonly string[] = all): ToyWorkspace {
  return openToyWorkspace({
    fixture: "-- a.toy --\ndef apple\n",
    dials: { commands: all },
    settings: { commands: { allow: { toy: [...allow, "toy.undeclared"] } } },
  });
}

const room = { characters: 1_000 };

test("a command gets its arguments as they are, whatever JSON they are [AGL-119]", async () => {
  await using kit = open();
  const args = [1, "two", [3, null], { four: { five: true } }, false, null];
  const performed = await perform(kit, executeCommand, { command: "toy.explain", arguments: args, file_path: "a.toy" });
  expect(kit.toy.server.paramsOf("workspace/executeCommand")).toEqual([{ command: "toy.explain", arguments: args }]);
  expect(performed.toJson()).toEqual({
    server: "toy",
    command: "toy.explain",
    result: { command: "toy.explain", arguments: args },
    edits: [],
    refused_edits: 0,
  });
  expect(performed.toText(room)).toMatch(
    /^toy ran toy\.explain and answered:\n\| \{\n\| {2}"command": "toy\.explain",\n/,
  );
  expect(performed.toText({ characters: 45 })).toBe("The command ran; its result is too long to show.");
});

test("without the operator's word nothing is sent, nothing is started, and the setting is named [S15]", async () => {
  await using kit = open(["toy.other"]);
  const { details } = await refusalOf(perform(kit, executeCommand, { command: "toy.explain", file_path: "a.toy" }));
  expect(details).toMatchObject({ code: "policy_denied", why: "The setting commands.allow does not name it for toy." });
  expect(details.next).toContain('{"settings":{"commands":{"allow":{"toy":["toy.explain"]}}}}');
  expect(kit.toy.incarnations).toEqual([]);
  await using byDefault = openToyWorkspace({ fixture: "-- a.toy --\n", dials: { commands: all } });
  const asked = perform(byDefault, executeCommand, { command: "toy.explain", file_path: "a.toy" });
  expect((await refusalOf(asked)).code).toBe("policy_denied");
});

test("names that every object has are no allowance [S15]", async () => {
  await using kit = openToyWorkspace({
    fixture: "-- a.toy --\n",
    dials: { commands: all },
    entry: { id: "toString" },
    language: { servers: ["toString"] },
  });
  const asked = perform(kit, executeCommand, { command: "toy.explain", file_path: "a.toy" });
  expect((await refusalOf(asked)).code).toBe("policy_denied");
});

test("a command that the server does not declare is not sent, though it is allowed [S15]", async () => {
  await using kit = open();
  const { details } = await refusalOf(perform(kit, executeCommand, { command: "toy.undeclared", file_path: "a.toy" }));
  expect(details).toMatchObject({ code: "capability_missing", why: "It declares: toy.explain, toy.edit, toy.show." });
  expect(kit.toy.server.methods).not.toContain("workspace/executeCommand");
});

test("where nothing may be executed no command is [S15]", async () => {
  await using kit = open();
  const roots = new Roots(kit.workspace);
  const call = executeCommand.decode({ command: "toy.explain", file_path: "a.toy" });
  const run = call.run(callContext(roots, kit.patience()));
  expect((await refusalOf(kit.clock.until(run))).code).toBe("policy_denied");
  expect(kit.toy.incarnations).toEqual([]);
});

test("an edit that the server asks for meanwhile is made as one transaction, told of, and can be undone [S16]", async () => {
  await using kit = open();
  const performed = await perform(kit, executeCommand, { command: "toy.edit", file_path: "a.toy" });
  expect(performed.toJson()).toMatchObject({
    result: { applied: true },
    edits: [{ undo_id: expect.any(String), files: [kit.path("a.toy")] }],
    refused_edits: 0,
  });
  expect(performed.toText(room)).toMatch(/\nIt changed a\.toy\. Undo id: \S+$/);
  expect(await kit.text("a.toy")).toBe("def planted\ndef apple\n");
});

test("an address that the server wants to have opened is not [S17]", async () => {
  await using kit = open();
  const performed = await perform(kit, executeCommand, { command: "toy.show", file_path: "a.toy" });
  expect(performed.toJson()).toMatchObject({ result: { success: false } });
});

test.each([
  ["the server that is named", { server: "toy" }],
  ["the server for which the operator allows the command", {}],
])("%s is started by the command", async (_, choice) => {
  await using kit = open();
  expect(kit.toy.incarnations).toEqual([]);
  const performed = await perform(kit, executeCommand, { command: "toy.explain", ...choice });
  expect(performed.toJson()).toMatchObject({ server: "toy" });
  expect(kit.toy.incarnations).toHaveLength(1);
});

test("a server that serves nothing here is not found, and none is started for it", async () => {
  await using kit = open();
  const asked = perform(kit, executeCommand, { command: "toy.explain", server: "other" });
  const { details } = await refusalOf(asked);
  expect([details.code, details.what]).toEqual(["server_not_found", expect.stringContaining('"other"')]);
  const denied = await refusalOf(perform(kit, executeCommand, { command: "toy.unknown" }));
  expect([denied.code, kit.toy.incarnations]).toEqual(["policy_denied", []]);
});
