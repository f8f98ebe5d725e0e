// What may run, by where it lies and by every link on the way; and what a child is told of places.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Host } from "../../host/host.ts";
import { openNodeHost } from "../../host/node/node-host.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import { programsOfRoots } from "../../workspace/trust/untrusted-area.ts";
import type { Programs } from "./programs.ts";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-programs-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let top: string;
let count = 0;
beforeEach(() => {
  top = join(scratch, String(count++));
  for (const directory of ["repo/bin", "repo/inner/bin", "repo/packages/p", "other/bin", "tools", "home"])
    mkdirSync(at(directory), { recursive: true });
  for (const checkout of ["repo", "repo/inner", "other"]) {
    mkdirSync(at(`${checkout}/.git`));
    writeFileSync(at(`${checkout}/.git/HEAD`), "ref: refs/heads/main\n");
  }
  for (const program of ["repo/bin/tool", "repo/inner/bin/tool", "other/bin/tool", "tools/tool"]) plant(program);
});

const at = (path: string): string => join(top, path);

function plant(path: string, text = "#!/bin/sh\n"): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  chmodSync(at(path), 0o755);
}

async function machine(env: Record<string, string> = {}): Promise<Host> {
  const host = await openNodeHost({ ...env, SIGHTLINE_STATE_DIR: at("state") });
  return { ...host, home: filePath(at("home")), accountHome: filePath(at("home")) };
}

interface Serving {
  readonly trusted?: readonly string[];
  readonly untrusted?: readonly string[];
}

async function serving(roots: Serving, env: Record<string, string> = {}, told: BridgeEvent[] = []): Promise<Programs> {
  const { area, programs } = programsOfRoots(await machine(env), (event) => told.push(event));
  for (const root of roots.untrusted ?? []) area.serve(filePath(at(root)), false);
  for (const root of roots.trusted ?? []) area.serve(filePath(at(root)), true);
  return programs;
}

const mayRun = async (programs: Programs, path: string): Promise<boolean> =>
  (await programs.whyNot(filePath(at(path)))) === undefined;

describe("a program runs only from outside of what is not trusted [S08]", () => {
  const cases: readonly (readonly [what: string, roots: Serving, program: string, may: boolean])[] = [
    ["outside", { untrusted: ["repo"] }, "tools/tool", true],
    ["in the root", { untrusted: ["repo"] }, "repo/bin/tool", false],
    ["in a root that is trusted", { trusted: ["repo"] }, "repo/bin/tool", true],
    ["in a checkout inside of a trusted root", { trusted: ["repo"] }, "repo/inner/bin/tool", false],
    ["in the checkout around the root", { untrusted: ["repo/packages/p"] }, "repo/bin/tool", false],
    ["in the checkout around a trusted root", { trusted: ["repo/packages/p"] }, "repo/bin/tool", false],
    ["in the repository around an inner checkout", { untrusted: ["repo/inner"] }, "repo/bin/tool", false],
    ["in a second root", { untrusted: ["repo", "other"] }, "other/bin/tool", false],
    ["in a second root that is trusted", { untrusted: ["repo"], trusted: ["other"] }, "other/bin/tool", true],
    [
      "in a trusted checkout inside of an untrusted root",
      { untrusted: ["repo"], trusted: ["repo/inner"] },
      "repo/inner/bin/tool",
      true,
    ],
  ];
  test.each(cases)("%s", async (_, roots, program, may) => {
    expect(await mayRun(await serving(roots), program)).toBe(may);
  });

  const links: readonly (readonly [what: string, link: string, target: string, program: string])[] = [
    ["a link to it", "tools/linked", "repo/bin/tool", "tools/linked"],
    ["a directory that is a link", "linked", "repo/bin", "linked/tool"],
    ["a link of the root that leads out", "repo/bin/out", "tools/tool", "repo/bin/out"],
  ];
  test.each(links)("nor by %s", async (_, link, target, program) => {
    symlinkSync(at(target), at(link));
    expect(await mayRun(await serving({ untrusted: ["repo"] }), program)).toBe(false);
  });

  test("nor by a link whose way passes the root and ends outside of it", async () => {
    symlinkSync(at("tools/tool"), at("repo/bin/out"));
    symlinkSync(at("repo/bin/out"), at("tools/roundabout"));
    expect(await mayRun(await serving({ untrusted: ["repo"] }), "tools/roundabout")).toBe(false);
  });

  test("nor when the program that runs the script lies there, however many run each other", async () => {
    plant("tools/script", `#!${at("repo/bin/tool")} -x\n`);
    plant("tools/deeper", `#! ${at("tools/script")}\n`);
    const programs = await serving({ untrusted: ["repo"] });
    expect(await programs.whyNot(filePath(at("tools/deeper")))).toMatch(/is run by .*repo\/bin\/tool, which lies in /);
  });

  test("a root that is no longer served has no say", async () => {
    const { area, programs } = programsOfRoots(await machine(), () => {});
    const stop = area.serve(filePath(at("repo")), false);
    const before = programs.version;
    stop();
    expect([await mayRun(programs, "repo/bin/tool"), programs.version > before]).toEqual([true, true]);
  });
});

describe("nothing that a child is told leads to what is not trusted", () => {
  const variables = [
    ...["GOROOT", "GOBIN", "GOCACHE", "GOMODCACHE", "CARGO_HOME", "RUSTUP_HOME", "RUST_SRC_PATH", "JAVA_HOME"],
    ...["VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONHOME", "PYENV_ROOT", "NVM_DIR", "HOME", "TMPDIR", "XDG_CONFIG_HOME"],
    ...["CC", "GOFLAGS", "SSL_CERT_FILE", "DOTNET_ROOT", "GEM_HOME"],
  ];
  test.each(variables)("%s is left out when it names a place there, also through a link", async (name) => {
    symlinkSync(at("repo"), at("linked"));
    for (const value of [at("repo/x"), at("linked/x"), `-toolexec=${at("repo/bin/tool")}`]) {
      const env = await (await serving({ untrusted: ["repo"] }, { [name]: value })).environment();
      expect(env).not.toHaveProperty(name);
    }
    const fine = await (await serving({ untrusted: ["repo"] }, { [name]: at("tools/x") })).environment();
    expect(fine[name]).toBe(at("tools/x"));
  });

  test.each(["GOROOT", "CARGO_HOME", "VIRTUAL_ENV", "XDG_CONFIG_HOME", "HOME"])("nor is %s relative", async (name) => {
    expect(await (await serving({}, { [name]: "here" })).environment()).not.toHaveProperty(name);
  });

  test.each(["PATH", "PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH", "GOPATH"])(
    "%s keeps its other entries",
    async (name) => {
      const entries = ["", ".", at("repo/bin"), at("tools"), "bin"];
      const env = await (await serving({ untrusted: ["repo"] }, { [name]: entries.join(":") })).environment();
      expect(env[name]).toBe(at("tools"));
    },
  );

  test("a directory of the search path keeps its programs, but for links that lead there", async () => {
    symlinkSync(at("repo/bin/tool"), at("tools/go"));
    const env = await (await serving({ untrusted: ["repo"] }, { PATH: at("tools") })).environment();
    expect(readlinkSync(join(env["PATH"] ?? "", "tool"))).toBe(at("tools/tool"));
    expect(() => readlinkSync(join(env["PATH"] ?? "", "go"))).toThrow(/ENOENT/);
  });

  test("what was left out is told once, by name", async () => {
    const told: BridgeEvent[] = [];
    const programs = await serving({ untrusted: ["repo"] }, { GOROOT: at("repo/go"), PATH: ".:/bin" }, told);
    await programs.environment();
    await programs.environment();
    expect(told).toEqual([{ type: "environment.left_out", variables: ["GOROOT"] }]);
  });

  test("what the catalogue or the operator adds is added as it is", async () => {
    const programs = await serving({ untrusted: ["repo"] });
    expect(await programs.environment({ RUSTC: "rustc" }, undefined)).toMatchObject({ RUSTC: "rustc" });
  });

  test("a home in an untrusted root is no place to start a program in", async () => {
    expect(await (await serving({ untrusted: ["repo"] })).neutralDirectory()).toBe(at("home"));
    expect(await (await serving({ untrusted: ["home"] })).neutralDirectory()).toBe("/");
  });
});
