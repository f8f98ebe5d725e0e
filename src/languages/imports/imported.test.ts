// What counts as bringing names in: the statement itself, and nothing that stands beside or below it.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { parseFixture } from "../../testing/fixture.ts";
import { LineIndex } from "../../model/line-index.ts";
import { importedIn, importsIn } from "./imported.ts";

/** Marks: `in` is brought in, `out` is not. */
test.each([
  [
    "a.ts",
    `import { «in|tax» } from "./tax"; // by country

export function «out|total»() {}
import «in|x», {
  «in|y», // and } so on
  type «in|Z»
} from "https://deno.land/x.ts"
export const «out|list» = [1]
export { «in|pay» } from "./pay"
import * as «in|all» from "./all"; export function «out|beside»() {}
export {
  «in|total»,
};
const { «in|a» } = require("./a");
const «out|app» = require("express")();
// import { «out|said» } from "./said"
import «in|old» = require("old");
export { «in|one», /* not } but */ «in|two» } from "./two";
/* why */ import /* so */ «in|three» from "./three"; const «out|four» = 4;
export * as "«in|five»" from "./five";
const «out|six» = ";import \\"a\\"; export {", «out|seven» = 7;
`,
  ],
  [
    "a.py",
    `from shop import «in|total»; «out|count» = 1
from shop import (
    «in|price»,  # what (one) costs
    «in|tax»,
)
from shop import «in|long», \\
    «in|longer»
from shop \\
    import «in|split»
from .import «in|near»
import «in|os»  # of (all
if «out|os»: import «in|sys», \\
    «in|json»; import «in|re»; «out|re».compile(";import «out|x»")
def «out|total»(): ...
`,
  ],
  [
    "a.go",
    `package a\n\nimport "fmt" // printing\n\nimport (\n\t«in|m» "math" // (not all)\n)\n\nfunc «out|Total»() {}\n`,
  ],
  ["a.c", `#include <«in|stdlib».h> // abs\nint «out|total»(int a);\n`],
  ["a.cpp", `using std::«in|move»;\nusing «out|Count» = int;\n`],
  [
    "a.rs",
    `pub use crate::{\n    «in|total», // of all\n};\nfn «out|price»() {}\n/**\n use it so\n */\nuse «in|z»::Y;\n`,
  ],
  ["A.kt", `import a.b as «in|c» // said\nfun «out|total»() {}\n`],
  ["A.java", `import module java.base; // all\nimport a.«in|Total»;\nclass «out|module» {}\n`],
  ["a.cs", `using «in|Text» = System.String;\nusing (var «out|x» = Open()) {}\n`],
  ["a.rb", `require "«in|set»"\ndef «out|total»\nend\n`],
])("%s", (file, source) => {
  const fixture = parseFixture(`-- ${file} --\n${source}`);
  const index = new LineIndex(fixture.files.get(file) ?? "");
  const isIn = importedIn(filePath(`/shop/${file}`), index);
  const told = (["in", "out"] as const).flatMap((name) => fixture.marks(name));
  const found = told.filter(({ span }) => isIn(span));
  expect(found.map(({ text }) => text)).toEqual(fixture.marks("in").map(({ text }) => text));
});

test.each([
  [
    "a.ts",
    `export { a, /* } from "./no" */ b } from "./b";\nimport(/* webpackChunkName: "c" */ "./c", {}); import.defer("./d");
import.source("./e");\nexport * as "f" from "./f";\n// import "./g"\nconst h = \`\nimport "./h";\n\`;import "./i";`,
    ["./b", "./c", "./d", "./e", "./f", "./i"],
  ],
  ["a.vue", '<script>\nimport {\n  // from "./no"\n  a } from "./b";\n</script>\n', ["./b"]],
  [
    "a.py",
    'from a \\\n  import b\nx = 1; import c.d, \\\n  e\ntry: import f\nfrom.g import(h)\nfrom .. import i\n"""\nimport j"""\n',
    ["a", "c.d", "e", "f", ".g", ".."],
  ],
  [
    "A.java",
    "import module java.base;\nimport module.Part;\nimport static a.B.c;\n",
    ["java.base", "module.Part", "a.B.c"],
  ],
  ["A.kt", "import module as part\nimport a.b as c\n", ["module", "a.b"]],
  ["a.rs", "/**\nuse this\n*/\npub use a::b; // use c;\nuse d::{ /* ; */ e };\n", ["a::b", "d::{ e }"]],
])("%s: modules are found beside comments and strings", (file, text, expected) => {
  const found = importsIn(filePath(`/shop/${file}`), new LineIndex(text), () => false);
  expect(found.map(({ module }) => module)).toEqual(expected);
});

test("modules are told by the line that names them", () => {
  const index = new LineIndex(`export const a = 1\nexport { b } from "./b"\nimport type { C } from "./c"\n`);
  const found = importsIn(filePath("/shop/a.ts"), index, () => false);
  expect(found.map(({ module, line }) => [module, line])).toEqual([
    ["./b", 2],
    ["./c", 3],
  ]);
});
