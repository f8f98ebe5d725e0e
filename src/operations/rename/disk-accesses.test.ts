// How often one call accesses a file on disk: the numbers may only be made smaller. The toy server's own reads are among them.

import { expect, test } from "vitest";
import { perform } from "../../../test/support/kits/perform.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Operation } from "../define.ts";
import { previewEdit } from "../edit/preview-edit.ts";
import { findReferences } from "../find/find-references.ts";
import { renameSymbol } from "./rename-symbol.ts";

const fixture = `-- a.toy --
def size = 7
def other
-- b.toy --
use «^»size
-- c.toy --
use size
-- d.toy --
# nothing of it
`;

type Accesses = Readonly<Record<string, readonly [read: number, stat: number]>>;

/** What of the accesses by the second of two equal calls is beyond the limits. */
async function beyond(limits: Accesses, operation: Operation, inputOf: (kit: ToyWorkspace) => object): Promise<object> {
  await using kit = openToyWorkspace({ fixture });
  kit.clock.advance(60_000);
  const roots = new Roots(kit.workspace);
  await perform(kit, operation, inputOf(kit), roots);
  const counts: Record<string, { read: number; stat: number }> = {};
  kit.host.files.slowness = async (access, path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!name.endsWith(".toy")) return;
    counts[name] ??= { read: 0, stat: 0 };
    counts[name][access]++;
  };
  await perform(kit, operation, inputOf(kit), roots);
  return Object.fromEntries(
    Object.entries(counts).filter(([name, { read, stat }]) => {
      const [reads, stats] = limits[name] ?? [0, 0];
      return read > reads || stat > stats;
    }),
  );
}

const cursor = ({ fixture: { cursor: at } }: ToyWorkspace) => ({ file_path: at.file, ...at.span.start });

test("references that were found before are found again without reading a file", async () => {
  const limits = { "a.toy": [0, 3], "b.toy": [0, 7], "c.toy": [0, 2] } as const;
  expect(await beyond(limits, findReferences, cursor)).toEqual({});
});

test("a preview reads each file that the change may reach once, and its server once", async () => {
  const edit = () => ({ file_path: "a.toy", old_text: "size = 7", new_text: "size = 8" });
  const limits = { "a.toy": [6, 14], "b.toy": [2, 4], "c.toy": [2, 4], "d.toy": [2, 4] } as const;
  expect(await beyond(limits, previewEdit, edit)).toEqual({});
});

test("a rename that is only shown holds its plan against the disk once", async () => {
  const rename = (kit: ToyWorkspace) => ({ ...cursor(kit), new_name: "length", dry_run: true });
  const limits = { "a.toy": [9, 28], "b.toy": [9, 20], "c.toy": [8, 17], "d.toy": [2, 4] } as const;
  expect(await beyond(limits, renameSymbol, rename)).toEqual({});
});
