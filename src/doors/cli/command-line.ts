// What a person types, parsed: a command with its arguments and options, or servers for the MCP door.

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { optionNames, optionTable } from "../../config/options.ts";
import type { OptionRow } from "../../config/options.ts";
import type { Given } from "../../config/resolve.ts";
import type { NamedServer, ServerList } from "../../engine/named-servers.ts";
import { isKnownLanguage } from "../../engine/named-servers.ts";
import { nearest } from "../../std/nearest.ts";
import type { Command } from "./command.ts";
import { WrongUsage } from "./command.ts";

export interface CommandLine {
  /** Undefined when only options were typed. */
  readonly command: Command | undefined;
  readonly args: readonly string[];
  readonly servers: ServerList | undefined;
  readonly shared: Given;
  readonly own: Given;
  /** The option whose value is read from standard input. */
  readonly piped: string | undefined;
  readonly help: boolean;
  readonly version: boolean;
}

/** A relative path of a program is resolved against `cwd`. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[], cwd: string): CommandLine {
  const { mine, theirs } = split(argv, commands);
  const tokens = tokensOf(mine, commands);
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const named = commandNamed(commands, words[0]);
  const isBare = named === undefined && words[0] !== undefined;
  const command = isBare && looksLikeServers(words) ? commandNamed(commands, "mcp") : named;
  if (isBare && command === undefined) throw new WrongUsage(noCommand(words[0] ?? "", commands));
  const rest = isBare ? words : words.slice(1);
  // Without a command, the MCP server is started, and its options are checked.
  const given = givenOptions(tokens, command ?? commandNamed(commands, "mcp"));
  const servers = command?.name === "mcp" ? serversOf(rest, theirs, cwd) : undefined;
  return { command, args: servers === undefined ? rest : [], servers, ...given };
}

/** The first word that is no option and no value of one. */
export function commandWord(argv: readonly string[], commands: readonly Command[]): string | undefined {
  const word = tokensOf(argv, commands).find((token) => token.kind === "positional");
  return word?.kind === "positional" ? word.value : undefined;
}

/** Suggests the commands whose names or aliases are similar to the word. */
export function noCommand(word: string, commands: readonly Command[]): string {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const near = new Set(nearest(word, names).map((name) => commandNamed(commands, name)?.name ?? name));
  const meant = near.size === 0 ? "" : ` Is ${listed([...near])} meant?`;
  return `There is no command ${JSON.stringify(word)}.${meant}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

export function commandNamed(commands: readonly Command[], name: string | undefined): Command | undefined {
  return commands.find((one) => one.name === name || (name !== undefined && one.aliases?.includes(name) === true));
}

/** The rows of the options that a command shares with others. */
export function sharedRows(command: Command): readonly (OptionRow<unknown> & { readonly flag: string })[] {
  return optionNames.flatMap((name) => {
    const row: OptionRow<unknown> = optionTable[name];
    const { flag, heededBy } = row;
    return flag === undefined || heededBy === "environment" || !command.heeds.includes(heededBy)
      ? []
      : [{ ...row, flag }];
  });
}

// — below: private, in the order they are used —

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];

/** All words after the program of a single server are its arguments, even if they look like options of ours. */
function split(
  argv: readonly string[],
  commands: readonly Command[],
): { readonly mine: readonly string[]; readonly theirs: readonly string[] } {
  const positionals = tokensOf(argv, commands).flatMap((token) => (token.kind === "positional" ? [token] : []));
  const isMcp = commandNamed(commands, positionals[0]?.value)?.name === "mcp";
  const [language, program] = isMcp ? positionals.slice(1) : positionals;
  const isSingle =
    language !== undefined &&
    program !== undefined &&
    !language.value.includes(":") &&
    (isMcp || (commandNamed(commands, language.value) === undefined && isKnownLanguage(language.value)));
  if (!isSingle) return { mine: argv, theirs: [] };
  return { mine: argv.slice(0, program.index + 1), theirs: argv.slice(program.index + 1) };
}

const always: Readonly<Record<string, { readonly short: string }>> = { help: { short: "h" }, version: { short: "V" } };

/** If the first word names a command, only the options of that command are derived. */
function tokensOf(argv: readonly string[], all: readonly Command[]): readonly Token[] {
  const named = commandNamed(all, argv[0]);
  const commands = named === undefined ? all : [named];
  const options: Record<string, { type: "boolean" | "string"; short?: string }> = {};
  for (const [flag, { short }] of Object.entries(always)) options[flag] = { type: "boolean", short };
  for (const command of commands) {
    for (const [flag, { value }] of Object.entries(command.own)) {
      options[flag] = { type: value === undefined ? "boolean" : "string" };
    }
    for (const { flag, short, kind } of sharedRows(command)) {
      options[flag] = { type: kind === "switch" ? "boolean" : "string", ...(short === undefined ? {} : { short }) };
    }
  }
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  return tokens;
}

const spec = /^([\w+#-]+):(.+)$/s;

/** A word that is no command may be the language of a server, or a server with its language. */
function looksLikeServers(words: readonly string[]): boolean {
  const language = spec.exec(words[0] ?? "")?.[1] ?? (words.length > 1 ? words[0] : undefined);
  return language !== undefined && isKnownLanguage(language);
}

function serversOf(words: readonly string[], theirs: readonly string[], cwd: string): ServerList | undefined {
  const [first, second] = words;
  if (first === undefined) return undefined;
  const named = (language: string, program: string, args: readonly string[]): NamedServer => ({
    language,
    command: /[\\/]/.test(program) ? resolve(cwd, program) : program,
    args,
  });
  if (second !== undefined && words.length === 2 && !first.includes(":")) {
    return { kind: "single", server: named(first, second, theirs) };
  }
  const servers = words.map((word) => {
    const [, language = "", rest = ""] = spec.exec(word) ?? wrongServers(word);
    const [program = "", ...args] = rest.split(",");
    return named(language, program, args);
  });
  return { kind: "several", servers };
}

function wrongServers(word: string): never {
  throw new WrongUsage(
    `mcp takes LANGUAGE PROGRAM, or LANGUAGE:PROGRAM once or more; ${JSON.stringify(word)} is neither.`,
  );
}

function givenOptions(
  tokens: readonly Token[],
  command: Command | undefined,
): Pick<CommandLine, "shared" | "own" | "piped" | "help" | "version"> {
  const shared = new Map<string, true | readonly string[]>();
  const own = new Map<string, true | readonly string[]>();
  const flags = new Set<string>();
  const piped = new Set<string>();
  const rows = new Map(command === undefined ? [] : sharedRows(command).map((row) => [row.flag, row]));
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name } = token;
    const row = rows.get(name);
    const option = command !== undefined && Object.hasOwn(command.own, name) ? command.own[name] : undefined;
    if (Object.hasOwn(always, name)) flags.add(name);
    else if (row !== undefined) put(shared, token, row.kind === "switch");
    else if (option?.pipes === true && token.value === "-" && token.inlineValue !== true) piped.add(name);
    else if (option !== undefined) put(own, token, option.value === undefined);
    else throw new WrongUsage(`${command?.name ?? "This"} takes no ${token.rawName}.`);
  }
  if (piped.size > 1) {
    const both = [...piped].map((name) => `--${name}`).join(" and ");
    throw new WrongUsage(`Standard input can be the value of only one option, not of ${both}.`);
  }
  return { shared, own, piped: [...piped][0], help: flags.has("help"), version: flags.has("version") };
}

function put(
  given: Map<string, true | readonly string[]>,
  { name, rawName, value, inlineValue }: Extract<Token, { kind: "option" }>,
  isSwitch: boolean,
): void {
  if (isSwitch) {
    if (value !== undefined) throw new WrongUsage(`${rawName} takes no value.`);
    given.set(name, true);
    return;
  }
  // If the value looks like an option, the value was forgotten, unless an equals sign joins the two.
  if (value === undefined || (inlineValue !== true && value.startsWith("-"))) {
    throw new WrongUsage(`${rawName} needs a value.`);
  }
  const before = given.get(name);
  given.set(name, [...(before === undefined || before === true ? [] : before), value]);
}
