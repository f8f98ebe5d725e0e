// `sightline config`: every setting with its value and where it comes from.

import type { OptionName, OptionRow } from "../../../config/options.ts";
import { optionNames, optionTable } from "../../../config/options.ts";
import { originText } from "../../../config/resolve.ts";
import { settingOf, settingRows } from "../../../config/listed-settings.ts";
import { eventText } from "../../../engine/text/event-text.ts";
import { shown } from "../../../engine/text/shown.ts";
import { columns } from "../../../std/columns.ts";
import { agentOption } from "../agent-option.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { openOptions } from "../opening.ts";

export const configCommand: Command = {
  name: "config",
  usage: "",
  summary: "Show every setting, its value and where it comes from.",
  heeds: ["engine", "mcp"],
  own: { json: { description: "one JSON object: root, trusted, options, settings, remarks" } },
  examples: ["sightline config", "sightline config --profile nexo --json"],
  run,
};

interface Shown {
  readonly name: string;
  readonly value: unknown;
  readonly origin: string;
}

async function run(call: TypedCommand): Promise<number> {
  const { args, resolved, terminal, doors } = call;
  if (args.length > 0) throw new WrongUsage("config takes no arguments.");
  const { root, trusted, stateDirectory, layers, notices } = await (await doors.desk()).configured({
    ...openOptions(call),
    ...(await agentOption(call)),
  });
  const effective = { ...resolved.values, root: [root, ...resolved.values.root.slice(1)], stateDirectory };
  const options = optionNames.map((name) => shownOption(name, effective[name], originText(resolved.origins[name])));
  const wait = { origin: originText(resolved.origins.waitMs), values: { ready: { waitMs: resolved.values.waitMs } } };
  const settings = settingRows().map((row): Shown => ({ name: row.name, ...settingOf(row, [wait, ...layers]) }));
  const remarks = [...resolved.remarks, ...notices.flatMap((notice) => eventText(notice, false) ?? [])];
  if (isGiven(call, "json")) {
    terminal.out(`${JSON.stringify({ root, trusted, options, settings, remarks }, null, 2)}\n`);
    return 0;
  }
  const line = ({ name, value, origin }: Shown): readonly string[] => [name, textOf(value), origin];
  terminal.out(
    [
      shown(`root ${root} (${trusted ? "trusted" : "not trusted"})`),
      "",
      ...columns(options.map(line)).map(shown),
      "",
      ...columns(settings.map(line)).map(shown),
      "",
    ].join("\n"),
  );
  for (const remark of remarks) terminal.err(`${remark}\n`);
  return 0;
}

function shownOption(name: OptionName, value: unknown, origin: string): Shown {
  const row: OptionRow<unknown> = optionTable[name];
  return {
    name: row.flag ?? name,
    // A secret is never printed, not even in part.
    value: row.secret === true && value !== undefined ? "(hidden)" : (value ?? null),
    origin,
  };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(textOf).join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
