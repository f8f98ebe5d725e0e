// Another program writes while a change is carried out: it is noticed, and what it wrote survives.

import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "../../src/model/refusal.ts";
import type { Written } from "../../src/workspace/write/writer.ts";
import type { DiskCall } from "../support/crash-shim.ts";
import { ShimmedDisk } from "../support/crash-shim.ts";
import { CrashTree, signed } from "../support/crash-tree.ts";
import { repeats } from "../support/soak.ts";

const files = { "a.ts": "one\n", "b.ts": "two\n" };
const foreign = "words of another program\n";

let tree: CrashTree;
let calls: readonly DiskCall[];

beforeAll(async () => {
  tree = await CrashTree.plant(files);
  const disk = new ShimmedDisk(tree.host.writing);
  await commit(disk);
  calls = disk.calls;
});

afterAll(() => tree[Symbol.dispose]());

async function commit(disk: ShimmedDisk): Promise<Written> {
  const steps = [tree.edit("a.ts", () => "ONE\n"), tree.edit("b.ts", () => "TWO\n")];
  return tree.writer(disk).commit(await tree.writer().prepare(tree.plan(steps)), signed);
}

async function raced(moment: number, act: () => void): Promise<Written | Refusal> {
  try {
    return await commit(
      new ShimmedDisk(tree.host.writing, ({ index }) => {
        if (index === moment) act();
        return "go";
      }),
    );
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Everything that lies where the receipt points to. */
function found(): string[] {
  const rescued = readdirSync(join(tree.state, "edits")).flatMap((key) => {
    const directory = join(tree.state, "edits", key, "rescued");
    return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
  });
  return [tree.at("b.ts"), ...rescued].filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8"));
}

const inPlace = (): void => writeFileSync(tree.at("b.ts"), foreign);
const anew = (): void => {
  writeFileSync(join(tree.base, "draft"), foreign);
  renameSync(join(tree.base, "draft"), tree.at("b.ts"));
};

test("writes between the plan and the last look are all noticed, and nothing of them is lost [D03]", async () => {
  const last = calls.findIndex(({ act, path }) => act === "rename" && path.endsWith("-1.old"));
  expect(last).toBeGreaterThan(10);
  // Each manner of writing at each of the moments, several times.
  for (let race = 0; race < repeats({ test: 120, soak: 1_000 }); race++) {
    tree.replant(files);
    const came = await raced(race % (last + 1), race % 3 === 0 ? anew : inPlace);
    expect({ race, code: came instanceof Refusal && came.code }).toEqual({ race, code: "stale_document" });
    expect(readFileSync(tree.at("b.ts"), "utf8")).toBe(foreign);
    expect(readFileSync(tree.at("a.ts"), "utf8")).toBe(files["a.ts"]);
  }
  expect(Object.keys(tree.shot()).sort()).toEqual(["a.ts", "b.ts"]);
  expect(tree.leftovers()).toEqual([]);
}, 240_000);

test.each([
  ["into the file", inPlace],
  ["by a new file", anew],
])(
  "whatever is written %s at any moment of a change survives",
  async (_how, act) => {
    for (const { index } of calls) {
      tree.replant(files);
      const came = await raced(index, act);
      expect({ index, found: found() }).toEqual({ index, found: expect.arrayContaining([foreign]) as unknown });
      const isSaid = came instanceof Refusal || readFileSync(tree.at("b.ts"), "utf8") === foreign;
      expect({ index, isSaid }).toEqual({ index, isSaid: true });
      expect(readFileSync(tree.at("a.ts"), "utf8")).toBe(came instanceof Refusal ? files["a.ts"] : "ONE\n");
      // What stood there before is not lost either where a new file came into the gap.
      const isSaved = came instanceof Refusal && /rescued/.test(came.details.why ?? "");
      expect({ index, former: found().includes(files["b.ts"]) }).toEqual({ index, former: isSaved });
      expect(tree.leftovers()).toEqual([]);
    }
  },
  240_000,
);

test("what another program writes into the replaced file, which it holds open, is kept and reported", async () => {
  const taken = calls.findIndex(({ act, path }) => act === "rename" && path.endsWith("-1.old"));
  const mark = calls.findIndex(({ act, path }) => act === "rename" && path.endsWith(".committed"));
  for (let moment = taken + 2; moment <= mark; moment++) {
    tree.replant(files);
    const held: FileHandle = await open(tree.at("b.ts"), "r+");
    const { fd } = held;
    try {
      const came = await raced(moment, () => writeFileSync(fd, foreign));
      if (came instanceof Refusal) throw came;
      expect(came.notes).toHaveLength(1);
      expect(came.notes[0]).toContain("b.ts was modified at the moment");
      expect(found()).toEqual(["TWO\n", foreign]);
    } finally {
      await held.close();
    }
  }
});
