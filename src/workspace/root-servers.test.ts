// Which servers of a root are here and may run in it.

import { expect, test } from "vitest";
import type { RestrictedForm } from "../catalog/entry.ts";
import type { Session } from "../session/session.ts";
import { toyEntry } from "../testing/kit.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import type { ToyWorkspace } from "../testing/workspace-kit.ts";
import { openToyWorkspace } from "../testing/workspace-kit.ts";

const fixture = "-- a.toy --\ndef apple\n";
const undone = { kind: "adjusted", undoneBy: ["toy.toml"], smaller: false } as const;

async function asked(kit: ToyWorkspace): Promise<unknown> {
  const snapshot = await kit.workspace.snapshot();
  return snapshot.documentSymbols(kit.path("a.toy"), kit.patience());
}

async function all(sessions: AsyncIterable<Session>): Promise<Session[]> {
  const found: Session[] = [];
  for await (const session of sessions) found.push(session);
  return found;
}

test.each<[string, RestrictedForm, string]>([
  ["that cannot be restricted", { kind: "refused", why: "its configuration is a program" }, ""],
  ["that the repository could free of its restriction", undone, "-- deep/down/toy.toml --\n\n"],
])("a server %s is not started in an untrusted root", async (_, restricted, more) => {
  await using kit = openToyWorkspace({ fixture: fixture + more, entry: { restricted }, trusted: false });
  const entry = { ...toyEntry, restricted };
  expect(await kit.workspace.servers.isUsable(entry)).toBe(false);
  expect((await kit.clock.until(refusalOf(asked(kit)))).code).toBe("not_trusted");
  expect(kit.host.processes.spawned).toHaveLength(0);
  await using trusting = openToyWorkspace({ fixture: fixture + more, entry: { restricted }, trusted: true });
  expect(await trusting.workspace.servers.isUsable(entry)).toBe(true);
  await trusting.clock.until(asked(trusting));
  expect(trusting.host.processes.spawned).toHaveLength(1);
});

test.each([
  ["ends", false, ["toy.toml"]],
  ["does not end, where the root is trusted", true, ["toy.toml"]],
  ["does not end for another", false, ["a.toml"]],
])("a file that would free a server of its restriction %s it", async (_, trusted, files) => {
  await using kit = openToyWorkspace({ fixture, entry: { restricted: undone }, trusted });
  await kit.clock.until(asked(kit));
  expect(kit.host.processes.alive).toBe(1);
  for (const file of files) kit.host.write(kit.path(file), "");
  await kit.clock.pass(1_000);
  expect(kit.host.processes.alive).toBe(trusted || !files.includes("toy.toml") ? 1 : 0);
});

test("a language that nobody serves is refused by name", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { servers } = kit.workspace;
  expect((await kit.clock.until(all(servers.ofLanguage("toy")))).map(({ id }) => id)).toEqual(["toy"]);
  expect((await refusalOf(all(servers.ofLanguage("elvish")))).details).toMatchObject({
    code: "bad_input",
    what: "elvish is no language that a server is known for.",
  });
});
