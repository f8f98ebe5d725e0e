// `sightline servers`: the catalogue, with what of it is on this machine; its actions install and remove servers.

import type { ServerHere } from "../../../engine/servers-here.ts";
import { shown } from "../../../engine/text/shown.ts";
import { columns } from "../../../std/columns.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven } from "../command.ts";
import { openOptions } from "../opening.ts";
import { installOptions, isAction, mustTake, runAction } from "./servers-install.ts";

export const serversCommand: Command = {
  name: "servers",
  usage: "[install|update|remove|list] [LANGUAGE…]",
  summary: "List the language servers that are known, and which are installed here; install and remove them.",
  details: [
    "`install LANGUAGE…` (or the name of a server) shows what it would run, asks, and installs a pinned release from its package",
    "registry into a directory of Sightline's own. No script of a package is run. `list` shows what was installed so, `update` brings it",
    "to the version that is pinned now, `remove SERVER…` removes it. Without a terminal, --yes is required.",
  ].join("\n"),
  heeds: ["engine"],
  own: { json: { description: "a JSON list" }, ...installOptions },
  examples: ["sightline servers", "sightline servers python rust", "sightline servers install yaml"],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const { args, terminal, doors } = call;
  const [action] = args;
  if (isAction(action)) return runAction(call, action);
  mustTake(call, "servers", ["json"]);
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
