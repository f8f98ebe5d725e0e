// What a command of the command line is.

import type { Resolved } from "../../config/resolve.ts";
import type { ServerList } from "../../engine/named-servers.ts";
import type { Doors, Terminal } from "./terminal.ts";

export interface OwnOption {
  /** What stands for its value in the help; without it, a switch. */
  readonly value?: string;
  readonly many?: boolean;
  /** A lone `-` for its value means what comes on standard input. */
  readonly pipes?: boolean;
  readonly description: string;
}

export interface Command {
  /** What a command of the operation table is for; the others are about Sightline itself. */
  readonly group?: "ask" | "change" | "run" | "steer";
  readonly name: string;
  readonly aliases?: readonly string[];
  /** What stands after the name. */
  readonly usage: string;
  readonly summary: string;
  readonly details?: string;
  /** The groups of shared options that it heeds. Whatever a command would not heed, it refuses. */
  readonly heeds: readonly ("engine" | "mcp")[];
  readonly own: Readonly<Record<string, OwnOption>>;
  readonly examples: readonly string[];
  run(call: TypedCommand): Promise<number>;
}

export interface TypedCommand {
  readonly args: readonly string[];
  /** The options of the command's own that were given. */
  readonly own: ReadonlyMap<string, true | readonly string[]>;
  /** The one whose value comes on standard input. */
  readonly piped: string | undefined;
  readonly resolved: Resolved;
  /** The servers that were named instead of arguments. */
  readonly servers: ServerList | undefined;
  /** Languages whose own operations are offered. */
  readonly extensions: readonly string[];
  readonly terminal: Terminal;
  readonly doors: Doors;
}

/** The words were not understood; the message is a sentence for people. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
}

export function isGiven(call: TypedCommand, flag: string): boolean {
  return call.own.get(flag) === true;
}
