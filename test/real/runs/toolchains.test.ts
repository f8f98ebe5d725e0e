// The tools of this machine build and test small projects: what fails is found where its mark is.

import { readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { hasMavenParts, hasPrograms, hasPythonModule, places, Site } from "./toolchains-stage.ts";

interface Case {
  readonly name: string;
  readonly isHere: boolean;
  readonly fixture: string;
  readonly input?: object;
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number };
  /** Narrows to a test that passes. */
  readonly passing?: object;
  /** Narrows to nothing. */
  readonly none?: object;
  /** What keeps it from being built. */
  readonly broken?: string;
  /** What the tool itself keeps beside the sources. */
  readonly keeps?: readonly string[];
}

const link = (site: Site): void => symlinkSync(resolve("node_modules"), join(site.made.root, "node_modules"));

const cases: readonly Case[] = [
  {
    name: "go",
    isHere: await hasPrograms("go", ["go"]),
    fixture: `
-- go.work --
go 1.22

use ./shop
-- shop/go.mod --
module example.com/shop

go 1.22
-- shop/calc/calc.go --
package calc

func Add(a, b int) int { return a + b }
-- shop/calc/calc_test.go --
package calc

import "testing"

func TestAdds(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Fatal("no")
	}
}

func TestWrong(t *testing.T) {
	t.Run("inner case", func(t *testing.T) {
		«fails»t.Errorf("Add(1, 2) = %d, want 4", Add(1, 2))
	})
}

func TestLater(t *testing.T) { t.Skip("later") }
`,
    counts: { passed: 1, failed: 1, skipped: 1 },
    passing: { path: "shop/calc", filter: "TestAdds" },
    none: { filter: "TestNothingLikeThis" },
    broken: `
-- shop/bad/bad.go --
package bad

func F() int { return «error»"x" }
`,
  },
  {
    name: "node:test",
    isHere: await hasPrograms("node:test", ["node"]),
    fixture: `
-- package.json --
{ "type": "module", "scripts": { "test": "node --test" } }
-- src/a.test.js --
import assert from "node:assert/strict";
import { test } from "node:test";
console.log("ok 9 - forged");
test("adds", () => assert.equal(1 + 1, 2));
test("wrong", () => {
  assert.«fails»equal(1 + 1, 3);
});
test("later", { skip: "not yet" }, () => {});
`,
    counts: { passed: 1, failed: 1, skipped: 1 },
    passing: { filter: "adds" },
  },
  {
    name: "pytest",
    isHere: (await hasPrograms("pytest", ["python3"])) && (await hasPythonModule("pytest")),
    fixture: `
-- pyproject.toml --
[tool.pytest.ini_options]
addopts = ""
-- tests/test_cart.py --
import pytest

def test_adds():
    assert 1 + 1 == 2

def test_wrong():
    «fails»assert 1 + 1 == 3, "sum is off"

@pytest.mark.skip(reason="later")
def test_later():
    pass
`,
    counts: { passed: 1, failed: 1, skipped: 1 },
    passing: { path: "tests/test_cart.py", filter: "adds" },
    none: { filter: "nothing_like_this" },
    broken: `
-- tests/broken.py --
«error»def f(:
`,
  },
  {
    name: "unittest",
    isHere: await hasPrograms("unittest", ["python3"]),
    fixture: `
-- stock/shelf.py --
def take(): return 1
-- stock/test_shelf.py --
import unittest

from shelf import take


class TestShelf(unittest.TestCase):
    def test_takes(self):
        self.assertEqual(take(), 1)

    def test_wrong(self):
        «fails»self.assertEqual(take(), 2)

    @unittest.skip("later")
    def test_later(self):
        pass
`,
    input: { path: "stock" },
    counts: { passed: 1, failed: 1, skipped: 1 },
    passing: { path: "stock/test_shelf.py", filter: "test_takes" },
    none: { language: "python", filter: "nothing_like_this" },
  },
  {
    name: "cargo",
    isHere: await hasPrograms("cargo", ["cargo"]),
    fixture: `
-- Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
-- src/lib.rs --
pub fn add(a: i32, b: i32) -> i32 { a + b }

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn adds() { assert_eq!(add(1, 2), 3); }
    #[test]
    fn wrong() {
        «fails»assert_eq!(add(1, 2), 4, "sum is off");
    }
    #[test]
    #[ignore]
    fn later() {}
}
`,
    counts: { passed: 1, failed: 1, skipped: 1 },
    passing: { filter: "adds" },
    none: { filter: "nothing_like_this" },
    keeps: ["Cargo.lock", "target"],
    broken: `
-- src/lib.rs --
pub fn add() -> i32 { «error»"x" }
`,
  },
  {
    name: "ctest",
    isHere: await hasPrograms("cmake", ["cmake", "ctest", "cc"]),
    fixture: `
-- CMakeLists.txt --
cmake_minimum_required(VERSION 3.15)
project(shop C)
enable_testing()
add_executable(good good.c)
add_executable(bad bad.c)
add_test(NAME good COMMAND good)
add_test(NAME bad COMMAND bad)
add_test(NAME never COMMAND good)
set_tests_properties(never PROPERTIES DISABLED TRUE)
-- good.c --
int main(void) { return 0; }
-- bad.c --
#include <assert.h>
int main(void) {
  «fails»assert(1 + 1 == 3);
  return 0;
}
`,
    counts: { passed: 1, failed: 1, skipped: 1 },
    passing: { filter: "good" },
    none: { filter: "nothing_like_this" },
    broken: `
-- good.c --
int main(void) { return «error»missing; }
`,
  },
  {
    name: "maven",
    isHere: (await hasPrograms("maven", ["mvn", "java"])) && hasMavenParts(),
    fixture: `
-- pom.xml --
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>shop</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope></dependency>
  </dependencies>
</project>
-- target/surefire-reports/TEST-shop.OldTest.xml --
<testsuite name="shop.OldTest" tests="1"><testcase classname="shop.OldTest" name="of an earlier run"/></testsuite>
-- src/test/java/shop/CalcTest.java --
package shop;
import static org.junit.Assert.*;
import org.junit.*;
public class CalcTest {
  @Test public void adds() { assertEquals(2, 1 + 1); }
  @Test public void wrong() {
    «fails»assertEquals(3, 1 + 1);
  }
  @Ignore("later") @Test public void later() {}
}
`,
    counts: { passed: 1, failed: 1, skipped: 1 },
  },
];

const present = cases.filter(({ isHere }) => isHere);

/** What the fixture itself has at the top of the project. */
function tops({ made }: Site): string[] {
  return [...new Set([...made.fixture.files.keys()].map((file) => file.split("/", 1)[0] ?? ""))];
}

describe.each(present)("$name", ({ fixture, input, counts, passing, none, broken, keeps = [] }) => {
  const narrowed = [
    ...(passing === undefined ? [] : [[passing, { passed: true, verdict: "passed" }] as const]),
    ...(none === undefined ? [] : [[none, { passed: false, verdict: "no_tests" }] as const]),
  ];

  test("a failure has its name, its words and its place, and is counted beside what passed [AGL-115]", async () => {
    await using site = await Site.open(fixture);
    const { json, outcome } = await site.test(input);
    expect(json).toMatchObject({ passed: false, verdict: "failed", counts });
    expect(places(json.failures)).toEqual(site.marked("fails"));
    expect(json.failures[0]?.test_name).toMatch(/wrong|bad|inner/i);
    expect(json.failures[0]?.message).not.toBe("");
    expect(outcome.standing.state).toBe("complete");
    expect(readdirSync(site.made.root).sort()).toEqual([...tops(site), ...keeps].sort());
    for (const [more, expected] of narrowed) {
      const seen = await site.test({ ...input, ...more });
      expect(seen.json).toMatchObject({ ...expected, failures: [] });
      expect(seen.outcome).toMatchObject({ standing: { state: "complete" }, isEmpty: expected.verdict === "no_tests" });
    }
  });

  test.each(broken === undefined ? [] : [broken])(
    "a build succeeds, and then fails where its error is [AGL-114]",
    async (files) => {
      await using site = await Site.open(fixture);
      const good = await site.build(input);
      expect(good.json).toMatchObject({ success: true, errors: [] });
      expect(good.outcome.standing.state).toBe("complete");
      const added = site.write(files);
      const { json, outcome } = await site.build(input);
      expect(json.success).toBe(false);
      expect(places(json.errors)).toEqual(site.marked("error", added));
      expect(outcome.standing.state).toBe("complete");
      expect(readdirSync(site.made.root).sort()).toEqual([...tops(site), ...keeps].sort());
    },
  );
});

describe("typescript", () => {
  const fixture = `
-- package.json --
{ "type": "module", "devDependencies": { "vitest": "*" } }
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "skipLibCheck": true }, "include": ["src"] }
-- src/total.ts --
export const total: number = 2;
-- src/total.test.ts --
import { describe, expect, test } from "vitest";
import { total } from "./total.js";
describe("total", () => {
  test("is two", () => expect(total).toBe(2));
  test("wrong", () => {
    expect(total).«fails»toBe(3);
  });
  test.skip("later", () => {});
});
`;

  test("without packages the compiler that comes with us says what is wrong [AGL-114]", async () => {
    const files = `
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }
-- src/total.ts --
export const total: number = 2;
`;
    await using site = await Site.open(files);
    const { json } = await site.build();
    expect(json).toMatchObject({ success: true, errors: [] });
    expect(json.notes?.join()).toContain("ships with Sightline");
    const added = site.write("-- src/bad.ts --\nexport const «error»x: string = 1;\n");
    const failed = await site.build();
    expect(failed.json.success).toBe(false);
    expect(places(failed.json.errors)).toEqual(site.marked("error", added));
    expect(await site.text("run_build")).toMatch(/^BUILD FAILED: 1 error in .* \(tsc --noEmit -p \.\)\n/);
  });

  test("vitest is asked for a report, which leaves nothing in the project [AGL-115]", async () => {
    await using site = await Site.open(fixture);
    link(site);
    const { json } = await site.test();
    expect(json).toMatchObject({ passed: false, verdict: "failed", counts: { passed: 1, failed: 1, skipped: 1 } });
    expect(places(json.failures)).toEqual(site.marked("fails"));
    expect((await site.test({ path: "src/total.test.ts", filter: "is two" })).json).toMatchObject({ passed: true });
    const none = await site.test({ path: "src/nothing.ts" }).catch((error: Error) => error.message);
    expect(none).toContain("file not found");
  });

  test("a script that a shell has to understand is run by npm, and its summary is read [AGL-115]", async () => {
    await using site = await Site.open(`
-- package.json --
{ "scripts": { "test": "echo first && node run.js", "build": "node build.js" } }
-- run.js --
console.log("Tests:       2 passed, 2 total");
-- build.js --
console.error("src/a.ts(1,1): error TS1: no");
process.exit(2);
-- src/a.ts --
«error»const x = 1;
`);
    const { json } = await site.test();
    expect(json).toMatchObject({ passed: true, counts: { passed: 2, failed: 0 } });
    const built = await site.build();
    expect(built.json.success).toBe(false);
    expect(places(built.json.errors)).toEqual(site.marked("error"));
  });
});

const hasMake = await hasPrograms("make", ["make", "cc"]);

describe("make", () => {
  const fixture = `
-- Makefile --
all: a
a: a.c
	cc -Wall -o a a.c
test: a
	./a
-- a.c --
int main(void) { return 0; }
`;
  test.each(hasMake ? [fixture] : [])("that it ended well is known, and nothing else [AGL-115]", async (files) => {
    await using site = await Site.open(files);
    const { json, outcome } = await site.test();
    expect(json).toMatchObject({ passed: null, verdict: "not_known", counts: null });
    expect(outcome.standing).toMatchObject({ state: "partial", reasons: [{ code: "unreadable_items" }] });
  });

  test.each(hasMake ? [fixture] : [])("an error of the compiler keeps tests from running [AGL-114]", async (files) => {
    await using site = await Site.open(files);
    const added = site.write("-- a.c --\nint main(void) { return «error»missing; }\n");
    expect(places((await site.build()).json.errors)).toEqual(site.marked("error", added));
    const { json } = await site.test();
    expect(json).toMatchObject({ passed: false, verdict: "not_built" });
    expect(places(json.errors ?? [])).toEqual(site.marked("error", added));
  });
});
