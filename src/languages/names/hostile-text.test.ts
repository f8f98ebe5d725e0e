// Readers of texts end soon on texts that are made to keep them: one that does not is stopped by the test runner.

import { expect, test } from "vitest";
import { pythonClassAt, pythonClasses } from "../python/classes.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { scopeOf } from "./scope.ts";
import { calledWith } from "../c/token-pasting.ts";
import { isModuleName, possibleUse } from "./unresolved.ts";
import type { UnresolvedPlace } from "./rules.ts";

const many = 50_000;

/** The last sign of the text, as a name that no server resolves. */
function last(file: string, family: UnresolvedPlace["family"], code: string): UnresolvedPlace {
  return { file, family, text: code, code, offset: code.length - 1, name: code.slice(-1) };
}

test("a class with blanks behind its name", () => {
  expect(pythonClasses(`class A${" ".repeat(many)}`)).toEqual([]);
});

test("a place behind many classes", () => {
  const code = "class A:\n    def f(self):\n        pass\n".repeat(5_000);
  expect(pythonClassAt(code, code.length - 3)?.name).toBe("A");
  const behind = `${code}def g():\n    x`;
  expect(pythonClassAt(behind, behind.length - 1)).toBeUndefined();
});

test("blank lines, as a long comment leaves them", () => {
  const code = `${" \n".repeat(many * 4)}const a = 1;`;
  const declared = { file: "a.ts", family: "script", name: "a", kind: "variable", container: undefined } as const;
  expect(scopeOf({ ...declared, code, offset: code.lastIndexOf("a") })).toBe("root");
});

test("an import of many other names", () => {
  expect(isModuleName(last("a.py", "python", `import ${"as ".repeat(many)}= x`))).toBe(false);
});

test("words that begin imports and end none", () => {
  expect(possibleUse(last("a.ts", "script", `${"import a frm 1\n".repeat(many)}a.x`), "plain")).toBeUndefined();
});

test("a call of a macro that never ends", () => {
  expect(calledWith(`RUN(${"fast, ".repeat(many)}`, { macro: "RUN", word: "fast" })).toEqual([0]);
});

test.each(["c", "rust"] as const)("raw strings of %s that never end", (family) => {
  const raw = (family === "c" ? 'R"a(' : 'r#"').repeat(many);
  expect(maskCommentsAndStrings(raw, family)).toHaveLength(raw.length);
});
