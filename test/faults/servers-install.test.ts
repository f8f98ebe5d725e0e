// Installing language servers where something goes wrong: nothing is found afterwards that is not whole, and nothing
// is run that was not pinned.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { recipes } from "../../src/catalog/recipes.ts";
import { nodeWriting } from "../../src/host/node/node-writing.ts";
import { bug } from "../../src/std/bug.ts";
import type { FakeNpm } from "../support/fake-npm.ts";
import { asked, fakeNpm } from "../support/fake-npm.ts";
import { sightline } from "../support/here.ts";
import type { Project } from "../support/project.ts";
import { project } from "../support/project.ts";

const id = "yaml-language-server";
const { version, integrity } = recipes[id] ?? bug("there is a recipe for it");
const url = (name: string): string => `https://registry.test/${name}/-/${name}.tgz`;
const whole = { [`node_modules/${id}`]: { version, integrity, resolved: url(id) } };
const repository = "-- a.yaml --\na: 1\n";

const servers = ({ stateDirectory }: Project): string => join(stateDirectory, "installed");
const place = (made: Project): string => join(servers(made), `${id}@${version}`);

/** Everything that was left but the directories themselves. */
function left(made: Project): string[] {
  if (!existsSync(servers(made))) return [];
  return readdirSync(servers(made), { recursive: true, encoding: "utf8" }).filter((name) => name !== ".stage");
}

function install(made: Project, how: FakeNpm, ...words: readonly string[]) {
  return sightline(made, ["servers", "install", ...words], made.root, fakeNpm(made, how));
}

describe("installing a server", () => {
  test("is shown first, and nothing happens without a person's word [S34]", async () => {
    using made = project(repository);
    const dry = await install(made, { packages: whole }, "yaml", "--dry-run");
    expect(dry.out).toContain(`yaml-language-server ${version} (${id}) would be installed in ${place(made)}, with:\n`);
    expect(dry.out).toMatch(/^ {2}npm ci --ignore-scripts /m);
    expect(dry.code).toBe(0);
    const unasked = await install(made, { packages: whole }, "yaml");
    expect(unasked.err).toMatch(/^Nothing was installed\.\n.*no terminal.*\n.*--yes/m);
    expect(unasked.code).not.toBe(0);
    expect([left(made), asked(made)]).toEqual([[], []]);
  });

  test("makes it found, after what is on PATH, until it is removed", async () => {
    using made = project(repository);
    const done = await install(made, { packages: whole }, "yaml", "--yes");
    expect(done.out).toContain(`Installed ${id} ${version} in ${place(made)}\n`);
    expect(asked(made)).toEqual(["config", "install", "ci"]);
    const env = fakeNpm(made, { packages: {} });
    const [here] = JSON.parse((await sightline(made, ["servers", "yaml", "--json"], made.root, env)).out);
    expect(here).toMatchObject({ installed: true, version });
    expect(here.command.slice(0, 2)).toEqual([
      process.execPath,
      join(place(made), "node_modules", id, "bin", "yaml.js"),
    ]);
    const again = await install(made, { packages: {} }, "yaml", "--yes");
    expect(again.out).toBe(`yaml: yaml-language-server ${version} is installed in ${place(made)}.\n`);
    const removed = await sightline(made, ["servers", "remove", id], made.root, env);
    expect(removed.out).toBe(`Removed ${id} ${version}\n`);
    expect(left(made)).toEqual([]);
  });

  test("replaces one that is not of the pinned version any more when it is updated", async () => {
    using made = project(repository);
    await install(made, { packages: whole }, id, "--yes");
    const old = join(servers(made), `${id}@1.0.0`);
    renameSync(place(made), old);
    const seal = readFileSync(join(old, "sealed.json"), "utf8");
    writeFileSync(join(old, "sealed.json"), seal.replace(version, "1.0.0"));
    const env = fakeNpm(made, { packages: whole });
    const run = (...words: readonly string[]) => sightline(made, ["servers", ...words], made.root, env);
    expect((await run("list", "--outdated")).out).toContain(`outdated: ${version} is pinned`);
    expect((await run("update", "--yes")).out).toContain(`Removed ${id} 1.0.0\n`);
    expect((await run("list", "--outdated")).out).toBe("None is outdated.\n");
    expect(readdirSync(servers(made)).filter((name) => name !== ".stage")).toEqual([`${id}@${version}`]);
  });
});

describe("an installation that goes wrong leaves nothing that is found", () => {
  const faults: Readonly<Record<string, { readonly how: FakeNpm; readonly says: RegExp; readonly last: string }>> = {
    "a download that is cut": {
      how: { packages: whole, fault: "cut" },
      says: /was not installed\.\n.*npm ci .*ended with 1: npm error network aborted/,
      last: "ci",
    },
    "a disk that is full": {
      how: { packages: whole, fault: "full" },
      says: /was not installed\.\n.*ENOSPC: no space left/,
      last: "ci",
    },
    "content other than what is pinned": {
      how: { packages: { [`node_modules/${id}`]: { version, integrity: "sha512-AAAA", resolved: url(id) } } },
      says: /is not what was pinned\.\n.*sha512-AAAA/,
      last: "install",
    },
    "a package that the lock does not name": {
      how: { packages: {} },
      says: /is not what was pinned\./,
      last: "install",
    },
    "a dependency from another host": {
      how: { packages: { ...whole, "node_modules/x": { integrity: "sha512-B", resolved: "https://evil.test/x.tgz" } } },
      says: /Its dependency x would come from https:\/\/evil\.test\/x\.tgz, and not from the registry/,
      last: "install",
    },
    "a dependency from a repository, without a hash": {
      how: { packages: { ...whole, "node_modules/x": { resolved: "git+ssh://git@registry.test/x.git" } } },
      says: /Its dependency x would come from git\+ssh/,
      last: "install",
    },
  };

  test.each(Object.entries(faults))("%s", async (_, { how, says, last }) => {
    using made = project(repository);
    const ran = await install(made, how, id, "--yes");
    expect(ran.err).toMatch(says);
    expect(ran.code).not.toBe(0);
    expect(asked(made).at(-1)).toBe(last);
    expect(left(made)).toEqual([]);
    const again = await install(made, { packages: whole }, id, "--yes");
    expect(again.code).toBe(0);
    expect(existsSync(join(place(made), "sealed.json"))).toBe(true);
  });

  test("a place that cannot be written", async () => {
    using made = project(repository);
    mkdirSync(made.stateDirectory, { recursive: true });
    writeFileSync(servers(made), "no directory");
    const ran = await install(made, { packages: whole }, id, "--yes");
    expect(ran.err).toMatch(/was not installed\.\n.*cannot be written/);
    expect(ran.code).not.toBe(0);
  });

  test("a package manager that is not there is named with what brings it", async () => {
    using made = project(repository);
    const HOME = join(made.stateDirectory, "..");
    const ran = await sightline(made, ["servers", "install", "gopls", "--yes"], made.root, { PATH: "/none", HOME });
    expect(ran.err).toMatch(/It is installed with go, which is not on PATH\.\nInstall Go/);
    expect(left(made)).toEqual([]);
  });
});

describe("what an earlier run or another one leaves", () => {
  test("the stage of a run that was interrupted is cleared, that of one that still works is not", async () => {
    using made = project(repository);
    const self = await nodeWriting.self();
    const stage = (name: string, holder: object): void => {
      const directory = join(servers(made), ".stage", name, "tree", "node_modules");
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeFileSync(join(directory, "half.js"), "");
      writeFileSync(join(directory, "../../holder.json"), JSON.stringify(holder));
    };
    stage("dead", { ...self, pid: 2 ** 22 + 1 });
    stage("alive", self);
    const listed = await sightline(made, ["servers", "list"], made.root, fakeNpm(made, { packages: whole }));
    expect(listed.out).toBe("None is installed.\n");
    expect((await install(made, { packages: whole }, id, "--yes")).code).toBe(0);
    expect(readdirSync(join(servers(made), ".stage"))).toEqual(["alive"]);
  });

  test("two at once give one that is whole", async () => {
    using made = project(repository);
    const both = await Promise.all([1, 2, 3].map(() => install(made, { packages: whole }, id, "--yes")));
    expect(both.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(readdirSync(servers(made)).sort()).toEqual([".stage", `${id}@${version}`]);
    expect(readdirSync(join(servers(made), ".stage"))).toEqual([]);
  });

  test("what stands in its place without a seal is replaced", async () => {
    using made = project(repository);
    mkdirSync(join(place(made), "node_modules"), { recursive: true });
    writeFileSync(join(place(made), "node_modules", "half.js"), "");
    expect((await install(made, { packages: whole }, id, "--yes")).code).toBe(0);
    expect(readdirSync(place(made)).sort()).toEqual([
      "node_modules",
      "package-lock.json",
      "package.json",
      "sealed.json",
    ]);
    expect(readdirSync(join(place(made), "node_modules"))).toEqual([id]);
  });
});

describe("what is asked for is checked", () => {
  test.each(["../../evil", "yaml; id", "", "__proto__", "yaml-language-server@1.0.0", "https://evil.test/x.tgz"])(
    "%j is no name of a server",
    async (name) => {
      using made = project(repository);
      const ran = await install(made, { packages: whole }, name, "--yes");
      expect(ran.err).toContain("is neither a language nor a server that is known.");
      expect([left(made), asked(made)]).toEqual([[], []]);
      const removed = await sightline(made, ["servers", "remove", name]);
      expect(removed.err).toContain("Sightline has not installed a server named");
    },
  );

  test("a server without a recipe is refused with the way to install it by hand", async () => {
    using made = project(repository);
    const ran = await install(made, { packages: whole }, "rust", "--yes");
    expect(ran.err).toMatch(/cannot install a server for "rust".*\n.*\n.*rustup component add rust-analyzer/);
  });

  test("the operator can forbid it, and a repository cannot allow it", async () => {
    using made = project(repository);
    const file = join(made.stateDirectory, "..", "operator.json");
    writeFileSync(file, JSON.stringify({ settings: { servers: { install: "never" } } }));
    const denied = await install(made, { packages: whole }, id, "--yes", "--merge-config", file);
    expect(denied.err).toContain("The setting servers.install is `never`.");
    made.write(".sightline/lsp.json", JSON.stringify({ settings: { servers: { install: "ask" } } }));
    const widened = await install(made, { packages: whole }, id, "--yes", "--trust");
    expect(widened.err).toContain("settings.servers can only be set by the operator");
    expect([left(made), asked(made)]).toEqual([[], []]);
  });
});
