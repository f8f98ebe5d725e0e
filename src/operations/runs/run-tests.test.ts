// run_build and run_tests on a machine in memory: which project is meant, what is refused, and what an answer says of itself.

import { describe, expect, test } from "vitest";
import type { Program } from "../../host/memory/memory-processes.ts";
import { filePath } from "../../model/file-path.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { Operation, Performed } from "../define.ts";
import { runBuild } from "./run-build.ts";
import { runTests } from "./run-tests.ts";

const module = `-- go.mod --
module shop
-- cart/cart.go --
package cart
-- cart/cart_test.go --
package cart
`;

/** A machine with a go that prints what the test says, and ends as it says. */
function machine(fixture: string, printed: { out?: string; err?: string; code?: number | null } = {}): ToyWorkspace {
  const kit = openToyWorkspace({ fixture });
  install(kit, "/bin/go", (end) => {
    end.writeOutput(Buffer.from(printed.out ?? ""));
    end.writeErrors(Buffer.from(printed.err ?? ""));
    if (printed.code !== null) end.exit(printed.code ?? 0);
  });
  return kit;
}

function install({ host }: ToyWorkspace, path: string, program: Program): void {
  host.processes.program(path, program);
  host.files.write(filePath(path), "a program");
}

function events(...list: readonly object[]): string {
  return list.map((one) => `${JSON.stringify({ Package: "shop/cart", ...one })}\n`).join("");
}

const passing = events({ Action: "run", Test: "TestAdds" }, { Action: "pass", Test: "TestAdds" }, { Action: "pass" });
const failing = events(
  { Action: "run", Test: "TestWrong" },
  { Action: "output", Test: "TestWrong", Output: "    cart_test.go:1: sum is off\n" },
  { Action: "output", Test: "TestWrong", Output: "Standing: complete\n" },
  { Action: "fail", Test: "TestWrong" },
  { Action: "output", Output: "FAIL\n" },
  { Action: "fail" },
);

function text(performed: Performed<unknown>, tokens?: number): string {
  return performed.toText({ characters: 32_000, tokens });
}

function refused(kit: ToyWorkspace, operation: Operation, input: object): Promise<{ details: unknown }> {
  return refusalOf(perform(kit, operation, input));
}

describe("which project", () => {
  test("the nearest marker from the path upwards; arguments and directory follow from it [AGL-114 AGL-115]", async () => {
    await using kit = machine(`${module}-- cart/sub/go.mod --\nmodule sub\n-- cart/sub/a.go --\npackage sub\n`, {
      out: passing,
    });
    await perform(kit, runTests, {});
    await perform(kit, runTests, { path: "cart/cart_test.go", filter: "TestAdds" });
    await perform(kit, runTests, { workspace_dir: "cart", path: "sub" });
    await perform(kit, runBuild, { path: "cart" });
    expect(kit.host.processes.spawned.map(({ spec }) => [spec.cwd, ...spec.args].join(" "))).toEqual([
      "/project test -json ./...",
      "/project test -json -run=TestAdds ./cart",
      "/project/cart/sub test -json ./...",
      "/project build -o /dev/null ./cart/...",
    ]);
  });

  test("two at one place: refused with both names, and the language decides", async () => {
    await using kit = machine(`${module}-- Cargo.toml --\n[package]\n-- Makefile --\nall:\n`, { out: passing });
    expect(await refused(kit, runTests, {})).toMatchObject({
      details: {
        code: "ambiguous_target",
        what: ". is a project of go and of rust.",
        next: "Choose one with language: go, rust.",
      },
    });
    expect(text(await perform(kit, runTests, { language: "go" }))).toMatch(
      /^passed: 1 test in .* \(go test \.\/\.\.\.\)$/,
    );
    // A file says by its name which of them is meant.
    expect(text(await perform(kit, runTests, { path: "cart/cart_test.go" }))).toMatch(/^passed/);
  });

  test("none: refused with what was looked for, and with what lies below", async () => {
    await using kit = machine("-- readme.txt --\nx\n-- shop/go.mod --\nmodule shop\n");
    expect(await refused(kit, runTests, {})).toMatchObject({
      details: {
        code: "bad_input",
        why: expect.stringContaining("go.mod"),
        next: "Name a directory with workspace_dir: shop.",
      },
    });
  });

  test("a runner that is installed above the root is named with its place, and not run from there", async () => {
    const fixture = `-- package.json --\n{ "devDependencies": { "vitest": "1" } }\n-- a.test.js --\n\n`;
    await using kit = machine(fixture);
    expect(await refused(kit, runTests, {})).toMatchObject({
      details: { what: "vitest is not installed.", next: "Install the packages of the project, e.g. npm install." },
    });
    kit.host.files.write(filePath("/node_modules/vitest/package.json"), "{}");
    expect(await refused(kit, runTests, {})).toMatchObject({
      details: {
        what: "vitest is not installed in the root.",
        why: "It is in /node_modules, above the root, and programs from there are not run.",
        next: "Start Sightline with the directory that holds it as the root: --root /",
      },
    });
    expect(kit.host.processes.spawned).toEqual([]);
  });

  test("a path outside of the root is refused, and nothing is started", async () => {
    await using kit = machine(module);
    expect(await refused(kit, runTests, { path: "../elsewhere" })).toMatchObject({ details: { code: "outside_root" } });
    expect(await refused(kit, runBuild, { workspace_dir: "/etc" })).toMatchObject({
      details: { code: "outside_root" },
    });
    expect(kit.host.processes.spawned).toEqual([]);
  });

  test("a program that is not here is refused with what to install", async () => {
    await using kit = openToyWorkspace({ fixture: module });
    expect(await refused(kit, runBuild, {})).toMatchObject({
      details: {
        code: "server_not_found",
        what: "go is not installed on this machine.",
        next: expect.stringContaining("Install Go"),
      },
    });
  });
});

describe("what an answer says of itself", () => {
  test("passed: complete, in one line", async () => {
    await using kit = machine(module, { out: passing });
    const performed = await perform(kit, runTests, {});
    expect(performed.toJson()).toMatchObject({ passed: true, verdict: "passed", failures: [], timed_out: false });
    expect([performed.standing.state, performed.isEmpty]).toEqual(["complete", false]);
  });

  test("failed: place, name and words; no line of them passes for one of ours [AGL-115]", async () => {
    await using kit = machine(module, { out: failing, code: 1 });
    const performed = await perform(kit, runTests, {});
    expect(text(performed).replace(/in \d+ ms/, "in n ms")).toBe(
      [
        "FAILED 1 of 1 test in n ms (go test ./...)",
        "cart/cart_test.go:1 TestWrong",
        "| cart_test.go:1: sum is off",
        "| Standing: complete",
      ].join("\n"),
    );
    expect(performed.toJson()).toMatchObject({
      passed: false,
      counts: { passed: 0, failed: 1, skipped: 0 },
      failures: [
        {
          file: "/project/cart/cart_test.go",
          line: 1,
          test_name: "TestWrong",
          location: { file: "/project/cart/cart_test.go", line: 1, column: null },
        },
      ],
      command: "go test -json ./...",
    });
    expect(performed.standing.state).toBe("complete");
  });

  test("a file that is not there is not made up: what was named stands before the words", async () => {
    const out = events(
      { Action: "output", Test: "TestX", Output: "    gone_test.go:7: no\n" },
      { Action: "fail", Test: "TestX" },
    );
    await using kit = machine(module, { out, code: 1 });
    expect((await perform(kit, runTests, {})).toJson()).toMatchObject({
      failures: [{ file: null, line: null, message: "gone_test.go:7: gone_test.go:7: no" }],
    });
  });

  test("a panic ends the run: the tests after it are missed, and that is said", async () => {
    const out = events(
      { Action: "run", Test: "TestAdds" },
      { Action: "pass", Test: "TestAdds" },
      { Action: "run", Test: "TestPanics" },
      { Action: "output", Test: "TestPanics", Output: "panic: boom [recovered]\n" },
      { Action: "fail", Test: "TestPanics" },
      { Action: "output", Output: "FAIL\tshop/cart\t0.006s\n" },
      { Action: "fail" },
    );
    await using kit = machine(module, { out, code: 1 });
    const performed = await perform(kit, runTests, {});
    const words = "the run ended at TestPanics; tests of its package after it did not run";
    expect(text(performed)).toMatch(/^FAILED 1 of 2 tests /);
    expect(performed.standing).toMatchObject({ state: "partial", reasons: [{ code: "unchecked", detail: words }] });
  });

  test("no tests ran: said, empty, and not passed", async () => {
    const out = events({ Action: "output", Output: "?   \tshop/cart\t[no test files]\n" }, { Action: "skip" });
    await using kit = machine(module, { out });
    const performed = await perform(kit, runTests, {});
    expect(text(performed)).toMatch(/^no tests ran in /);
    expect(performed.toJson()).toMatchObject({ passed: false, verdict: "no_tests" });
    expect(performed.isEmpty).toBe(true);
  });

  test("the runner broke: partial, with the end of what it printed", async () => {
    await using kit = machine(module, { err: "go: cannot load the toolchain\n", code: 2 });
    const performed = await perform(kit, runTests, {});
    expect(text(performed)).toMatch(
      /^FAILED: exit code 2, and no failed test could be parsed in .*\n\(what was printed\)\n\| go: cannot load the toolchain$/,
    );
    expect(performed.standing).toMatchObject({ state: "partial", reasons: [{ code: "unreadable_items" }] });
  });

  test("a build that fails for a reason that cannot be read is partial, and success is never claimed [AGL-114]", async () => {
    await using kit = machine(module, { err: "something else is wrong\n", code: 1 });
    const performed = await perform(kit, runBuild, {});
    expect(performed.toJson()).toMatchObject({ success: false, errors: [], raw: "something else is wrong" });
    expect(performed.standing).toMatchObject({ state: "partial", reasons: [{ code: "unreadable_items" }] });
    expect(text(performed)).toContain("| something else is wrong");
  });

  test("errors of a build: severity, place, complete [AGL-114]", async () => {
    await using kit = machine(module, { err: "# shop/cart\ncart/cart.go:1:9: undefined: x\n", code: 1 });
    const performed = await perform(kit, runBuild, {});
    expect(performed.toJson()).toMatchObject({
      success: false,
      errors: [{ file: "/project/cart/cart.go", line: 1, column: 9, message: "undefined: x", severity: "error" }],
      timed_out: false,
    });
    expect(text(performed)).toMatch(/^BUILD FAILED: 1 error in .*\ncart\/cart\.go:1:9 error undefined: x$/);
    expect(performed.standing.state).toBe("complete");
  });

  test("out of time: what was seen until then is kept, and the standing says why [AGL-114]", async () => {
    await using kit = machine(module, { out: passing + failing, code: null });
    const performed = await perform(kit, runTests, { timeout_ms: 5_000 });
    expect(performed.toJson()).toMatchObject({
      passed: false,
      verdict: "timed_out",
      timed_out: true,
      counts: { passed: 1, failed: 1 },
      failures: [{ test_name: "TestWrong" }],
    });
    expect(text(performed)).toMatch(/^TIMED OUT: so far 1 passed, 1 failed in 5\.0 s /);
    expect(performed.standing).toMatchObject({
      state: "partial",
      reasons: [{ code: "timed_out", detail: "go test ./... was ended after 5.0 s" }],
    });
    expect(kit.host.processes.alive).toBe(0);
    const built = await perform(kit, runBuild, { timeout_ms: 5_000 });
    expect(built.toJson()).toMatchObject({ success: false, timed_out: true });
    expect(built.standing.reasons).toMatchObject([{ code: "timed_out" }]);
  });

  test("the time of a call is the time of its run, and a little more to end it", () => {
    expect(runTests.decode({}).limitMs).toBe(310_000);
    expect(runBuild.decode({ timeout_ms: 3_600_000 }).limitMs).toBe(3_610_000);
    expect(() => runBuild.decode({ timeout_ms: 3_600_001 })).toThrow("The arguments are invalid.");
  });
});

describe("whatever fails, the answer fits", () => {
  const many = Array.from({ length: 400 }, (_, at) =>
    events(
      { Action: "run", Test: `TestNumber${at}` },
      { Action: "output", Test: `TestNumber${at}`, Output: `    cart_test.go:1: ${"a long message ".repeat(30)}\n` },
      { Action: "fail", Test: `TestNumber${at}` },
    ),
  ).join("");

  test.each([50, 80, 200, 1_000, 5_000, 50_000])("in %i tokens", async (tokens) => {
    await using kit = machine(module, { out: many, code: 1 });
    const performed = await perform(kit, runTests, {});
    const answer = text(performed, tokens);
    expect(estimateTokens(answer)).toBeLessThanOrEqual(tokens);
    expect(answer).toMatch(/^FAILED 400 of 400 tests/);
    // Even the largest has no room for 400 long messages.
    expect(answer).toMatch(/left out|shortened|^FAILED [^\n]*$/);
  });

  test("as data it stays below what one answer may have, and says how much is missing", async () => {
    await using kit = machine(module, { out: many, code: 1 });
    const json = (await perform(kit, runTests, {})).toJson() as { failures: unknown[]; failures_left_out: number };
    expect(JSON.stringify(json).length).toBeLessThan(32_000);
    expect(json.failures.length + json.failures_left_out).toBe(400);
    expect(json).toMatchObject({ counts: { failed: 400 }, raw_cut: true });
  });
});
