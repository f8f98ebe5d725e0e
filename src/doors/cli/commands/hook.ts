// `sightline hook`: what a coding agent's hooks run: an event on standard input, the agent's own JSON on standard output.

import type { Command, TypedCommand } from "../command.ts";
import { isGiven } from "../command.ts";
import { openOptions, usesDaemon } from "../opening.ts";

export const hookCommand: Command = {
  name: "hook",
  usage: "[EVENT]",
  summary: "Answer an event of a coding agent's hooks: what its last change broke or mended.",
  details: [
    "Reads the JSON that the agent sends and answers in the agent's own shape, or not at all; it always ends with 0.",
    "docs/hooks.md shows what to write into the configuration of each agent.",
  ].join("\n"),
  heeds: ["engine"],
  own: {
    agent: {
      value: "NAME",
      description: "claude-code, codex, gemini, cursor, vscode or opencode; by default told from the JSON",
    },
    "refuse-writes": {
      description: "before a write: refuse one that is known to bring errors, or of a protected file",
    },
    "block-stop": { description: "at the end of a turn: once, while new errors are still there" },
    "max-tokens": { value: "N", description: "the most that is told at an event; 600 by default" },
    budget: { value: "MS", description: "how long the agent waits; 2000 by default" },
  },
  examples: ["sightline hook --agent claude-code", "sightline hook --agent codex --block-stop"],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  // Only a daemon knows what was told; without one there is no answer, and none is started.
  if (!usesDaemon(call)) return 0;
  const { args, terminal, doors } = call;
  const answer = await doors.hook({
    typed: { agent: textOf(call, "agent"), event: args[0] },
    input: new TextDecoder().decode(await terminal.read()),
    cwd: terminal.cwd,
    refusesWrites: isGiven(call, "refuse-writes"),
    blocksStop: isGiven(call, "block-stop"),
    maxTokens: numberOf(call, "max-tokens", 600),
    budgetMs: numberOf(call, "budget", 2_000),
    optionsFor: (cwd) => {
      // The configuration of hooks may come with a repository, so it grants no trust; `sightline trust` does.
      const { trusted: _, ...options } = openOptions(call, cwd);
      return options;
    },
  });
  terminal.out(answer);
  return 0;
}

// — below: private, in the order they are used —

function textOf({ own }: TypedCommand, flag: string): string | undefined {
  const given = own.get(flag);
  return given === undefined || given === true ? undefined : given[0];
}

function numberOf(call: TypedCommand, flag: string, byDefault: number): number {
  const number = Number(textOf(call, flag));
  return Number.isInteger(number) && number > 0 ? number : byDefault;
}
