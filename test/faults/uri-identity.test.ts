import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Host } from "../../src/host/host.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { filePath } from "../../src/model/file-path.ts";
import { Refusal } from "../../src/model/refusal.ts";
import { fromUri, toUri } from "../../src/protocol/uri.ts";
import { confine } from "../../src/workspace/trust/confine.ts";

const composed = "caf\u00E9.ts";
const decomposed = "cafe\u0301.ts";
let top = "";
let root: FilePath;
let host: Host;

beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "sightline-identity-")));
  mkdirSync(join(top, "real folder"));
  writeFileSync(join(top, "real folder", "a+b.ts"), "x");
  writeFileSync(join(top, composed), "x");
  symlinkSync("real folder", join(top, "linked"));
  symlinkSync(join("real folder", "a+b.ts"), join(top, "other.ts"));
  root = filePath(top);
  host = await openNodeHost({ SIGHTLINE_STATE_DIR: join(top, "state") });
});

afterEach(() => {
  rmSync(top, { recursive: true });
});

/** The URI under which a server would hear of the file that a caller names by this URI. */
async function identityOf(uri: string): Promise<string> {
  const path = fromUri(uri);
  if (typeof path !== "string") return "external";
  return toUri(await confine(host, [root], path));
}

test("every spelling of one file, through links or not, is one document [F28]", async () => {
  const here = toUri(root);
  const expected = `${here}/real%20folder/a+b.ts`;
  for (const spelling of [
    `${here}/real%20folder/a+b.ts`,
    `${here}/real%20folder/a%2Bb.ts`,
    `${here}/real%20folder/a%2bb.ts`,
    `${here}/real folder/a+b.ts`,
    `${here}/%72eal%20folder/./x/../a+b.ts`,
    `${here.replace("file://", "FILE://localhost")}//real%20folder/a+b.ts`,
    `${here}/linked/a+b.ts`,
    `${here}/other.ts`,
    `${here}/linked/../real%20folder/a+b.ts`,
  ]) {
    expect([spelling, await identityOf(spelling)]).toEqual([spelling, expected]);
  }
});

test("every spelling of one drive path is one document [F28]", () => {
  const spellings = [
    "file:///c%3A/a%20b.ts",
    "file:///C%3a/a%20b.ts",
    "file:///c:/a%20b.ts",
    "file:///C:/a b.ts",
    "file://c:/a%20b.ts",
  ];
  const identities = spellings.map((uri) => toUri(fromUri(uri) as FilePath));
  expect(new Set(identities)).toEqual(new Set(["file:///C:/a%20b.ts"]));
});

test("a composed and a decomposed name are one document exactly where the disk says that they are one file [F28]", async () => {
  const here = toUri(root);
  const first = await identityOf(`${here}/${encodeURIComponent(composed)}`);
  const second = await identityOf(`${here}/${encodeURIComponent(decomposed)}`).catch((error: unknown) => error);
  // Linux keeps the two apart, so the second is simply not there; macOS finds the same file under both names.
  const isOneFile = second === first;
  const isNoFile = second instanceof Refusal && second.code === "file_not_found";
  expect([isOneFile, isNoFile].filter(Boolean)).toHaveLength(1);
  writeFileSync(join(top, decomposed), "y");
  const third = await identityOf(`${here}/${encodeURIComponent(decomposed)}`);
  expect(third === first).toBe(isOneFile);
});
