// What callers name is handed to programs as a name: however it begins, none of them takes it for an option.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { workbenchAt } from "../workspace/runs/workbench.ts";
import { recognise } from "./table.ts";
import type { Site } from "./toolchain.ts";

/** Each with a file of tests below a directory, both of which may be called anything. */
const projects: readonly { readonly name: string; readonly files: (path: string) => string }[] = [
  { name: "go", files: (path) => `-- go.mod --\nmodule shop\n-- ${path}_test.go --\npackage shop\n` },
  { name: "rust", files: (path) => `-- Cargo.toml --\n[package]\n-- ${path}.rs --\nfn main() {}\n` },
  { name: "pytest", files: (path) => `-- pytest.ini --\n-- mypy.ini --\n-- ${path}_test.py --\nimport pytest\n` },
  { name: "unittest", files: (path) => `-- setup.py --\n-- ${path}_test.py --\nimport unittest\n` },
  { name: "ctest", files: (path) => `-- CMakeLists.txt --\n-- ${path}.c --\nint x;\n` },
  { name: "maven", files: (path) => `-- pom.xml --\n<module>-m</module>\n-- -m/pom.xml --\n-- ${path}.java --\n` },
  { name: "gradle", files: (path) => `-- settings.gradle --\n-- ${path}.java --\nclass X {}\n` },
  ...["vitest", "jest", "mocha"].map((name) => ({
    name,
    files: (path: string) => `-- package.json --
{ "scripts": { "test": "${name}", "build": "tsc" }, "devDependencies": { "${name}": "1" } }
-- node_modules/${name}/package.json --
{ "bin": "run.js" }
-- ${path}.test.js --
`,
  })),
  {
    name: "node:test",
    files: (path) =>
      `-- package.json --\n{ "scripts": { "test": "node --test", "build": "tsc" } }\n-- ${path}.test.js --\n`,
  },
];

const programs = ["go", "cargo", "python3", "cmake", "ctest", "mvn", "gradle", "npm"].map((name) => `/bin/${name}`);

/** The words that programs would be started with to build and to test a project. */
async function wordsFor(files: string, asked: { filter?: string; path?: string }): Promise<string[]> {
  await using kit = openToyWorkspace({ fixture: files });
  for (const path of programs) kit.host.files.write(filePath(path), "a program");
  const snapshot = await kit.workspace.snapshot();
  const path = asked.path === undefined ? snapshot.root : kit.path(asked.path);
  const isFile = (await kit.host.files.stat(path))?.kind === "file";
  const directory = isFile ? filePath(path.slice(0, path.lastIndexOf("/"))) : path;
  const report = {
    path: filePath("/state/report"),
    read: async () => undefined,
    [Symbol.asyncDispose]: async () => {},
  };
  const bench = {
    ...workbenchAt(kit.host, kit.workspace.programs, snapshot, directory),
    reportFile: async () => report,
  };
  const scope = asked.path === undefined ? undefined : { path, isFile };
  const { toolchain, directory: project } = await recognise(bench, scope, undefined);
  const site: Site = { bench, directory: project, scope, succeeds: async () => true };
  const { spec, before } = await toolchain.test(site, asked.filter);
  const { steps } = await toolchain.build(site);
  return [...before.map((step) => step.spec), spec, ...steps.map((step) => step.spec)].flatMap(({ args }) => args);
}

const dashed = fc
  .tuple(fc.constantFrom("-", "--"), fc.stringMatching(/^zq[a-z=.-]{0,12}$/))
  .map(([dashes, rest]) => dashes + rest);

describe.each(projects)("$name", ({ files }) => {
  test("a filter that begins with a dash is no option", () =>
    fc.assert(
      fc.asyncProperty(dashed, async (filter) => {
        const words = await wordsFor(files("src/a"), { filter });
        const at = words.findIndex((word) => word.startsWith(filter));
        // Only cargo takes it as a word of its own: behind two dashes for itself, and two for the tests.
        expect(at < 0 ? ["--", "--", filter] : words.slice(at - 2, at + 1)).toEqual(["--", "--", filter]);
      }),
      { numRuns: 50 },
    ));

  test("a path that begins with a dash is no option", () =>
    fc.assert(
      fc.asyncProperty(dashed, async (name) => {
        const at = name.replaceAll("=", "").replace(/\.+$/, "");
        const own = files(`${at}/${at}`);
        const [, file = ""] = new RegExp(`^-- (${at}/.*) --$`, "m").exec(own) ?? [];
        for (const path of [at, file]) {
          const words = await wordsFor(own, { path });
          expect(words.filter((word) => word.startsWith(at))).toEqual([]);
        }
      }),
      { numRuns: 50 },
    ));
});

test("rustdoc takes a filter apart at its spaces: also what follows one is no option", async () => {
  const files = "-- Cargo.toml --\n[package]\n-- src/lib.rs --\n";
  const filter = "adds --logfile=/elsewhere/log";
  expect((await wordsFor(files, { filter })).slice(0, 6)).toEqual([
    "test",
    "--message-format=json",
    "--no-fail-fast",
    "--",
    "--",
    filter,
  ]);
  expect(await wordsFor(files, { filter: "adds" })).toContain("adds");
});
