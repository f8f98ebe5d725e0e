// What a deletion leaves: nothing of a neighbour goes along, and what belongs to the symbol does not stay.
//
// How symbols are marked is told in `test/support/kits/symbol-kit.ts`.

import { expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { markedSymbol, orRefused, refusedEdit } from "../../../test/support/kits/symbol-kit.ts";
import type { Doomed } from "./safe-delete-symbol.ts";
import { deletion } from "./safe-delete-symbol.ts";

test.each([
  [
    "a.py",
    "function",
    "def a():\n    return 1\n    # TODO\n«span|def «name|b»():\n    return 2»\n",
    "def a():\n    return 1\n    # TODO\n",
  ],
  [
    "a.ts",
    "method",
    "class C {\n  x =\n    1;\n    // last\n  «span|«name|m»() {}»\n}",
    "class C {\n  x =\n    1;\n    // last\n}",
  ],
  ["a.go", "constant", "const ( «span|«name|A» = iota»; B; C = 5 )\n", refusedEdit],
  [
    "a.py",
    "variable",
    "class «parent|C»:\n    «span|«name|x»»: int = 1\n    'The \\'x\\'.'\n",
    "class C:\n    pass\n",
    "class",
  ],
  ["a.py", "variable", '«span|«name|x»» = """a"""\r\n"""The\r\nx."""\r\ny = 2\r\n', "y = 2\r\n"],
  ["a.py", "variable", '«span|«name|x»» = 1\nf"""{y}"""\n', 'f"""{y}"""\n'],
  ["a.py", "variable", '«span|«name|x»» = 1\n"a".join(y)\n', '"a".join(y)\n'],
  [
    "a.py",
    "variable",
    '«span|«name|x»» = 1\n"""a""".strip()\n\ndef f():\n    """doc"""\n',
    '"""a""".strip()\n\ndef f():\n    """doc"""\n',
  ],
  [
    "a.py",
    "variable",
    "«span|«name|x»» = 1\n'''a'''.strip()\n\ndef f():\n    '''doc'''\n",
    "'''a'''.strip()\n\ndef f():\n    '''doc'''\n",
  ],
  ["a.h", "function", "#pragma once\r\n«span|int «name|f»()»;\r\nint g();\r\n", "#pragma once\r\nint g();\r\n"],
  [
    "a.m",
    "function",
    "@implementation A\n«span|int «name|f»() { return 1; }»\nint g();\n@end\n",
    "@implementation A\nint g();\n@end\n",
  ],
  ["a.m", "function", "@end\n«span|int «name|f»() { return 1; }»\nint g();\n", "@end\nint g();\n"],
  ["a.cpp", "function", "API\n«span|int «name|f»()»;\n", refusedEdit],
  ["a.cpp", "struct", "«span|struct «name|S» { int a; }» s;\n", refusedEdit],
  [
    "a.cpp",
    "function",
    "a();\n\ntemplate <class T> requires Int<T>\n[[nodiscard]] «span|int «name|f»(T t) {}»\n",
    "a();\n",
  ],
  ["a.rs", "function", "#![allow(x)]\n#[test]\n«span|fn «name|f»() {}»\n", "#![allow(x)]\n"],
] as const)("%s: %s %j deleted leaves %j [AGL-136]", (file, kind, text, after, parent?: SymbolKind) => {
  expect(left(markedSymbol(file, kind, text, parent))).toBe(after);
});

test("a string that goes along with the value it documents is told of [AGL-136]", () => {
  const remarks = (text: string): string => deletion(markedSymbol("a.py", "variable", text)).remarks.join();
  expect(remarks('«span|«name|x»» = 1\n"""The x."""\n')).toMatch(/docstring below it/);
  expect(remarks('«span|«name|x»» = 1\n\n"""Next."""\n')).toBe("");
});

test("members of an enumeration that number themselves behind it are told of [AGL-136]", () => {
  const remarks = (text: string): string => deletion(markedSymbol("a.py", "variable", text, "class")).remarks.join();
  const head = "class «parent|E»(Enum):\n    «span|«name|A»» = auto()\n";
  expect(remarks(`${head}    «beside|B» = enum.auto()\n`)).toMatch(/auto\(\) may get a different value/);
  expect(remarks(`${head}    «beside|B» = 7\n`)).toBe("");
  expect(remarks("class «parent|E»(Enum):\n    «beside|B» = auto()\n    «span|«name|A»» = auto()\n")).toBe("");
});

test("a macro that goes on over very many lines stays [AGL-136]", () => {
  const macro = `#define A ${"\\\n x".repeat(20_000)}\n`;
  expect(left(markedSymbol("a.h", "function", `${macro}«span|int «name|f»()»;\n`))).toBe(macro);
});

function left(doomed: Doomed): string {
  return orRefused(() => applyEdits(doomed.source.text, deletion(doomed).edits));
}
