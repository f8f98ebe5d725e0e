import { expect, test } from "vitest";
import type { LeadFamily } from "./leads.ts";
import { leadFamilyOf, leadsOf } from "./leads.ts";
import { macrosIn } from "../c/leads.ts";

const cases: readonly (readonly [LeadFamily, string, readonly string[]])[] = [
  ["script", 'import { a } from "../../x.ts";\nexport * from "/y.ts"', ["1 ../../x.ts", "2 /y.ts"]],
  [
    "script",
    'import "../x"; import("/a.json"); require("./b"); import t = require("../c")',
    ["1 ../x", "1 /a.json", "1 ./b", "1 ../c"],
  ],
  ["script", "/* don't */ import x from '../../out'", ["1 ../../out"]],
  ["script", 'import x from /* far */ // away\n  "../far"', ["1 ../far"]],
  ["script", String.raw`import x from "\u002e\x2e/out"`, ["1 ../out"]],
  ["script", '/// <reference path="../t.d.ts" />\n/// <reference types="/u/t" />', ["1 ../t.d.ts", "2 /u/t"]],
  ["script", '/** @type {import("../../s.ts").X} */\n/** @import {X} from "../s.ts" */', ["1 ../../s.ts", "2 ../s.ts"]],
  ["script", "/** @jsxImportSource /users/you/s */", ["1 /users/you/s"]],
  [
    "script",
    'declare module "../x" {}\nimport.defer("../y"); import("file:///z.ts")',
    ["1 ../x", "2 ../y", "2 file:///z.ts"],
  ],
  ["script", 'import a from "pkg"; Buffer.from("/x"); import(`./$`+a); a.from("../y")', ["1 ./$"]],
  ["c", '#include "../x.h"\n# include </y.h>\n%: embed "/z"\n??=import "a"', ["1 ../x.h", "2 /y.h", "3 /z", "4 a"]],
  ["c", '# /* \n */ include /**/ "/z"', ["1 /z"]],
  ["c", '#inc\\\nlude "/z"\n#include \\\n "/q"', ["1 /z", "3 /q"]],
  ["c", "#include MACRO\n#embed P(x)", ["1 MACRO", "2 P(x)"]],
  ["c", 'import "/h.h";\n#if __has_include("/etc/x")', ["1 /h.h", "2 /etc/x"]],
  ["c", '#define X "/a"\n#if 1\n#error "/b"', []],
  ["python", "from ...a.b import c\nfrom . import d\nfrom \\\n .. import e", ["1 ../../a/b", "3 ../"]],
  ["rust", 'const A: &str = include_str!("/etc/x");\n#[path = "../../y.rs"] mod y;', ["1 /etc/x", "2 ../../y.rs"]],
  ["rust", 'include!(concat!(env!("OUT_DIR"), "/x.rs")); include_bytes!(concat!("/et", "c/z"));', ["1 /etc/z"]],
  [
    "shell",
    "source /a.sh\n. \"../b.sh\"; . 'c d'\n# shellcheck source=/e.sh",
    ["1 /a.sh", "2 ../b.sh", "2 c d", "3 /e.sh"],
  ],
  ["data", "# yaml-language-server: $schema=file:///s.json\na: 1", ["1 file:///s.json"]],
  ["data", '{ "$schema": "../s.json", "$ref": "#/x", "$id": "/no" }', ["1 ../s.json"]],
  ["data", "$schema: https://example.org/s.json", []],
];

test.each(cases)("%s: %s", (family, text, wanted) => {
  const paths = leadsOf(family, text).filter(({ way }) => way !== "named");
  expect(paths.map(({ line, path }) => `${line} ${path}`)).toEqual(wanted);
});

const names: readonly (readonly [LeadFamily, string, readonly string[]])[] = [
  ["script", 'import a from "pkg/file"; import "@s/x/y"; require("c")', ["1 pkg", "1 @s/x", "1 c"]],
  ["script", '/// <reference types="t" />\n/** @jsxImportSource j/k */\nimport("d")', ["1 t", "2 j", "3 d"]],
  ["script", 'import "./a"; import "/b"; <img src="c" />; a.from("d")', []],
  ["python", "import a.b as c, d\nif x: import e; import f\nfrom g.h import i", ["1 a", "1 d", "2 e", "2 f", "3 g"]],
  ["python", "import \\\n a, \\\n b\nfrom c \\\n import d\nfrom . import e", ["1 a", "1 b", "4 c"]],
  ["python", "important = 1\nfrom .a import b", []],
];

test.each(names)("%s names packages: %s", (family, text, wanted) => {
  const named = leadsOf(family, text).filter(({ way }) => way === "named");
  expect(named.map(({ line, path }) => `${line} ${path}`)).toEqual(wanted);
});

test("a list of modules that is too long to be read leads anywhere", () => {
  const text = `import ${"a, ".repeat(10_000)}b`;
  expect(leadsOf("python", text)).toEqual([{ path: "/..", line: 1, way: "beside", unclear: "it is too long" }]);
});

test("the names of files tell what is read in them", () => {
  expect(["a.mts", "b.hpp", "c.pyi", "d.yml", "e.go"].map(leadFamilyOf)).toEqual([
    "script",
    "c",
    "python",
    "data",
    "go",
  ]);
});

test("a macro stands for the paths that it is defined as, and for nothing known otherwise", () => {
  const text = '#define A "/x"\n#  define A <y.h>\n#define A f(x)\n#define AB "/z"';
  const paths = ["/x", "y.h", undefined].map((path) => ({ name: "A", path }));
  expect(macrosIn(text)).toEqual([...paths, { name: "AB", path: "/z" }]);
  const spelled = '#def\\\nine/* a */A\u00a0 "/x"\n#define A \\\n "/y" // b';
  expect(macrosIn(spelled)).toEqual(Array.from({ length: 2 }, () => ({ name: "A", path: undefined })));
});

const pumps = [
  "import",
  "import //",
  "import/*",
  "from",
  "//import\n",
  "require(",
  'from "',
  "#",
  "#include",
  "# /*",
  "from .",
  "include!",
  "$schema:",
  "source ",
  "\\\n",
  "path = ",
  "#[path = ",
  "<script ",
  "<reference ",
  "import(`",
  "import '",
  '"from"',
  "\\u0069",
  "*/ #",
  "define ",
  "pragma ",
  "//go:embed a ",
  'import "C" #cgo a',
  'import "a"\n',
  "$ref: # a\n",
  "source $(",
  ". '",
  "include! ",
  "// include!(",
];

const families = ["script", "c", "modulemap", "python", "go", "rust", "shell", "data"] as const;

/** The steps of a regular expression cannot be counted: a text eight times as long may take some thirty times as long. */
test.each(pumps)("the time for a text full of %j grows with its length", (pump) => {
  const measure = (times: number): number => {
    const text = pump.repeat(times);
    const begun = process.cpuUsage().user;
    for (const family of families) leadsOf(family, text);
    return process.cpuUsage().user - begun;
  };
  measure(500);
  const isSquare = (): boolean => measure(8_000) / (measure(1_000) + 10_000) >= 32;
  // What the machine does besides may disturb one measurement, and hardly each of several.
  expect([1, 2, 3].every(isSquare)).toBe(false);
});
