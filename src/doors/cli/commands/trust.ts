// `sightline trust` and `sightline untrust`: what a root may run is shown, then decided by a person.

import { resolve } from "node:path";
import { aboutRoot, explanationText, grantsText, trustText } from "../../../engine/trust/trust-text.ts";
import type { TypedCommand, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { confirmed } from "../confirmed.ts";

export const trustCommand: Command = {
  name: "trust",
  usage: "[DIR]",
  summary: "Show what trusting a project allows, and trust it.",
  details: [
    "In a trusted root, code of the repository may run: builds, tests, documentation tools and server commands are allowed, servers",
    "run without restrictions, and .sightline/lsp.json is read as long as it does not change. The grant is kept outside the",
    "project. Without a terminal, --yes is required.",
  ].join("\n"),
  heeds: [],
  own: {
    yes: { description: "do not ask" },
    list: { description: "list what is trusted" },
    explain: { description: "tell what would run here as it is now, from where and by which rule; nothing is trusted" },
    all: { description: "list also what is not installed here, and files that decide nothing" },
    json: { description: "with --explain, one JSON object: root, trusted, programs, files, isWhole" },
    exact: { description: "DIR itself, not the project around it" },
  },
  examples: ["sightline trust", "sightline trust --explain --all", "sightline trust --list"],
  run: trust,
};

export const untrustCommand: Command = {
  name: "untrust",
  usage: "[DIR]",
  summary: "Take trust back.",
  heeds: [],
  own: { exact: { description: "DIR itself, not the project around it" } },
  examples: ["sightline untrust"],
  run: untrust,
};

async function trust(call: TypedCommand): Promise<number> {
  const { terminal, doors } = call;
  const desk = (await doors.desk()).trust;
  if (isGiven(call, "list")) {
    terminal.out(`${grantsText(await desk.list())}\n`);
    return 0;
  }
  if (isGiven(call, "explain")) {
    const explanation = await desk.explain(directoryOf(call), isGiven(call, "exact"));
    terminal.out(
      `${isGiven(call, "json") ? JSON.stringify(explanation, null, 2) : explanationText(explanation, isGiven(call, "all"))}\n`,
    );
    return 0;
  }
  if (isGiven(call, "json")) throw new WrongUsage("trust takes --json with --explain only.");
  const view = await desk.view(directoryOf(call), isGiven(call, "exact"));
  terminal.out(`${trustText(view, isGiven(call, "all"))}\n`);
  if (view.granted === "as it is") {
    terminal.out("It is trusted already.\n");
    return 0;
  }
  const ended = isGiven(call, "yes") ? undefined : await confirmed(terminal, "Trust it?", "Nothing was trusted.");
  if (ended !== undefined) return ended;
  await desk.grant(view);
  terminal.out(`${aboutRoot("Trusted", view.root)}\n`);
  return 0;
}

async function untrust(call: TypedCommand): Promise<number> {
  const desk = (await call.doors.desk()).trust;
  const { root, was } = await desk.revoke(directoryOf(call), isGiven(call, "exact"));
  call.terminal.out(`${aboutRoot(was ? "No longer trusted" : "It was not trusted", root)}\n`);
  return 0;
}

function directoryOf({ args, terminal }: TypedCommand): string {
  const [directory = ".", ...more] = args;
  if (more.length > 0) throw new WrongUsage("One directory at a time.");
  return resolve(terminal.cwd, directory);
}
