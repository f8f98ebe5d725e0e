// Every command, in the order of the help: those of the operation table, then our own.

import type { Registry } from "../../../operations/registry.ts";
import { coreRegistry, extendedLanguages, registryOf } from "../../../operations/registry.ts";
import type { TypedCommand, Command } from "../command.ts";
import { WrongUsage } from "../command.ts";
import { commandNamed, noCommand } from "../command-line.ts";
import { commandHelp, helpText } from "../help.ts";
import { completionCommand } from "./completion.ts";
import { configCommand } from "./config.ts";
import { daemonBrokerCommand, daemonCommand, daemonStatusCommand, daemonStopCommand } from "./daemon.ts";
import { doctorCommand } from "./doctor.ts";
import { evidenceCommand } from "./evidence.ts";
import { hookCommand } from "./hook.ts";
import { initCommand, uninstallCommand } from "./init.ts";
import { mcpCommand } from "./mcp.ts";
import { operationCommand } from "./operation.ts";
import { policyCommand } from "./policy.ts";
import { serversCommand } from "./servers.ts";
import { skillsCommand } from "./skills.ts";
import { trustCommand, untrustCommand } from "./trust.ts";
import { updateCommand } from "./update.ts";
import { whyCommand } from "./why.ts";

/** Made once for a start: which operations there are depends on the extensions that are asked for. */
export function commandsFor({ operations }: Registry): readonly Command[] {
  const commands: readonly Command[] = [
    ...operations.map(operationCommand),
    initCommand,
    uninstallCommand,
    mcpCommand,
    hookCommand,
    daemonCommand,
    daemonStatusCommand,
    daemonStopCommand,
    daemonBrokerCommand,
    whyCommand,
    doctorCommand,
    serversCommand,
    trustCommand,
    untrustCommand,
    policyCommand,
    evidenceCommand,
    skillsCommand,
    configCommand,
    updateCommand,
    completionCommand(() => commands),
    {
      name: "help",
      usage: "[COMMAND]",
      summary: "Say how to use it, or one command of it.",
      heeds: [],
      // With them the commands of a language stand among the others.
      own: {
        extensions: { value: "LANGUAGES", description: "count the commands of these languages among the others" },
      },
      examples: ["sightline help references", "sightline help rust_expand_macro"],
      run: (call) => help(commands, call),
    },
  ];
  return commands;
}

/** Those of every start. */
export const commands: readonly Command[] = commandsFor(coreRegistry);

/** What extensions add to these; built only when it is displayed. */
export function languageCommands(present: readonly Command[]): readonly Command[] {
  const all = registryOf(extendedLanguages()).operations;
  return all.filter(({ cli }) => commandNamed(present, cli.command) === undefined).map(operationCommand);
}

async function help(all: readonly Command[], { args, terminal }: TypedCommand): Promise<number> {
  const [name] = args;
  const command = commandNamed(all, name);
  if (name !== undefined && command === undefined) throw new WrongUsage(noCommand(name, all));
  terminal.out(command === undefined ? helpText(all, languageCommands(all)) : commandHelp(command));
  return 0;
}
