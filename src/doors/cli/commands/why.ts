// `sightline why`: how the last call on a root ended, at length, whichever door it came by.

import { relative, resolve } from "node:path";
import { noAnswer, whyText } from "../../../engine/text/why-text.ts";
import { extendedLanguages, registryOf } from "../../../operations/registry.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { asTyped, namesIn } from "../contract-words.ts";
import { argumentsOf } from "../operation-options.ts";
import { spokenRefusal } from "../spoken.ts";

export const whyCommand: Command = {
  name: "why",
  usage: "[DIR]",
  summary: "Explain the standing of the last answer on a project, or why the last call was refused.",
  details: [
    "Shows every reason in full, what it means, which server answered, and what can be done. The last call may have",
    "come from the command line or from an agent over MCP; its outcome is kept in a small file in the state directory.",
  ].join("\n"),
  heeds: [],
  own: {
    exact: { description: "DIR itself, not the project around it" },
    json: { description: "one JSON object: root, operation, about, at, and standing or refusal" },
  },
  examples: ["sightline why", "sightline why --json"],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const { args, terminal, doors } = call;
  const [directory = ".", ...more] = args;
  if (more.length > 0) throw new WrongUsage("One directory at a time.");
  const desk = await doors.desk();
  const { root, call: last } = await desk.lastCall(resolve(terminal.cwd, directory), isGiven(call, "exact"));
  if (isGiven(call, "json")) terminal.out(`${JSON.stringify(last ?? { root })}\n`);
  else terminal.out(`${last === undefined ? noAnswer : explained(last, terminal.cwd)}\n`);
  return 0;
}

// — below: private, in the order they are used —

type Last = Parameters<typeof whyText>[0];

function explained(last: Last, cwd: string): string {
  const { operations } = registryOf(extendedLanguages());
  const operation = operations.find(({ name }) => name === last.operation);
  const all = operation === undefined ? [] : argumentsOf(operation);
  const vocabulary = { all, operations, typed: namesIn(last.about) };
  const shown = { ...last, about: fromHere(last, cwd) };
  const said =
    "refusal" in shown && operation !== undefined
      ? { ...shown, refusal: spokenRefusal(shown.refusal, { ...vocabulary, operation, isReadOnly: false }) }
      : shown;
  return whyText(said, (text) => asTyped(text, vocabulary));
}

/** The command line asks with absolute paths; a person knows them from where they stand. */
function fromHere({ root, about }: Last, cwd: string): string {
  if (!about.startsWith(`${root}/`)) return about;
  const way = about.slice(root.length + 1);
  const here = relative(root, cwd);
  if (here === "" || here.startsWith("..")) return way;
  return way.startsWith(`${here}/`) ? way.slice(here.length + 1) : `${relative(cwd, root)}/${way}`;
}
