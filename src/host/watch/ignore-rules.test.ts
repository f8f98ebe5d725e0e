import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { IgnoreFile } from "./ignore-rules.ts";
import { skipRules } from "./ignore-rules.ts";

const bare = skipRules({ ignoreFiles: [] });

test("the skipped directories are skipped at every depth, and so is all below them", () => {
  const names = [".git", "node_modules", "target", "build", "dist", "vendor", "__pycache__", ".venv", "venv", ".any"];
  for (const name of names) {
    expect([name, bare(name, true)]).toEqual([name, true]);
    expect([name, bare(`packages/a/${name}`, true)]).toEqual([name, true]);
    expect([name, bare(`${name}/package.json`, false)]).toEqual([name, true]);
    expect([name, bare(`a/${name}/src/x.ts`, false)]).toEqual([name, true]);
  }
  for (const name of ["src", "builds", "targets", "lib", "a.b"])
    expect([name, bare(name, true)]).toEqual([name, false]);
});

test("a file is not skipped for its name: the list is about directories", () => {
  for (const name of ["build", "src/vendor", ".clangd", ".prettierrc", "src/.env"]) {
    expect([name, bare(name, false)]).toEqual([name, false]);
  }
});

test("no ignore file hides lock files and configuration, except inside an ignored directory", () => {
  const skips = skipRules({ ignoreFiles: [{ directory: "", text: "*\n!*/\n/generated/\n" }] });
  const decisive = ["package.json", "a/tsconfig.build.json", "go.work", "x/y/Cargo.toml", "uv.lock", "yarn.lock"];
  for (const path of [...decisive, ".clangd", "a/compile_commands.json", "package-lock.json", "a/.gitignore"]) {
    expect([path, skips(path, false)]).toEqual([path, false]);
  }
  expect(skips("src/index.ts", false)).toBe(true);
  expect(skips("generated/package.json", false)).toBe(true);
});

test("where sources are known, none is hidden by an ignore file or by the name of an output", () => {
  const isSource = (path: string): boolean => path.endsWith(".ts");
  const ignoreFiles = [{ directory: "", text: "/generated/\n*.log\n/dist/\nscratch.ts\n" }];
  const skips = skipRules({ ignoreFiles, isSource });
  for (const path of ["generated", "src/build", "vendor"]) expect([path, skips(path, true)]).toEqual([path, false]);
  for (const path of ["dist", "generated/build", "src/node_modules", "a/.cache", "venv"]) {
    expect([path, skips(path, true)]).toEqual([path, true]);
  }
  for (const path of ["generated/api/a.ts", "scratch.ts", "src/build/a.ts", "src/a.bin"]) {
    expect([path, skips(path, false)]).toEqual([path, false]);
  }
  for (const path of ["generated/api/a.bin", "src/x.log", "dist/a.ts", "node_modules/a/a.ts"]) {
    expect([path, skips(path, false)]).toEqual([path, true]);
  }
});

test("a glob overrides the rules for the files it matches", () => {
  const ignoreFiles = [{ directory: "", text: "*.gen.ts\n/out/\n" }];
  const skips = skipRules({ ignoreFiles, alwaysWatch: ["**/*.{gen,made}.ts", "*.proto"] });
  expect(skips("src/a.gen.ts", false)).toBe(false);
  expect(skips("out/a.gen.ts", false)).toBe(true);
  expect(
    skipRules({ ignoreFiles: [{ directory: "", text: "*.proto" }], alwaysWatch: ["*.proto"] })("a/b.proto", false),
  ).toBe(false);
});

test("into a skipped directory leads only a glob that spells out its name", () => {
  const skips = skipRules({
    ignoreFiles: [],
    alwaysWatch: ["**/{build,out}/compile_commands.json", "**/package.json"],
  });
  expect(skips("build", true)).toBe(false);
  expect(skips("native/build", true)).toBe(false);
  expect(skips("build/compile_commands.json", false)).toBe(false);
  expect(skips("native/build/compile_commands.json", false)).toBe(false);
  expect(skips("build/main.o", false)).toBe(true);
  expect(skips("build/CMakeFiles", true)).toBe(true);
  expect(skips("node_modules", true)).toBe(true);
  expect(skips("dist/package.json", false)).toBe(true);
  const deep = skipRules({ ignoreFiles: [], alwaysWatch: ["vendor/**/*.go", "*/x.ts"] });
  expect(deep("vendor", true)).toBe(false);
  expect(deep("vendor/example.com/target", true)).toBe(false);
  expect(deep("vendor/example.com/a.go", false)).toBe(false);
  expect(deep("vendor/example.com/a.c", false)).toBe(true);
  expect(deep("a/vendor", true)).toBe(true);
  expect(deep("dist", true)).toBe(true);
});

test("a glob with too many alternatives watches more than it says, never less", () => {
  const braces = "{a,b}".repeat(12);
  const skips = skipRules({ ignoreFiles: [{ directory: "", text: "*" }], alwaysWatch: [`src/${braces}.ts`] });
  expect(skips("src", true)).toBe(false);
  expect(skips("src/abababababab.ts", false)).toBe(false);
});

test("a pattern full of stars is answered at once", () => {
  const text = `${"*a".repeat(60)}b\n${"**/a/".repeat(60)}b\n`;
  const skips = skipRules({ ignoreFiles: [{ directory: "", text }] });
  expect(skips(`${"a".repeat(250)}c`, false)).toBe(false);
  expect(skips(`${"a/".repeat(120)}c`, false)).toBe(false);
});

const lines = [
  [
    "foo",
    "*.log",
    "!keep.log",
    "/foo",
    "foo/",
    "a/b",
    "/a/*",
    "a/**",
    "**/b",
    "a/**/b",
    "**",
    "!a/",
    "*",
    "!*/",
    "!foo",
  ],
  [
    "f?o",
    "[fb]oo",
    "[!f]oo",
    "[^a-e]*",
    "a[",
    "[]a]",
    "[a-]",
    "fo\\o",
    "\\!bang",
    "\\#hash",
    "#foo",
    "!",
    "/",
    "//a",
    "x.*",
  ],
  [
    "foo  ",
    "foo\\ ",
    "a/",
    "a//",
    "**/",
    "/**",
    "**/a/**",
    "a**b",
    "/*/b",
    "?",
    "*/",
    "a/*/c",
    "[[:alpha:]]oo",
    "foo\r",
  ],
  [
    "[[:nope:]]",
    "foo\\",
    "[a/b]",
    "a\\/b",
    "*.*",
    "!**/b",
    "b/**/c",
    "***",
    "a/***/c",
    ".*",
    "é",
    "f*o*",
    "[\\]a]",
    "\\f\\o\\o",
  ],
].flat();

const paths = [
  "foo",
  "bar",
  "a",
  "b",
  "c",
  "keep.log",
  "x.log",
  "!bang",
  "#hash",
  "foo ",
  "-",
  "]",
  "é",
  "ab",
  "axxb",
  "hoo",
];

test("ignore files mean what git says they mean, for every table of lines and files", { timeout: 120_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), "sightline-ignore-"));
  try {
    execFileSync("git", ["init", "-q", root]);
    const tree = growTree(root);
    const ignoreText = fc.array(fc.constantFrom(...lines), { maxLength: 6 }).map((chosen) => chosen.join("\n"));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("", "a", "a/b", "foo"), ignoreText), { maxLength: 3 }), (drawn) => {
        const texts = new Map([...drawn].map(([directory, text]) => [directory, text]));
        const ignoreFiles = [...texts].map(([directory, text]) => ({ directory, text }));
        const skips = skipRules({ ignoreFiles });
        const ours = tree.filter(({ path, isDirectory }) => skips(path, isDirectory)).map(({ path }) => path);
        expect(ours).toEqual(ignoredByGit(root, tree, ignoreFiles));
      }),
      { numRuns: 300 },
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

interface Entry {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** Three levels; the same names occur as files here and as directories there. */
function growTree(root: string): readonly Entry[] {
  const directories = ["a", "foo", "b", "a/b", "a/foo", "a/b/c", "b/a", "b/a/c", "foo/b", "a/b/foo"];
  const tree = new Map<string, boolean>(directories.map((path) => [path, true]));
  for (const directory of ["", ...directories]) {
    for (const name of paths) {
      const path = directory === "" ? name : `${directory}/${name}`;
      if (!tree.has(path)) tree.set(path, false);
    }
  }
  for (const [path, isDirectory] of tree) {
    mkdirSync(join(root, isDirectory ? path : dirname(path)), { recursive: true });
    if (!isDirectory) writeFileSync(join(root, path), "");
  }
  return Array.from(tree, ([path, isDirectory]) => ({ path, isDirectory }));
}

function ignoredByGit(root: string, tree: readonly Entry[], ignoreFiles: readonly IgnoreFile[]): readonly string[] {
  for (const { directory, text } of ignoreFiles) writeFileSync(join(root, directory, ".gitignore"), text);
  try {
    const input = tree.map(({ path }) => path).join("\0");
    const git = ["-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-z"];
    const { status, stdout } = spawnSync("git", git, { cwd: root, input, encoding: "utf8" });
    // Git ends with 1 when it ignores none of them.
    expect([0, 1]).toContain(status);
    const ignored = new Set(stdout.split("\0"));
    return tree.map(({ path }) => path).filter((path) => ignored.has(path));
  } finally {
    for (const { directory } of ignoreFiles) rmSync(join(root, directory, ".gitignore"));
  }
}
