// `sightline servers install`, `list`, `update` and `remove`: language servers in a directory of our own.

import type { KeptServer, InstallPlan, InstallPlans, ServerDesk } from "../../../engine/servers/server-desk.ts";
import { shown } from "../../../engine/text/shown.ts";
import { Refusal } from "../../../model/refusal.ts";
import { columns } from "../../../std/columns.ts";
import type { OwnOption, TypedCommand } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";
import { openOptions } from "../opening.ts";

/** The options of these; a plain `servers` takes none but `--json`. */
export const installOptions: Readonly<Record<string, OwnOption>> = {
  yes: { description: "with install and update: do not ask" },
  "dry-run": { description: "with install, update and remove: show what would be done, and do nothing" },
  outdated: { description: "with list: only those that are not of the version that is pinned now" },
};

const actions = {
  install: { run: install, options: ["yes", "dry-run"] },
  update: { run: update, options: ["yes", "dry-run"] },
  remove: { run: remove, options: ["dry-run"] },
  list: { run: list, options: ["outdated", "json"] },
} as const;

type Action = keyof typeof actions;

export function isAction(word: string | undefined): word is Action {
  return word !== undefined && Object.hasOwn(actions, word);
}

/** Runs the action that the first argument names. */
export async function runAction(call: TypedCommand, action: Action): Promise<number> {
  const { options, run } = actions[action];
  mustTake(call, `servers ${action}`, options);
  return run(call, (await call.doors.desk()).installing, call.args.slice(1));
}

/** Refuses an option of another action: it would have no effect. */
export function mustTake(call: TypedCommand, command: string, options: readonly string[]): void {
  const strange = [...call.own.keys()].find((name) => !options.includes(name));
  if (strange !== undefined) throw new WrongUsage(`sightline ${command} does not take --${strange}.`);
}

// — below: private, in the order they are used —

/** What a shell says of a program that was ended by Ctrl-C. */
const interrupted = 130;

async function install(call: TypedCommand, desk: ServerDesk, names: readonly string[]): Promise<number> {
  if (names.length === 0) throw new WrongUsage("Name languages or servers, such as: sightline servers install yaml");
  return installAll(call, desk, await desk.plan(openOptions(call), names), async () => {});
}

/** Installs what is pinned now, then removes what it replaces. */
async function update(call: TypedCommand, desk: ServerDesk, names: readonly string[]): Promise<number> {
  const installed = await desk.list();
  mustBeInstalled(installed, names);
  const outdated = installed.filter(({ isOutdated, pinned }) => isOutdated && pinned !== undefined);
  const wanted = [...new Set(outdated.map(({ server }) => server))].filter(
    (server) => names.length === 0 || names.includes(server),
  );
  if (wanted.length === 0) {
    call.terminal.out("Everything is of the version that is pinned.\n");
    return 0;
  }
  const plans = await desk.plan(openOptions(call), wanted);
  const clear = async (): Promise<void> => {
    for (const server of wanted) saysRemoved(call, await desk.remove(server, "outdated"));
  };
  return installAll(call, desk, plans, clear);
}

async function installAll(
  call: TypedCommand,
  desk: ServerDesk,
  { plans, served }: InstallPlans,
  then: () => Promise<void>,
): Promise<number> {
  const { terminal } = call;
  for (const { name, why } of served) terminal.out(`${shown(name)}: ${shown(why)}\n`);
  if (plans.length > 0) terminal.out(`${plans.map(planText).join("\n")}\n`);
  if (isGiven(call, "dry-run")) return 0;
  if (plans.length > 0 && !isGiven(call, "yes") && !(await isConfirmed(call, plans))) return interrupted;
  const failed: string[] = [];
  for (const plan of plans) {
    const refusal = await installOne(call, desk, plan);
    if (refusal === undefined) continue;
    failed.push(plan.server);
    // The last one is told as every refusal is.
    if (plan === plans.at(-1) && failed.length === 1) throw refusal;
    const { what, why, next } = refusal.details;
    terminal.err(
      `${[what, why, next]
        .filter((part) => part !== undefined)
        .map(shown)
        .join(" ")}\n`,
    );
  }
  if (failed.length > 0) return 1;
  await then();
  return 0;
}

function planText({ title, version, package: name, directory, commands }: InstallPlan): string {
  const head = `${title} ${version} (${name}) would be installed in ${directory}, with:`;
  return [head, ...commands.map((command) => `  ${command}`)].map(shown).join("\n");
}

async function installOne(call: TypedCommand, desk: ServerDesk, plan: InstallPlan): Promise<Refusal | undefined> {
  const { terminal } = call;
  try {
    const done = await desk.install(openOptions(call), plan, (line) => terminal.err(`${shown(line)}\n`));
    terminal.out(`Installed ${done.server} ${done.version} in ${shown(done.directory)}\n`);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** False when the person broke off; a no is refused. */
async function isConfirmed({ terminal }: TypedCommand, plans: readonly InstallPlan[]): Promise<boolean> {
  if (terminal.ask === undefined) {
    throw new Refusal({
      code: "policy_denied",
      what: "Nothing was installed.",
      why: "There is no terminal at which a person could confirm.",
      next: "Run it in a terminal, or add --yes after reading the above.",
    });
  }
  const reply = await terminal.ask(plans.length === 1 ? "Install it? [y/N] " : `Install these ${plans.length}? [y/N] `);
  if (reply === undefined) {
    terminal.err("\nNothing was installed.\n");
    return false;
  }
  if (/^y(?:es)?$/i.test(reply.trim())) return true;
  throw new Refusal({ code: "policy_denied", what: "Nothing was installed." });
}

async function remove(call: TypedCommand, desk: ServerDesk, names: readonly string[]): Promise<number> {
  if (names.length === 0) throw new WrongUsage("Name the servers to remove; `sightline servers list` shows them.");
  const installed = await desk.list();
  mustBeInstalled(installed, names);
  if (isGiven(call, "dry-run")) {
    for (const one of installed.filter(({ server }) => names.includes(server)))
      call.terminal.out(`Would be removed: ${shown(one.directory)}\n`);
    return 0;
  }
  for (const name of new Set(names)) saysRemoved(call, await desk.remove(name, "all"));
  return 0;
}

function mustBeInstalled(installed: readonly KeptServer[], names: readonly string[]): void {
  const strange = names.find((name) => !installed.some(({ server }) => server === name));
  if (strange === undefined) return;
  throw new Refusal({
    code: "bad_input",
    what: `Sightline has not installed a server named ${JSON.stringify(strange)}.`,
    next: "`sightline servers list` shows what it has installed.",
  });
}

function saysRemoved({ terminal }: TypedCommand, gone: readonly KeptServer[]): void {
  for (const { server, version } of gone) terminal.out(`Removed ${shown(server)} ${shown(version)}\n`);
}

async function list(call: TypedCommand, desk: ServerDesk, names: readonly string[]): Promise<number> {
  const { terminal } = call;
  const wanted = (await desk.list())
    .filter(({ server }) => names.length === 0 || names.includes(server))
    .filter(({ isOutdated }) => isOutdated || !isGiven(call, "outdated"));
  if (isGiven(call, "json")) {
    terminal.out(`${JSON.stringify(wanted, null, 2)}\n`);
    return 0;
  }
  if (wanted.length === 0) terminal.out(isGiven(call, "outdated") ? "None is outdated.\n" : "None is installed.\n");
  const rows = wanted.map(({ server, version, pinned, isOutdated, directory }) => [
    server,
    version,
    isOutdated ? `outdated: ${pinned === undefined ? "not installed any more" : `${pinned} is pinned`}` : "",
    directory,
  ]);
  for (const line of columns(rows)) terminal.out(`${shown(line)}\n`);
  return 0;
}
