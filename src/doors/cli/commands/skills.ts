// `sightline skills`: the skills that ship with us, and where an agent finds them.

import { resolve } from "node:path";
import { shown } from "../../../engine/text/shown.ts";
import type { Installation } from "../../../engine/skills/skill-desk.ts";
import { briefly } from "../../../engine/skills/skill-files.ts";
import { columns } from "../../../std/columns.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";

export const skillsCommand: Command = {
  name: "skills",
  usage: "list | install [DIR]",
  summary: "List the skills, or put them where an agent finds them as slash commands.",
  details: [
    "MCP clients already get them as prompts. `install` is for agents that read skills from a directory: ~/.claude/skills",
    "(below CLAUDE_CONFIG_DIR if it is set), unless another is named. It keeps files there that Sightline did not install, and",
    "copies that were edited; the exit code is then 1.",
  ].join("\n"),
  heeds: [],
  own: {
    copy: { description: "copy them; without it they are linked, and follow what is installed" },
    force: { description: "replace what is not ours" },
  },
  examples: ["sightline skills list", "sightline skills install", "sightline skills install --copy .claude/skills"],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const [verb = "list", directory, ...more] = call.args;
  if (verb === "install" && more.length === 0) return install(call, directory);
  if (verb !== "list") throw new WrongUsage("skills takes list, or install and one directory.");
  const given = directory === undefined ? [...call.own.keys()].map((flag) => `--${flag}`)[0] : directory;
  if (given !== undefined) throw new WrongUsage(`skills list takes no ${given}.`);
  const skills = await (await call.doors.desk()).skills.list();
  call.terminal.out(`${columns(skills.map((skill) => [skill.name, briefly(skill)])).join("\n")}\n`);
  return 0;
}

async function install(call: TypedCommand, directory: string | undefined): Promise<number> {
  const { terminal, doors } = call;
  const installation = await (await doors.desk()).skills.install({
    copy: isGiven(call, "copy"),
    force: isGiven(call, "force"),
    directory: directory === undefined ? undefined : resolve(terminal.cwd, directory),
  });
  terminal.out(`${installedText(installation)}\n`);
  const kept = installation.skills.filter(({ done }) => done === "kept");
  if (kept.length === 0) return 0;
  const names = kept.map(({ name }) => name).join(", ");
  terminal.err(`Kept as they are, because they are not ours or were changed: ${names}. --force replaces them.\n`);
  return 1;
}

function installedText({ directory, skills }: Installation): string {
  const rows = skills.map(({ name, done, replaced }) => [
    `  ${name}`,
    replaced ? `${done}, in place of another` : done,
  ]);
  return [`${skills.length} skills in ${shown(directory)}`, ...columns(rows)].join("\n");
}
