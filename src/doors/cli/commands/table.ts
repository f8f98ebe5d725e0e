// Every command, in the order of the help: those of the operation table, then our own.

import { operations } from "../../../operations/table.ts";
import type { Call, Command } from "../command.ts";
import { WrongUsage } from "../command.ts";
import { commandNamed } from "../command-line.ts";
import { commandHelp, helpText } from "../help.ts";
import { completionCommand } from "./completion.ts";
import { configCommand } from "./config.ts";
import { doctorCommand } from "./doctor.ts";
import { mcpCommand } from "./mcp.ts";
import { operationCommand } from "./operation.ts";
import { serversCommand } from "./servers.ts";
import { trustCommand, untrustCommand } from "./trust.ts";

export const commands: readonly Command[] = [
  ...operations.map(operationCommand),
  mcpCommand,
  doctorCommand,
  serversCommand,
  trustCommand,
  untrustCommand,
  configCommand,
  completionCommand(() => commands),
  {
    name: "help",
    usage: "[COMMAND]",
    summary: "Say how to use it, or one command of it.",
    heeds: [],
    own: {},
    examples: ["sightline help references"],
    run: help,
  },
];

async function help({ args, terminal }: Call): Promise<number> {
  const [name] = args;
  const command = commandNamed(commands, name);
  if (name !== undefined && command === undefined) throw new WrongUsage(`There is no command ${JSON.stringify(name)}.`);
  terminal.out(command === undefined ? helpText(commands) : commandHelp(command));
  return 0;
}
