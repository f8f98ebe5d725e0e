// What is really started, in a trusted root and in one that is not.

import { expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath } from "../../model/file-path.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { toyEntry } from "../../testing/kits/kit.ts";
import { programsServing } from "../../testing/kits/programs-kit.ts";
import type { InterpreterChoice, ProgramPlan } from "./launch.ts";
import { planLaunch } from "./launch.ts";

function plan(
  entry: Partial<ServerEntry>,
  trusted: boolean,
  interpreter: InterpreterChoice = { withheld: false },
): Promise<ProgramPlan> {
  const host = new MemoryHost({ clock: new FakeClock() });
  const server = {
    entry: { ...toyEntry, ...entry },
    command: filePath("/bin/toy"),
    args: ["--stdio", "-data", "{dataDir}"],
  };
  const root = filePath("/project");
  return planLaunch(host, programsServing(host, root, trusted), server, root, trusted, interpreter);
}

const adjusted = {
  initializationOptions: { cargo: { targetDir: true, buildScripts: { enable: true } } },
  restricted: {
    kind: "adjusted",
    args: ["--safe"],
    env: { GOPROXY: "off" },
    initializationOptions: { cargo: { buildScripts: { enable: false } } },
    settings: { a: { b: 1 } },
    smaller: true,
  },
} as const;

test("the restricted form is laid over the normal one, and only without trust", async () => {
  const wary = await plan(adjusted, false);
  expect(wary.args).toEqual([
    "--stdio",
    "-data",
    expect.stringMatching(/^\/state\/servers\/toy-[0-9a-f]{16}$/),
    "--safe",
  ]);
  expect(wary).toMatchObject({
    env: { GOPROXY: "off" },
    initializationOptions: { cargo: { targetDir: true, buildScripts: { enable: false } } },
    settings: { a: { b: 1 } },
    restricted: true,
    smaller: true,
  });
  const trusting = await plan(adjusted, true);
  expect(trusting).toMatchObject({
    initializationOptions: adjusted.initializationOptions,
    restricted: false,
    smaller: false,
  });
  expect(trusting.args).not.toContain("--safe");
});

test("a server that cannot be restricted is refused, with the way out", async () => {
  const refused = { restricted: { kind: "refused", why: "its configuration is a program" } } as const;
  await expect(plan(refused, false)).rejects.toMatchObject({ code: "not_trusted" });
  expect((await plan(refused, true)).restricted).toBe(false);
});

test("an interpreter goes where the server looks for it; one kept back makes answers smaller", async () => {
  const python = {
    quirks: { interpreterSetting: ["python", "pythonPath"] },
    restricted: { kind: "adjusted", interpreter: "outside-root", smaller: true },
  } as const;
  expect(await plan(python, false, { use: filePath("/env/python"), withheld: false })).toMatchObject({
    settings: { python: { pythonPath: "/env/python" } },
    smaller: false,
  });
  expect(await plan(python, false, { withheld: true })).toMatchObject({ smaller: true });
  expect((await plan(python, false)).settings).toBeUndefined();
});
