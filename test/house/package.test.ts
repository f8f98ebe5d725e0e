import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { expect, test } from "vitest";

import { faultServers } from "../../src/testing/fault-servers.ts";
import { archive, packed } from "../support/packed.ts";

/** Compressed: each of the small files should be worth its bytes. Half of it is the bundled executable with the packages it needs. */
const sizeLimit = 2_600_000;

const { files, size } = packed();

test("the package holds the built product and nothing else", () => {
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith("dist/")).length).toBeGreaterThan(0);
  const strange = paths.filter(
    (path) =>
      !/^(?:dist\/.+\.(?:c?js|d\.ts)|dist\/host\/process\/guard-main\.pl|dist\/cli\/LICENSES\.md|skills\/(?:[\w-]+\/SKILL\.md|install\.sh)|package\.json|[A-Z]+(?:\.md)?)$/.test(
        path,
      ),
  );
  expect(strange).toEqual([]);
  expect(paths.filter((path) => /\.test\.|fixtures?\//.test(path))).toEqual([]);
  expect(size).toBeLessThan(sizeLimit);
});

test("publint has nothing to say of it, and types lead where programs of ESM and bundlers look", async () => {
  const tarball = new Uint8Array(readFileSync(archive()));
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  const types = await checkPackage(createPackageFromTarballData(tarball));
  const problems = types.types === false ? [{ kind: "no types at all" }] : types.problems;
  // The package is of ESM alone, and `exports` is how it names its parts: older resolutions are not served, on purpose.
  const older = (one: object): boolean => "resolutionKind" in one && /^node10$|-cjs$/.test(String(one.resolutionKind));
  expect(problems.filter((one) => !older(one))).toEqual([]);
});

test("what the manifest points at is in the package", () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly bin: Record<string, string>;
    readonly exports: Record<string, string | Record<string, string>>;
  };
  const targets = [
    ...Object.values(manifest.bin),
    ...Object.values(manifest.exports).flatMap((to) => (typeof to === "string" ? [to] : Object.values(to))),
  ];
  const paths = new Set(files.map(({ path }) => path));
  expect(targets.filter((target) => !paths.has(target.replace(/^\.\//, "")))).toEqual([]);
});

test("both guards are in the package", () => {
  const guards = files.flatMap(({ path }) => (path.includes("guard-main") ? (/\.(?:js|pl)$/.exec(path) ?? []) : []));
  expect([...guards].sort()).toEqual([".js", ".pl"]);
});

test("every faulty server that the test kit names is there, and every one that is there is named", () => {
  const scripts = files.flatMap(({ path }) => /^dist\/testing\/faults\/(.+)\.js$/.exec(path)?.[1] ?? []);
  // The part they share, and the owner that a test kills.
  const servers = scripts.filter((name) => name !== "fault-base" && name !== "owner-main");
  expect([...faultServers].sort()).toEqual(servers.sort());
});
