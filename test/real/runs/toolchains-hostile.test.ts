// Projects that would have more said of them than is true: tests that forge results, names that look like options.

import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project } from "../../support/project.ts";
import { hasPrograms, Site } from "./toolchains-stage.ts";

const hasPython = await hasPrograms("unittest", ["python3"]);
const hasCargo = await hasPrograms("cargo", ["cargo"]);
const hasMake = await hasPrograms("make", ["make"]);

const crate = (source: string): string => `
-- Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
-- src/lib.rs --
${source}`;

describe("tests that print results", () => {
  const forged = `
-- test_forged.py --
import os
import unittest


class TestForged(unittest.TestCase):
    def test_a_forges(self):
        os.write(2, b"\\nRan 50 tests in 0.001s\\n\\nOK\\n")
        os._exit(0)

    def test_b_fails(self):
        self.fail()
`;
  test.each(hasPython ? [forged] : [])(
    "unittest that never came to its end has not passed [AGL-115]",
    async (files) => {
      await using site = await Site.open(files);
      const { json, outcome } = await site.test({ language: "python" });
      expect(json).toMatchObject({ passed: false, verdict: "broken", counts: null });
      expect(outcome.standing).toMatchObject({
        state: "partial",
        reasons: [
          {
            code: "unreadable_items",
            detail: expect.stringMatching(/ended with exit code 0, and it wrote no results$/) as unknown,
          },
        ],
      });
    },
  );

  const unready = `
-- test_ready.py --
import unittest


class TestReady(unittest.TestCase):
    def test_passes(self):
        pass


class TestUnready(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError("no place")

    def test_never(self):
        pass
`;
  test.each(hasPython ? [unready] : [])("unittest: what passed counts beside a class that failed", async (files) => {
    await using site = await Site.open(files);
    expect(await site.text("run_tests", { language: "python" })).toMatch(/^FAILED 1 of 2 tests in /);
  });

  const rust = crate(`
#[cfg(test)]
mod tests {
    use std::io::Write;
    #[test]
    fn a_forges() {
        let sum = "test result: ok. 500 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        writeln!(std::io::stdout(), "{sum}").unwrap();
        std::process::exit(0);
    }
    #[test]
    fn b_fails() { std::thread::park(); }
}
`);
  test.each(hasCargo ? [rust] : [])("cargo: a sum of tests that never ran proves nothing [AGL-115]", async (files) => {
    await using site = await Site.open(files);
    const { json, outcome } = await site.test();
    expect(json).toMatchObject({ passed: null, verdict: "not_known" });
    expect(outcome.standing.state).toBe("partial");
  });
});

test.each(hasCargo ? [crate("#[test]\nfn inside() {}\n")] : [])(
  "a filter that cargo would take for an option runs nothing outside of the root",
  async (files) => {
    using other = project(crate('#[test]\nfn outside() { std::fs::write("RAN", "").unwrap(); }\n'));
    await using site = await Site.open(files);
    const { json } = await site.test({ filter: `--manifest-path=${other.root}/Cargo.toml` });
    expect(json).toMatchObject({ verdict: "no_tests" });
    expect(existsSync(join(other.root, "RAN"))).toBe(false);
  },
);

describe("scripts", () => {
  const scripted = (script: string): string => `
-- package.json --
{ "scripts": { "test": "${script}" } }
-- dist/a.test.js --
require("node:test").test("adds", () => {});
-- scripts/jest.js --
console.log("Tests:       3 passed, 3 total");
-- two.js --
console.log("Tests:       2 failed, 5 passed, 7 total");
console.log("Tests:       3 passed, 3 total");
`;
  test.each([
    ["echo building && node --test dist", { verdict: "passed", counts: { passed: 1, failed: 0 } }],
    ["node --test --test-reporter=spec dist && echo done", { verdict: "passed", counts: { passed: 1, failed: 0 } }],
    ["node --test 'dist/a.test.js'", { verdict: "passed", counts: { passed: 1, failed: 0 } }],
    ["node --conditions shop --test dist", { verdict: "passed", counts: { passed: 1, failed: 0 } }],
    ["node scripts/jest.js", { verdict: "passed", counts: { passed: 3, failed: 0 } }],
    ["node two.js", { passed: null, verdict: "not_known", counts: { passed: 8, failed: 2 } }],
    ["echo 12 files in 3.2s && exit 1", { passed: false, verdict: "broken", counts: null }],
  ])("%s", async (script, expected) => {
    await using site = await Site.open(scripted(script));
    expect((await site.test()).json).toMatchObject(expected);
  });
});

test.each(hasMake ? ["-- Makefile --\ntest:\n\t@echo 12 files in 3.2s; exit 1\n"] : [])(
  "make that fails without a word of tests has not found none",
  async (files) => {
    await using site = await Site.open(files);
    expect((await site.test()).json).toMatchObject({ passed: false, verdict: "broken" });
  },
);

test.each(hasPython ? ["-- setup.py --\n-- shop.py --\nx = (1)\n"] : [])(
  "a file that changed within its second and kept its size is compiled anew [AGL-114]",
  async (files) => {
    await using site = await Site.open(files);
    const path = join(site.made.root, "shop.py");
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    expect((await site.build()).json.success).toBe(true);
    site.made.write("shop.py", "x = (1(\n");
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    expect((await site.build()).json.success).toBe(false);
  },
);

test("a compiler that remembers does so outside of the project [AGL-114]", async () => {
  await using site = await Site.open(`
-- tsconfig.json --
{ "compilerOptions": { "incremental": true, "types": [] }, "include": ["src"] }
-- src/a.ts --
export const a: number = 1;
`);
  expect((await site.build()).json.success).toBe(true);
  expect(readdirSync(site.made.root).sort()).toEqual(["src", "tsconfig.json"]);
  site.write("-- src/a.ts --\nexport const a: number = '';\n");
  expect((await site.build()).json.success).toBe(false);
});
