// The command line: a person's words to a command, and whatever goes wrong to an exit code.

import { delimiter } from "node:path";
import { resolveOptions } from "../../config/resolve.ts";
import { refusalTable } from "../../engine/text/refusal-table.ts";
import { Refusal } from "../../model/refusal.ts";
import { registryOf, extendedLanguages } from "../../operations/registry.ts";
import { answer } from "./answer.ts";
import { WrongUsage } from "./command.ts";
import { commandNamed, parseCommandLine } from "./command-line.ts";
import { commands as everyday, commandsFor, languageCommands } from "./commands/table.ts";
import { commandHelp, helpText } from "./help.ts";
import type { Doors, Terminal } from "./terminal.ts";
import { parseArgs } from "node:util";

const wrongUsage = 2;

export async function runCommandLine(argv: readonly string[], terminal: Terminal, doors: Doors): Promise<number> {
  try {
    return await dispatch(argv, terminal, doors);
  } catch (error) {
    const json = wantsJson(argv);
    if (error instanceof WrongUsage) {
      const named = commandNamed(
        everyday,
        argv.find((one) => !one.startsWith("-")),
      )?.name;
      const next = named === undefined ? "Try: sightline help" : `Try: sightline help ${named}`;
      const refusal = { code: "bad_input", what: error.message, next } as const;
      if (json) return answer({ ok: false, refusal, ms: 0 }, json, terminal);
      terminal.err(`${error.message}\n${next}\n`);
      return wrongUsage;
    }
    if (error instanceof Refusal) {
      return answer({ ok: false, refusal: error.details, ms: 0 }, json, terminal);
    }
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.err(`sightline: this is a bug in Sightline, not in your call; please report it\n${what}\n`);
    return refusalTable.internal.exit;
  }
}

/** A command that has no answer in JSON has none of its faults either: what it prints is meant for another reader. */
function wantsJson(argv: readonly string[]): boolean {
  const word = argv.find((one) => !one.startsWith("-"));
  const command = commandNamed(everyday, word);
  return word !== undefined && argv.includes("--json") && (command === undefined || Object.hasOwn(command.own, "json"));
}

async function dispatch(argv: readonly string[], terminal: Terminal, doors: Doors): Promise<number> {
  const extensions = extensionsIn(argv, terminal.env);
  const commands = extensions.length === 0 ? everyday : commandsFor(registryOf(extensions));
  const line = parseCommandLine(argv, commands, terminal.cwd);
  const say = (text: string): number => {
    terminal.out(text);
    return 0;
  };
  if (line.version) return say(`${doors.version}\n`);
  const everything = (): string => helpText(commands, languageCommands(commands));
  if (line.help) return say(line.command === undefined ? everything() : commandHelp(line.command));
  // Without a command, a program is served over MCP, and a person gets the help.
  const command = line.command ?? (terminal.piped ? commandNamed(commands, "mcp") : undefined);
  if (command === undefined) return say(everything());
  const resolved = resolveOptions(line.shared, { env: terminal.env, pathSeparator: delimiter });
  // A mistyped variable of ours is reported at once; a shared one may be for other programs. `config` reports all.
  const mistyped =
    command.name === "config" ? [] : resolved.remarks.filter((remark) => remark.startsWith("SIGHTLINE_"));
  for (const remark of mistyped) terminal.err(`sightline: ${remark}\n`);
  const { args, own, piped, servers } = line;
  return command.run({ args, own, piped, servers, extensions, resolved, terminal, doors });
}

// — Which extensions a command line asks for, before its commands are known: by option, by variable, or by the command itself —

/** `rust_expand_macro` names its language, so it need not be named twice. */
function extensionsIn(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const { tokens } = parseArgs({
    args: [...argv],
    options: { extensions: { type: "string" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.flatMap((token) =>
    token.kind === "option" && token.name === "extensions" && token.value !== undefined ? [token.value] : [],
  );
  const variable = env["SIGHTLINE_EXTENSIONS"];
  const around = { env: variable === undefined ? {} : { SIGHTLINE_EXTENSIONS: variable }, pathSeparator: "" };
  const { extensions } = resolveOptions(new Map(given.length === 0 ? [] : [["extensions", given]]), around).values;
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const named = extendedLanguages().filter((language) => words.some((word) => word.startsWith(`${language}_`)));
  return [...new Set([...extensions, ...named])];
}
