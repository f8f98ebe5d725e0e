// Which server runs a command, and whether the operator allows it.
//
// Invariant: a command that `commands.allow` does not name for a server is not sent to it, and no server is started for it.

import type { FilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import type { AskOptions } from "../../session/ask-host.ts";
import type { CommandRun, MakeEdit } from "../../session/edits/execute-command.ts";
import { runServerCommand } from "../../session/edits/execute-command.ts";
import type { Session } from "../../session/session.ts";

export interface CommandRequest {
  readonly command: string;
  readonly arguments: readonly unknown[];
  /** A file whose server is meant. */
  readonly file?: string | undefined;
  /** The id of the server that is meant, among those of the file or of the root. */
  readonly server?: string | undefined;
}

/** The first of the servers that may; none is started before. `file` is opened in it first. */
export async function runCommand(
  sessions: AsyncIterable<Session>,
  { command, arguments: args, server }: CommandRequest,
  file: FilePath | undefined,
  options: AskOptions,
  make: MakeEdit,
): Promise<Answer<CommandRun>> {
  const asked: string[] = [];
  for await (const session of sessions) {
    if (server !== undefined && session.id !== server) continue;
    asked.push(session.id);
    const { allow } = session.options.settings.commands;
    const own = Object.hasOwn(allow, session.id) ? (allow[session.id] ?? []) : [];
    if (!own.includes(command)) continue;
    const call = { command, arguments: args, file };
    return session.lane.together(options, () => runServerCommand(session, call, options, make));
  }
  return asked.length === 0 ? noSuchServer(server) : notAllowed(command, asked);
}

// — below: private, in the order they are used —

function noSuchServer(server: string | undefined): never {
  return refuse({
    code: "server_not_found",
    what: server === undefined ? "No server serves the code here." : `No server ${JSON.stringify(server)} serves it.`,
    next: "Give file_path, a file of the server that is meant; detect_lsp_servers lists the servers.",
  });
}

function notAllowed(command: string, servers: readonly string[]): never {
  return refuse({
    code: "policy_denied",
    what: `The command ${JSON.stringify(command)} is not allowed.`,
    why: `The setting commands.allow does not name it for ${servers.join(" or ")}.`,
    next: `Ask the operator, who can add it to the file of --config: {"settings":{"commands":{"allow":{${JSON.stringify(servers[0])}:[${JSON.stringify(command)}]}}}}.`,
    data: { rule: "commands.allow" },
  });
}
