// Names that macros put together from a part and a parameter.

import { expect, test } from "vitest";
import { calledWith, pastedParts, pastings } from "./token-pasting.ts";

test.each<[title: string, text: string, found: readonly string[]]>([
  ["a beginning", "#define RUN(x) run_##x()\n", ["RUN(fast)"]],
  ["an end, with spaces", "# define FAST(x, y) x ## _fast (y)\n", ["FAST(run)"]],
  ["on a line that goes on", "#define RUN(x) do { \\\n  run_##x(); \\\n} while (0)\n", ["RUN(fast)"]],
  ["not the beginning of another name", "#define RUN(x) walk_##x()\n", []],
  ["not what is joined to no parameter", "#define RUN(x) run_##y()\n", []],
  ["not two parameters", "#define JOIN(a, b) a##b\n", []],
  ["not outside of a macro", 'const char *s = "run_##x";\n', []],
])("%s", (_, text, expected) => {
  expect(pastings(text, "run_fast").map(({ macro, word }) => `${macro}(${word})`)).toEqual(expected);
});

test("a name is cut where one word of it meets the next", () => {
  expect(pastedParts("run_fast").sort()).toEqual(["_fast", "fast", "run", "run_"].sort());
  expect(pastedParts("RunFast")).toContain("Run");
  expect(pastedParts("x")).toEqual([]);
});

test("calls have the word among their arguments", () => {
  const code = "RUN(fast); RUN( a, fast ); RUN(faster); RERUN(fast); RUN(f(fast));\n";
  const found = calledWith(code, { macro: "RUN", word: "fast" });
  expect(found.map((at) => code.slice(at, code.indexOf(";", at)))).toEqual(["RUN(fast)", "RUN( a, fast )"]);
});
