// What a server declares after the handshake is waited for, and what it never declares is not waited for twice.

import { expect, test } from "vitest";
import { Refusal } from "../../model/refusal.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";

const fixture = "-- a.toy --\ndef «^»apple\nuse apple\n";

test("a question that comes before the registration of its method is answered [F16]", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { registers: ["textDocument/references"] } });
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  const asked = snapshot.references(kit.at(kit.fixture.cursor), true, kit.patience());
  expect((await kit.clock.until(asked)).value).toHaveLength(2);
});

test("a method that is never declared costs one short wait after the start, and none later [F17]", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { lacks: ["textDocument/hover"] } });
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  const ask = () =>
    kit.clock.until(snapshot.hover(kit.at(kit.fixture.cursor), kit.patience()).catch((e: unknown) => e));
  const began = kit.clock.now();
  expect(await ask()).toBeInstanceOf(Refusal);
  const first = kit.clock.now();
  expect(await ask()).toMatchObject({ details: { code: "capability_missing" } });
  expect(first - began).toBeLessThanOrEqual(1_500);
  expect(kit.clock.now()).toBe(first);
});
