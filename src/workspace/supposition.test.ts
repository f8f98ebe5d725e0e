// A root with an overlay: what a snapshot of it answers, and that no other caller ever sees the overlay.

import { expect, test } from "vitest";
import type { Supposed } from "./supposition.ts";
import { Roots } from "./roots.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";

const fixture = `-- a.toy --
def apple
-- b.toy --
use apple
`;

async function messages(kit: ToyWorkspace, file: string, of: Parameters<typeof said>[1]): Promise<string[]> {
  return said(kit, of, file);
}

async function said(
  kit: ToyWorkspace,
  snapshot: Awaited<ReturnType<ToyWorkspace["workspace"]["snapshot"]>>,
  file: string,
): Promise<string[]> {
  const { value } = await kit.clock.until(snapshot.diagnostics(kit.path(file), kit.patience()));
  return value.diagnostics.map(({ message }) => message);
}

test.each(["push", "pull"] as const)(
  "a changed, a created and a deleted file are seen by one caller only (%s)",
  async (style) => {
    await using kit = openToyWorkspace({ fixture, dials: { diagnostics: style } });
    const view = new Roots(kit.workspace).view();
    const before = await kit.clock.until(kit.workspace.snapshot());
    expect(await messages(kit, "b.toy", before)).toEqual([]);
    const supposed: Supposed = new Map([
      [kit.path("a.toy"), null],
      [kit.path("b.toy"), "use pear\nuse plum\n"],
      [kit.path("c.toy"), "def pear\n"],
    ]);
    const { snapshot, release } = await kit.clock.until(view.suppose(kit.workspace.root, supposed));
    expect(await messages(kit, "b.toy", snapshot)).toEqual(["unknown name plum"]);
    expect(await messages(kit, "c.toy", snapshot)).toEqual([]);
    expect((await snapshot.text(kit.path("b.toy"))).text).toBe("use pear\nuse plum\n");
    await kit.clock.until(release());
    const after = await kit.clock.until(kit.workspace.snapshot());
    expect(await messages(kit, "b.toy", after)).toEqual([]);
    expect(kit.toy.server.violations).toEqual([]);
    await view.release();
  },
);
