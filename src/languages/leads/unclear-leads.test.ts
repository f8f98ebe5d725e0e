// Spellings that hide where a text leads: found and read, or said to be unclear; ordinary code is neither.

import { expect, test } from "vitest";
import type { LeadFamily } from "./leads.ts";
import { leadsOf } from "./leads.ts";

type Case = readonly [family: LeadFamily, text: string, ...wanted: string[]];

const escape = "it contains an escape";
const climbs = "it has .. after a directory name";
const url = "it is a URL";
const open = "its quotes are not closed";
const word = "its keyword is spelled with an escape";
const sign = "its # is written as a digraph or trigraph";
const joined = "its line is joined with the next one";
const signs = "it contains characters that are not valid in a path";
const parts = "it is concatenated from parts";
const alias = "it is renamed by an alias";
const tooMuch = "too much text precedes it";
const comments = "/**/".repeat(300);

/** With what is told of each lead that is not plain. */
const unclear: readonly Case[] = [
  ["script", String.raw`import "\u002e./x"; import("\x2f"); require('a\b')`, escape, escape, escape],
  ["script", String.raw`export * from "\56\56/x"; import t = require("..\\x")`, escape, escape],
  ["script", 'import "alias/../../x"; require("@s/p/.."); import("p/../q")', climbs, climbs, climbs],
  ["script", '/** @type {import("p/../../x")} */ /** @import { A } from "q/../.." */', climbs, climbs],
  ["script", '/// <reference types="p/../../x" />\n/** @jsxImportSource p/../x */', climbs, climbs],
  ["script", 'import "file:///x"; import("FILE:/x")', url, url],
  ["script", "import \"../x\nfrom '/y", open, open],
  ["script", 'import "\\\n../../x"', open],
  ["script", 'import "../x\u2028";', open],
  ["script", "import(`../x", open],
  ["script", String.raw`imp\u006frt "./x"; a fr\u{00006f}m "./x"; r\u0065quire("x")`, word, word, word],
  ["script", `import ${comments} "./x"`, tooMuch],
  ["script", 'import x from\n<<<<<<< a\n"./x"', "it is inside a merge conflict"],
  ["script", 'import { a } "p/../x"; export * /**/ "p/../x"', climbs],
  ["script", '/** @type {import("../x*/ "', signs],
  ["script", 'import(?"../x"); import( = /* a */ export "../y")', signs, signs],
  ["script", "import(`.\\\n./x`)", escape],
  ["script", 'import "./a\0b"', "it contains characters that are not valid in a path"],
  ["c", '%: include "x.h"\n??=include <y.h>', sign, sign],
  ["c", '#include \\\n"x.h"\n#inc\\\nlude "y.h"\n#\\  \ninclude "z.h"', joined, joined, joined],
  ["c", '#/\\\n* a */ include "x.h"\n#inc??/\nlude "y.h"', joined, joined],
  ["c", '#include "a/../../x.h"\n#include "x.h', climbs, open],
  ["c", '#include "a??/b.h"', escape],
  ["c", '#pragma include_alias("a.h", "/b.h")\n_Pragma("GCC dependency \\"/b\\"")', alias, alias],
  ["c", `# ${comments} include "x.h"`, tooMuch],
  [
    "modulemap",
    'module A { header "a/../../x.h" }\nextern module B "\\x2f"\nmodule C { header "c',
    climbs,
    escape,
    open,
  ],
  ["python", `from ${".".repeat(600)}a import b`, "it is too long"],
  ["go", 'package a\nimport "\\x43"\n//go:embed "\\x2e"', escape, escape],
  ["go", 'package a\n// #cgo CFLAGS: -I\\x2f\n// #include \\\n// "x.h"\nimport "C"', escape, joined],
  ["rust", 'include!(concat!("a", "b")); include_str!(env!("X")); include_bytes!($p)', parts, parts, parts],
  [
    "rust",
    'include!(concat!(env!("OUT_DIR"), "/../../x.rs")); include_str!(concat!(env!("HOME"), "/x"))',
    parts,
    parts,
  ],
  [
    "rust",
    'include_str!("\\x2e./a"); include_str!(r#"a/../../x"#); include_str!(/* /* */ */ "a")',
    escape,
    climbs,
    parts,
  ],
  ["rust", '#[path = concat!("a")] mod a;\n#[cfg_attr(x, path = $p)] mod b;', parts, parts],
  ["rust", '#[path = "\\u{2e}"] mod c;\nuse std::include_str as s;', escape, alias],
  ["shell", "source a\\ b; . $'x'; source \"a\"b; . *.sh", escape, parts, parts, parts],
  ["shell", "source \\\n/x.sh\nA=1 . \"$D/a/../../x\"\nsource '$D'/../x", joined, climbs, parts],
  ["shell", "source\\\n x; case a in b) .\\\n y;; esac; find . \\\n -name z", joined, joined],
  ["data", String.raw`{ "$ref": "\u002e./x", "$\u0073chema": "/x", "$ref": "a%2e/x" }`, escape, word, escape],
  ["data", "$schema: &a /x\n$ref: >-\n  /x\n$schema: !!str /x\n$id: file:///x/", parts, parts, parts, url],
];

test.for<Case>(unclear)("%s: where %j leads cannot be told", ([family, text, ...wanted]) => {
  expect(leadsOf(family, text).flatMap((lead) => lead.unclear ?? [])).toEqual(wanted);
});

/** With a path that is found in it. */
const hidden: readonly Case[] = [
  ["script", 'import x from // a\r"../../x"', "../../x"],
  ["script", 'import x from // a\u2028"../../x"', "../../x"],
  ["script", 'import x from // a\u2029"../../x"', "../../x"],
  ["script", 'a = 1\rimport "../../x"\r', "../../x"],
  ["script", 'import x from\u200b"../../x"', "../../x"],
  ["script", '/** @type {import(\n * "../../x").A} */', "../../x"],
  ["script", 'const a = { ...require("../../x") }', "../../x"],
  ["script", 'import { a } "../../x"', "../../x"],
  ["script", 'import a, * /* from */ as // b\n c "../../x"', "../../x"],
  ["script", 'export type { a } "../../x"', "../../x"],
  ["script", '0import "/y"', "/y"],
  ["script", 'x; ?.import "/y"', "/y"],
  ["script", 'require?.("/y")', "/y"],
  ["script", 'import<A>("/y")', "/y"],
  ["script", '/// <REFERENCE PATH="../x.d.ts" />', "../x.d.ts"],
  ["script", "/** @JSXIMPORTSOURCE /x */", "/x"],
  ["script", `import "${"./".repeat(2_000)}../../x"`, `${"./".repeat(2_000)}../../x`],
  ["c", 'int a;\r#include "/x.h"\r', "/x.h"],
  ["c", '\u00a0#include "/x.h"', "/x.h"],
  ["c", '// why??/\n#include "/x.h"', "/x.h"],
  ["c", '#if __has_include /**/ ("/x.h")', "/x.h"],
  ["python", "a = 1\rfrom ...b import c\r", "../../b"],
  ["python", "a = 1\rimport b\r", "b"],
  ["go", 'package a\n/* #include "/x.h" */\nimport "C"', "/x.h"],
  ["go", `package a\n// #cgo CFLAGS: -I \${SRCDIR}/../../x\nimport "C"`, "./../../x"],
  ["rust", 'include_str ! /* a */ (\n"/x")', "/x"],
  ["shell", 'source "$A/../../x.sh"', "./../../x.sh"],
  ["shell", '. "$A"/../../x.sh', "./../../x.sh"],
  ["data", '{ "$schema"\n:\n"../x.json" }', "../x.json"],
  ["data", '{ "$schema": /* a */ "../x.json" }', "../x.json"],
  ["data", "$schema: # a\n  ../x.json", "../x.json"],
];

test.for<Case>(hidden)("%s: %j hides no lead", ([family, text, wanted]) => {
  expect(leadsOf(family, text).map(({ path }) => path)).toContain(wanted);
});

/** Of which some looks like a lead, and most is one. */
const ordinary: readonly Case[] = [
  ["script", 'import a, { b } from "pkg/sub"; import "./x"; export * from "../../y.js"; import("./z.js?raw");'],
  [
    "script",
    'import logo from "/logo.svg"; import x from "~/a"; import y from "#internal/y"; import z from "node:fs";',
  ],
  ["script", `import(\`./locale/\${name}.js\`); require(path.join(a, '..', b)); const from = 'x', module = '../y';`],
  ["script", "// taken from 'a', don't import it\n'./from';\nexport { from } from './from';\n`a-from` is `b`"],
  ["script", '<img src="/x.png" />; <a href="../x">from "b"</a>; const path = "/etc/x", types = "a";'],
  ["script", String.raw`const text = "import x from \"./y\"\n"; const re = /from "[\s,;]"/; a("module","\n")`],
  ["script", String.raw`const code = "require(\"./y\").default; import(\"z\")"`],
  [
    "c",
    '#include <vector>\n#include "a/b.h"\n  #  include "../c.h"\n#import <Foundation/Foundation.h>\n#pragma once\n',
  ],
  ["c", '#define A(x) \\\n  do { \\\n    b(x); \\\n  } while (0)\n#include "d.h"\n#include MACRO\n'],
  ["c", 'puts("#include \\"x.h\\"\\n"); // #include "..\n#define __has_include(x) 0\n#pragma clang diagnostic push\n'],
  ["modulemap", 'framework module A { umbrella header "A.h"  export * module * { export * } }'],
  ["python", "from . import a\nfrom .. import b\nfrom ...c import (\n  d,\n)\nimport e.f as g, h\n"],
  ["go", 'package a\n\nimport (\n\t"fmt"\n\tx "a.org/b"\n)\n\n//go:embed static/* "a b"\nvar f embed.FS\n'],
  ["go", 'package a\n\n/*\n#cgo LDFLAGS: -lm "-pthread"\n#cgo pkg-config: x\n#include <math.h>\n*/\nimport "C"\n'],
  ["rust", 'include!("a.rs"); include_str!("../README.md"); include!(concat!(env!("OUT_DIR"), "/b.rs"));'],
  ["rust", '#[path = "../c.rs"] mod c; let path = x; f(path = y); println!("{path}", path = z);\n// include!(...)'],
  ["rust", 'include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/a.bin")); include_str!(r"d.txt");'],
  ["shell", 'source lib.sh; . ./a.sh\n. "$HOME/.x"\n. "$file"; source $A/$B; source <(kubectl completion bash)\n'],
  [
    "shell",
    'source "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/../lib.sh"\nfind . -name \'*.sh\' | cp -t . a\\ b\n',
  ],
  ["data", '{ "$ref": "#/a%20b", "$schema": "https://json-schema.org/x", "$id": "https://x", "$ref": "urn:x" }'],
  ["data", "$ref: ./a.yaml#/b%20c\n$ref: '#/c'\n$schema: {}\n"],
];

test.for<Case>(ordinary)("%s: %j is ordinary", ([family, text]) => {
  expect(leadsOf(family, text).filter((lead) => lead.unclear !== undefined)).toEqual([]);
});

test("lines are counted as editors count them", () => {
  expect(leadsOf("script", '\r\n\r\n\r\n"a";\r\rimport "./x"').map(({ line }) => line)).toEqual([6]);
});
