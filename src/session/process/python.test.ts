// The interpreter a Python project means, and how far it may be passed on.

import { describe, expect, test } from "vitest";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath } from "../../model/file-path.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { programsServing } from "../../testing/kits/programs-kit.ts";
import { findInterpreter, InstalledModules, usableInterpreter } from "./python.ts";

const root = filePath("/project");

function machine(files: readonly string[], env: Record<string, string> = {}): MemoryHost {
  const host = new MemoryHost({ clock: new FakeClock(), env });
  for (const file of files) host.files.write(filePath(file), "");
  return host;
}

test.each([
  [
    "the project's own environment",
    ["/project/.venv/bin/python3", "/project/.venv/pyvenv.cfg"],
    {},
    ".venv",
    "/project/.venv/bin/python3",
  ],
  [
    "its other usual name",
    ["/project/venv/bin/python", "/project/venv/pyvenv.cfg"],
    {},
    "venv",
    "/project/venv/bin/python",
  ],
  ["a conda environment in the project", ["/project/.conda/bin/python"], {}, "conda", "/project/.conda/bin/python"],
  [
    "the activated environment",
    ["/envs/x/bin/python3"],
    { VIRTUAL_ENV: "/envs/x" },
    "VIRTUAL_ENV",
    "/envs/x/bin/python3",
  ],
  ["the activated conda", ["/conda/bin/python"], { CONDA_PREFIX: "/conda" }, "CONDA_PREFIX", "/conda/bin/python"],
  [
    "the project's before the activated one",
    ["/project/.venv/bin/python", "/project/.venv/pyvenv.cfg", "/envs/x/bin/python"],
    { VIRTUAL_ENV: "/envs/x" },
    ".venv",
    "/project/.venv/bin/python",
  ],
])("%s", async (_, files, env, from, path) => {
  expect(await findInterpreter(machine(files, env), root)).toMatchObject({ from, path });
});

test("a directory that is merely called env is none", async () => {
  expect(await findInterpreter(machine(["/project/env/bin/python"]), root)).toBeUndefined();
});

test("one inside the root is passed on only with trust; one outside always", async () => {
  const inside = machine(["/project/.venv/bin/python", "/project/.venv/pyvenv.cfg"]);
  expect(await usableInterpreter(inside, programsServing(inside, root, false), root)).toEqual({ withheld: true });
  expect(await usableInterpreter(inside, programsServing(inside, root, true), root)).toEqual({
    use: "/project/.venv/bin/python",
    withheld: false,
  });
  const outside = machine(["/envs/x/bin/python"], { VIRTUAL_ENV: "/envs/x" });
  expect(await usableInterpreter(outside, programsServing(outside, root, false), root)).toEqual({
    use: "/envs/x/bin/python",
    withheld: false,
  });
});

describe("where modules are installed", () => {
  const none = { withheld: false };
  const site = filePath("/lib/site-packages");

  /** A machine with an interpreter that tells its search path. */
  function speaking(command: string, ...path: string[]): MemoryHost {
    const host = machine([command, `${site}/one/__init__.py`, "/project/own/__init__.py"], {
      PATH: ".:/project/bin:/none:/bin",
    });
    host.processes.program(command, (end) => {
      end.writeOutput(new TextEncoder().encode(`${path.join("\n")}\n`));
      end.exit(0);
    });
    return host;
  }

  test("the interpreter on the PATH tells it, and what is no directory beside the root does not count", async () => {
    const host = speaking("/bin/python", "", "/lib/python311.zip", site, "/project");
    expect(await new InstalledModules(host, programsServing(host, root, false), root).directories(none)).toEqual([
      site,
    ]);
  });

  test("the chosen interpreter is asked, once, and another one for itself", async () => {
    const host = speaking("/envs/x/bin/python", site);
    const modules = new InstalledModules(host, programsServing(host, root, false), root);
    const choice = { use: filePath("/envs/x/bin/python"), withheld: false };
    expect(await modules.directories(choice)).toEqual([site]);
    expect(await modules.directories(choice)).toEqual([site]);
    expect(host.processes.spawned).toHaveLength(1);
    expect(await modules.directories({ use: filePath("/envs/gone/bin/python"), withheld: false })).toEqual([]);
  });

  test("an interpreter of the root is not asked without trust, and without one nothing is installed", async () => {
    const host = speaking("/project/bin/python3", site);
    expect(await new InstalledModules(host, programsServing(host, root, false), root).directories(none)).toEqual([]);
    expect(await new InstalledModules(host, programsServing(host, root, true), root).directories(none)).toEqual([site]);
  });
});
