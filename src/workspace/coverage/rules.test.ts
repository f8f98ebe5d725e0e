// The pure parts of coverage: patterns and the few lines of configuration that decide what a server searches.

import { describe, expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { goImports } from "../../languages/go/imports.ts";
import { isBuilt } from "../../languages/go/build-constraints.ts";
import { isMember } from "./cargo.ts";
import { compiledFiles } from "./clang.ts";
import { usedDirectories } from "../../languages/go/manifests.ts";
import { importedFiles, isRelative, scriptImports } from "../../languages/script/imports.ts";
import { parseJsonc } from "../../languages/formats/jsonc.ts";
import { pythonImports } from "../../languages/python/imports.ts";
import { limitsInJson, limitsInToml } from "./python.ts";
import { tomlLines } from "../../languages/formats/toml.ts";
import { excludes, includes } from "./tsglob.ts";

const base = filePath("/r/app");
const inApp = (file: string) => filePath(`/r/app/${file}`);

describe("include of a tsconfig", () => {
  test.each([
    ["src", "src/a.ts", true],
    ["src", "src/deep/er/a.ts", true],
    ["./src/", "src/a.ts", true],
    ["src", "test/a.ts", false],
    ["src", "srcs/a.ts", false],
    [".", "src/a.ts", true],
    ["src", "Src/a.ts", false],
    ["**/*", "a.ts", true],
    ["**/*", "x/y/a.ts", true],
    ["**/*", "node_modules/p/a.ts", false],
    ["**/*", "x/node_modules/p/a.ts", false],
    ["**/*", ".storybook/main.ts", false],
    ["**/*", ".eslintrc.ts", false],
    ["**/*", "lib/jquery.min.js", false],
    [".storybook", ".storybook/main.ts", false],
    [".storybook/*", ".storybook/main.ts", true],
    ["src/*", "src/a.ts", true],
    ["src/*", "src/deep/a.ts", false],
    ["src/**/*.test.ts", "src/x/a.test.ts", true],
    ["src/**/*.test.ts", "src/a.test.ts", true],
    ["src/**/*.test.ts", "src/a.ts", false],
    ["*.config.ts", "vite.config.ts", true],
    ["*.config.ts", "x/vite.config.ts", false],
    ["src/?.ts", "src/a.ts", true],
    ["src/?.ts", "src/ab.ts", false],
    ["src/**", "src/a.ts", false],
    ["src/{a,b}.ts", "src/a.ts", false],
    ["a.ts", "a.ts", true],
    ["**/a*a*a*a*a*a*a*a*b/**/*/**/*/**/c.ts", `${"a".repeat(60)}/${"x/".repeat(40)}d.ts`, false],
  ])("%s and %s: %s", (spec, file, expected) => {
    expect(includes(base, spec)(inApp(file))).toBe(expected);
  });

  test("leads out of the directory, and takes absolute paths", () => {
    expect(includes(base, "../lib")(filePath("/r/lib/a.ts"))).toBe(true);
    expect(includes(base, "/r/lib")(filePath("/r/lib/a.ts"))).toBe(true);
  });
});

describe("exclude of a tsconfig", () => {
  test.each([
    ["dist", "dist/x/a.ts", true],
    ["dist", "distant/a.ts", false],
    ["dist", "Dist/a.ts", true],
    ["**/*.test.ts", "src/x/a.test.ts", true],
    ["**/*.test.ts", "src/a.ts", false],
    ["**/test", "src/test/deep/a.ts", true],
    ["src/**", "src/a.ts", true],
    ["src/*", "src/deep/a.ts", true],
    ["**/.*", "x/.hidden/a.ts", true],
    ["a.ts", "a.ts", true],
    ["a.ts", "b/a.ts", false],
  ])("%s and %s: %s", (spec, file, expected) => {
    expect(excludes(base, spec)(inApp(file))).toBe(expected);
  });
});

describe("JSON as people write it", () => {
  test.each([
    ['{ "a": 1, }', { a: 1 }],
    ['// x\n{ /* "y" */ "a": [1, 2, // z\n], }', { a: [1, 2] }],
    ['{ "a": "//no /* comment */ , ]", "b": "\\\\" , }', { a: "//no /* comment */ , ]", b: "\\" }],
    ['\uFEFF{"include":["src/**/*"]}', { include: ["src/**/*"] }],
    ["{ /* never closed", undefined],
    ['{ "never closed', undefined],
    ["", undefined],
  ])("%j", (text, value) => {
    expect(parseJsonc(text)).toEqual(value);
  });
});

test("a go.work names the modules it uses", () => {
  const text = `go 1.22 // use ./no
use ./one // a comment
use (
	.
	./two
	"./three four" // another
)
replace example.com/x => ./no
`;
  expect(usedDirectories(text)).toEqual(["./one", ".", "./two", "./three four"]);
  expect(usedDirectories("go 1.22\n")).toEqual([]);
});

describe("members of a Cargo workspace", () => {
  test.each([
    ["crates/a", ["crates/*"], [], true],
    ["crates/a/b", ["crates/*"], [], false],
    ["crates/a", ["crates/*"], ["crates/a"], false],
    ["crates/a/b", ["crates/*/*"], ["crates/a"], false],
    ["crates/ab", ["crates/*"], ["crates/a"], true],
    ["tools", ["./tools/"], [], true],
    ["tools", [], [], false],
  ])("%s of %j without %j: %s", (path, members, exclude, expected) => {
    expect(isMember(path, members, exclude)).toBe(expected);
  });
});

test("the keys of a TOML file, with lists over several lines", () => {
  const text = `top = 1
[workspace]
members = [ # all
  "a", # "no"
  'b',
]
[dependencies.x]
path = "../x" # here
[[bin]]
name = "n#1"
[target.'cfg(unix)'.dependencies]
y = { path = "y" }
`;
  expect(tomlLines(text).map(({ key, value }) => `${key} ${value}`)).toEqual([
    "top 1",
    "workspace ",
    `workspace.members ["a",'b',]`,
    "dependencies.x ",
    'dependencies.x.path "../x"',
    "bin ",
    'bin.name "n#1"',
    "target.cfg(unix).dependencies ",
    'target.cfg(unix).dependencies.y { path = "y" }',
  ]);
});

test("a compile database names files from its directories", () => {
  const text = JSON.stringify([
    { directory: "/r/build", file: "../src/a.c", command: "cc" },
    { directory: "/r/build", file: "/r/src/b.c" },
    { file: "no.c" },
    "no entry",
  ]);
  expect([...compiledFiles(text)]).toEqual(["/r/src/a.c", "/r/src/b.c"]);
  expect(compiledFiles("[{").size).toBe(0);
});

describe("what limits Pyright", () => {
  test.each([
    ["{}", []],
    ['{ "include": ["src"], /* x */ "strict": [], "ignore": [], }', ["include", "ignore"]],
    ["[", ["not understood"]],
  ])("pyrightconfig.json %s", (text, limits) => {
    expect(limitsInJson(text)).toEqual(limits);
  });

  test.each([
    ['[tool.ruff]\nexclude = ["x"]\n', []],
    ['[tool.pyright]\npythonVersion = "3.12"\nexclude = [\n"x",\n]\n', ["exclude"]],
    ['[tool.basedpyright]\ninclude = ["x"]\n', ["include"]],
    ['tool.pyright.include = ["x"]\n', ["include"]],
    ['[tool]\npyright = { include = ["x"] }\n', ["one line"]],
  ])("pyproject.toml %j", (text, limits) => {
    expect(limitsInToml(text)).toEqual(limits);
  });
});

describe("JavaScript beside a project", () => {
  test("the relative modules of a text are found, in every spelling", () => {
    const text = `import { a } from "../src/a.js"; export * from './b'; import "./c"; const d = require("./d"); await import("../e"); import x from "pkg"; import.defer("./f"); import . source(/* g */ "./g");`;
    expect(scriptImports(text).filter(isRelative)).toEqual(["../src/a.js", "./b", "./c", "./d", "../e", "./f", "./g"]);
  });

  test.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
    ["a template", "const t = `\nimport { a } from './a';\n${1}import './b';`;\nimport './c';", ["./c"]],
    [
      "an expression in a template",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
      "const t = `${await import('./a')} import './b' ${`${require(\"./c\")}`}`;",
      ["./a", "./c"],
    ],
    ["a string", `const t = "import './a'" + 'export * from "./b"'; import "./c";`, ["./c"]],
    ["a comment", `// import "./a"\n/* export * from "./b" */ import "./c";`, ["./c"]],
    [
      "types in a comment for tools",
      `/** @type {import("./a").A} */\n/**\n * @import { B } from "./b"\n */`,
      ["./a", "./b"],
    ],
    ["a pattern with a quote", "const p = /`/;\nimport './a'; const q = /[\"']/; import './b';", ["./a", "./b"]],
    ["a directive in a template", 'const t = `\n/// <reference path="./a.ts" />`;\n', []],
    ["a directive", '/// <reference path="a.ts" />\nconst t = `x`;', ["./a.ts"]],
    ["a page with a script", "<template>it's `one</template>\n<script>\nimport './a';\n</script>", ["./a"]],
    [
      "an import behind many comments",
      `import ${"/**/ ".repeat(200)}x;\nimport ${"/* * */ ".repeat(50)}"./a";`,
      ["./a"],
    ],
    ["a template that never ends", "const t = `\nimport './a';", ["./a"]],
  ])("of %s only code imports", (_what, text, expected) => {
    expect(scriptImports(text)).toEqual(expected);
  });

  test("a compiled name means its source, a directory its index", () => {
    expect(importedFiles(inApp("scripts/x.js"), "../src/a.js")).toContain(inApp("src/a.ts"));
    expect(importedFiles(inApp("scripts/x.js"), "../src")).toContain(inApp("src/index.ts"));
  });
});

test.each([
  ['package a\nimport (\n\t"x/a" // not "x/c"\n\t. `x/b`\n)\n', ["x/a", "x/b"]],
  ['package a; import "x/a"; import type_ "x/b"; const c = 1', ["x/a", "x/b"]],
  ['package a\n\nimport "x//a"\nimport "x/b"\n', ["x//a", "x/b"]],
  ['package a\n\nvar s = `\nimport "x/a"\n`\n', []],
  ['// import "x/a"\npackage a\n/* import "x/b" ` */\nimport "x/type/c"\n', ["x/type/c"]],
])("Go imports before all other declarations: %j", (text, expected) => {
  expect(goImports(text)).toEqual(expected);
});

test.each([
  ['"""\nimport a\n"""\nimport b\n', ["b"]],
  ['"""\nimport a \\"""\nimport b\n"""\nimport c\n', ["c"]],
  ["x = r'''\nfrom a import b\n'''\nfrom . import c\n", [".", ".c"]],
  ['"""\nimport a\n\\', []],
])("texts of Python import nothing: %j", (text, expected) => {
  expect(pythonImports(text).modules).toEqual(expected);
});

describe("build constraints of Go", () => {
  const build = { system: "linux", machine: "amd64" };
  test.each([
    ["a.go", "package a", true],
    ["a_linux.go", "package a", true],
    ["a_windows.go", "package a", false],
    ["a_windows_test.go", "package a", false],
    ["a_linux_arm64.go", "package a", false],
    ["a_arm64.go", "package a", false],
    ["windows.go", "package a", true],
    ["a_helper.go", "package a", true],
    ["a.go", "//go:build integration\n\npackage a", false],
    ["a.go", "//go:build !integration\n\npackage a", true],
    ["a.go", "//go:build (linux || darwin) && !windows\npackage a", true],
    ["a.go", "//go:build windows && amd64\npackage a", false],
    ["a.go", "//go:build unix && go1.20\npackage a", true],
    ["a.go", "package a\n//go:build ignore\n", true],
  ])("%s with %j: %s", (name, text, expected) => {
    expect(isBuilt(name, text, build)).toBe(expected);
  });
});
