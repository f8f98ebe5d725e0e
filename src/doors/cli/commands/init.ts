// `sightline init` and `sightline uninstall`: our entries in the configuration of coding agents, shown before they come or go.

import type { KnownDaemon } from "../../../engine/daemon/daemon-desk.ts";
import { setupScopes } from "../../../engine/setup/agents.ts";
import type { SetupScope } from "../../../engine/setup/agents.ts";
import { initText, uninstallText } from "../../../engine/setup/setup-text.ts";
import type { SetupPlan } from "../../../engine/setup/setup-desk.ts";
import { Refusal } from "../../../model/refusal.ts";
import { counted } from "../../../std/words.ts";
import type { Command, TypedCommand } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { confirmed } from "../confirmed.ts";
import type { Doors } from "../terminal.ts";

const shared = {
  agent: {
    value: "NAME",
    many: true,
    description: "only this agent, whether or not it is found; may be given several times",
  },
  yes: { description: "do not ask" },
  "dry-run": { description: "show what would change, as a diff, and change nothing" },
} as const;

export const initCommand: Command = {
  name: "init",
  usage: "",
  summary: "Add Sightline to the coding agents that are set up here.",
  details: [
    "Finds Claude Code, Codex, Gemini CLI, Cursor, VS Code, Zed, opencode, Windsurf and Claude Desktop, shows what it would write,",
    "and asks. Everything else in their files stays as it is, byte for byte; all files are written, or none. Without a terminal,",
    "--yes is required. docs/install.md lists the files.",
  ].join("\n"),
  heeds: [],
  own: {
    scope: {
      value: "user|project",
      description: "for all projects of this user (the default), or for this project's files",
    },
    hooks: { description: "also hooks, by which the agent is told what its edits break" },
    "no-skills": { description: "without the skills" },
    "no-guide": { description: "without the section in CLAUDE.md, AGENTS.md or GEMINI.md" },
    ...shared,
  },
  examples: [
    "sightline init",
    "sightline init --agent codex --hooks --dry-run",
    "sightline init --scope project --yes",
  ],
  run: init,
};

export const uninstallCommand: Command = {
  name: "uninstall",
  usage: "",
  summary: "Take out of the coding agents what init put there, with caches and state.",
  details: [
    "Removes the MCP server, hooks, skills and the section in CLAUDE.md, AGENTS.md or GEMINI.md, also where you changed what stands around",
    "them, and nothing else. Running daemons are stopped first. With --agent or --scope, caches and state stay.",
  ].join("\n"),
  heeds: [],
  own: {
    scope: {
      value: "user|project",
      description: "only from the files of this user, or only from those of this project",
    },
    "keep-state": { description: "leave caches and state, trust grants and evidence among them" },
    ...shared,
  },
  examples: [
    "sightline uninstall --dry-run",
    "sightline uninstall --agent codex",
    "sightline uninstall --yes --keep-state",
  ],
  run: uninstall,
};

// — below: private, in the order they are used —

async function init(call: TypedCommand): Promise<number> {
  const { terminal } = call;
  mustHaveNoWords(call, "init");
  const { setup } = await call.doors.desk();
  const plan = await setup.planInit({
    directory: terminal.cwd,
    agents: agentsOf(call),
    scope: scopeOf(call) ?? "user",
    hooks: isGiven(call, "hooks"),
    skills: !isGiven(call, "no-skills"),
    guide: !isGiven(call, "no-guide"),
  });
  terminal.out(`${initText(plan, setup.reader)}\n`);
  if (isEmpty(plan)) return say(call, "Everything is set up already; nothing was written.");
  if (isGiven(call, "dry-run")) return say(call, "Nothing was written.");
  const ended = isGiven(call, "yes") ? undefined : await confirmed(terminal, "Write it?", "Nothing was written.");
  if (ended !== undefined) return ended;
  await setup.init(plan);
  return say(call, `Written: ${changed(plan)}. Start your agents anew; sightline uninstall takes it out again.`);
}

async function uninstall(call: TypedCommand): Promise<number> {
  const { terminal, doors } = call;
  mustHaveNoWords(call, "uninstall");
  const { setup } = await doors.desk();
  const agents = agentsOf(call);
  const scope = scopeOf(call);
  const plan = await setup.planUninstall({ directory: terminal.cwd, agents, scope });
  const isAll = agents.length === 0 && scope === undefined && !isGiven(call, "keep-state");
  const state = isAll ? await setup.state() : undefined;
  if (isEmpty(plan) && state === undefined) {
    for (const remark of plan.remarks) terminal.out(`${remark}\n`);
    return say(call, "There is nothing of Sightline here; nothing was changed.");
  }
  const daemons = state?.names.includes("daemons") === true ? await running(doors) : [];
  terminal.out(`${uninstallText(plan, setup.reader, state, isGiven(call, "dry-run"))}\n`);
  if (daemons.length > 0) terminal.out(`running daemons, stopped first: ${daemons.length}\n`);
  if (isGiven(call, "dry-run")) return say(call, "Nothing was changed.");
  const ended = isGiven(call, "yes") ? undefined : await confirmed(terminal, "Take it out?", "Nothing was changed.");
  if (ended !== undefined) return ended;
  await stopped(doors, daemons);
  await setup.uninstall(plan);
  if (state !== undefined) await setup.removeState(state);
  return say(call, `Taken out: ${changed(plan)}${state === undefined ? "" : ", caches and state"}.`);
}

function mustHaveNoWords({ args }: TypedCommand, name: string): void {
  if (args.length > 0) throw new WrongUsage(`${name} takes options only, not ${JSON.stringify(args[0])}.`);
}

function agentsOf({ own }: TypedCommand): readonly string[] {
  const given = own.get("agent");
  return given === undefined || given === true ? [] : given.flatMap((names) => names.split(","));
}

function scopeOf({ own }: TypedCommand): SetupScope | undefined {
  const given = own.get("scope");
  const word = given === undefined || given === true ? undefined : given.at(-1);
  const scope = setupScopes.find((one) => one === word);
  if (word !== undefined && scope === undefined) {
    throw new WrongUsage(`--scope is user or project, not ${JSON.stringify(word)}.`);
  }
  return scope;
}

function isEmpty({ changes, skills }: SetupPlan): boolean {
  return changes.length === 0 && skills.length === 0;
}

function changed({ changes, skills }: SetupPlan): string {
  const count = skills.reduce((sum, { names }) => sum + names.length, 0);
  return [counted(changes.length, "file"), ...(count === 0 ? [] : [counted(count, "skill")])].join(", ");
}

function say({ terminal }: TypedCommand, text: string): number {
  terminal.out(`${text}\n`);
  return 0;
}

async function running(doors: Doors): Promise<readonly KnownDaemon[]> {
  const all = await (await doors.daemons()).list();
  return all.filter(({ status }) => status !== undefined);
}

/** Refuses to go on while one of them runs: it would write what is removed. */
async function stopped(doors: Doors, daemons: readonly KnownDaemon[]): Promise<void> {
  if (daemons.length === 0) return;
  const ended = await (await doors.daemons()).stop(daemons);
  const left = daemons.filter((_, index) => ended[index] !== true).map(({ record }) => record.key.root);
  if (left.length === 0) return;
  throw new Refusal({
    code: "timed_out",
    what: "Nothing was changed.",
    why: `A daemon did not end in time: ${left.join(", ")}.`,
    next: "End it by `sightline daemon stop --all`, then run the command again.",
  });
}
