// `sightline why`: the standing of the last answer on a root, at length, whichever door gave it.

import { resolve } from "node:path";
import { noAnswer, whyText } from "../../../engine/why-text.ts";
import { coreRegistry } from "../../../operations/registry.ts";
import type { Call, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { commandWords } from "../spoken.ts";

export const whyCommand: Command = {
  name: "why",
  usage: "[DIR]",
  summary: "Explain the standing of the last answer on a project.",
  details: [
    "Every reason in full, what it means, which server the answer rests on, and what can be done about it. The last answer may have",
    "been given here or to an agent over MCP; how it stood is kept in a small file of the state directory.",
  ].join("\n"),
  heeds: [],
  own: {
    exact: { description: "DIR itself, not the project around it" },
    json: { description: "one JSON object: root, operation, about, at, standing" },
  },
  examples: ["sightline why", "sightline why --json"],
  run,
};

async function run(call: Call): Promise<number> {
  const { args, terminal, doors } = call;
  const [directory = ".", ...more] = args;
  if (more.length > 0) throw new WrongUsage("One directory at a time.");
  const desk = await doors.desk();
  const { root, answer } = await desk.lastAnswer(resolve(terminal.cwd, directory), isGiven(call, "exact"));
  if (isGiven(call, "json")) terminal.out(`${JSON.stringify(answer ?? { root })}\n`);
  else terminal.out(`${answer === undefined ? noAnswer : whyText(answer, commandWords(coreRegistry.operations))}\n`);
  return 0;
}
