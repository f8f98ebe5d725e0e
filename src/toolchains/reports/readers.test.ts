// What real tools printed, as they printed it, and what is read from it. The texts are in `fixtures`.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { compilerProblems } from "./compiler-lines.ts";
import { goTestResults } from "../go/go-output.ts";
import { usedDirectories } from "../../languages/go/manifests.ts";
import { jestResults, mochaResults } from "./jest-json.ts";
import { junitResults } from "./junit-results.ts";
import { junitCases } from "./junit-xml.ts";
import { cargoProblems, cargoTestResults, cargoText } from "../rust/libtest.ts";
import { pytestResults } from "../python/python-tests.ts";
import { pyrightProblems } from "../python/python.ts";
import { javascriptSpot, javaSpot, nativeSpot, pythonSpot } from "./stack-spot.ts";
import { tapResults } from "./tap.ts";
import type { FailedTest, TestResults } from "../toolchain.ts";
import { unittestResults } from "../python/unittest-run.ts";

function captured(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
}

/** `file:line name`, the form in which failures are compared. */
function failed({ failures }: TestResults): string[] {
  return failures.map(({ spot, name }: FailedTest) => `${spot?.file}:${spot?.line} ${name}`);
}

const nowhere = (): undefined => undefined;

describe("go", () => {
  const directory = filePath("/project/calc");

  test("tests count by their innermost parts, and a panic is where the code at hand is [AGL-115]", () => {
    const results = goTestResults(captured("go-test.jsonl"), "", () => directory);
    expect(results.counts).toEqual({ passed: 1, failed: 2, skipped: 1 });
    expect(failed(results)).toEqual([
      "calc_test.go:15 TestWrong/inner_case",
      "/project/calc/calc_test.go:24 TestPanics",
    ]);
    expect(results.failures[0]?.spot?.from).toEqual([directory]);
    expect(results.failures[0]?.message).toBe("calc_test.go:15: Add(1, 2) = 3, want 4\n        second line");
    expect(results.failures[1]?.message).toContain("panic: assignment to entry in nil map");
    expect(results.failures[1]?.message).not.toContain("testing.go");
    expect(results.reasons).toMatchObject([{ detail: expect.stringContaining("ended at TestPanics;") as unknown }]);
  });

  test("a package that cannot be built is a problem, and no failed test", () => {
    const results = goTestResults(captured("go-unbuilt.jsonl"), "", nowhere);
    expect(results.counts).toEqual({ passed: 0, failed: 0, skipped: 0 });
    expect(results.failures).toEqual([]);
    expect(results.problems.map(({ spot, message }) => [spot?.file, spot?.line, spot?.column, message])).toEqual([
      ["broken/b_test.go", 3, 32, "declared and not used: x"],
      ["broken/b_test.go", 3, 40, 'cannot use "s" (untyped string constant) as int value in variable declaration'],
    ]);
  });

  test("a test that never ended counts as failed, and a package that fails by itself is named", () => {
    const events = (list: readonly object[]): string => list.map((one) => JSON.stringify(one)).join("\n");
    const hung = events([
      { Action: "start", Package: "p" },
      { Action: "run", Package: "p", Test: "TestHangs" },
    ]);
    expect(goTestResults(hung, "", nowhere)).toMatchObject({
      counts: { failed: 1 },
      failures: [{ name: "TestHangs", message: "It did not end." }],
    });
    const exits = events([
      { Action: "run", Package: "p", Test: "TestFine" },
      { Action: "pass", Package: "p", Test: "TestFine" },
      { Action: "output", Package: "p", Output: "exit status 3\n" },
      { Action: "fail", Package: "p" },
    ]);
    expect(goTestResults(exits, "", nowhere)).toMatchObject({
      counts: { passed: 1, failed: 1 },
      failures: [{ name: "p", message: "exit status 3" }],
    });
  });

  test("words that are no event say nothing of tests", () => {
    expect(goTestResults("go: cannot find main module\n", "", nowhere).counts).toBeUndefined();
    expect(goTestResults('{"Action":"run","Packa\n…\nge":1}', "", nowhere).counts).toBeUndefined();
  });

  test("the modules of a workspace, in a block and alone", () => {
    const text = 'go 1.22\n\nuse ./a // first\nuse (\n\t./b\n\t"./c d"\n)\nreplace x => ../y\n';
    expect(usedDirectories(text)).toEqual(["./a", "./b", "./c d"]);
  });
});

describe("rust", () => {
  test("tests of units, of programs and of the documentation are one sum [AGL-115]", () => {
    const results = cargoTestResults(captured("cargo-test.txt"), "");
    expect(results.counts).toEqual({ passed: 2, failed: 3, skipped: 1 });
    expect(failed(results)).toEqual([
      "undefined:undefined tests::result",
      "src/lib.rs:16 tests::wrong",
      "src/lib.rs:5 src/lib.rs - add (line 3)",
    ]);
    expect(results.failures[1]?.message).toContain("assertion `left == right` failed: sum is off");
    expect(results.failures[1]?.message).not.toContain("rust_begin_unwind");
    expect(results.problems).toMatchObject([
      { severity: "warning", spot: { file: "tests/it.rs", line: 2, column: 20 } },
    ]);
  });

  test("errors of the compiler with their code, and what people would have read [AGL-114]", () => {
    const output = captured("cargo-build.jsonl");
    expect(cargoProblems(output)).toEqual([
      {
        spot: { file: "src/lib.rs", line: 24, column: 23 },
        severity: "error",
        message: "mismatched types: expected `i32`, found `&str` [E0308]",
      },
    ]);
    expect(cargoText(output, "done\n")).toMatch(/^error\[E0308\]: mismatched types\n[\s\S]*done\n$/);
  });

  const real = "running 2 tests\ntest tests::b ... ok\ntest tests::a ... ok\n\n";
  const sum = (passed: number, failed = 0): string =>
    `test result: ${failed > 0 ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n`;

  test.each([
    ["a sum of other tests than were to run", `running 2 tests\n${sum(500)}`, 0],
    ["a sum before its tests have ended", `running 2 tests\ntest tests::b ... ok\n${sum(2)}`, 1],
    ["a sum behind the true one", `${real}${sum(2)}${sum(500)}`, 2],
    ["a sum before any test", `${sum(500)}${real}${sum(2)}`, 2],
    ["a program that ended within its tests", `${real}${sum(2)}\nrunning 2 tests\ntest tests::c ... ok\n`, 3],
  ])("what does not add up proves nothing: %s", (_, output, passed) => {
    expect(cargoTestResults(output, "")).toMatchObject({ counts: { passed, failed: 0 }, doubt: expect.any(String) });
  });

  test.each([
    ["several programs", `${real}${sum(2)}\nrunning 0 tests\n\n${sum(0)}`, { passed: 2, failed: 0, skipped: 0 }],
    [
      "words before a result",
      `running 1 test\nhello test tests::a ... ok\n\n${sum(1)}`,
      { passed: 1, failed: 0, skipped: 0 },
    ],
    ["one thread", `running 1 test\ntest tests::a ... hello\nok\n\n${sum(1)}`, { passed: 1, failed: 0, skipped: 0 }],
    [
      "should panic",
      `running 1 test\ntest tests::a - should panic ... ok\n\n${sum(1)}`,
      { passed: 1, failed: 0, skipped: 0 },
    ],
  ])("what adds up is believed: %s", (_, output, counts) => {
    const results = cargoTestResults(output, "");
    expect([results.counts, results.doubt]).toEqual([counts, undefined]);
  });

  test("a run that never came to the tests tells of none", () => {
    expect(cargoTestResults(captured("cargo-build.jsonl"), "error: could not compile").counts).toBeUndefined();
  });
});

describe("python", () => {
  const spotOf = ({ details }: { readonly details: string }) => pythonSpot(details);

  test("pytest: failures, broken fixtures and parameters, each where the test itself is [AGL-115]", () => {
    const results = junitResults([captured("pytest.xml")], spotOf, []);
    expect(results.counts).toEqual({ passed: 2, failed: 4, skipped: 1 });
    expect(failed(results)).toEqual([
      "test_a.py:11 test_a.test_wrong",
      "test_a.py:19 test_a.test_many[2]",
      "test_a.py:23 test_a.TestThing.test_in_class",
      "test_a.py:27 test_a.test_fixture",
    ]);
    expect(results.failures[3]?.message).toMatch(/^failed on setup with "RuntimeError: no fixture"\n/);
  });

  test("pytest: a file that cannot be read is no test, and keeps tests from running", () => {
    const { counts, failures, problems } = pytestResults(captured("pytest-collection.xml"), []);
    expect([counts, failures]).toEqual([{ passed: 0, failed: 0, skipped: 0 }, []]);
    expect(problems).toMatchObject([{ spot: { file: "/project/test_b.py", line: 1 }, severity: "error" }]);
    expect(problems[0]?.message).toMatch(/^test_b: SyntaxError: invalid syntax\n/);
  });

  test("unittest: sub-tests, import errors, classes that cannot be set up, skips and expected failures [AGL-115]", () => {
    const results = unittestResults(captured("unittest.json"));
    expect(results.counts).toEqual({ passed: 2, failed: 6, skipped: 1 });
    expect(failed(results)).toEqual([
      "/project/test_imp.py:1 test_imp (unittest.loader._FailedTest.test_imp)",
      "/project/test_u.py:19 setUpClass (test_u.S)",
      "/project/test_u.py:7 test_err (test_u.T.test_err)",
      "/project/test_u.py:6 test_fail (test_u.T.test_fail)",
      "/project/test_u.py:12 test_sub (test_u.T.test_sub) (n=2)",
      "undefined:undefined test_unexp (test_u.T.test_unexp)",
    ]);
    expect(results.failures[3]?.message).toMatch(/AssertionError: 1 != 2$/);
  });

  test.each([undefined, "", '{"passed": 3', "[]", '{"passed": 3, "skipped": 0}'])("unittest left %j", (report) => {
    expect(unittestResults(report).counts).toBeUndefined();
  });

  test("pyright counts from 0, we from 1", () => {
    const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
    const output = JSON.stringify({
      generalDiagnostics: [
        { file: "/project/a.py", severity: "error", message: "no", range },
        { file: "/project/a.py", severity: "information", message: "unused", range },
      ],
    });
    expect(pyrightProblems(output)).toEqual([
      { spot: { file: "/project/a.py", line: 1, column: 5 }, severity: "error", message: "no" },
    ]);
    expect(pyrightProblems("Traceback")).toEqual([]);
  });
});

describe("javascript", () => {
  test("vitest: where the expectation is, not where the test begins; a file that cannot be loaded fails [AGL-115]", () => {
    const results = jestResults(captured("vitest.json"));
    expect(results.counts).toEqual({ passed: 1, failed: 2, skipped: 2 });
    expect(failed(results)).toEqual([
      "/project/a.test.ts:6 group wrong",
      "/project/b.test.ts:undefined /project/b.test.ts",
    ]);
    expect(results.failures[0]?.message).toBe(
      "AssertionError: expected { a: 1 } to deeply equal { a: 2 }\n    at /project/a.test.ts:6:22",
    );
    expect(results.failures[1]?.message).toContain("Cannot find module './nope.js'");
  });

  test("jest [AGL-115]", () => {
    const results = jestResults(captured("jest.json"));
    expect(results.counts).toEqual({ passed: 1, failed: 2, skipped: 2 });
    expect(failed(results)).toEqual([
      "/project/a.test.js:3 group wrong",
      "/project/b.test.js:undefined /project/b.test.js",
    ]);
    expect(results.failures[0]?.message).not.toContain("node_modules");
  });

  test("mocha, also behind what tests printed [AGL-115]", () => {
    for (const report of [captured("mocha.json"), `said\n${captured("mocha.json")}`]) {
      const results = mochaResults(report);
      expect(results.counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
      expect(failed(results)).toEqual(["test/a.cjs:4 group wrong"]);
    }
  });

  test("node:test: what a test prints is not taken for a result, and suites are not counted [AGL-115]", () => {
    const results = tapResults(captured("node-test.tap"));
    expect(results.counts).toEqual({ passed: 2, failed: 3, skipped: 2 });
    expect(failed(results)).toEqual([
      "/project/a.test.mjs:7 wrong # sum",
      "/project/a.test.mjs:10 inner",
      "/project/b.test.mjs:1 /project/b.test.mjs",
    ]);
    expect(results.failures[0]?.message).toBe("Expected values to be strictly equal:\n\n2 !== 3");
    expect(results.failures[1]?.message).toBe("boom\nsecond");
  });

  test.each([undefined, "", "not JSON", "[]", "{}", '{"testResults":1}'])("no report in %j", (report) => {
    expect(jestResults(report)).toEqual({ counts: undefined, failures: [], problems: [] });
    expect(mochaResults(report)).toEqual({ counts: undefined, failures: [], problems: [] });
  });

  test("a frame of the project before those of packages and of Node", () => {
    const stack = `Error: x
    at f (/project/node_modules/chai/index.js:1:2)
    at process.processImmediate (node:internal/timers:483:21)
    at g (file:///project/with%20space/a.ts:3:4)`;
    expect(javascriptSpot(stack)).toEqual({ file: "/project/with space/a.ts", line: 3, column: 4 });
    expect(javascriptSpot("Error: x\n    at new Promise (<anonymous>)")).toBeUndefined();
  });
});

describe("c and java", () => {
  test("ctest: the place of an assertion is in what the program printed [AGL-115]", () => {
    const results = junitResults([captured("ctest.xml")], ({ output }) => nativeSpot(output), []);
    expect(results.counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
    expect(failed(results)).toEqual(["/project/bad.c:3 bad"]);
    expect(results.failures[0]?.message).toContain("Assertion `1 + 1 == 3' failed.");
  });

  test("surefire: the frame in the class of the test, as a path below some source directory [AGL-115]", () => {
    const results = junitResults([captured("surefire.xml")], (one) => javaSpot(one.details, one.className), []);
    expect(results.counts).toEqual({ passed: 1, failed: 2, skipped: 1 });
    expect(failed(results)).toEqual([
      "shop/CalcTest.java:9 shop.CalcTest.boom",
      "shop/CalcTest.java:7 shop.CalcTest.wrong",
    ]);
    expect(results.failures[0]?.message).toContain("boom <&>");
  });

  test("gradle: its reports hold character data and inner classes", () => {
    const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="shop.CartTest" tests="2" skipped="0" failures="1" errors="0" time="0.01">
  <properties/>
  <testcase name="adds()" classname="shop.CartTest" time="0.005"/>
  <testcase name="wrong()" classname="shop.CartTest$Inner" time="0.002">
    <failure message="expected: &lt;4&gt; but was: &lt;3&gt;" type="org.opentest4j.AssertionFailedError">org.opentest4j.AssertionFailedError: expected: &lt;4&gt; but was: &lt;3&gt;
	at app//org.junit.jupiter.api.AssertEquals.failNotEqual(AssertEquals.java:197)
	at app//shop.CartTest$Inner.wrong(CartTest.java:21)
</failure>
  </testcase>
  <system-out><![CDATA[a </testcase> that is none]]></system-out>
</testsuite>`;
    const results = junitResults([report], (one) => javaSpot(one.details, one.className), []);
    expect(results.counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(failed(results)).toEqual(["shop/CartTest.java:21 shop.CartTest$Inner.wrong()"]);
  });

  test("half of a report is none, and of several the whole ones count", () => {
    const whole = captured("pytest.xml");
    const half = whole.slice(0, whole.length / 2);
    expect(junitCases(half)).toBeUndefined();
    expect(junitResults([half, undefined], nowhere, []).counts).toBeUndefined();
    expect(junitResults([half, whole], nowhere, []).counts).toEqual({ passed: 2, failed: 4, skipped: 1 });
    expect(junitCases('<testsuite name="none" tests="0"/>')).toEqual([]);
  });
});

describe("errors of compilers", () => {
  const read = (text: string): unknown[] =>
    compilerProblems(text).map(({ spot, severity, message }) => [
      spot?.file,
      spot?.line,
      spot?.column,
      severity,
      message,
    ]);

  test("go [AGL-114]", () => {
    expect(read(captured("go-build.txt"))).toEqual([
      ["broken/broken.go", 3, 8, "error", '"fmt" imported and not used'],
      ["broken/broken.go", 5, 23, "error", 'cannot use "x" (untyped string constant) as int value in return statement'],
      ["broken/broken.go", 6, 7, "error", "undefined: undefined"],
    ]);
  });

  test("gcc, without its notes and without make's own words", () => {
    expect(read(captured("gcc.txt"))).toEqual([
      ["/project/bad.c", 1, 10, "error", "gone.h: No such file or directory"],
    ]);
  });

  test("maven, which says everything twice", () => {
    expect(read(captured("maven-compile.txt"))).toEqual([
      [
        "/project/src/main/java/shop/Calc.java",
        2,
        66,
        "error",
        "incompatible types: java.lang.String cannot be converted to int",
      ],
    ]);
  });

  test.each([
    ["c.ts(1,7): error TS2322: Type 'string' is not …", ["c.ts", 1, 7, "error", "TS2322: Type 'string' is not …"]],
    ["\u001b[96mc.ts\u001b[0m:1:7 - error TS2322: no", ["c.ts", 1, 7, "error", "TS2322: no"]],
    [
      "a.c:1:22: warning: unused variable 'unused' [-Wunused]",
      ["a.c", 1, 22, "warning", "unused variable 'unused' [-Wunused]"],
    ],
    ["A.java:2: error: incompatible types", ["A.java", 2, undefined, "error", "incompatible types"]],
    [
      'pkg/a.py:3:1: error: Name "x" is not defined  [name-defined]',
      ["pkg/a.py", 3, 1, "error", 'Name "x" is not defined  [name-defined]'],
    ],
    [
      "/usr/bin/ld: main.c:4: undefined reference to `f'",
      ["main.c", 4, undefined, "error", "undefined reference to `f'"],
    ],
    [
      "e: file:///project/A.kt:3:5 Unresolved reference: x",
      ["/project/A.kt", 3, 5, "error", "Unresolved reference: x"],
    ],
    ["note: a.c:1:2", undefined],
    ["  at f (a.js:1:2)", undefined],
    ["12:30:45: error: not a file", undefined],
  ])("%j", (line, expected) => {
    expect(read(line)).toEqual(expected === undefined ? [] : [expected]);
  });

  test("cmake tells what is wrong below where it is", () => {
    const text =
      'CMake Error at CMakeLists.txt:10:\n  Parse error.  Function missing ending ")".\n\n\n-- Configuring incomplete';
    expect(read(text)).toEqual([
      ["CMakeLists.txt", 10, undefined, "error", 'Parse error.  Function missing ending ")".'],
    ]);
  });

  test("python's syntax errors, and no other exception", () => {
    expect(read('  File "./b.py", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n')).toEqual([
      ["./b.py", 1, undefined, "error", "SyntaxError: invalid syntax"],
    ]);
    expect(read('  File "./b.py", line 1\n    x()\nValueError: no\n')).toEqual([]);
  });
});
