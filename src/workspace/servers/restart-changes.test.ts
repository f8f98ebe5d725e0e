// Files that change while the servers of a root are started again: the new ones know them, and none hears of them twice.

import { expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { findReferences } from "../../operations/find/find-references.ts";
import type { LocationJson } from "../../operations/places.ts";
import { Roots } from "../roots.ts";

const fixture = "-- a.toy --\ndef «^»apple\n-- b.toy --\nuse apple\n-- c.toy --\nuse apple\n";

/** How many turns of the loop into the restart the files change. */
const turns = [0, 1, 2, 3, 5, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512];

async function changedDuring(turn: number, restarts: number): Promise<{ readonly during: string }> {
  await using kit = openToyWorkspace({ fixture, dials: { watches: ["**/*.toy"] } });
  const roots = new Roots(kit.workspace);
  const used = async (): Promise<string[]> => {
    const at = { file_path: "a.toy", ...kit.fixture.cursor.span.start };
    const performed = await perform(kit, findReferences, at, roots);
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
    return (performed.toJson() as readonly LocationJson[]).map(({ file, line }) => `${file}:${line}`).sort();
  };
  expect(await used()).toEqual([`${kit.path("b.toy")}:1`, `${kit.path("c.toy")}:1`]);
  const watches = kit.host.watching.open;
  const restarting = Array.from({ length: restarts }, () => roots.restart(undefined, kit.patience()));
  for (let passed = 0; passed < turn; passed += 1) await Promise.resolve();
  const during = kit.workspace.sessions.map(({ status }) => status.state).join() || "none";
  kit.host.files.write(kit.path("b.toy"), "use apple\nuse apple\n");
  kit.host.files.write(kit.path("d.toy"), "use apple\n");
  kit.host.files.remove(kit.path("c.toy"));
  kit.host.watching.emit([
    { path: kit.path("b.toy"), kind: "changed" },
    { path: kit.path("d.toy"), kind: "created" },
    { path: kit.path("c.toy"), kind: "deleted" },
  ]);
  const started = await kit.clock.until(Promise.all(restarting));
  expect(started.flat().filter((one) => one.failure !== undefined)).toEqual([]);
  expect(await used()).toEqual([`${kit.path("b.toy")}:1`, `${kit.path("b.toy")}:2`, `${kit.path("d.toy")}:1`]);
  // One watch as before, and whatever a server has open is what the disk holds.
  expect(kit.host.watching.open).toBe(watches);
  for (const { uri, index } of kit.toy.server.documents) {
    expect([uri, index.text]).toEqual([uri, await kit.text(uri.split("/").at(-1) ?? "")]);
  }
  const told = kit.toy.server
    .paramsOf("workspace/didChangeWatchedFiles")
    .flatMap((params) => (params as { readonly changes: readonly { readonly uri: string }[] }).changes);
  expect(told.map(({ uri }) => uri)).toEqual([...new Set(told.map(({ uri }) => uri))]);
  expect(kit.toy.incarnations.flatMap(({ server }) => server.violations)).toEqual([]);
  expect(kit.eventsOf("defect")).toEqual([]);
  return { during };
}

test.each([1, 2])(
  "at whatever moment files change during %i restarts at once, the new server has them [AGL-159]",
  async (restarts) => {
    const seen = new Set<string>();
    for (const turn of turns) seen.add((await changedDuring(turn, restarts)).during);
    // They fell before the end of the old server, between the two, during the handshake, and after it.
    expect([...seen]).toEqual(expect.arrayContaining(["stopping", "none", "initializing", "ready"]));
  },
);
