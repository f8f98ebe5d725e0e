// What opening a root waits for, and what becomes of a root that is being opened when all are closed.

import { expect, test } from "vitest";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath, joinPath } from "../model/file-path.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import type { Rooted } from "../../test/support/kits/roots-kit.ts";
import { openRoots } from "../../test/support/kits/roots-kit.ts";
import { EditJournal } from "../store/edit-journal.ts";
import { Roots } from "./roots.ts";

const inner = filePath("/project/trees/feature");

/** Another process is writing there, and does not come to an end. */
async function hold({ kit: { host } }: Rooted, root: FilePath): Promise<void> {
  const other = { pid: 77, startTime: "1", machine: "memory", boot: "1", namespace: "1" };
  host.files.write(joinPath(await placeOf(host, root), "lock-00"), JSON.stringify(other));
  host.writing.alive.add(other.pid);
}

const placeOf = (host: Host, root: FilePath): Promise<FilePath> => new EditJournal(host, root).place();

test.each(["a file of it is asked about", "it is named"])(
  "a root that waits for a writer when all are closed is closed too, when %s",
  async (how) => {
    const opened = openRoots();
    const { kit, roots } = opened;
    await hold(opened, inner);
    const isNamed = how === "it is named";
    const asked: Promise<unknown> = isNamed ? roots.addFolder(inner) : roots.view().locate(`${inner}/a.toy`);
    const refused = refusalOf(asked);
    await kit.clock.pass(100);
    await kit.clock.until(roots.close());
    expect((await kit.clock.until(refused)).code).toBe("not_initialized");
    expect(opened.events.filter(({ type }) => type === "root.opened")).toEqual([]);
    // Each root that is open looks at its servers now and then.
    expect(kit.clock.nextDueIn).toBeUndefined();
  },
);

test("a root that cannot be opened leaves nothing behind", async () => {
  await using opened = openRoots();
  const { kit } = opened;
  const closed: FilePath[] = [];
  const roots = new Roots(kit.workspace, {
    open: async (root) => {
      const made = kit.workspace.beside(root);
      const close = made.close.bind(made);
      made.close = () => {
        closed.push(root);
        return close();
      };
      return made;
    },
  });
  const [place, stat] = [await placeOf(kit.host, inner), kit.host.files.stat.bind(kit.host.files)];
  kit.host.files.stat = async (path) => {
    if (path === place) throw new TypeError("a defect");
    return stat(path);
  };
  await expect(roots.view().locate(`${inner}/a.toy`)).rejects.toThrow("a defect");
  expect(closed).toEqual([inner]);
});

test("a call does not wait for the writer of a root that it does not ask about", async () => {
  await using opened = openRoots();
  const { kit, roots } = opened;
  await roots.addFolder("/elsewhere");
  await hold(opened, kit.workspace.root);
  const began = kit.clock.now();
  await kit.clock.until(roots.view().locate("/elsewhere/c.toy"));
  expect(kit.clock.now() - began).toBe(0);
  await kit.clock.until(roots.view().locate("a.toy"));
  expect(kit.clock.now() - began).toBe(1_000);
});
