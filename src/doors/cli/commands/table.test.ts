// The commands as a whole: every operation has one, and no two words are mistaken for each other.

import { expect, test } from "vitest";
import { isKnownLanguage } from "../../../engine/named-servers.ts";
import { operations } from "../../../operations/table.ts";
import { noCommand, sharedRows } from "../command-line.ts";
import { commandHelp, helpText } from "../help.ts";
import { registryOf } from "../../../operations/registry.ts";
import { argumentsOf, inputFrom, optionsOf } from "../operation-options.ts";
import { commands, commandsFor, languageCommands } from "./table.ts";

test("every operation has a command, by a short name and by its own", () => {
  for (const { name, cli } of operations) {
    expect(commands.filter((one) => one.name === name || one.aliases?.includes(name)).map((one) => one.name)).toEqual([
      cli.command,
    ]);
  }
});

test("a word is one command, and hides a language only where it will not be missed", () => {
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
  const text = helpText(commands, languageCommands(commands));
  for (const command of commands) {
    expect(text).toMatch(new RegExp(`^ {2}(?:${command.name} |.* Also: .*\\b${command.name}\\b)`, "m"));
    const own = commandHelp(command);
    for (const flag of Object.keys(command.own)) expect(own).toContain(`--${flag}`);
    for (const example of command.examples) expect(own).toContain(example);
  }
});

test("help shows commands that do the same once, with the other name behind", () => {
  const text = helpText(commands, languageCommands(commands));
  expect(text).toMatch(/^ {2}calls .* Also: callers\.$/m);
  expect(text).toMatch(/^ {2}daemon .* Also: daemon-status, daemon-stop\.$/m);
  expect(text).not.toMatch(/^ {2}(?:callers|explore|safe-replace|daemon-stop) /m);
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

test("help lists the commands of languages apart, and among the others where the languages are asked for", () => {
  const apart = helpText(commands, languageCommands(commands));
  expect(apart).toMatch(/^Commands of one language; .*\n(?: {2}\S.*\n)* {2}rust_expand_macro /m);
  expect(apart).toContain("  cpp_switch_source_header ");
  const withRust = commandsFor(registryOf(["rust"]));
  const among = helpText(withRust, languageCommands(withRust));
  expect(among.split("Commands of one language")[0]).toContain("  rust_expand_macro ");
  expect(among.split("Commands of one language")[1]).not.toContain("rust_expand_macro");
});

test("commands stand where a person looks for them", () => {
  const groupOf = (name: string): string | undefined => commands.find((one) => one.name === name)?.group;
  expect(["references", "cross-repo", "impact"].map(groupOf)).toEqual(["ask", "ask", "ask"]);
  expect(["build", "test", "doc", "execute"].map(groupOf)).toEqual(["run", "run", "run", "run"]);
  expect(["start", "detect", "folders", "capabilities"].map(groupOf)).toEqual(["steer", "steer", "steer", "steer"]);
});

test.each([
  ["refs", " Is references meant?"],
  ["find_refs", " Is references meant?"],
  ["defs", " Is definition meant?"],
  ["goto", " Is symbol, definition, type-definition or implementation meant?"],
  ["rename-symbol", " Is rename meant?"],
  ["trsut", " Is trust meant?"],
  ["zork", ""],
])("for %s, which is no command, those that are like it are named", (word, meant) => {
  expect(noCommand(word, commands)).toBe(`There is no command "${word}".${meant}`);
});

test("every option says what it means, and what holds without it", () => {
  for (const operation of registryOf(["cpp", "rust"]).operations) {
    const all = argumentsOf(operation);
    for (const { key, flag, description } of all) {
      expect([operation.name, key, description]).not.toEqual([operation.name, key, ""]);
      expect(description).not.toBe(flag.replaceAll("-", " "));
    }
  }
  const options = (command: string): object => {
    const operation = operations.find(({ cli }) => cli.command === command);
    return operation === undefined ? {} : optionsOf(argumentsOf(operation));
  };
  expect(options("test")).toMatchObject({
    "timeout-ms": { value: "N", description: "when to stop the run, in milliseconds (300000 by default)" },
    path: { value: "PATH" },
  });
  expect(options("impact")).toMatchObject({
    scope: { value: "exported|all", description: "which symbols of the files to include (exported by default)" },
    "changed-files": { value: "FILE", description: "a file that changes; may be given several times" },
  });
  expect(options("references")).toMatchObject({
    "no-include-source": { description: "leave out the source line of each use" },
  });
});
