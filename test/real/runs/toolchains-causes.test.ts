// What kept tests from passing, in the words of their runner, and counted as that runner counts.

import { existsSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { hasPrograms, hasPythonModule, places, Site } from "./toolchains-stage.ts";

const hasGo = await hasPrograms("go", ["go"]);
const hasPython = await hasPrograms("unittest", ["python3"]);
const hasPytest = hasPython && (await hasPythonModule("pytest"));

const panicking = `
-- go.mod --
module example.com/shop

go 1.21
-- shop_test.go --
package shop

import "testing"

func TestFine(t *testing.T) {}
func TestWrong(t *testing.T) { t.Error("no") }
func TestPanics(t *testing.T) { panic("boom") }
func TestNever(t *testing.T) {}
`;

test.each(hasGo ? [panicking] : [])("go: a panic takes the tests after it with it [AGL-115]", async (files) => {
  await using site = await Site.open(files);
  const { json, outcome } = await site.test();
  expect(json).toMatchObject({ verdict: "failed", counts: { passed: 1, failed: 2, skipped: 0 } });
  const detail = "the run ended at TestPanics; tests of its package after it did not run";
  expect(outcome.standing).toMatchObject({ state: "partial", reasons: [{ code: "unchecked", detail }] });
  const whole = await site.test({ filter: "TestWrong" });
  expect(whole.json).toMatchObject({ verdict: "failed", counts: { passed: 0, failed: 1, skipped: 0 } });
  expect(whole.outcome.standing.state).toBe("complete");
});

test("vitest: a test that ran out of time says so, each with its own limit [AGL-115]", async () => {
  await using site = await Site.open(`
-- package.json --
{ "type": "module", "devDependencies": { "vitest": "*" } }
-- a.test.ts --
import { describe, test } from "vitest";
const never = () => new Promise(() => {});
describe("group", () => {
  test("first", never, 21);
  test("second", never, 22);
});
`);
  symlinkSync(resolve("node_modules"), join(site.made.root, "node_modules"));
  const { json } = await site.test();
  expect(json).toMatchObject({ verdict: "failed", counts: { passed: 0, failed: 2, skipped: 0 } });
  expect(json.failures.map(({ test_name, message }) => [test_name, message.split("\n", 1)[0]])).toEqual([
    ["group first", "Error: Test timed out in 21ms."],
    ["group second", "Error: Test timed out in 22ms."],
  ]);
});

describe("python", () => {
  const unimportable = `
-- pytest.ini --
[pytest]
-- test_slow.py --
def test_slow():
    pass
-- test_other.py --
«error»import nothing_of_that_name
`;
  test.each(hasPytest ? [unimportable] : [])(
    "pytest: a file that cannot be imported is no failed test [AGL-115]",
    async (files) => {
      await using site = await Site.open(files);
      const { json } = await site.test({ filter: "slow" });
      expect(json).toMatchObject({ verdict: "not_built", failures: [], counts: { passed: 0, failed: 0, skipped: 0 } });
      expect(places(json.errors ?? [])).toEqual(site.marked("error"));
      expect(json.errors?.[0]?.message).toMatch(/^test_other: ModuleNotFoundError: /);
      expect(await site.text("run_tests")).toMatch(/^NOT RUN: some tests could not be built or loaded, 1 error in /);
    },
  );

  const parts = `
-- test_parts.py --
import unittest


class TestParts(unittest.TestCase):
    def test_parts(self):
        for n in (1, 2, 3):
            with self.subTest(n=n):
                «fails»self.assertEqual(n, 3)

    def test_skipped_parts(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.skipTest("later")

    def test_fine(self):
        pass
`;
  test.each(hasPython ? [parts] : [])("unittest: tests are counted, and not their parts [AGL-115]", async (files) => {
    await using site = await Site.open(files);
    const { json } = await site.test({ language: "python" });
    expect(json).toMatchObject({ verdict: "failed", counts: { passed: 1, failed: 1, skipped: 1 } });
    expect(places(json.failures)).toEqual(site.marked("fails"));
    expect(json.failures[0]?.test_name).toMatch(/^test_parts \([^()]*\)$/);
    expect(json.failures[0]?.message).toMatch(/^It failed in 2 parts\.\n\(n=1\):\n[\s\S]*\n\(n=2\):\n/);
  });
});

describe("a script that cannot be limited", () => {
  const files = (script: string, dependencies: string): string => `
-- package.json --
{ "type": "module", "scripts": { "test": "${script}" }, "devDependencies": { ${dependencies} } }
-- everything.js --
import { writeFileSync } from "node:fs";
writeFileSync("RAN", "");
-- a.test.js --
import { test } from "vitest";
test("adds", () => {});
-- b.test.js --
throw new Error("not asked for");
-- node/c.test.js --
import { test } from "node:test";
test("adds", () => {});
test("wrong", () => { throw new Error("not asked for"); });
`;

  test("is left aside for the runner of the package", async () => {
    await using site = await Site.open(files("node everything.js && node everything.js", '"vitest": "*"'));
    symlinkSync(resolve("node_modules"), join(site.made.root, "node_modules"));
    const { json } = await site.test({ path: "a.test.js" });
    expect(json).toMatchObject({ verdict: "passed", counts: { passed: 1, failed: 0, skipped: 0 } });
    expect(json.notes).toEqual([expect.stringContaining("vitest ran directly")]);
    expect(existsSync(join(site.made.root, "RAN"))).toBe(false);
  });

  test("is left aside for Node's own where it calls that", async () => {
    await using site = await Site.open(files("node --test 'b.test.js'", ""));
    const { json } = await site.test({ path: "node/c.test.js", filter: "adds" });
    expect(json).toMatchObject({ verdict: "passed", counts: { passed: 1, failed: 0 } });
  });

  test.each([{ path: "a.test.js" }, { filter: "adds" }])("is not begun where there is none: %j", async (asked) => {
    await using site = await Site.open(files("node everything.js", '"vitest": "*"'));
    const said = await site.test(asked).catch((error: Error) => error.message);
    expect(said).toContain("cannot be limited");
    expect(existsSync(join(site.made.root, "RAN"))).toBe(false);
    await site.test();
    expect(existsSync(join(site.made.root, "RAN"))).toBe(true);
  });
});
