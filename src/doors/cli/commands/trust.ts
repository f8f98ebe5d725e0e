// `sightline trust` and `sightline untrust`: what a root may run is shown, then decided by a person.

import { resolve } from "node:path";
import type { TrustView } from "../../../engine/trust-desk.ts";
import { Refusal } from "../../../model/refusal.ts";
import { columns } from "../../../std/columns.ts";
import type { Call, Command } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";

export const trustCommand: Command = {
  name: "trust",
  usage: "[DIR]",
  summary: "Show what trusting a project allows, and trust it.",
  details: [
    "A trusted root may run code of its own: servers leave their restricted form, and .sightline/lsp.json is read as long as it",
    "stays what it was. The grant is kept outside the project. Without a terminal it takes --yes.",
  ].join("\n"),
  heeds: [],
  own: {
    yes: { description: "do not ask" },
    list: { description: "list what is trusted" },
    exact: { description: "DIR itself, not the project around it" },
  },
  examples: ["sightline trust", "sightline trust --list"],
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

async function trust(call: Call): Promise<number> {
  const { terminal, doors } = call;
  const desk = (await doors.desk()).trust;
  if (isGiven(call, "list")) {
    const grants = await desk.list();
    terminal.out(
      `${columns(grants.map(({ root, at, pinned }) => [root, at, pinned ?? "no configuration"])).join("\n")}\n`,
    );
    return 0;
  }
  const view = await desk.view(directoryOf(call), isGiven(call, "exact"));
  terminal.out(`${viewText(view)}\n`);
  if (view.granted === "as it is") {
    terminal.out("It is trusted already.\n");
    return 0;
  }
  if (!isGiven(call, "yes")) await mustConfirm(call);
  await desk.grant(view);
  terminal.out(`Trusted: ${view.root}\n`);
  return 0;
}

async function untrust(call: Call): Promise<number> {
  const desk = (await call.doors.desk()).trust;
  const { root, was } = await desk.revoke(directoryOf(call), isGiven(call, "exact"));
  call.terminal.out(was ? `No longer trusted: ${root}\n` : `It was not trusted: ${root}\n`);
  return 0;
}

function directoryOf({ args, terminal }: Call): string {
  const [directory = ".", ...more] = args;
  if (more.length > 0) throw new WrongUsage("One directory at a time.");
  return resolve(terminal.cwd, directory);
}

async function mustConfirm({ terminal }: Call): Promise<void> {
  if (terminal.ask === undefined) {
    throw new Refusal({
      code: "policy_denied",
      what: "Nothing was trusted.",
      why: "There is no terminal at which a person could confirm it.",
      next: "Run it at a terminal, or give --yes once you have read the above.",
    });
  }
  const reply = await terminal.ask("Trust it? [y/N] ");
  if (/^y(?:es)?$/i.test(reply.trim())) return;
  throw new Refusal({ code: "policy_denied", what: "Nothing was trusted." });
}

function viewText({ root, file, released, isWhole, granted }: TrustView): string {
  const lines = [`root  ${root}`];
  if (granted === "before its configuration changed") lines.push("It was trusted with another configuration.");
  if (file === undefined) lines.push("It has no configuration of its own (.sightline/lsp.json).");
  else {
    lines.push(
      `Its own configuration is read as long as it does not change:`,
      `  ${file.path}`,
      `  sha256 ${file.sha256}`,
    );
    for (const { server, starts } of file.servers) lines.push(`  ${server} starts: ${starts}`);
    if (file.settings.length > 0) lines.push(`  sets ${file.settings.join(", ")}`);
  }
  if (released.length > 0) {
    lines.push("These servers may then run code of the project; until then they are:");
    lines.push(...columns(released.map(({ server, before }) => [`  ${server}`, before])));
  }
  if (!isWhole) lines.push("  … and maybe more: the root is too large to look at all of it.");
  return lines.join("\n");
}
