import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { faultServers } from "../../src/testing/fault-servers.ts";
import { packed } from "../support/packed.ts";

/** Compressed; the whole product is some hundred small files, and each of them should be worth its bytes. */
/** A third of it is the bundled executable with the packages it needs. */
const sizeLimit = 3_200_000;

const { files, size } = packed();

test("the package holds the built product and nothing else", () => {
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith("dist/")).length).toBeGreaterThan(0);
  const strange = paths.filter(
    (path) =>
      !/^(?:dist\/.+\.(?:c?js|d\.ts|js\.map)|dist\/host\/process\/guard-main\.pl|dist\/cli\/LICENSES\.md|skills\/(?:[\w-]+\/SKILL\.md|install\.sh)|package\.json|[A-Z]+(?:\.md)?)$/.test(
        path,
      ),
  );
  expect(strange).toEqual([]);
  expect(paths.filter((path) => /\.test\.|fixtures?\//.test(path))).toEqual([]);
  expect(size).toBeLessThan(sizeLimit);
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
