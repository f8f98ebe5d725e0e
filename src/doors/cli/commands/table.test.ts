// The commands as a whole: every operation has one, and no two words are mistaken for each other.

import { expect, test } from "vitest";
import { isKnownLanguage } from "../../../engine/named-servers.ts";
import { operations } from "../../../operations/table.ts";
import { sharedRows } from "../command-line.ts";
import { commandHelp, helpText } from "../help.ts";
import { argumentsOf, inputFrom } from "../operation-options.ts";
import { commands } from "./table.ts";

test("every operation has a command, by a short name and by its own", () => {
  for (const { name, cli } of operations) {
    expect(commands.filter((one) => one.name === name || one.aliases?.includes(name)).map((one) => one.name)).toEqual([
      cli.command,
    ]);
  }
});

test("a word is one command, and hides a language only where nobody will miss it", () => {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  // The language of autotools: `sightline mcp config PROGRAM` still reaches it.
  expect(names.filter(isKnownLanguage)).toEqual(["config"]);
});

test("no command has an option of its own that means something else elsewhere", () => {
  for (const command of commands) {
    const shared = new Set(["help", "version", ...sharedRows(command).map(({ flag }) => flag)]);
    expect(Object.keys(command.own).filter((flag) => shared.has(flag))).toEqual([]);
  }
});

test("an option takes a value in every command or in none, so that options may stand before the command", () => {
  const kinds = new Map<string, boolean>();
  for (const command of commands) {
    for (const [flag, { value }] of Object.entries(command.own)) {
      expect([command.name, flag, kinds.get(flag) ?? value !== undefined]).toEqual([
        command.name,
        flag,
        value !== undefined,
      ]);
      kinds.set(flag, value !== undefined);
    }
  }
});

test("help names every command, and tells of each its options and examples", () => {
  const text = helpText(commands);
  for (const command of commands) {
    expect(text).toMatch(new RegExp(`^ {2}${command.name} `, "m"));
    const own = commandHelp(command);
    for (const flag of Object.keys(command.own)) expect(own).toContain(`--${flag}`);
    for (const example of command.examples) expect(own).toContain(example);
  }
});

test.each(operations)("the examples of $name can be typed", (operation) => {
  // The form of an answer is given as --json.
  const known = new Set(["format", ...argumentsOf(operation).map(({ key }) => key)]);
  for (const { input } of operation.examples) {
    expect(Object.keys(input).filter((key) => !known.has(key))).toEqual([]);
  }
});

test("options become arguments of the contract: switches, numbers, texts and lists", () => {
  const operation = operations.find(({ name }) => name === "find_references");
  if (operation === undefined) throw new TypeError("there is no find_references");
  const given = new Map<string, true | string[]>([
    ["include-declaration", true],
    ["no-include-source", true],
    ["max-tokens", ["500"]],
    ["symbol-path", ["Cart.total"]],
    ["targets", ["a#b", "c#d"]],
    ["line", ["soon"]],
  ]);
  expect(inputFrom(argumentsOf(operation), given)).toEqual({
    include_declaration: true,
    include_source: false,
    max_tokens: 500,
    symbol_path: "Cart.total",
    targets: ["a#b", "c#d"],
    // The operation itself says what is wrong with it.
    line: "soon",
  });
});
