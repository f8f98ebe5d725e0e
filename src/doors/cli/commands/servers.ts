// `sightline servers`: the catalogue, with what of it is on this machine.

import type { ServerHere } from "../../../engine/servers-here.ts";
import { shown } from "../../../engine/text/shown.ts";
import { columns } from "../../../std/columns.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven } from "../command.ts";
import { openOptions } from "../opening.ts";

export const serversCommand: Command = {
  name: "servers",
  usage: "[LANGUAGE…]",
  summary: "List the language servers that are known, and which are installed here.",
  heeds: ["engine"],
  own: { json: { description: "a JSON list" } },
  examples: ["sightline servers", "sightline servers python rust"],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const { args, terminal, doors } = call;
  const all = await (await doors.desk()).servers(openOptions(call));
  const wanted = all.filter(({ languages }) => args.length === 0 || args.some((one) => languages.includes(one)));
  if (isGiven(call, "json")) {
    terminal.out(`${JSON.stringify(wanted, null, 2)}\n`);
    return 0;
  }
  const installed = wanted.filter((one) => one.installed);
  const missing = wanted.filter((one) => !one.installed);
  terminal.out(
    [
      `Installed (${installed.length})`,
      ...columns(
        installed.map((one) => [
          `  ${one.server}`,
          languagesText(one),
          one.version ?? "",
          one.command?.join(" ") ?? (one.address === undefined ? "" : `runs at ${one.address}`),
        ]),
      ).map(shown),
      "",
      `Not installed (${missing.length})`,
      ...columns(missing.map((one) => [`  ${one.server}`, languagesText(one), one.install ?? one.missing ?? ""])).map(
        shown,
      ),
      "",
    ].join("\n"),
  );
  return 0;
}

function languagesText({ languages }: ServerHere): string {
  const [first = "", second, ...more] = languages;
  return [first, ...(second === undefined ? [] : [second]), ...(more.length > 0 ? [`+${more.length}`] : [])].join(", ");
}
