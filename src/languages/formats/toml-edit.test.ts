// A table comes and goes, and every other byte of the file stays.

import { describe, expect, test } from "vitest";
import { applyEdits } from "../../model/text-edit.ts";
import { insertTable, removeTable, statementsAt } from "./toml-edit.ts";
import { parseToml, tomlValueOf } from "./toml-statements.ts";

const path = ["mcp_servers", "ours"];
const table = '[mcp_servers.ours]\ncommand = "node"\nargs = ["a b"]\n';

function inserted(text: string): string {
  const edit = insertTable(text, path, { command: "node", args: ["a b"] });
  return edit === undefined ? "refused" : applyEdits(text, [edit]);
}

function removed(text: string): string {
  const edit = removeTable(text, path);
  return edit === undefined ? text : applyEdits(text, [edit]);
}

const texts: readonly (readonly [string, string])[] = [
  ["empty", ""],
  ["with a table", 'model = "o3"\n\n[mcp_servers.x]\ncommand = "y" # why\n\n[mcp_servers.x.env]\nKEY = "s"\n'],
  ["with line ends of Windows", "a = 1\r\n# end\r\n"],
  [
    "with all kinds of values",
    'a = """\n[mcp_servers.ours]\n"""\nb = [\n  1, # one\n  { c = \'x\', d.e = 2 },\n]\nd = 1979-05-27 07:32:00Z\n"q k".z = +inf\n[[list]]\nx = 1\n[[list]]\nx = 2\n',
  ],
];

describe.each(texts)("a file %s", (_, before) => {
  test("gets the table at its end, and is what it was without it", () => {
    const after = inserted(before);
    const end = before.includes("\r\n") ? "\r\n" : "\n";
    expect(after).toBe(`${before}${before === "" ? "" : end}${table.replaceAll("\n", end)}`);
    expect(statementsAt(after, path).map((one) => [one.kind, one.path, tomlValueOf(after, one)])).toEqual([
      ["table", path, undefined],
      ["pair", [...path, "command"], "node"],
      ["pair", [...path, "args"], ["a b"]],
    ]);
    expect(removed(after)).toBe(before);
  });
});

test("a last line without an end gets one", () => {
  expect(inserted("a = 1")).toBe(`a = 1\n\n${table}`);
});

test.each([
  ["braces", 'mcp_servers = { x = { command = "y" } }\n'],
  ["a list of tables", "[[mcp_servers]]\n"],
  ["a text", 'mcp_servers = "x"\n'],
])("what is written as %s can have no table below it", (_, text) => expect(inserted(text)).toBe("refused"));

test("it goes however it was written, with its own tables, and comments beside it stay", () => {
  expect(removed(`a = 1\n# above\n\n${table}# below\n\n[b]\n`)).toBe("a = 1\n# above\n# below\n\n[b]\n");
  expect(removed(`${table}\n[mcp_servers.ours.env] # e\nK = "v"\n\n[b]\nx = 1\n`)).toBe("\n[b]\nx = 1\n");
  expect(removed('[mcp_servers]\nours = { command = "x" } # c\nb = {}\n')).toBe("[mcp_servers]\nb = {}\n");
  expect(removed('[mcp_servers]\nours.command = "x"\nours.args = [\n"y"\n]\n')).toBe("[mcp_servers]\n");
  expect(removed(`[b]\nx = 1\n\n[ mcp_servers . "ours" ]\ncommand = 'x'\n`)).toBe("[b]\nx = 1\n");
});

test.each([
  ["a", 1, 2, "= is missing"],
  ["a = ", 1, 5, "a value is missing, or none of TOML"],
  ['a = "x', 1, 5, "a text in quotes is not closed"],
  ["[a", 1, 3, "] is missing"],
  ["a = 1 2", 1, 7, "something follows after the end of its value"],
  ["a = [1\n", 2, 1, "it is not closed"],
  ["[a]\n[a]\n", 2, 1, "a is there twice"],
  ["a = 1\na = 2\n", 2, 1, "a is there twice"],
  ["= 1", 1, 1, "a key is missing"],
])("%j is broken at %i:%i", (text, line, column, why) => {
  expect(parseToml(text)).toEqual({ kind: "broken", line, column, why });
});

test("texts are read as a program reads them", () => {
  const values = ['"a\\tb\\u00e9\\\\"', "'C:\\x'", "[\"a\", 'b', # c\n]", '"""\nx\\\n  y"""', "5"];
  const text = values.map((value, index) => `k${index} = ${value}\n`).join("");
  const statements = parseToml(text);
  if ("kind" in statements) throw new Error(statements.why);
  expect(statements.map((one) => tomlValueOf(text, one))).toEqual(["a\tbé\\", "C:\\x", ["a", "b"], "xy", undefined]);
});
