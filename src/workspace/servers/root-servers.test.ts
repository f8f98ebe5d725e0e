// Which servers of a root are here and may run in it.

import { expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import { filePath } from "../../model/file-path.ts";
import type { Session } from "../../session/session.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";

const fixture = "-- a.toy --\ndef apple\n";
const obeys = [{ name: "toy.toml", names: ["command"], untrusted: "stops" }] as const;

async function asked(kit: ToyWorkspace): Promise<unknown> {
  const snapshot = await kit.workspace.snapshot();
  return snapshot.documentSymbols(kit.path("a.toy"), kit.patience());
}

async function all(sessions: AsyncIterable<Session>): Promise<Session[]> {
  const found: Session[] = [];
  for await (const session of sessions) found.push(session);
  return found;
}

test.each<{ what: string; entry: Partial<ServerEntry>; more?: string; above?: string }>([
  {
    what: "that cannot be restricted",
    entry: { restricted: { kind: "refused", why: "its configuration is a program" } },
  },
  { what: "that a file deep in the root frees of it", entry: { obeys }, more: "-- deep/down/toy.toml --\n\n" },
  { what: "that a file above the root frees of it", entry: { obeys }, above: "/toy.toml" },
])("a server $what is not started in an untrusted root [S01]", async ({ entry, more = "", above }) => {
  await using kit = openToyWorkspace({ fixture: fixture + more, entry, trusted: false });
  if (above !== undefined) kit.host.write(filePath(above), "");
  expect(await kit.workspace.servers.isUsable({ ...toyEntry, ...entry })).toBe(false);
  expect((await kit.clock.until(refusalOf(asked(kit)))).code).toBe("not_trusted");
  expect(kit.host.processes.spawned).toHaveLength(0);
  await using trusting = openToyWorkspace({ fixture: fixture + more, entry, trusted: true });
  expect(await trusting.workspace.servers.isUsable({ ...toyEntry, ...entry })).toBe(true);
  await trusting.clock.until(asked(trusting));
  expect(trusting.host.processes.spawned).toHaveLength(1);
});

test.each([
  ["ends", false, ["toy.toml"]],
  ["does not end, where the root is trusted", true, ["toy.toml"]],
  ["does not end for another", false, ["a.toml"]],
])("a file that would free a server of its restriction %s it", async (_, trusted, files) => {
  await using kit = openToyWorkspace({ fixture, entry: { obeys }, trusted });
  await kit.clock.until(asked(kit));
  expect(kit.host.processes.alive).toBe(1);
  for (const file of files) kit.host.write(kit.path(file), "");
  await kit.clock.pass(1_000);
  expect(kit.host.processes.alive).toBe(trusted || !files.includes("toy.toml") ? 1 : 0);
});

test("one that comes above the root ends it with the next question", async () => {
  await using kit = openToyWorkspace({ fixture, entry: { obeys }, trusted: false });
  await kit.clock.until(asked(kit));
  kit.host.write(filePath("/toy.toml"), "");
  expect((await kit.clock.until(refusalOf(asked(kit)))).code).toBe("not_trusted");
  expect(kit.host.processes.alive).toBe(0);
});

test("a language that no server knows is refused by name", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { servers } = kit.workspace;
  expect((await kit.clock.until(all(servers.ofLanguage("toy")))).map(({ id }) => id)).toEqual(["toy"]);
  expect((await refusalOf(all(servers.ofLanguage("elvish")))).details).toMatchObject({
    code: "bad_input",
    what: "elvish is not a language with a known server.",
  });
});
