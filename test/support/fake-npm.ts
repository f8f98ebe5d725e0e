// A program named npm that does what a test says, so that an installation can fail in every way without a registry.

import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Project } from "./project.ts";

export interface FakeNpm {
  /** What the lock file states for each package, by its place. */
  readonly packages: Readonly<Record<string, object>>;
  readonly registry?: string;
  /** `cut`: half of the packages are there when it fails. `full`: no room is left. */
  readonly fault?: "cut" | "full";
  /** The program that the package brings fails at once. */
  readonly broken?: boolean;
}

/** Stands beside the root, and first on PATH; HOME is a directory of the test too. */
export function fakeNpm({ stateDirectory }: Pick<Project, "stateDirectory">, how: FakeNpm): Record<string, string> {
  const base = dirname(stateDirectory);
  const bin = join(base, "bin");
  const home = join(base, "home");
  for (const directory of [bin, home, join(base, "ran")]) mkdirSync(directory, { recursive: true });
  const file = join(bin, "npm");
  writeFileSync(file, script(how, join(base, "ran")));
  chmodSync(file, 0o755);
  return { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home };
}

/** What was asked of it, first word first. */
export function asked({ stateDirectory }: Pick<Project, "stateDirectory">): string[] {
  return readdirSync(join(dirname(stateDirectory), "ran")).map((name) => name.replace(/^\d+-\d+-/, ""));
}

function script({ packages, registry, fault, broken = false }: FakeNpm, ran: string): string {
  return `#!${process.execPath}
const { mkdirSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const [word] = process.argv.slice(2);
writeFileSync(join(${JSON.stringify(ran)}, process.hrtime.bigint() + "-" + process.pid + "-" + word), "");
const packages = ${JSON.stringify(packages)};
const put = (path, text) => (mkdirSync(dirname(path), { recursive: true }), writeFileSync(path, text));
if (word === "config") console.log(${JSON.stringify(registry ?? "https://registry.test/")});
if (word === "install") put("package-lock.json", JSON.stringify({ packages: { "": {}, ...packages } }));
if (word === "ci") {
  put("node_modules/yaml-language-server/bin/yaml.js", ${JSON.stringify(broken ? "process.exit(3)" : "process.stdin.resume()")});
  const fault = ${JSON.stringify(fault ?? "")};
  if (fault === "cut") throw (console.error("npm error network aborted"), process.exit(1));
  if (fault === "full") throw (console.error("npm error ENOSPC: no space left on device, write"), process.exit(228));
  put("node_modules/yaml-language-server/package.json", JSON.stringify({ bin: { "yaml-language-server": "./bin/yaml.js" } }));
}
`;
}
