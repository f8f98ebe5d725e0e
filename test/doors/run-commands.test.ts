// Builds and tests through the built executable: who may have them run, and that nothing runs on without us.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isAlive } from "../../src/host/process/process-table.ts";
import type { Project } from "../support/project.ts";
import { project } from "../support/project.ts";
import { bin, callTool, connect, environment, sightline } from "../support/sightline.ts";
import { gone, soon } from "../support/soon.ts";

const small = `
-- package.json --
{ "type": "module", "scripts": { "test": "node --test" } }
-- tsconfig.json --
{ "compilerOptions": { "types": [], "strict": true }, "include": ["src"] }
-- src/total.ts --
export const total: string = «error|»1;
-- a.test.js --
import { writeFileSync } from "node:fs";
import { test } from "node:test";
writeFileSync(new URL("ran", import.meta.url), "");
test("adds", () => {});
`;

function hasRun({ root }: Project): boolean {
  return existsSync(join(root, "ran"));
}

describe("what a repository brings is executed", () => {
  test("not before an operator allows it: the refusal says what an operator can do [AGL-115]", async () => {
    using made = project(small);
    const ran = await sightline(made, ["test", "--root", "."]);
    expect(ran).toMatchObject({ code: 5, out: "" });
    expect(ran.err).toContain("exec needs a trusted root or --allow-exec");
    expect(ran.err).toContain("sightline trust");
    expect(hasRun(made)).toBe(false);
  });

  test("not for an agent either, and a caller that may only read is not told to ask for trust [S07]", async () => {
    using made = project(small);
    await using agent = await connect(made, "modern", ["mcp", "--root", ".", "--tools", "full"]);
    for (const name of ["run_tests", "run_build"]) {
      const { refusal, texts, isError } = await callTool(agent, name, {});
      expect([isError, refusal?.code]).toEqual([true, "policy_denied"]);
      expect(texts.join("\n")).toContain("--allow-exec");
    }
    await using reader = await connect(made, "modern", [
      "mcp",
      "--root",
      ".",
      "--tools",
      "full",
      "--read-only",
      "--trust",
    ]);
    const { isError, texts } = await callTool(reader, "run_tests", {});
    expect(isError).toBe(true);
    expect(texts.join("\n")).not.toContain("--allow-exec");
    expect(hasRun(made)).toBe(false);
  });

  test("where it is allowed, or the root is trusted: as text and as data [AGL-114 AGL-115]", async () => {
    using made = project(small);
    const { line } = made.fixture.mark("error").span.start;
    const tested = await sightline(made, ["test", "--root", ".", "--allow-exec"]);
    expect(tested.code).toBe(0);
    // The events name what is executed.
    expect(tested.err).toMatch(/running \S*node\S* .*--test.* in \//);
    expect(tested.out).toMatch(/^passed: 1 test in [\d.]+ m?s \(node --test\)\n$/);
    expect(hasRun(made)).toBe(true);
    const built = await sightline(made, ["build", "--root", ".", "--trust", "--json"]);
    // A build that fails is answered, and told by the exit code as every build tool does.
    expect(built.code).toBe(1);
    expect(JSON.parse(built.out)).toMatchObject({
      ok: true,
      standing: { state: "complete" },
      result: { success: false, errors: [{ file: join(made.root, "src/total.ts"), line, severity: "error" }] },
    });
  });
});

describe("nothing runs on", () => {
  const endless = `
-- package.json --
{ "type": "module", "scripts": { "test": "node --test" } }
-- a.test.js --
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { test } from "node:test";
const child = spawn(process.execPath, ["-e", "require('node:net').createServer().listen(0)"], { stdio: "ignore", detached: true });
writeFileSync(new URL("pids", import.meta.url), [process.ppid, process.pid, child.pid].join(" "));
test("hangs", () => new Promise(() => createServer().listen(0)));
`;

  async function pidsOf({ root }: Project): Promise<number[]> {
    const file = join(root, "pids");
    await soon(() => existsSync(file) && readFileSync(file, "utf8").split(" ").length === 3);
    return readFileSync(file, "utf8").split(" ").map(Number);
  }

  test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "%s at the command line ends the tests and what they started [F40]",
    async (signal) => {
      using made = project(endless);
      const env = environment(made);
      const child = spawn(process.execPath, [bin, "test", "--root", ".", "--allow-exec"], {
        cwd: made.root,
        env,
        stdio: "ignore",
      });
      const ended = new Promise((resolve) => child.once("close", resolve));
      const pids = await pidsOf(made);
      expect(await Promise.all(pids.map(isAlive))).toEqual([true, true, true]);
      child.kill(signal);
      await ended;
      expect(await gone(...pids)).toBe(true);
    },
  );

  test("an agent that cancels its call ends them as well [AGL-115]", async () => {
    using made = project(endless);
    await using agent = await connect(made, "modern", ["mcp", "--root", ".", "--tools", "full", "--allow-exec"]);
    const cancelling = new AbortController();
    const call = agent.client
      .callTool({ name: "run_tests", arguments: {} }, { signal: cancelling.signal })
      .catch(() => "cancelled");
    const pids = await pidsOf(made);
    cancelling.abort();
    expect(await call).toBe("cancelled");
    expect(await gone(...pids)).toBe(true);
    expect((await callTool(agent, "list_workspace_folders", {})).isError).toBe(false);
  });
});
