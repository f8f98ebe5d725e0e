// What keeps an answer about a whole root from being complete: each layout in which a server leaves files out.

import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import { clangd } from "../../catalog/servers/clang.ts";
import { gopls } from "../../catalog/servers/go.ts";
import { pyright } from "../../catalog/servers/python.ts";
import { rustAnalyzer } from "../../catalog/servers/rust.ts";
import { typescriptNative } from "../../catalog/servers/typescript.ts";
import { FileFault } from "../../host/files.ts";
import { skipRules } from "../../host/watch/ignore-rules.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { withHidden } from "../files/hidden.ts";
import { Projects } from "./projects.ts";

const root = filePath("/r");

interface Case {
  readonly entry: ServerEntry;
  /** Names of files; with `=` and a text where it matters. */
  readonly files: readonly string[];
  readonly asked: string;
  readonly open?: readonly string[];
  readonly env?: Record<string, string>;
  readonly maxDirectories?: number;
}

function made({ files, env, maxDirectories }: Case): { host: MemoryHost<StepClock>; projects: Projects } {
  const host = new MemoryHost({ clock: new StepClock(), ...(env === undefined ? {} : { env }) });
  for (const file of files) {
    const [name = "", ...text] = file.split("=");
    host.files.write(joinPath(root, name), text.join("="));
  }
  const skips = withHidden(
    skipRules({
      ignoreFiles: [{ directory: "", text: "dist/\n" }],
      alwaysWatch: ["build/compile_commands.json"],
      isSource: (path) => /\.(?:ts|js|go|rs|c|py)$/.test(path),
    }),
  );
  const limit = maxDirectories === undefined ? {} : { maxDirectories };
  return { host, projects: new Projects({ host, root, skips: async () => skips, ...limit }) };
}

async function reasonsOf(one: Case, projects = made(one).projects): Promise<string[]> {
  const open = new Map((one.open ?? []).map((name): [FilePath, string] => [joinPath(root, name), ""]));
  const loaded = { entry: one.entry, open, folders: [], isOurs: () => true };
  const { reasons } = await projects.coverage(joinPath(root, one.asked), loaded);
  return reasons.map(({ code, detail }) => `${code}: ${detail}`);
}

const inNone = (files: string): string => `projects_not_loaded: ${files} in no project that is loaded`;

describe("TypeScript", () => {
  const entry = typescriptNative;
  const vite = [
    'tsconfig.json={"files":[],"references":[{"path":"./tsconfig.app.json"},{"path":"./tsconfig.node.json"}]}',
    'tsconfig.app.json={"include":["src"]}',
    'tsconfig.node.json={"include":["vite.config.ts"]}',
    ...["src/a.ts", "src/b.ts", "vite.config.ts"],
  ];

  test.each<[string, readonly string[], string, readonly string[]]>([
    ["one tsconfig without limits", ["tsconfig.json={}", "src/a.ts", "test/b.ts"], "src/a.ts", []],
    [
      "comments, a trailing comma, and files that are ignored or no sources",
      ['tsconfig.json={ // x\n"include": ["src",], }', "src/a.ts", "dist/a.d.ts", "README.md", "tools/run.mjs"],
      "src/a.ts",
      [],
    ],
    [
      "include without the tests",
      ['tsconfig.json={"include":["src"]}', "src/a.ts", "test/b.ts"],
      "src/a.ts",
      [inNone("test/b.ts is")],
    ],
    ["references to two projects, of which one is opened", vite, "src/a.ts", [inNone("vite.config.ts is")]],
    [
      "the asked file outside of include",
      ['tsconfig.json={"include":["src"]}', "src/a.ts", "lib/b.ts"],
      "lib/b.ts",
      [inNone("src/a.ts is")],
    ],
    ["no configuration at all", ["a.ts", "lib/b.ts", "c.py"], "a.ts", [inNone("lib/b.ts is")]],
    [
      "packages that another project declares and does not have",
      ["tsconfig.json={}", "a.ts", 'docs/package.json={"dependencies":{"x":"1"}}', "docs/b.ts", "docs/x.md"],
      "a.ts",
      ["dependencies_missing: docs/package.json declares packages and there is no node_modules"],
    ],
    [
      "unless there is no source among them",
      ["tsconfig.json={}", "a.ts", 'docs/package.json={"dependencies":{"x":"1"}}', "docs/x.md"],
      "a.ts",
      [],
    ],
    [
      "a second configuration beside the first",
      ['tsconfig.json={"include":["src"]}', 'tsconfig.test.json={"include":["test"]}', "src/a.ts", "test/b.ts"],
      "src/a.ts",
      [inNone("test/b.ts is")],
    ],
    [
      "a project in a hidden directory",
      ["tsconfig.json={}", ".storybook/tsconfig.json={}", ".storybook/main.ts", "src/a.ts", ".git/x.ts"],
      "src/a.ts",
      [inNone(".storybook/main.ts is")],
    ],
    [
      "many projects",
      ["one/tsconfig.json={}", "one/a.ts", ...["b", "c", "d", "e"].map((name) => `two/${name}.ts`)],
      "one/a.ts",
      [inNone("two/b.ts, two/c.ts, two/d.ts and 1 more are")],
    ],
    [
      "values of what is extended, from its own directory",
      [
        'app/tsconfig.json={"extends":["../base.json","./own"]}',
        'base.json={"include":["app/src","x"]}',
        'app/own.json={"exclude":["src/gen"]}',
        ...["app/src/a.ts", "app/src/gen/b.ts"],
      ],
      "app/src/a.ts",
      [inNone("app/src/gen/b.ts is")],
    ],
    [
      "values of an installed package",
      [
        'tsconfig.json={"extends":"@x/config/strict"}',
        `node_modules/@x/config/strict.json={"include":["\${configDir}/src"]}`,
        ...["src/a.ts", "b.ts"],
      ],
      "src/a.ts",
      [inNone("b.ts is")],
    ],
    [
      "a package that is not installed",
      ['tsconfig.json={"extends":"@x/config"}', "a.ts"],
      "a.ts",
      ["projects_not_loaded: tsconfig.json extends @x/config, which cannot be found"],
    ],
    [
      "a package of a nested project that is not installed, by the path of the project",
      ['packages/ui/tsconfig.json={"extends":"./.svelte-kit/tsconfig.json"}', "packages/ui/a.ts"],
      "packages/ui/a.ts",
      ["projects_not_loaded: packages/ui/tsconfig.json extends ./.svelte-kit/tsconfig.json, which cannot be found"],
    ],
    [
      "a configuration that cannot be parsed",
      ["tsconfig.json={", "a.ts"],
      "a.ts",
      ["projects_not_loaded: tsconfig.json cannot be parsed"],
    ],
    [
      "one that extends itself",
      ['tsconfig.json={"extends":"./tsconfig.json"}', "a.ts"],
      "a.ts",
      ["projects_not_loaded: tsconfig.json cannot be parsed"],
    ],
    [
      "its own output, which no ignore file names",
      ['tsconfig.json={"compilerOptions":{"outDir":"out"}}', "a.ts", "out/a.d.ts", "out/a.js"],
      "a.ts",
      [],
    ],
    [
      "JavaScript that is not allowed",
      ["tsconfig.json={}", "a.ts", "b.js"],
      "b.js",
      ["server_not_exhaustive: no tsconfig.json or jsconfig.json that TypeScript 7 loads includes b.js"].concat(
        inNone("a.ts is"),
      ),
    ],
    ["JavaScript that is allowed", ['tsconfig.json={"compilerOptions":{"checkJs":true}}', "a.ts", "b.js"], "a.ts", []],
    ["JavaScript of a jsconfig", ["jsconfig.json={}", "a.js", "b.js"], "a.js", []],
    [
      "components of another language",
      ["tsconfig.json={}", "a.ts", "App.vue"],
      "a.ts",
      ["projects_not_loaded: App.vue is not read by TypeScript 7"],
    ],
  ])("%s", async (_, files, asked, expected) => {
    expect(await reasonsOf({ entry, files, asked })).toEqual(expected);
  });

  test("an opened file brings its project, and itself where it has none", async () => {
    expect(await reasonsOf({ entry, files: vite, asked: "src/a.ts", open: ["vite.config.ts"] })).toEqual([]);
    const files = ['tsconfig.json={"include":["src"]}', "src/a.ts", "test/b.ts"];
    expect(await reasonsOf({ entry, files, asked: "src/a.ts", open: ["test/b.ts"] })).toEqual([]);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ["declared and absent", ['package.json={"devDependencies":{"x":"1"}}', "src/a.ts"], ["dependencies_missing"]],
    ["declared and there", ['package.json={"dependencies":{"x":"1"}}', "node_modules/x/i.js", "src/a.ts"], []],
    ["none declared", ['package.json={"dependencies":{}}', "src/a.ts"], []],
    ["no manifest", ["src/a.ts"], []],
    ["installed above", ['src/package.json={"dependencies":{"x":"1"}}', "node_modules/x/i.js", "src/a.ts"], []],
    ["installed above the root", ['package.json={"dependencies":{"x":"1"}}', "../node_modules/x/i.js", "src/a.ts"], []],
    [
      "others installed above the root",
      ['package.json={"dependencies":{"x":"1"}}', "../node_modules/y/i.js", "src/a.ts"],
      ["dependencies_missing"],
    ],
    ["the nearest manifest counts", ['package.json={"dependencies":{"x":"1"}}', "src/package.json={}", "src/a.ts"], []],
  ])("packages: %s", async (_, files, expected) => {
    const { projects } = made({ entry, files, asked: "" });
    const reasons = await projects.dependencies(joinPath(root, "src/a.ts"), entry);
    expect(reasons.map(({ code }) => code)).toEqual(expected);
    expect(await projects.dependencies(joinPath(root, "src/a.ts"), gopls)).toEqual([]);
  });
});

describe("Go", () => {
  const entry = gopls;
  const nested = ["go.mod", "main.go", "cart/cart.go", "tools/go.mod", "tools/main.go"];
  const apart = ["projects_not_loaded: tools/main.go is in modules that are not loaded together with this one"];

  test.each<[string, Omit<Case, "entry" | "asked">, readonly string[]]>([
    ["one module", { files: ["go.mod", "main.go", "cart/cart.go", "cart/testdata/x.go"] }, []],
    ["a module inside another", { files: nested }, apart],
    ["which being opened does not help", { files: nested, open: ["tools/main.go"] }, apart],
    ["but a go.work does", { files: [...nested, "go.work=use (\n\t.\n\t./tools\n)\n"] }, []],
    ["unless it leaves one out", { files: [...nested, "go.work=use .\n"] }, apart],
    ["or the environment", { files: [...nested, "go.work=use (\n\t.\n\t./tools\n)\n"], env: { GOWORK: "off" } }, apart],
    [
      "or it does not use the module of the file",
      { files: [...nested, "go.work=use ./tools\n"] },
      ["server_not_exhaustive: go.work does not use .", ...apart],
    ],
    ["a nested module without any file", { files: ["go.mod", "main.go", "cart/cart.go", "docs/go.mod"] }, []],
  ])("%s", async (_, one, expected) => {
    expect(await reasonsOf({ entry, asked: "cart/cart.go", ...one })).toEqual(expected);
  });

  test("files beside the module", async () => {
    const files = ["app/go.mod", "app/main.go", "scripts/gen.go"];
    expect(await reasonsOf({ entry, files, asked: "app/main.go" })).toEqual([
      "projects_not_loaded: scripts/gen.go is in modules that are not loaded together with this one",
    ]);
  });
});

describe("Rust", () => {
  const entry = rustAnalyzer;
  const alone = ['Cargo.toml=[package]\nname = "x"\n', "src/lib.rs", "tests/t.rs"];
  const own = ["fuzz/Cargo.toml=[package]\n", "fuzz/src/main.rs"];

  test.each<[string, readonly string[], string, readonly string[]]>([
    ["one crate", alone, "src/lib.rs", []],
    [
      "a crate of its own below it",
      [...alone, ...own],
      "src/lib.rs",
      ["projects_not_loaded: fuzz/src/main.rs is in crates that are not loaded"],
    ],
    [
      "asked about that one",
      [...alone, ...own],
      "fuzz/src/main.rs",
      ["server_not_exhaustive: rust-analyzer does not load the crate of fuzz/src/main.rs"],
    ],
    [
      "members by pattern and by path dependency",
      [
        'Cargo.toml=[workspace]\nmembers = ["crates/*"]\n',
        'crates/a/Cargo.toml=[dependencies]\nb = { path = "../../libs/b" }\n',
        ...["crates/a/src/lib.rs", "libs/b/Cargo.toml", "libs/b/src/lib.rs"],
      ],
      "crates/a/src/lib.rs",
      [],
    ],
    [
      "one that is excluded",
      [
        'Cargo.toml=[workspace]\nmembers = [\n  "crates/*",\n]\nexclude = ["crates/b"]\n',
        ...["crates/a/Cargo.toml", "crates/a/src/lib.rs", "crates/b/Cargo.toml", "crates/b/src/lib.rs"],
      ],
      "crates/a/src/lib.rs",
      ["projects_not_loaded: crates/b/src/lib.rs is in crates that are not loaded"],
    ],
    [
      "crates right below the root",
      ["a/Cargo.toml", "a/src/lib.rs", "b/Cargo.toml", "b/src/lib.rs"],
      "a/src/lib.rs",
      [],
    ],
    [
      "another description of projects",
      [...alone, "rust-project.json={}"],
      "src/lib.rs",
      ["server_not_exhaustive: which files rust-project.json leaves out is unknown"],
    ],
  ])("%s", async (_, files, asked, expected) => {
    expect(await reasonsOf({ entry, files, asked })).toEqual(expected);
  });
});

describe("C", () => {
  const entry = clangd;
  const database = (...files: string[]): string =>
    JSON.stringify(files.map((file) => ({ directory: "/r", file, command: "cc" })));
  const files = [
    `compile_commands.json=${database("a.c", "b.c")}`,
    `other/compile_commands.json=${database("other/c.c")}`,
    ...["a.c", "a.h", "b.c", "other/c.c"],
  ];
  const missing = ["projects_not_loaded: other/c.c is in no compile_commands.json that is loaded"];

  test("a second database is not loaded until one of its files is opened", async () => {
    expect(await reasonsOf({ entry, files, asked: "a.c" })).toEqual(missing);
    expect(await reasonsOf({ entry, files, asked: "a.c", open: ["other/c.c"] })).toEqual([]);
  });

  test("a database in build counts, and is read again when it changes", async () => {
    const one = { entry, files: [`build/compile_commands.json=${database("a.c", "b.c")}`, "a.c", "b.c"], asked: "a.c" };
    const { host, projects } = made(one);
    expect(await reasonsOf(one, projects)).toEqual([]);
    host.files.write(joinPath(root, "build/compile_commands.json"), database("a.c"));
    expect(await reasonsOf(one, projects)).toEqual([
      "projects_not_loaded: b.c is in no compile_commands.json that is loaded",
    ]);
  });
});

describe("Python", () => {
  const entry = pyright;

  test.each<[string, readonly string[], readonly string[]]>([
    ["everything", ["a.py", "x/b.py", "pyrightconfig.json={}", 'pyproject.toml=[tool.pyright]\nvenv = "x"\n'], []],
    [
      "a limit",
      ["a.py", 'pyrightconfig.json={"exclude":["x"]}'],
      ["scoped: pyrightconfig.json (exclude) limits what Pyright reads"],
    ],
    [
      "what is hidden",
      ["a.py", ".github/check.py", ".venv/lib/x.py"],
      ["projects_not_loaded: .github/check.py is in hidden directories, which Pyright leaves out"],
    ],
  ])("%s", async (_, files, expected) => {
    expect(await reasonsOf({ entry, files, asked: "a.py" })).toEqual(expected);
  });
});

describe("the look at the tree", () => {
  const entry = typescriptNative;
  const one = { entry, files: ["tsconfig.json={}", "a/a.ts", "b/b.ts"], asked: "a/a.ts" };

  test("a tree that is too large is not whole, and that is said", async () => {
    expect(await made({ ...one, maxDirectories: 3 }).projects.isWhole()).toBe(true);
    expect(await made({ ...one, maxDirectories: 2 }).projects.isWhole()).toBe(false);
  });

  test("a directory that cannot be read fails no question, and is read when it can be", async () => {
    const { host, projects } = made(one);
    const list = host.files.list.bind(host.files);
    const closed = joinPath(root, "b");
    host.files.list = async (path) => {
      if (path === closed) throw new FileFault("EACCES", path, undefined);
      return list(path);
    };
    expect(await projects.isWhole()).toBe(false);
    host.files.list = async (path) => (path === closed ? undefined : list(path));
    expect(await projects.isWhole()).toBe(false);
    host.files.list = list;
    expect(await projects.isWhole()).toBe(true);
  });

  test("it is taken once, until a file comes or goes", async () => {
    const strict = { ...one, files: ['tsconfig.json={"include":["a"]}', "a/a.ts", "a/c.ts"] };
    const { host, projects } = made(strict);
    const listed: string[] = [];
    const list = host.files.list.bind(host.files);
    host.files.list = (path) => {
      listed.push(path);
      return list(path);
    };
    expect(await reasonsOf(strict, projects)).toEqual([]);
    listed.length = 0;
    projects.filesChanged([{ kind: "changed", path: joinPath(root, "a/a.ts") }]);
    expect(await reasonsOf(strict, projects)).toEqual([]);
    expect(listed).toEqual([]);
    host.files.write(joinPath(root, "b/b.ts"), "");
    projects.filesChanged([{ kind: "created", path: joinPath(root, "b/b.ts") }]);
    expect(await reasonsOf(strict, projects)).toEqual([inNone("b/b.ts is")]);
  });
});
