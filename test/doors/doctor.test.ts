// The doctor: real questions to real servers, on the project's own files, and advice where one fails.

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { DoctorReport } from "../../src/engine/doctor.ts";
import { sightline } from "../support/here.ts";
import { project } from "../support/project.ts";

const shop = `
-- tsconfig.json --
{}
-- cart.ts --
export function total(items: number[]) {
  return items.length;
}
-- view.ts --
import { total } from "./cart";
export const shown = total([1]);
`;

test("a server that works is shown with what it answered, how fast and what it can do [AGL-378]", async () => {
  using made = project(shop);
  const ran = await sightline(made, ["doctor", "typescript", "--json"]);
  const report = JSON.parse(ran.out) as DoctorReport;
  expect(report.languages).toHaveLength(1);
  const [typescript] = report.languages;
  expect(typescript).toMatchObject({ language: "typescript", files: 2, server: "typescript-native" });
  expect(typescript?.probes.map(({ operation, standing, ok }) => ({ operation, standing, ok }))).toEqual(
    ["list_symbols", "find_references", "inspect_symbol", "get_diagnostics"].map((operation) => ({
      operation,
      standing: "complete",
      ok: true,
    })),
  );
  expect(typescript?.supported).toContain("go_to_definition");
  expect(report.guard).toBe(existsSync("/usr/bin/perl") ? "perl" : "node");
  expect(ran.code).toBe(0);
});

test("a server that fails is named with its reason, and the others are examined all the same [AGL-378]", async () => {
  using made = project(`${shop}-- sick.sick --\nword\n-- sightline.json --
{ "servers": [{ "extensions": ["sick"], "command": ["false"], "language_id": "sick" }] }
`);
  const ran = await sightline(made, ["doctor", "--trust", "--merge-config", "sightline.json"]);
  expect(ran.out).toMatch(/typescript, 2 files: typescript-native/);
  expect(ran.out).toMatch(/sick, 1 file: false/);
  expect(ran.out).toMatch(/FAILED\s+symbols/);
  expect(ran.code).toBe(4);
});

test("a linter that fails is named beside a server that works", async () => {
  using made = project(`${shop}-- sightline.json --
{ "servers": [{ "id": "sick", "role": "lint", "language": "typescript", "command": "false" }] }
`);
  const ran = await sightline(made, ["doctor", "typescript", "--trust", "--merge-config", "sightline.json"]);
  expect(ran.out).toMatch(/ok\s+symbols/);
  expect(ran.out).toMatch(/FAILED\s+diagnostics.*sick in /);
  expect(ran.code).toBe(4);
});

test("a language that is not here is refused with those that are", async () => {
  using made = project(shop);
  const ran = await sightline(made, ["doctor", "nosuchlang"]);
  expect(ran).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringMatching(/"nosuchlang".*\nName a language that it has: typescript, jsonc/),
  });
});

test("a language without a server is told with what would serve it [AGL-378]", async () => {
  using made = project(`-- Main.hs --\nmain = pure ()\n`);
  const ran = await sightline(made, ["doctor"]);
  expect(ran.out).toMatch(/haskell, 1 file: no server; it would be served by haskell.*\n {2}install it: \S/);
  expect(ran.out).toContain("Questions about haskell, in which most of the code here is written, cannot be answered");
  expect(ran.code).toBe(4);
});

test("a project is well whose code is served, whatever else lies in it", async () => {
  using made = project(`${shop}-- Main.hs --\nmain = pure ()\n`);
  const ran = await sightline(made, ["doctor"]);
  expect(ran.out).toContain("All installed servers answer. No server is installed for haskell");
  expect(ran.code).toBe(0);
});
