// What `sightline help` says, of everything and of one command; all of it derives from the commands and the options.

import { columns } from "../../std/columns.ts";
import type { Command } from "./command.ts";
import { sharedRows } from "./command-line.ts";

const headings = [
  ["ask", "Questions about code"],
  ["change", "Changing code, all or nothing"],
  ["run", "Running the project's own tools, where it is trusted"],
  [undefined, "Sightline itself"],
  ["steer", "Servers, roots and drafts: mostly for agents, because their process keeps running"],
] as const;

/** `ofLanguages` are the commands that extensions add, as far as they are not among the others. */
export function helpText(commands: readonly Command[], ofLanguages: readonly Command[]): string {
  const everywhere = commands.find(({ name }) => name === "mcp");
  return [
    "sightline: what your code means, from the language servers that editors use",
    "",
    "Usage",
    "  sightline COMMAND [ARGUMENT…] [OPTION…]",
    "  sightline LANGUAGE PROGRAM [ARGUMENT…]     serve MCP with one server for every file",
    "",
    ...headings.flatMap(([group, heading]) => [heading, ...rowsOf(commands.filter((one) => one.group === group)), ""]),
    ...(ofLanguages.length === 0 ? [] : [extensionsHeading, ...rowsOf(ofLanguages), ""]),
    "A place in the code is FILE:LINE:COLUMN, FILE#Symbol.path or Symbol.path; FILE is relative to the current directory.",
    "",
    "Options of commands that ask servers",
    ...(everywhere === undefined ? [] : optionLines(everywhere)),
    "  -V, --version  -h, --help",
    "",
    "Examples",
    "  sightline references src/cart.ts:12:8",
    "  sightline references src/cart.ts:12:8 --json | jq .result",
    "  claude mcp add sightline -- sightline mcp",
    "",
    "sightline help COMMAND says more. docs/settings.md lists every setting and variable.",
    "",
    "Exit codes",
    "  0 answered · 1 answered with a bad result: a change was withheld or breaks something, or tests failed · 2 wrong arguments · 3 no such server or ability · 4 failed, may work later · 5 not allowed · 70 a defect",
    "",
  ].join("\n");
}

const extensionsHeading = "Commands of one language; agents are shown them with --extensions (docs/extensions.md)";

/** A command that is another one by a shorter name is named behind that one, so that each is shown once. */
function rowsOf(commands: readonly Command[]): string[] {
  const twins = new Map<string, string[]>();
  for (const one of commands) {
    const other = sameAs(one);
    if (other !== undefined) twins.set(other, [...(twins.get(other) ?? []), one.name]);
  }
  return columns(
    commands
      .filter((one) => !commands.some(({ name }) => name === sameAs(one)))
      .map(({ name, summary }) => {
        const also = twins.get(name);
        return [`  ${name}`, also === undefined ? summary : `${summary} Also: ${also.join(", ")}.`];
      }),
  );
}

/** By its own words: `The same as sightline explore-symbol.` */
function sameAs({ summary, details }: Command): string | undefined {
  const said = /^The same as (?:sightline )?([\w-]+)/;
  return (said.exec(summary) ?? said.exec(details ?? ""))?.[1];
}

export function commandHelp(command: Command): string {
  const options = optionLines(command);
  return [
    command.summary,
    ...(command.details === undefined || command.details === "" ? [] : ["", command.details]),
    "",
    "Usage",
    `  sightline ${command.name}${command.usage === "" ? "" : ` ${command.usage}`}${options.length > 0 ? " [OPTION…]" : ""}`,
    ...(options.length > 0 ? ["", "Options", ...options] : []),
    ...(isPipeable(command) ? ["", "Write - as TEXT or JSON to read it from standard input, byte for byte."] : []),
    ...(command.examples.length > 0 ? ["", "Examples", ...command.examples.map((example) => `  ${example}`)] : []),
    "",
  ].join("\n");
}

/** Code is awkward to quote in a shell, so it can come from standard input. */
function isPipeable({ group, own }: Command): boolean {
  return group === "change" && Object.values(own).some(({ pipes }) => pipes === true);
}

function optionLines(command: Command): string[] {
  const own = Object.entries(command.own).map(([flag, { value, description }]) => [flagText(flag, value), description]);
  const shared = sharedRows(command).map(({ flag, short, value, choices, description }) => [
    flagText(flag, value, short),
    [description, ...(choices === undefined ? [] : [`: ${choices.join(", ")}`])].join(""),
  ]);
  return columns([...own, ...shared]);
}

function flagText(flag: string, value: string | undefined, short?: string): string {
  return `  ${short === undefined ? "" : `-${short}, `}--${flag}${value === undefined ? "" : ` ${value}`}`;
}
