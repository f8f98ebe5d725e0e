// Who else could write a path: by its owner, its mode, and every directory on the way to it.

import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import { isOurs, ownershipDoubt } from "./ownership.ts";

interface Made extends Disposable {
  readonly top: string;
  readonly file: string;
}

function inTemporary(): Made {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "sightline-test-")));
  const file = join(top, "a/b/file");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "x");
  return { top, file, [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }) };
}

test.each<[string, (made: Made) => void, RegExp]>([
  ["no other user", () => {}, /^no doubt$/],
  ["everybody, the file", ({ file }) => chmodSync(file, 0o602), /^other users may write it$/],
  [
    "everybody, its directory",
    ({ top }) => chmodSync(join(top, "a/b"), 0o707),
    /^other users may write \S+\/a\/b, which contains/,
  ],
  [
    "everybody, a directory above",
    ({ top }) => chmodSync(join(top, "a"), 0o777),
    /^other users may write \S+\/a, which contains/,
  ],
  ["everybody, a sticky directory", ({ top }) => chmodSync(join(top, "a/b"), 0o1777), /^no doubt$/],
])("%s can write", async (_, open, doubt) => {
  using made = inTemporary();
  open(made);
  expect((await ownershipDoubt(made.file)) ?? "no doubt").toMatch(doubt);
});

test("a link is as safe as the directory it lies in and what it leads to", async () => {
  using made = inTemporary();
  const open = join(made.top, "open");
  mkdirSync(open);
  symlinkSync(made.file, join(open, "link"));
  expect(await ownershipDoubt(join(open, "link"))).toBeUndefined();
  chmodSync(open, 0o777);
  expect(await ownershipDoubt(join(open, "link"))).toMatch(/open, which contains it/);
  chmodSync(open, 0o700);
  chmodSync(dirname(made.file), 0o777);
  expect(await ownershipDoubt(join(open, "link"))).toMatch(/b, which contains it/);
});

test("what is not there is as safe as the first directory on its way that is", async () => {
  using made = inTemporary();
  const path = join(made.top, "a/b/none/at/all");
  expect(await ownershipDoubt(path)).toBeUndefined();
  chmodSync(join(made.top, "a/b"), 0o777);
  expect(await ownershipDoubt(path)).toMatch(/a\/b, which contains it/);
});

test("what belongs to another user is that user's, and so is what lies in their directory", async () => {
  using made = inTemporary();
  const isAllowed = process.getuid?.() === 0;
  if (isAllowed) chownSync(made.file, 12_345, 12_345);
  expect(await ownershipDoubt(made.file)).toBe(isAllowed ? "it belongs to another user" : undefined);
  if (isAllowed) chownSync(made.file, 0, 0);
  if (isAllowed) chownSync(dirname(made.file), 12_345, 12_345);
  const lies = isAllowed ? `${dirname(made.file)}, which contains it, belongs to another user` : undefined;
  expect(await ownershipDoubt(made.file)).toBe(lies);
});

test("what belongs to us or to the system is ours, and what another user made is not", async () => {
  using made = inTemporary();
  const file = filePath(made.file);
  expect(await Promise.all([isOurs(filePath("/")), isOurs(file), isOurs(filePath(`${file}/nothing`))])).toEqual([
    true,
    true,
    true,
  ]);
  // Only the system's user can give a file away.
  const canGiveAway = process.getuid?.() === 0;
  if (canGiveAway) chownSync(file, 65_534, 65_534);
  expect(await isOurs(file)).toBe(!canGiveAway);
});
