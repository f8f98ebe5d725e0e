// Which changes of a Go file the go command would notice.

import { expect, test } from "vitest";
import { goHeader } from "./imports.ts";

const plain = `// Package b counts.
package b

import (
	"fmt"
	m "math" // for one
)

func B() { fmt.Println(m.Pi) }
`;

test.each([
  ["a body", plain.replace("m.Pi", "m.E")],
  ["a function more", `${plain}\nfunc C() {}\n`],
  ["a comment above the package", plain.replace("counts", "counts on\n// and on")],
  ["a comment beside an import", plain.replace("for one", "for two")],
  ["a blank line", plain.replace('"fmt"\n', '"fmt"\n\n')],
  ["words of a declaration in a comment", plain.replace("import (", "/* func */ import (")],
])("no change for it: %s", (_, text) => {
  expect(goHeader(text)).toBe(goHeader(plain));
});

test.each([
  ["another package", plain.replace("package b", "package c")],
  ["a test package", plain.replace("package b", "package b_test")],
  ["an import more", plain.replace('"fmt"', '"fmt"\n\t"os"')],
  ["an import less", plain.replace('\t"fmt"\n', "")],
  ["an import by another name", plain.replace('m "math"', '_ "math"')],
  ["a constraint", `//go:build windows\n\n${plain}`],
  ["a constraint as it was written before", `// +build windows\n\n${plain}`],
  ["files to embed", plain.replace("func B", "//go:embed x.txt\nvar X string\n\nfunc B")],
  ["C code", plain.replace('"fmt"', '"C"')],
  ["nothing at all", ""],
  ["no Go", "}{ garbage"],
  [
    "an import after a comment that names a declaration",
    plain.replace("import (", '/*\nfunc\n*/ import "os"\nimport ('),
  ],
])("a change for it: %s", (_, text) => {
  expect(goHeader(text)).not.toBe(goHeader(plain));
});

test("whether a constraint stands alone is a change for it", () => {
  const alone = "// +build windows\n\npackage b\n";
  expect(goHeader(alone)).not.toBe(goHeader("// +build windows\npackage b\n"));
  expect(goHeader(`${alone}\nvar x = 1\n`)).toBe(goHeader(`${alone}\nvar x = 2\n`));
});

test("every part of a file with C code is a change for it", () => {
  const text = 'package b\n\n// int one;\nimport "C"\n\nvar x = C.one\n';
  expect(goHeader(text)).not.toBe(goHeader(text.replace("int one", "long one")));
});
