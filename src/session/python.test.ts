// The interpreter a Python project means, and how far it may be passed on.

import { expect, test } from "vitest";
import { MemoryHost } from "../host/memory.ts";
import { filePath } from "../model/file-path.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { findInterpreter, usableInterpreter } from "./python.ts";

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
  expect(await usableInterpreter(inside, root, false)).toEqual({ withheld: true });
  expect(await usableInterpreter(inside, root, true)).toEqual({ use: "/project/.venv/bin/python", withheld: false });
  const outside = machine(["/envs/x/bin/python"], { VIRTUAL_ENV: "/envs/x" });
  expect(await usableInterpreter(outside, root, false)).toEqual({ use: "/envs/x/bin/python", withheld: false });
});
