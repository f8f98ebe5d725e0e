import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { nodeClock } from "../node/node-clock.ts";
import { NodeProcesses } from "../node/node-processes.ts";
import type { Confinement, Environment, RunResult } from "../processes.ts";

const base = mkdtempSync(join(tmpdir(), "sightline-confined-"));
const inside = join(base, "inside");
const outside = join(base, "outside");
const state = join(base, "state");
const processes = new NodeProcesses(nodeClock, state);

beforeAll(() => {
  for (const directory of [inside, outside]) mkdirSync(directory);
  writeFileSync(join(inside, "own.txt"), "of its own");
  writeFileSync(join(inside, "program"), "#!/bin/sh\necho ran\n", { mode: 0o755 });
  writeFileSync(join(outside, "secret.txt"), "a secret");
  symlinkSync(join(outside, "secret.txt"), join(inside, "link.txt"));
  symlinkSync(outside, join(inside, "directory"));
});
afterAll(() => rmSync(base, { recursive: true }));

const system = ["/usr", "/bin", "/lib", "/lib64", dirname(dirname(process.execPath))].map(filePath);
const confinement: Confinement = {
  read: ["/proc/self", "/dev", "/etc/ld.so.cache", "/etc/ssl/openssl.cnf"].map(filePath),
  write: [filePath(inside), filePath(join(base, "made/cache"))],
  execute: system,
};

/** Runs a script of Node that prints what it does, or the name of the error. */
function run(work: string, more: Partial<Confinement> | "free" = {}): Promise<RunResult> {
  const args = ["-e", `try { console.log(${work}) } catch (error) { console.log(error.code) }`];
  const spec = { command: process.execPath, args, cwd: filePath(inside), env: {} as Environment };
  return processes.run({ ...spec, ...(more === "free" ? {} : { confinement: { ...confinement, ...more } }) }, 30_000);
}

const read = (path: string): string => `require("fs").readFileSync(${JSON.stringify(path)}, "utf8")`;
const write = (path: string): string => `require("fs").writeFileSync(${JSON.stringify(path)}, "x") ?? "written"`;
const start = (path: string, args: readonly string[] = []): string =>
  `(() => {
    const { error, stdout } = require("child_process").spawnSync(${JSON.stringify(path)}, ${JSON.stringify(args)});
    if (error) throw error;
    return String(stdout).trim();
  })()`;

/** Each with what a child does, and what comes of it where it is confined. */
const attempts: readonly (readonly [string, string, string])[] = [
  ["reads its own file", read(join(inside, "own.txt")), "of its own"],
  ["reads a file outside", read(join(outside, "secret.txt")), "EACCES"],
  ["reads one through a link", read(join(inside, "link.txt")), "EACCES"],
  ["reads one through a link to its directory", read(join(inside, "directory/secret.txt")), "EACCES"],
  ["reads one by a path with dots", read(`${inside}/../outside/secret.txt`), "EACCES"],
  ["lists a directory outside", `require("fs").readdirSync(${JSON.stringify(outside)})`, "EACCES"],
  ["reads the environment of its parent", read(`/proc/${process.pid}/environ`), "EACCES"],
  ["writes below", write(join(inside, "new.txt")), "written"],
  ["writes outside", write(join(outside, "new.txt")), "EACCES"],
  ["writes to a directory that was not there", write(join(base, "made/cache/new.txt")), "written"],
  [
    "makes a link to a file outside",
    `require("fs").linkSync(${JSON.stringify(join(outside, "secret.txt"))}, "hard")`,
    "EXDEV",
  ],
  ["starts a program of the system", start("/bin/pwd"), inside],
  ["starts a program that it may only read", start(join(inside, "program")), "EACCES"],
  ["has a child read outside", start("/bin/cat", [join(outside, "secret.txt")]), ""],
];

describe("a confined child", () => {
  test.each(attempts)("%s", async (_, work, expected) => {
    expect((await run(work)).output.trim()).toBe((await processes.canConfine()) ? expected : "");
  });

  test("keeps its temporary files to itself, and leaves none", async () => {
    const place = 'require("os").tmpdir()';
    const told = (await run(`(require("fs").writeFileSync(${place} + "/file", ""), ${place})`)).output.trim();
    expect(told.startsWith(join(state, "temporary"))).toBe(true);
    expect(existsSync(told)).toBe(false);
  });

  test("a place that is not there allows nothing, and does no harm", async () => {
    const none = [filePath(join(base, "nowhere/at/all"))];
    expect((await run(read(join(inside, "own.txt")), { read: [...confinement.read, ...none] })).output.trim()).toBe(
      "of its own",
    );
  });

  test("without confinement a child may do what its user may", async () => {
    expect((await run(read(join(outside, "secret.txt")), "free")).output.trim()).toBe("a secret");
  });

  test("what it leaves behind is ended and its directory removed like that of any other", async () => {
    const child = await processes.spawn({
      command: process.execPath,
      args: ["-e", "process.stdout.write(process.env.TMPDIR); process.stdin.resume()"],
      cwd: filePath(inside),
      env: {} as Environment,
      confinement,
    });
    const told = await new Promise<string>((resolve) =>
      child.onOutput((bytes) => resolve(Buffer.from(bytes).toString())),
    );
    expect(existsSync(told)).toBe(true);
    child.signal("SIGKILL");
    await child.exited;
    await child.sweep();
    expect(existsSync(told)).toBe(false);
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("a secret");
  });
});
