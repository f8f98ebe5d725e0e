import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { loadCompiled } from "./compiled-code.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "sightline-compiled-"));
  writeFileSync(
    join(base, "entry.cjs"),
    'const part = require("./part.cjs"); exports.path = require("node:path"); exports.total = part.total; exports.again = require("./part.cjs") === part;',
  );
  writeFileSync(
    join(base, "part.cjs"),
    "exports.total = (items) => items.reduce((sum, one) => sum + one, 0); exports.file = __filename;",
  );
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function load() {
  const { exports, keep } = loadCompiled(join(base, "entry.cjs"), join(base, "compiled"));
  const total = exports["total"] as (items: readonly number[]) => number;
  return { sum: total([1, 2, 3]), again: exports["again"], keep };
}

test("parts are loaded once, and nothing is written unless it is to be kept", () => {
  expect(load()).toMatchObject({ sum: 6, again: true });
  expect(readdirSync(base).sort()).toEqual(["entry.cjs", "part.cjs"]);
});

test("what was compiled is kept for each part, and the next start means the same", () => {
  load().keep();
  expect(readdirSync(join(base, "compiled")).sort()).toEqual(["entry.cjs.bin", "part.cjs.bin"]);
  expect(load()).toMatchObject({ sum: 6, again: true });
});

test.each([
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ["empty", () => Buffer.alloc(0)],
  ["damaged at its begin", (bytes: Buffer) => Buffer.from(bytes).fill(7, 0, 16)],
  ["damaged in one bit", (bytes: Buffer) => flipped(bytes, bytes.length - 9)],
])("compiled code that is %s is not used, and the text is", (_, spoil) => {
  load().keep();
  const file = join(base, "compiled", "part.cjs.bin");
  writeFileSync(file, spoil(readFileSync(file)));
  expect(load()).toMatchObject({ sum: 6 });
});

test.each([
  ["shorter", () => "exports.total = (items) => items.length;"],
  ["as long", (text: string) => text.replace(", 0)", ", 7)")],
])("compiled code of a text that has changed since is not used, though the text is %s", (_, change) => {
  load().keep();
  const file = join(base, "part.cjs");
  const before = load().sum;
  writeFileSync(file, change(readFileSync(file, "utf8")));
  expect(load().sum).not.toBe(before);
});

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 4;
  return other;
}
