// `sightline update`: the single executable becomes the latest release.

import type { Command, TypedCommand } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";

export const updateCommand: Command = {
  name: "update",
  usage: "",
  summary: "Replace the single executable by the latest release, or say whether there is one.",
  details: [
    "For the executable that needs no Node; a package is updated by npm. The file for this machine is downloaded beside the one that",
    "runs, compared with the checksum of the release, and takes its place at once; what fails before that replaces nothing. Daemons",
    "that run go on as they are.",
  ].join("\n"),
  heeds: [],
  own: {
    check: { description: "only compare the versions" },
    force: { description: "also where the latest release is not newer" },
    from: { value: "URL", description: "the address of the latest release, in the form of GitHub's interface" },
  },
  examples: ["sightline update --check", "sightline update"],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const { args, own, terminal, doors } = call;
  if (args.length > 0) throw new WrongUsage("update takes no arguments.");
  const from = own.get("from");
  const choice = { checksOnly: isGiven(call, "check"), isForced: isGiven(call, "force") };
  const given = from === undefined || from === true ? {} : { from: from[0] };
  const { installed, latest, done } = await (await doors.desk()).update.run({ ...choice, ...given });
  const texts = {
    current: `${installed} is installed, and the latest release is ${latest}.`,
    available: `${latest} is there; installed is ${installed}.`,
    replaced: `${latest} takes the place of ${installed}.`,
  };
  terminal.out(`${texts[done]}\n`);
  return 0;
}
