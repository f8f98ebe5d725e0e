// The command line: a person's words to a command, and whatever goes wrong to an exit code.

import { delimiter } from "node:path";
import { resolveOptions } from "../../config/resolve.ts";
import { refusalTable } from "../../engine/refusal-table.ts";
import { Refusal } from "../../model/refusal.ts";
import { answer } from "./answer.ts";
import { WrongUsage } from "./command.ts";
import { commandNamed, parseCommandLine } from "./command-line.ts";
import { commands } from "./commands/table.ts";
import { commandHelp, helpText } from "./help.ts";
import type { Doors, Terminal } from "./terminal.ts";

const wrongUsage = 2;

export async function runCommandLine(argv: readonly string[], terminal: Terminal, doors: Doors): Promise<number> {
  try {
    return await dispatch(argv, terminal, doors);
  } catch (error) {
    if (error instanceof WrongUsage) {
      terminal.err(`${error.message}\nTry: sightline help\n`);
      return wrongUsage;
    }
    if (error instanceof Refusal) {
      return answer({ ok: false, refusal: error.details, ms: 0 }, argv.includes("--json"), terminal);
    }
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.err(`sightline: this is a defect of Sightline, not of your call; please report it\n${what}\n`);
    return refusalTable.internal.exit;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal, doors: Doors): Promise<number> {
  const line = parseCommandLine(argv, commands, terminal.cwd);
  const say = (text: string): number => {
    terminal.out(text);
    return 0;
  };
  if (line.version) return say(`${doors.version}\n`);
  if (line.help) return say(line.command === undefined ? helpText(commands) : commandHelp(line.command));
  // Nothing was asked: a program wants to be served, a person to be told how to ask.
  const command = line.command ?? (terminal.piped ? commandNamed(commands, "mcp") : undefined);
  if (command === undefined) return say(helpText(commands));
  const resolved = resolveOptions(line.shared, { env: terminal.env, pathSeparator: delimiter });
  return command.run({ args: line.args, own: line.own, servers: line.servers, resolved, terminal, doors });
}
