// A workbench runs programs from outside the root, without a shell, within bounds, and kills them on cancellation.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Host } from "../../host/host.ts";
import { openNodeHost } from "../../host/node/node-host.ts";
import { NodeProcesses } from "../../host/node/node-processes.ts";
import { isAlive } from "../../host/process/process-table.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import { isCancellation } from "../../std/cancel.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { programsServing } from "../../testing/kits/programs-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { gone, soon } from "../../../test/support/soon.ts";
import type { ProgramRun, ProgramSpec } from "./workbench-program.ts";
import { runProgram } from "./workbench-program.ts";
import type { Workbench } from "./workbench.ts";
import { workbenchAt } from "./workbench.ts";

let home: string;
let root: string;
let host: Host;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
  root = join(home, "root");
  mkdirSync(root);
  host = await hostWith({ PATH: process.env["PATH"] });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function hostWith(env: Readonly<Record<string, string | undefined>>): Promise<Host> {
  return openNodeHost({ HOME: home, SIGHTLINE_STATE_DIR: join(home, "state"), ...env });
}

/** Runs a few words of JavaScript. */
function script(
  text: string,
  more: Partial<ProgramSpec> & { signal?: CancelSignal; on?: Host; words?: string[] } = {},
): Promise<ProgramRun> {
  const { signal, on = host, words = [], ...spec } = more;
  const command = filePath(on.nodePath);
  return runProgram(
    on,
    programsServing(on, filePath(root)),
    { command, args: ["-e", text, "--", ...words], cwd: filePath(root), ...spec },
    { deadline: deadlineIn(on.clock, 60_000), signal },
  );
}

/** A program with a child in its group and one that left it, and maybe one that forgot its environment, too. All run for ever. */
function family(file: string, isBare = false): string {
  return `
    const { spawn } = require("node:child_process");
    const forever = ["-e", "require('node:net').createServer().listen(0)"];
    const near = spawn(process.execPath, forever, { stdio: "ignore" });
    const far = spawn(process.execPath, forever, { stdio: "ignore", detached: true });
    const bare = ${JSON.stringify(isBare)} ? [spawn(process.execPath, forever, { stdio: "ignore", detached: true, env: {} })] : [];
    const pids = [process, near, far, ...bare].map(({ pid }) => pid);
    require("node:fs").writeFileSync(${JSON.stringify(file)}, pids.join(" "));
    require("node:net").createServer().listen(0);
  `;
}

describe("the end of a run", () => {
  test("calling it off kills the program, its children, and those that left its group [F40]", async () => {
    const file = join(home, "cancelled");
    const calling = new AbortController();
    const running = script(family(file, true), { signal: calling.signal });
    await soon(() => existsSync(file) && readFileSync(file, "utf8").split(" ").length === 4);
    const pids = readFileSync(file, "utf8").split(" ").map(Number);
    expect(await Promise.all(pids.map(isAlive))).toEqual([true, true, true, true]);
    calling.abort();
    await expect(running).rejects.toSatisfy(isCancellation);
    expect(await gone(...pids)).toBe(true);
  });

  test("nothing is started for a call that was called off before", async () => {
    const file = join(home, "never");
    const text = `require("node:fs").writeFileSync(${JSON.stringify(file)}, "")`;
    await expect(script(text, { signal: AbortSignal.abort() })).rejects.toSatisfy(isCancellation);
    expect(existsSync(file)).toBe(false);
  });

  test("when time is up everything is killed, and what was printed until then is kept [AGL-114]", async () => {
    const file = join(home, "late");
    const clock = new FakeClock();
    const on = { ...host, clock, processes: new NodeProcesses(clock, host.stateDirectory) };
    const running = script(`console.log("as far as it came"); ${family(file, true)}`, { limitMs: 1_000, on });
    await soon(() => existsSync(file) && readFileSync(file, "utf8").split(" ").length === 4);
    // The program may be that far before its time is limited.
    await soon(() => clock.pendingTimers > 0);
    clock.advance(1_000);
    const run = await running;
    expect(run).toMatchObject({
      timedOut: true,
      code: null,
      signal: "SIGKILL",
      output: "as far as it came\n",
      ms: 1_000,
    });
    const pids = readFileSync(file, "utf8").split(" ").map(Number);
    expect(await gone(...pids)).toBe(true);
  });

  test("a program that ends well leaves no child behind either", async () => {
    const file = join(home, "left");
    const run = await script(family(file).replace(/require\("node:net"\)[^;]*;\s*$/, "process.exit(3);"));
    expect(run).toMatchObject({ timedOut: false, code: 3, signal: null });
    const pids = readFileSync(file, "utf8").split(" ").map(Number);
    expect(await gone(...pids)).toBe(true);
  });
});

describe("what is printed", () => {
  test("of very much the beginning and the end are kept, and that something is missing is said", async () => {
    const text = `
      const line = "x".repeat(1023) + "\\n";
      process.stdout.write("the beginning\\n" + line.repeat(6 * 1024) + "the end\\n");
      process.stderr.write("an error\\n");
    `;
    const { output, errors, cut, code } = await script(text);
    expect([code, cut, errors]).toEqual([0, true, "an error\n"]);
    expect(output.startsWith("the beginning\nxxx")).toBe(true);
    expect(output.endsWith("xxx\nthe end\n")).toBe(true);
    expect(output).toContain("\n…\n");
    expect(output.length).toBeLessThan(3 * 1024 * 1024);
  });

  test("what fits is whole", async () => {
    expect(await script(`process.stdout.write("a".repeat(1_500_000))`)).toMatchObject({
      cut: false,
      output: "a".repeat(1_500_000),
    });
  });
});

describe("no shell", () => {
  test("words reach a program as they are: nothing expands, splits or runs them [S14]", async () => {
    const marker = join(home, "expanded");
    const words = [`$(touch ${marker})`, `\`touch ${marker}\``, `; touch ${marker}`, "a b", "*", '"', "", "$HOME", "|"];
    const { output } = await script("console.log(JSON.stringify(process.argv.slice(1)))", { words });
    expect(JSON.parse(output)).toEqual(words);
    expect(existsSync(marker)).toBe(false);
  });
});

describe("its environment", () => {
  test("is an allow-list: no secret of ours is in it, and what a plan adds is", async () => {
    const own = await hostWith({
      PATH: process.env["PATH"],
      GOFLAGS: "-mod=mod",
      GITHUB_TOKEN: "secret",
      AWS_SECRET_ACCESS_KEY: "secret",
      npm_config__auth: "secret",
      SOMETHING_ELSE: "x",
    });
    const { output } = await script("console.log(JSON.stringify(process.env))", { on: own, env: { NO_COLOR: "1" } });
    const seen = JSON.parse(output) as Record<string, string>;
    expect(seen).toMatchObject({ GOFLAGS: "-mod=mod", NO_COLOR: "1", HOME: home });
    expect(Object.values(seen)).not.toContain("secret");
    expect(seen).not.toHaveProperty("SOMETHING_ELSE");
  });

  test("leads to the directory of the program, whose kin it may call", async () => {
    const bare = await hostWith({ PATH: "/nowhere" });
    const { output } = await script("console.log(process.env.PATH)", { on: bare });
    expect(output.trim().split(":")).toEqual(["/nowhere", join(bare.nodePath, "..")]);
  });
});

describe("finding a program", () => {
  function program(path: string): void {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "#!/bin/false\n");
    chmodSync(path, 0o755);
  }

  test("one inside the root is none, by its own path or through a link; the next on PATH is found [S14]", async () => {
    program(join(root, "bin/tool"));
    program(join(home, "outside/tool"));
    mkdirSync(join(home, "links"), { recursive: true });
    symlinkSync(join(root, "bin/tool"), join(home, "links/tool"));
    const PATH = [join(root, "bin"), join(home, "links"), join(home, "outside")].join(":");
    const on = await hostWith({ PATH });
    expect(await programsServing(on, filePath(root)).find("tool")).toBe(join(home, "outside/tool"));
    const only = await hostWith({ PATH: [join(root, "bin"), join(home, "links"), ".", ""].join(":") });
    expect(await programsServing(only, filePath(root)).find("tool")).toBeUndefined();
  });

  test("what cannot be started is refused with the system's reason", async () => {
    writeFileSync(join(home, "plain"), "text");
    const running = script("", { command: filePath(join(home, "plain")) });
    const { code, details } = await refusalOf(running);
    expect([code, details.why]).toEqual(["request_failed", expect.stringMatching(/^The system says E[A-Z]+\.$/)]);
  });
});

describe("files beside the root", () => {
  async function bench(): Promise<Workbench> {
    await using toy = openToyWorkspace({ fixture: "-- a.toy --\ndef a\n" });
    return workbenchAt(host, programsServing(host, filePath(root)), await toy.workspace.snapshot(), filePath(root));
  }

  test("a report is empty, private, of one call alone, outside the root, and gone at the end", async () => {
    const at = await bench();
    const [first, second] = [await at.reportFile("xml"), await at.reportFile("xml")];
    expect(first.path).not.toBe(second.path);
    expect(first.path.startsWith(`${host.stateDirectory}/`)).toBe(true);
    expect(await first.read()).toBeUndefined();
    writeFileSync(first.path, "<testsuite/>");
    expect(await first.read()).toBe("<testsuite/>");
    await first[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    expect([existsSync(first.path), existsSync(second.path)]).toEqual([false, false]);
  });

  test("what is built for a directory lies outside the root, at a place of its own that stays the same", async () => {
    const at = await bench();
    const place = at.buildDirectory(filePath(root));
    expect(place.startsWith(`${host.stateDirectory}/builds/`)).toBe(true);
    expect((await bench()).buildDirectory(filePath(root))).toBe(place);
    expect(at.buildDirectory(joinPath(filePath(root), "other"))).not.toBe(place);
  });
});

test("an activated environment is judged like every program, also where it lies in the project", async () => {
  const vendored = join(root, "vendored/.venv");
  mkdirSync(join(vendored, "bin"), { recursive: true });
  writeFileSync(join(vendored, "pyvenv.cfg"), "");
  writeFileSync(join(vendored, "bin/python3"), "#!/bin/sh\n", { mode: 0o755 });
  const activated = await hostWith({ PATH: process.env["PATH"], VIRTUAL_ENV: vendored });
  await using toy = openToyWorkspace({ fixture: "-- a.toy --\ndef a\n" });
  const programs = programsServing(activated, filePath(root));
  const bench = workbenchAt(activated, programs, await toy.workspace.snapshot(), filePath(root));
  expect(await bench.python(filePath(root))).toBe(undefined);
});
