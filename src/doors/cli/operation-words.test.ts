// Words and inputs: what a person types is what the operation is asked, and what the help shows can be typed.

import { describe, expect, test } from "vitest";
import { operations } from "../../operations/table.ts";
import type { Operation } from "../../operations/define.ts";
import { parseCommandLine } from "./command-line.ts";
import { commands } from "./commands/table.ts";
import { argumentsOf, inputFrom } from "./operation-options.ts";
import type { Understood } from "./operation-words.ts";
import { withWords } from "./operation-words.ts";

/** As a shell splits it; only what our own quoting makes of a word. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|\\(')/g,
      (_, quoted: string | undefined, escaped: string | undefined) => quoted ?? escaped ?? "",
    ),
  );
}

function typed(line: string, cwd = "/here"): Understood & { operation: Operation } {
  const { command, args, own } = parseCommandLine(shellWords(line).slice(1), commands, cwd);
  const operation = operations.find(({ cli }) => cli.command === command?.name);
  if (operation === undefined) throw new TypeError(`${line} is no operation`);
  const all = argumentsOf(operation);
  return { operation, ...withWords(operation, all, args, inputFrom(all, own), cwd) };
}

/** Paths of the table count from the root, so they are typed there. */
function absolute(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll("/here/", ""));
}

describe.each(operations)("$name", (operation) => {
  const lines = commands.find(({ name }) => name === operation.cli.command)?.examples ?? [];

  test("its examples in the help ask what those of the table ask", () => {
    expect(lines).toHaveLength(operation.examples.length);
    for (const [index, line] of lines.entries()) {
      expect(absolute(typed(line).input)).toEqual(operation.examples[index]?.input);
    }
  });
});

test.each([
  ["references a.ts:3:4", { file_path: "/here/a.ts", line: 3, column: 4 }, "/here"],
  ["references sub/a.ts#Cart.total", { file_path: "/here/sub/a.ts", symbol_path: "Cart.total" }, "/here/sub"],
  ["references Cart.total", { symbol_path: "Cart.total" }, "/here"],
  ["references ../a.ts --position-pattern '@@x = '", { file_path: "/a.ts", position_pattern: "@@x = " }, "/"],
  ["references sub/a.ts#x b.ts:1:2 Y.z", { targets: ["/here/sub/a.ts#x", "/here/b.ts:1:2", "Y.z"] }, "/here/sub"],
  ["source sub/a.ts:3 b.ts:1", { targets: ["/here/sub/a.ts:3", "/here/b.ts:1"] }, "/here/sub"],
  ["references --targets sub/a.ts#x", { targets: ["/here/sub/a.ts#x"] }, "/here/sub"],
  [
    "references --file-path sub/a.ts --line 1 --column 2",
    { file_path: "/here/sub/a.ts", line: 1, column: 2 },
    "/here/sub",
  ],
  ["symbols sub/a.ts", { file_path: "/here/sub/a.ts" }, "/here/sub"],
  ["find parse file", { query: "parse file" }, "/here"],
  ["detect sub", { workspace_dir: "/here/sub" }, "/here/sub"],
  ["detect --workspace-dir sub", { workspace_dir: "/here/sub" }, "/here/sub"],
  ["detect", {}, "/here"],
])("sightline %s", (line, input, near) => {
  expect(typed(`sightline ${line}`)).toMatchObject({ input, near });
});

test.each([
  ["symbols a.ts b.ts", "symbols takes one FILE."],
  ["folders x", "folders takes no arguments."],
  ["files-changed --changes [", "--changes takes JSON"],
])("sightline %s is refused", (line, why) => {
  expect(() => typed(`sightline ${line}`)).toThrow(why);
});
