// What a user's command means for a server's launch, and by which programs a server is known.

import { CatalogFault } from "./catalog-fault.ts";
import type { Env, Launch } from "./entry.ts";

export interface LaunchWish {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Env;
}

export function toLaunch(command: string, { args = [], env }: LaunchWish): Launch {
  return { kind: "command", command, args, ...(env && { env }) };
}

/** The launch with the given parts replaced and the others as they were. */
export function changedLaunch(launch: Launch, wish: LaunchWish, field: string): Launch {
  const { command, args, env } = wish;
  if (command !== undefined) return toLaunch(command, { ...partsOf(launch), ...wish });
  if (args === undefined && env === undefined) return launch;
  if (launch.kind === "command") return { ...launch, ...(args && { args }), ...(env && { env }) };
  if (launch.kind === "embedded" && env === undefined && args !== undefined) return { ...launch, args };
  throw new CatalogFault(`${field}.${env === undefined ? "args" : "env"}`, "needs a command beside it for this server");
}

function partsOf(launch: Launch): LaunchWish {
  if (launch.kind === "tcp") return {};
  return launch.kind === "command" && launch.env ? { args: launch.args, env: launch.env } : { args: launch.args };
}

/** Whether a wish would start the very same process. */
export function startsSame(launch: Launch, { command, args = [], env = {} }: LaunchWish): boolean {
  if (launch.kind !== "command") return false;
  return JSON.stringify([launch.command, launch.args, launch.env ?? {}]) === JSON.stringify([command, args, env]);
}

export function isProgramOf(launch: Launch, command: string): boolean {
  const program = programName(command);
  switch (launch.kind) {
    case "command":
      return [launch.command, ...(launch.alternatives ?? [])].some((name) => programName(name) === program);
    case "embedded":
      return launch.fallback !== undefined && programName(launch.fallback.command) === program;
    case "tcp":
      return false;
  }
}

/** `gopls` for `/opt/go/bin/gopls` and for `C:\go\gopls.exe`. */
export function programName(command: string): string {
  const name = command.slice(Math.max(command.lastIndexOf("/"), command.lastIndexOf("\\")) + 1);
  return name.replace(/\.(?:exe|cmd|bat)$/i, "");
}
