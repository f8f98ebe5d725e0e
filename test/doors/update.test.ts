// `sightline update` against a server of releases on loopback, with a small file in the place of the executable.

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { OwnUpdate } from "../../src/engine/update/own-update.ts";
import type { UpdateChoice } from "../../src/engine/update/own-update.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import type { ReleaseChoices } from "../support/release-server.ts";
import { releaseServer } from "../support/release-server.ts";

const asset = "sightline-test-machine";
const former = "the former one";
const bytes = Buffer.from("the new one\n".repeat(20_000));
const choices: ReleaseChoices = { version: "0.2.0", asset, bytes };

interface Installed extends Disposable {
  readonly path: string;
  text(): string;
  /** What lies beside it. */
  beside(): string[];
  update(from: string, choice?: Partial<UpdateChoice>): ReturnType<OwnUpdate["run"]>;
}

function installed(version = "0.1.0"): Installed {
  const folder = mkdtempSync(join(tmpdir(), "sightline-update-"));
  const path = join(folder, "sightline");
  writeFileSync(path, former);
  chmodSync(path, 0o751);
  const own = new OwnUpdate({ version, executable: { path, asset }, repository: undefined });
  return {
    path,
    text: () => readFileSync(path, "utf8"),
    beside: () => readdirSync(dirname(path)).filter((name) => name !== "sightline"),
    update: (from, choice) => own.run({ checksOnly: false, isForced: false, from, ...choice }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe("a newer release", () => {
  test("is compared, downloaded, verified and put in the place of what runs, all at once [AGL-379]", async () => {
    using made = installed();
    await using server = await releaseServer(choices);
    const { ino } = statSync(made.path);
    expect(await made.update(server.latest)).toEqual({ installed: "0.1.0", latest: "0.2.0", done: "replaced" });
    expect(made.text()).toBe(bytes.toString("utf8"));
    // Another file took the name: what runs keeps its own.
    expect(statSync(made.path).ino).not.toBe(ino);
    expect(statSync(made.path).mode & 0o777).toBe(0o751);
    expect(made.beside()).toEqual([]);
    expect(server.asked).toEqual(["/latest", "/sums", "/executable"]);
  });

  const faults: readonly (readonly [string, Partial<ReleaseChoices>, string, string])[] = [
    ["a wrong checksum", { sums: "1".repeat(64) }, "malformed_reply", "is not what the release says"],
    ["a download that is cut", { isCut: true }, "request_failed", "could not be fetched"],
    ["no list of checksums", { sums: null }, "request_failed", "lacks SHA256SUMS"],
    ["a list that lacks this file", { sums: "no digest" }, "request_failed", "lacks a checksum"],
    ["no file for this machine", { asset: "sightline-other" }, "request_failed", `lacks ${asset}`],
    ["a file that is not there", { elsewhere: "http://127.0.0.1:9/x" }, "request_failed", "could not be fetched"],
    ["a file that comes without TLS", { elsewhere: "http://example.org/x" }, "bad_input", "is not fetched"],
    ["a description that is none", { description: "<html>" }, "malformed_reply", "does not describe a release"],
  ];

  test.each(faults)("with %s replaces nothing and says so [AGL-379]", async (_, over, code, words) => {
    using made = installed();
    await using server = await releaseServer({ ...choices, ...over });
    const { details: refused } = await refusalOf(made.update(server.latest));
    expect(refused).toMatchObject({ code, what: expect.stringContaining(words), next: expect.any(String) });
    expect({ text: made.text(), beside: made.beside() }).toEqual({ text: former, beside: [] });
  });

  test("that cannot be written replaces nothing and says who could write it [AGL-379]", async () => {
    using made = installed();
    await using server = await releaseServer(choices);
    // The superuser may write into every directory but those of the kernel.
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) chmodSync(dirname(made.path), 0o555);
    const path = isRoot ? "/proc/self/status" : made.path;
    const own = new OwnUpdate({ version: "0.1.0", executable: { path, asset }, repository: undefined });
    const { details: refused } = await refusalOf(own.run({ checksOnly: false, isForced: false, from: server.latest }));
    chmodSync(dirname(made.path), 0o755);
    expect(refused).toMatchObject({ code: "write_failed", next: expect.stringContaining("the user who may write") });
    expect({ text: made.text(), beside: made.beside() }).toEqual({ text: former, beside: [] });
    expect(existsSync(path)).toBe(true);
  });
});

test("the same version, or an older one, replaces nothing unless that is asked for [AGL-380]", async () => {
  for (const version of ["0.2.0", "0.3.0-rc.1"]) {
    using made = installed(version);
    await using server = await releaseServer(choices);
    expect(await made.update(server.latest)).toEqual({ installed: version, latest: "0.2.0", done: "current" });
    expect({ text: made.text(), asked: server.asked }).toEqual({ text: former, asked: ["/latest"] });
    expect(await made.update(server.latest, { isForced: true })).toMatchObject({ done: "replaced" });
    expect(made.text()).toBe(bytes.toString("utf8"));
  }
});

test("--check compares and does nothing else, also with --force [AGL-380]", async () => {
  await using server = await releaseServer(choices);
  using older = installed();
  using same = installed("0.2.0");
  expect(await older.update(server.latest, { checksOnly: true })).toMatchObject({ done: "available" });
  expect(await older.update(server.latest, { checksOnly: true, isForced: true })).toMatchObject({ done: "available" });
  expect(await same.update(server.latest, { checksOnly: true })).toMatchObject({ done: "current" });
  expect([older.text(), same.text()]).toEqual([former, former]);
  expect(new Set(server.asked)).toEqual(new Set(["/latest"]));
});

test("what runs from files is updated by what installed it, and can be compared all the same", async () => {
  await using server = await releaseServer(choices);
  const own = new OwnUpdate({ version: "0.1.0", executable: undefined, repository: undefined });
  const { details: refused } = await refusalOf(own.run({ checksOnly: false, isForced: true, from: server.latest }));
  expect(refused).toMatchObject({ code: "bad_input", next: expect.stringContaining("npm install -g") });
  expect(await own.run({ checksOnly: true, isForced: false, from: server.latest })).toMatchObject({ latest: "0.2.0" });
});

test("a build that knows no releases asks for their address", async () => {
  using made = installed();
  const own = new OwnUpdate({ version: "0.1.0", executable: { path: made.path, asset }, repository: undefined });
  const { details: refused } = await refusalOf(own.run({ checksOnly: true, isForced: false }));
  expect(refused).toMatchObject({ code: "bad_input", next: expect.stringContaining("--from") });
});
