// The words of a start: commands, options, and servers instead of both.

import { describe, expect, test } from "vitest";
import type { Command } from "./command.ts";
import type { CommandLine } from "./command-line.ts";
import { parseCommandLine } from "./command-line.ts";

function command(name: string, more: Partial<Command> = {}): Command {
  return { name, usage: "", summary: "", heeds: [], own: {}, examples: [], run: async () => 0, ...more };
}

const commands = [
  command("mcp", { heeds: ["engine", "mcp"] }),
  command("ask", {
    aliases: ["ask_it"],
    heeds: ["engine"],
    own: {
      deep: { description: "" },
      depth: { value: "N", description: "" },
      text: { value: "TEXT", pipes: true, description: "" },
      more: { value: "JSON", pipes: true, description: "" },
    },
  }),
];

function parse(...argv: string[]): CommandLine {
  return parseCommandLine(argv, commands, "/here");
}

describe("servers", () => {
  test("one for every file: language, program, and all that follows is its own [AGL-171]", () => {
    const single = { kind: "single", server: { language: "go", command: "gopls", args: [] } };
    expect(parse("go", "gopls").servers).toEqual(single);
    expect(parse("mcp", "go", "gopls").servers).toEqual(single);
    const { servers, shared, command: found } = parse("--root", "x", "go", "gopls", "--root", "y", "-v", "serve");
    expect(servers).toEqual({ ...single, server: { ...single.server, args: ["--root", "y", "-v", "serve"] } });
    expect([found?.name, shared.get("root"), shared.has("verbose")]).toEqual(["mcp", ["x"], false]);
  });

  test("several: each with its language, and commas before its arguments [AGL-172]", () => {
    const words = ["go:gopls", "typescript:typescript-language-server,--stdio,--log-level=4"];
    const expected = {
      kind: "several",
      servers: [
        { language: "go", command: "gopls", args: [] },
        { language: "typescript", command: "typescript-language-server", args: ["--stdio", "--log-level=4"] },
      ],
    };
    expect(parse(...words).servers).toEqual(expected);
    expect(parse("mcp", ...words, "--format", "json").servers).toEqual(expected);
    expect(parse("go:gopls").servers).toMatchObject({ kind: "several" });
  });

  test("a program by its path is meant from where a person stands", () => {
    expect(parse("go", "./bin/gopls").servers).toMatchObject({ server: { command: "/here/bin/gopls" } });
    expect(parse("go:/opt/gopls").servers).toMatchObject({ servers: [{ command: "/opt/gopls" }] });
  });

  test("an unknown language takes the word mcp before it", () => {
    expect(parse("mcp", "zork", "zork-ls").servers).toMatchObject({ kind: "single", server: { language: "zork" } });
    expect(() => parse("zork", "zork-ls")).toThrow('There is no command "zork".');
    expect(() => parse("a.ts:1:2")).toThrow('There is no command "a.ts:1:2".');
    expect(() => parse("mcp", "extra")).toThrow('"extra" is neither');
    expect(() => parse("go")).toThrow('There is no command "go".');
    expect(() => parse("aks_it")).toThrow('There is no command "aks_it". Is ask meant?');
  });
});

describe("options", () => {
  test("may stand anywhere, several times, with an equals sign or without", () => {
    const { shared, own, args } = parse("--root=a", "ask", "--depth", "3", "x", "--root", "b", "--deep", "-v");
    expect(shared).toEqual(
      new Map<string, unknown>([
        ["root", ["a", "b"]],
        ["verbose", true],
      ]),
    );
    expect(own).toEqual(
      new Map<string, unknown>([
        ["depth", ["3"]],
        ["deep", true],
      ]),
    );
    expect(args).toEqual(["x"]);
  });

  test.each([
    [["ask", "--tools", "full"], "ask takes no --tools."],
    [["ask", "--frobnicate"], "ask takes no --frobnicate."],
    [["mcp", "--deep"], "mcp takes no --deep."],
    [["mcp", "--depth", "3"], "mcp takes no --depth."],
    [["--deep"], "mcp takes no --deep."],
    [["ask", "--depth"], "--depth needs a value."],
    [["ask", "--depth", "--deep"], "--depth needs a value."],
    [["ask", "--deep=1"], "--deep takes no value."],
    [["ask", "-x"], "ask takes no -x."],
    [["ask", "--depth", "-"], "--depth needs a value."],
    [
      ["ask", "--text", "-", "--more", "-"],
      "Standard input can be the value of only one option, not of --text and --more.",
    ],
  ])("%j is refused", (argv, why) => {
    expect(() => parse(...argv)).toThrow(why);
  });

  test("what looks like an option is a value after an equals sign, and an argument after two dashes", () => {
    expect(parse("ask", "--depth=-1").own.get("depth")).toEqual(["-1"]);
    expect(parse("ask", "--", "--deep").args).toEqual(["--deep"]);
  });

  test("a lone dash is standard input, and after an equals sign a dash", () => {
    const piped = parse("ask", "--text", "-");
    expect([piped.piped, piped.own.get("text")]).toEqual(["text", undefined]);
    const literal = parse("ask", "--text=-");
    expect([literal.piped, literal.own.get("text")]).toEqual([undefined, ["-"]]);
  });

  test("the options of a command are derived only where it is named, or no command is", () => {
    const read: string[] = [];
    const watched = ["ask", "tell"].map((name) => ({
      ...command(name),
      get own() {
        read.push(name);
        return {};
      },
    }));
    parseCommandLine(["ask", "it"], watched, "/here");
    expect(new Set(read)).toEqual(new Set(["ask"]));
    parseCommandLine(["--help"], watched, "/here");
    expect(new Set(read)).toEqual(new Set(["ask", "tell"]));
  });

  test("help and version need no command", () => {
    expect(parse("-h")).toMatchObject({ help: true, command: undefined });
    expect(parse("--version")).toMatchObject({ version: true });
    expect(parse("ask_it", "--help")).toMatchObject({ help: true, command: { name: "ask" } });
  });
});
