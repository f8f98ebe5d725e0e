// The package as a user gets it: the tarball installed into an empty directory, with what it depends on from the registry.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { archive, npmIn } from "../support/packed.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "sightline-installed-")));
const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
const { version, exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
};

beforeAll(() => {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  npmIn(folder, "install", ...quiet, archive());
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function command(...args: readonly string[]): string {
  return execFileSync(join(folder, "node_modules", ".bin", "sightline"), args, { cwd: folder, encoding: "utf8" });
}

test("the command says the version that was packed, and `dev` in a checkout [AGL-376]", () => {
  expect(command("--version")).toBe(`${version}\n`);
  expect(execFileSync(process.execPath, ["dist/bin.js", "--version"], { encoding: "utf8" })).toBe("dev\n");
});

test("the command answers about a file with nothing else installed", () => {
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  writeFileSync(join(folder, "sum.ts"), "export const sum = 1;\nexport const twice = sum + sum;\n");
  expect(command("references", "sum.ts#sum")).toMatch(/^2 references to sum\.ts:1:14/);
});

test("npm exec runs it by name where it is installed", () => {
  expect(npmIn(folder, "exec", "--loglevel=error", "--no", "--", "sightline", "--version")).toBe(`${version}\n`);
});

test("every subpath can be imported, and nothing else can", () => {
  const names = Object.keys(exports).map((subpath) => (subpath === "." ? "sightline" : `sightline${subpath.slice(1)}`));
  const code = `
    const lines = [];
    for (const name of ${JSON.stringify(names)}) {
      const options = name.endsWith(".json") ? { with: { type: "json" } } : {};
      lines.push([name, Object.keys(await import(name, options)).length > 0]);
    }
    lines.push(["inside", await import("sightline/dist/bin.js").then(() => true, (error) => error.code)]);
    console.log(JSON.stringify(lines));`;
  const told = execFileSync(process.execPath, ["--input-type=module", "--no-warnings", "-e", code], { cwd: folder });
  const expected = [...names.map((name) => [name, true]), ["inside", "ERR_PACKAGE_PATH_NOT_EXPORTED"]];
  expect(JSON.parse(told.toString("utf8"))).toEqual(expected);
});

test("npx runs it from the tarball in an empty directory", () => {
  const empty = mkdtempSync(join(tmpdir(), "sightline-npx-"));
  try {
    const words = ["--yes", "--prefer-offline", "--loglevel=error", `--package=${archive()}`];
    expect(npmIn(empty, "exec", ...words, "--", "sightline", "--version")).toBe(`${version}\n`);
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}, 180_000);
