// What is memoized of files is true after a settlement, whatever was done to the tree before it; on a real disk.

import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Files } from "../../host/files.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { nodeClock } from "../../host/node/node-clock.ts";
import { nodeFiles } from "../../host/node/node-files.ts";
import { nodeWatching } from "../../host/node/node-watch.ts";
import { filePath } from "../../model/file-path.ts";
import { readDocument } from "../../session/documents/document.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { WatchedFiles } from "./watched-files.ts";

const tree = {
  "root/a.ts": "a",
  "root/src/b.ts": "b",
  "root/src/deep/c.ts": "c",
  "root/node_modules/p/package.json": "{}",
  "out/d.ts": "d",
  "out/deep/c.ts": "elsewhere",
};

/** Everything that a change below touches, and what is beside it. */
const paths = [
  "a.ts",
  "absent.ts",
  "node_modules",
  "node_modules/p/package.json",
  "src",
  "src/.git",
  "src/b.ts",
  "src/deep",
  "src/deep/c.ts",
  "src/link.ts",
  "src/nowhere.ts",
  "src/shared.ts",
];

const changes: readonly (readonly [string, (root: string, out: string) => void])[] = [
  ["a file that is written in place", (root) => writeFileSync(join(root, "a.ts"), "x")],
  [
    "a file that is written and dated back",
    (root) => {
      const { atime, mtime } = statSync(join(root, "a.ts"));
      writeFileSync(join(root, "a.ts"), "x");
      utimesSync(join(root, "a.ts"), atime, mtime);
    },
  ],
  ["a file that goes", (root) => rmSync(join(root, "src/b.ts"))],
  ["a file that comes", (root) => writeFileSync(join(root, "absent.ts"), "x")],
  ["a file that takes the place of another", (root) => renameSync(join(root, "src/b.ts"), join(root, "a.ts"))],
  [
    "a directory that takes the place of another",
    (root, out) => {
      renameSync(join(root, "src"), join(root, "former"));
      renameSync(out, join(root, "src"));
    },
  ],
  [
    "a link that takes the place of a directory",
    (root, out) => {
      rmSync(join(root, "src"), { recursive: true });
      symlinkSync(out, join(root, "src"));
    },
  ],
  [
    "a link that takes the place of a file",
    (root, out) => {
      rmSync(join(root, "a.ts"));
      symlinkSync(join(out, "d.ts"), join(root, "a.ts"));
    },
  ],
  ["what a link leads to", (_, out) => writeFileSync(join(out, "d.ts"), "another text")],
  ["what a link lead to that had led nowhere", (_, out) => writeFileSync(join(out, "nowhere.ts"), "x")],
  ["a file by its other name outside", (_, out) => writeFileSync(join(out, "shared.ts"), "another text")],
  [
    "a file by another name that it gets later",
    (root, out) => {
      linkSync(join(root, "a.ts"), join(out, "later.ts"));
      writeFileSync(join(out, "later.ts"), "another text");
    },
  ],
  ["what is skipped", (root) => writeFileSync(join(root, "node_modules/p/package.json"), "{ }")],
  ["the list of what is skipped", (root) => mkdirSync(join(root, "node_modules/q"))],
  ["a mark of a checkout that is skipped", (root) => mkdirSync(join(root, "src/.git"))],
];

test.each(changes)("%s is seen", async (_, change) => {
  await using made = await watched();
  const { files, look, lookThere, counted } = made;
  await look(files);
  const before = counted();
  expect(await look(files)).toEqual(await lookThere());
  // The second look asks only about files, what is skipped, and what is a link.
  expect(counted() - before).toBeLessThanOrEqual(16);
  change(made.root, made.out);
  await made.settle();
  expect(await look(files)).toEqual(await lookThere());
});

test("a file that is written while it is read is read again", async () => {
  await using made = await watched();
  const { files } = made;
  const file = filePath(join(made.root, "a.ts"));
  await files.stat(file);
  const { readReal } = files;
  let reads = 0;
  const written: Files["readReal"] = async (path, maxBytes) => {
    const read = await readReal(path, maxBytes);
    if (reads++ === 0) writeFileSync(file, "written meanwhile");
    return read;
  };
  const host = new MemoryHost({ clock: new FakeClock() });
  const document = await readDocument(
    { ...host, files: Object.assign(files, { readReal: written }) },
    file,
    1_000,
    file,
  );
  expect([document.text, reads]).toEqual(["written meanwhile", 2]);
});

/** What makes a call look at a file again, although no event was heard. */
const renewals: readonly (readonly [string, (made: Awaited<ReturnType<typeof watched>>) => unknown])[] = [
  ["another call that begins", ({ files }) => files.begin()],
  ["a settlement", ({ files }) => files.lookAnew()],
  ["a while", ({ clock }) => clock.advance(1_001)],
  ["a reading", ({ files, root }) => files.read(filePath(join(root, "src/shared.ts")), 1_000)],
];

test.each(renewals)("a call looks at a file once, and again after %s", async (_, renew) => {
  await using made = await watched();
  const { files, counted } = made;
  const file = filePath(join(made.root, "src/shared.ts"));
  const end = files.begin();
  await Promise.all([files.stat(file), files.stat(file)]);
  await files.stat(file);
  expect(counted()).toBe(1);
  // No event tells of this one.
  writeFileSync(join(made.out, "shared.ts"), "another text");
  await renew(made);
  expect(await files.stat(file)).toEqual(await nodeFiles.stat(file));
  expect(counted()).toBe(2);
  end();
});

test("what is no call shares no look at a file", async () => {
  await using made = await watched();
  const { files, counted } = made;
  const file = filePath(join(made.root, "a.ts"));
  files.begin()();
  await files.stat(file);
  await files.stat(file);
  expect(counted()).toBe(2);
});

test("nothing is memoized that was looked at while events were on their way", async () => {
  await using made = await watched();
  const { files, look, lookThere } = made;
  for (let round = 0; round < 20; round++) {
    const looking = look(files);
    writeFileSync(join(made.root, "a.ts"), "x".repeat(round + 2));
    renameSync(join(made.root, "src"), join(made.root, "other"));
    renameSync(join(made.root, "other"), join(made.root, "src"));
    await looking;
    await made.settle();
    expect(await look(files)).toEqual(await lookThere());
  }
});

// — below: private, in the order they are used —

async function watched() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-test-")));
  const [root, out] = [join(base, "root"), join(base, "out")];
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  symlinkSync(join(out, "d.ts"), join(root, "src/link.ts"));
  symlinkSync(join(out, "nowhere.ts"), join(root, "src/nowhere.ts"));
  linkSync(join(root, "src/b.ts"), join(root, "src/shared.ts"));
  rmSync(join(root, "src/b.ts"));
  writeFileSync(join(root, "src/b.ts"), "b");
  linkSync(join(root, "src/shared.ts"), join(out, "shared.ts"));
  const watch = nodeWatching.watch({
    root,
    clock: nodeClock,
    skips: (path) => /(?:^|\/)(?:node_modules|\.git)$/.test(path),
    onChanges: () => {},
  });
  await watch.ready;
  await watch.settle();
  const clock = new FakeClock();
  let calls = 0;
  const counting: Files = {
    ...nodeFiles,
    stat: (path) => {
      calls++;
      return nodeFiles.stat(path);
    },
    real: (path) => {
      calls++;
      return nodeFiles.real(path);
    },
  };
  const look = async (files: Files) =>
    Promise.all(
      paths.map(async (path) => {
        const full = filePath(join(root, path));
        return [path, (await files.stat(full))?.stamp, await files.real(full)];
      }),
    );
  return {
    root,
    out,
    clock,
    files: new WatchedFiles(counting, () => watch, clock),
    look,
    lookThere: () => look(nodeFiles),
    counted: () => calls,
    settle: () => watch.settle(),
    async [Symbol.asyncDispose]() {
      await watch.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
