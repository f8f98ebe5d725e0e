// `sightline daemon`: which daemons run, what they write, and how to end them; with the names that other tools use.

import { resolve } from "node:path";
import type { DaemonDesk, KnownDaemon } from "../../../engine/daemon/daemon-desk.ts";
import { columns } from "../../../std/columns.ts";
import type { Command, TypedCommand } from "../command.ts";
import { isGiven, WrongUsage } from "../command.ts";

const rootOption = { value: "DIR", description: "only the daemon of this directory's root" };
const json = { description: "one JSON object for each daemon, as a list" };
const all = { description: "the daemons of every root" };

export const daemonCommand: Command = {
  name: "daemon",
  usage: "status|stop|restart|logs",
  summary: "Show or end the background processes that keep servers warm.",
  details: [
    "The first command or agent on a root starts its daemon, which serves all others on that root and ends 30 minutes after the",
    "last of them (setting daemon.idleMs). status lists the daemons, stop ends that of the current root, or every one with --all,",
    "restart ends it so that the next command starts a new one, logs shows what it wrote.",
  ].join("\n"),
  heeds: [],
  own: { "root-dir": rootOption, all, json },
  examples: ["sightline daemon status", "sightline daemon stop --all", "sightline daemon logs"],
  run: (call) => {
    const [verb, ...more] = call.args;
    if (more.length > 0) throw new WrongUsage(`daemon takes one word, not ${call.args.join(" ")}.`);
    switch (verb) {
      case undefined:
      case "status":
        return status(call);
      case "stop":
      case "restart":
        return stop(call);
      case "logs":
        return logs(call);
      default:
        throw new WrongUsage(`daemon takes status, stop, restart or logs, not ${JSON.stringify(verb)}.`);
    }
  },
};

export const daemonStatusCommand: Command = {
  name: "daemon-status",
  usage: "",
  summary: "The same as daemon status.",
  heeds: [],
  own: { "root-dir": rootOption, json },
  examples: ["sightline daemon-status"],
  run: status,
};

export const daemonStopCommand: Command = {
  name: "daemon-stop",
  usage: "",
  summary: "The same as daemon stop.",
  details:
    "A daemon serves all languages of its root, so --language names the daemons that run a server of that language.",
  heeds: [],
  own: { "root-dir": rootOption, all, language: { value: "ID", description: "only daemons that run this server" } },
  examples: ["sightline daemon-stop --all", "sightline daemon-stop --root-dir ."],
  run: stop,
};

export const daemonBrokerCommand: Command = {
  name: "daemon-broker",
  usage: "",
  summary: "Be the daemon of a root, in the foreground.",
  details: [
    "Commands and agents start it by themselves. It ends 30 minutes after its last client, or by a signal.",
    "It serves all languages of the root with the servers of the configuration, so --language and --command, which other",
    "tools need, change nothing.",
  ].join("\n"),
  heeds: [],
  own: {
    "root-dir": { value: "DIR", description: "the root; that of the current directory by default" },
    language: { value: "ID", description: "taken for other tools' sake" },
    command: { value: "CMD", description: "taken for other tools' sake" },
    directory: { value: "DIR", description: "where the client that starts it expects it" },
  },
  examples: ["sightline daemon-broker --root-dir ."],
  run: ({ own, terminal, doors }) =>
    doors.serveDaemon(resolve(terminal.cwd, valueOf(own, "root-dir") ?? "."), valueOf(own, "directory")),
};

// — below: private, in the order they are used —

async function status(call: TypedCommand): Promise<number> {
  const desk = await call.doors.daemons();
  const found = await desk.list(directoryOf(call));
  if (isGiven(call, "json")) {
    call.terminal.out(
      `${JSON.stringify(found.map(({ record, status: now }) => ({ ...record, status: now ?? null })))}\n`,
    );
    return 0;
  }
  const running = found.filter((one) => one.status !== undefined);
  if (running.length === 0) {
    call.terminal.out("No daemon runs. The next command or agent starts one.\n");
    return 0;
  }
  const head = ["ROOT", "PID", "CLIENTS", "SERVERS", "MEMORY", "UP", "VERSION"];
  call.terminal.out(`${columns([head, ...running.map(rowOf)]).join("\n")}\n`);
  return 0;
}

function rowOf({ status: now }: KnownDaemon): string[] {
  if (now === undefined) return [];
  const servers = now.servers.map(({ server, state }) => (state === "ready" ? server : `${server} (${state})`));
  return [
    now.root,
    String(now.pid),
    String(now.clients - 1),
    servers.length === 0 ? "–" : servers.join(", "),
    `${Math.round(now.memoryBytes / 1_000_000)} MB`,
    upText(now.upMs),
    `${now.version}${now.draining ? ", draining" : ""}`,
  ];
}

function upText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

async function stop(call: TypedCommand): Promise<number> {
  const desk = await call.doors.daemons();
  const isAll = isGiven(call, "all");
  const language = valueOf(call.own, "language");
  const directory = directoryOf(call) ?? (isAll || language !== undefined ? undefined : call.terminal.cwd);
  const found = (await desk.list(directory)).filter((one) => language === undefined || runs(one, language));
  const running = found.filter((one) => one.status !== undefined);
  if (running.length === 0) {
    call.terminal.out("No daemon runs there.\n");
    return 0;
  }
  return report(call, running, await desk.stop(running));
}

function runs({ status: now }: KnownDaemon, language: string): boolean {
  return now?.servers.some(({ server }) => server.includes(language)) === true;
}

function report({ terminal }: TypedCommand, daemons: readonly KnownDaemon[], ended: readonly boolean[]): number {
  for (const [index, { record }] of daemons.entries()) {
    const { root } = record.key;
    if (ended[index] === true) terminal.out(`The daemon of ${root} has ended.\n`);
    else terminal.err(`The daemon of ${root} (process ${record.pid}) did not end in time.\n`);
  }
  return ended.every((one) => one) ? 0 : 4;
}

async function logs(call: TypedCommand): Promise<number> {
  const desk: DaemonDesk = await call.doors.daemons();
  const found = await desk.list(directoryOf(call) ?? call.terminal.cwd);
  for (const daemon of found) call.terminal.out(`${await desk.log(daemon, 200)}\n`);
  if (found.length === 0) call.terminal.out("No daemon runs there.\n");
  return 0;
}

function directoryOf({ own, terminal }: TypedCommand): string | undefined {
  const given = valueOf(own, "root-dir");
  return given === undefined ? undefined : resolve(terminal.cwd, given);
}

function valueOf(own: TypedCommand["own"], name: string): string | undefined {
  const given = own.get(name);
  return given === undefined || given === true ? undefined : given.at(-1);
}
