// Files that come, go or change in places that were not read before: an answer includes them, or says it may lack them.

import { describe, expect, test } from "vitest";
import { defineServer } from "../catalog/entry.ts";
import { FileFault } from "../host/files.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath } from "../model/file-path.ts";
import { toyEntry } from "../testing/kits/kit.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";

const script = { id: "script", extensions: [".ts", ".js"], servers: ["toy"] };

/** A root whose server leaves out what no tsconfig.json names, and may be given nothing more. */
function openProject(fixture: string): ToyWorkspace {
  return openToyWorkspace({
    fixture: `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/a.ts --\ndef «^»total\n${fixture}`,
    language: script,
    entry: { coverage: "typescript" },
    settings: { projects: { maxLoaded: 0 } },
  });
}

async function reasons(kit: ToyWorkspace): Promise<string[]> {
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  const asked = snapshot.implementation(kit.at(kit.fixture.cursor), kit.patience());
  const { standing } = await kit.clock.until(asked);
  return standing.reasons.map(({ code, detail }) => `${code}: ${detail}`);
}

const left = (file: string): string[] => [`projects_not_loaded: ${file} is in no project that is loaded`];

describe("hidden directories", () => {
  test("an edit in one at the top is seen", async () => {
    await using kit = openProject("-- .tools/run.js --\n// nothing\n");
    expect(await reasons(kit)).toEqual([]);
    kit.host.write(kit.path(".tools/run.js"), 'const { total } = require("../src/a");\n');
    const detail = ".tools/run.js is JavaScript that requires it, which Toy does not follow";
    expect(await reasons(kit)).toEqual([`projects_not_loaded: ${detail}`]);
  });

  test("one that comes deep in the tree is seen", async () => {
    await using kit = openProject("-- packages/x/readme.txt --\nx\n");
    expect(await reasons(kit)).toEqual([]);
    kit.host.write(kit.path("packages/x/.tools/deep.ts"), 'import { total } from "../../../src/a";\n');
    expect(await reasons(kit)).toEqual(left("packages/x/.tools/deep.ts"));
  });
});

describe("ignore files", () => {
  const ignored = "-- .gitignore --\nvendor/\n-- vendor/v.ts --\ntotal\n";

  test.each([
    [".gitignore", "# nothing\n"],
    [".ignore", "!vendor/\n"],
  ])("what is no longer ignored by %s is seen, told to the server, and watched", async (name, text) => {
    await using kit = openProject(ignored);
    expect(await reasons(kit)).toEqual([]);
    kit.host.write(kit.path(name), text);
    expect(await reasons(kit)).toEqual(left("vendor/v.ts"));
    expect(kit.host.watching.open).toBe(1);
    kit.host.remove(kit.path("vendor/v.ts"));
    expect(await reasons(kit)).toEqual([]);
  });

  test("a change of .git/info/exclude counts, although no watcher covers it", async () => {
    await using kit = openProject("-- .git/info/exclude --\nvendor/\n-- vendor/v.ts --\ntotal\n");
    expect(await reasons(kit)).toEqual([]);
    kit.host.files.write(kit.path(".git/info/exclude"), "");
    expect(await reasons(kit)).toEqual(left("vendor/v.ts"));
  });

  test("questions at the same time change the watch once, and it ends with the root", async () => {
    const kit = openProject(ignored);
    await reasons(kit);
    kit.host.write(kit.path(".gitignore"), "");
    expect(await Promise.all([reasons(kit), reasons(kit)])).toEqual([left("vendor/v.ts"), left("vendor/v.ts")]);
    expect(kit.host.watching.open).toBe(1);
    await kit[Symbol.asyncDispose]();
    expect(kit.host.watching.open).toBe(0);
  });
});

describe("packages of a project inside the root", () => {
  const nested = `-- src/package.json --\n{ "dependencies": { "x": "1" } }\n`;
  const missing = ["dependencies_missing: src/package.json declares packages and there is no node_modules"];

  test("that go or come are noticed, and servers start anew", async () => {
    await using kit = openProject(`${nested}-- src/node_modules/x/index.d.ts --\nx\n`);
    expect(await reasons(kit)).toEqual([]);
    expect(await reasons(kit)).toEqual([]);
    expect(kit.host.processes.spawned).toHaveLength(1);
    kit.host.files.remove(kit.path("src/node_modules"));
    expect(await reasons(kit)).toEqual(missing);
    expect(kit.host.processes.spawned).toHaveLength(2);
    kit.host.files.write(kit.path("src/node_modules/x/index.d.ts"), "x\n");
    expect(await reasons(kit)).toEqual([]);
    expect(kit.host.processes.spawned).toHaveLength(3);
  });
});

describe("packages above the root", () => {
  const missing = ["dependencies_missing: package.json declares packages and there is no node_modules"];

  test("that go or come are noticed as well", async () => {
    await using kit = openProject(`-- package.json --\n{ "dependencies": { "x": "1" } }\n`);
    expect(await reasons(kit)).toEqual(missing);
    kit.host.files.write(filePath("/node_modules/x/index.d.ts"), "x\n");
    expect(await reasons(kit)).toEqual([]);
    kit.host.files.remove(filePath("/node_modules"));
    expect(await reasons(kit)).toEqual(missing);
  });
});

describe("the files of a root", () => {
  const notWhole = { code: "scoped", detail: "some directories of the root could not be read" };

  test("are not all of them when a directory cannot be read, and that is said", async () => {
    await using kit = openToyWorkspace({ fixture: "-- a.toy --\ndef apple\n-- deep/b.toy --\nuse gone\n" });
    const list = kit.host.files.list.bind(kit.host.files);
    kit.host.files.list = async (path: FilePath) => {
      if (path === kit.path("deep")) throw new FileFault("EACCES", path, undefined);
      return list(path);
    };
    expect(await kit.workspace.sources()).toMatchObject({ isWhole: false, reasons: [notWhole] });
    kit.host.files.list = list;
    expect(await kit.workspace.sources()).toMatchObject({ isWhole: true, reasons: [] });
  });

  const json = defineServer({
    ...toyEntry,
    id: "jsonls",
    title: "jsonls",
    launch: { kind: "command", command: "jsonls", args: [] },
  });
  const withData = (): ToyWorkspace =>
    openToyWorkspace({
      fixture: "-- a.json --\n{}\n-- b.toy --\ndef apple\n",
      others: [{ entry: json, language: { id: "json", extensions: [".json"], servers: ["jsonls"] } }],
    });

  test("hold data too where its server is here, after the code", async () => {
    await using kit = withData();
    const { files, reasons: said } = await kit.workspace.sources();
    expect(files.map(({ file }) => file)).toEqual([kit.path("b.toy"), kit.path("a.json")]);
    expect(said).toEqual([]);
  });

  test("leave data out where its server is not here, without a word: compilers do not check it either", async () => {
    await using kit = withData();
    kit.host.files.remove(filePath("/bin/jsonls"));
    const { files, reasons: said } = await kit.workspace.sources();
    expect(files.map(({ file }) => file)).toEqual([kit.path("b.toy")]);
    expect(said).toEqual([]);
  });
});

test("a search asks the server that each language really goes to", async () => {
  const entry = (id: string) => ({
    entry: defineServer({ ...toyEntry, id, title: id, launch: { kind: "command", command: id, args: [] } }),
  });
  await using kit = openToyWorkspace({
    fixture: "-- a.toy --\ndef apple\n-- b.zoy --\ndef zebra\n-- c.moy --\ndef mango\n",
    language: { servers: ["best", "toy"] },
    others: [
      entry("best"),
      { ...entry("zoyls"), language: { id: "zoy", extensions: [".zoy"], servers: ["best", "zoyls"] } },
      { ...entry("moyls"), language: { id: "moy", extensions: [".moy"], servers: ["best", "toy"] } },
    ],
  });
  kit.host.files.remove(filePath("/bin/best"));
  const places = await kit.workspace.places();
  expect(places.map(({ language }) => language)).toEqual(["toy", "zoy"]);
  const snapshot = await kit.workspace.snapshot();
  await kit.clock.until(snapshot.findSymbols("zebra", kit.patience()));
  expect(kit.workspace.sessions.map(({ id }) => id).sort()).toEqual(["toy", "zoyls"]);
});
