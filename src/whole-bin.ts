// The whole executable: hands the process to the command line and ends with its exit code.

import { createInterface } from "node:readline";
import { commandWord } from "./doors/cli/command-line.ts";
import { commands } from "./doors/cli/commands/table.ts";
import { runCommandLine } from "./doors/cli/run.ts";
import type { Doors, McpStart } from "./doors/cli/terminal.ts";
import type { HookDesk } from "./doors/hooks/desk.ts";
import type { LostCommand } from "./engine/daemon/thin-client.ts";
import { nodeClock } from "./host/node/node-clock.ts";
import { builtVersion } from "./host/own-build.ts";
import { openTraceFile } from "./host/trace-file.ts";
import { ourVersion } from "./model/own-version.ts";

/** The exit code where the answer could not be written: a full disk, for example. */
const unwritable = 4;

/** Long enough for a client to have been greeted. */
const preloadMs = 150;

/** There as soon as an engine is being opened: before that nothing could keep us from ending. */
let ending: typeof import("./host/process/ending.ts") | undefined;

/** A client greets, lists the tools and then thinks for a while: the time to load what its first question needs. */
function preload({ usesDaemon }: Pick<McpStart, "usesDaemon">): void {
  const load = usesDaemon ? () => import("./engine/daemon/open-through.ts") : () => import("./engine/open.ts");
  nodeClock.after(preloadMs, () => void load());
}

/** Loaded on demand: the other commands do without the SDK. */
const serveMcp: Doors["serveMcp"] = async (open, start) => {
  const { serveMcpOverStdio } = await import("./doors/mcp/stdio.ts");
  // The engine is what may stand still: a client that only lists the tools costs no second process.
  const openWatched: typeof open = async (...where) => {
    ending = await import("./host/process/ending.ts");
    ending.watchLoop();
    return open(...where);
  };
  const own = { version: ourVersion, clock: nodeClock, onEnding: () => ending?.beginEnding() };
  const served = serveMcpOverStdio(openWatched, { ...own, ...start });
  preload(start);
  return served;
};

const serveHttp: Doors["serveHttp"] = async (openOne, start, { isTokenTyped, isVerbose, tls: files, ...http }) => {
  const say = (line: string): void => void process.stderr.write(`sightline: ${line}\n`);
  if (isTokenTyped) {
    // It takes the place of the arguments in the list of processes.
    process.title = "sightline mcp --http";
    say("a token on the command line can be seen by others until it is hidden: set SIGHTLINE_TOKEN instead");
  }
  const [{ serveMcpOverHttp }, { shown }, how] = await Promise.all([
    import("./doors/mcp/http/serve.ts"),
    import("./engine/text/shown.ts"),
    import("./host/process/ending.ts"),
  ]);
  ending = how;
  how.watchLoop();
  const onEnding = (): void => how.beginEnding();
  const onerror = (error: Error): void => {
    if (isVerbose) say(`http: ${shown(error.message)}`);
  };
  const tls = files && (await (await import("./host/tls-files.ts")).readTls(files));
  const own = { version: ourVersion, clock: nodeClock, onEnding, say, onerror, tls };
  const served = serveMcpOverHttp(openOne, { ...start, ...http, ...own });
  preload(start);
  return served;
};

/** Loaded on demand: listing tools and telling the version do without an engine. */
const open: Doors["open"] = async (options) => {
  const [{ openEngine }, how] = await Promise.all([import("./engine/open.ts"), import("./host/process/ending.ts")]);
  ending = how;
  return openEngine(options);
};

const openShared: Doors["openShared"] = async (options) => {
  const { openThroughDaemon } = await import("./engine/daemon/open-through.ts");
  ending = await import("./host/process/ending.ts");
  return openThroughDaemon(options);
};

/** The command was under way in a daemon that was lost: its change is looked up in the journal. */
function openLookingUp(call: string): Doors["openShared"] {
  return async (options) => {
    const [{ openEngine }, { lookingUp }] = await Promise.all([
      import("./engine/open.ts"),
      import("./engine/daemon/lost-change.ts"),
    ]);
    ending = await import("./host/process/ending.ts");
    return lookingUp(await openEngine(options), call);
  };
}

const daemons: Doors["daemons"] = async () => {
  const { openDaemonDesk } = await import("./engine/daemon/daemon-desk.ts");
  return openDaemonDesk();
};

const serveDaemon: Doors["serveDaemon"] = async (root, directory) => {
  const { serveDaemonProcess } = await import("./doors/daemon/serve.ts");
  const how = await import("./host/process/ending.ts");
  ending = how;
  how.watchLoop();
  const hooks = await hookDesk();
  return serveDaemonProcess({
    root,
    directory,
    onEnding: () => how.beginEnding(),
    runCommandLine: (argv, terminal, { openShared: share, keep, isHeard, elsewhere }) =>
      runCommandLine(argv, terminal, {
        open: elsewhere,
        openShared: share,
        hook: (event) => hooks.answer({ ...event, isHeard }, keep),
        daemons: elsewhere,
        serveDaemon: elsewhere,
        openTrace: elsewhere,
        serveMcp: elsewhere,
        serveHttp: elsewhere,
        desk,
        version: builtVersion(),
      }),
  });
};

/** It lives as long as the daemon, and knows what it has told each session of an agent. */
async function hookDesk(): Promise<HookDesk> {
  const [{ HookDesk: Desk }, { machinePath, machineText }, { rootFor }] = await Promise.all([
    import("./doors/hooks/desk.ts"),
    import("./engine/machine-texts.ts"),
    import("./engine/daemon/open-through.ts"),
  ]);
  return new Desk({
    clock: nodeClock,
    read: machineText,
    real: machinePath,
    root: rootFor,
    denied: async (options, file) => {
      const caller = { door: "hooks", allowed: ["read", "propose", "write"] } as const;
      const about = { operation: "apply_edit", caller, file };
      return (await (await desk()).explainPolicy(options, about)).denial?.why;
    },
  });
}

/** Starts the daemon that answers events, where there is a project for it; the event is asked again of the daemon. */
const beginHooks: Doors["hook"] = async ({ cwd, optionsFor }) => {
  const { startDaemonFor } = await import("./engine/daemon/open-through.ts");
  await startDaemonFor(optionsFor(cwd));
  return "";
};

const desk: Doors["desk"] = async () => {
  const { openDesk } = await import("./engine/desk.ts");
  return openDesk();
};

function ask(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise<string | undefined>((resolve) => {
    lines.once("SIGINT", () => resolve(undefined));
    // The end of input is not an answer, and is not reported once there was one.
    lines.once("close", () => resolve(""));
    lines.question(question, resolve);
  }).finally(() => lines.close());
}

async function read(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function quietly(error: Error): void {
  if ("code" in error && error.code === "EPIPE") return;
  process.exitCode = unwritable;
}

/** The command that these words name, whatever else is wrong with them. */
export function commandOf(argv: readonly string[]): string | undefined {
  return commandWord(argv, commands);
}

/** Runs the command line of this process to its end; `lost` is what a daemon had begun of it. */
export async function runWhole(lost?: Partial<LostCommand>): Promise<void> {
  // The reader of our output may stop early, as `head` does: that is not a fault.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", quietly);

  const types = process.stdin.isTTY === true;

  const code = await runCommandLine(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      cwd: process.cwd(),
      env: process.env,
      piped: !types,
      read: async () => lost?.input ?? (await read()),
      screen: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
      ask: types && process.stderr.isTTY === true ? ask : undefined,
    },
    {
      open,
      openShared: lost?.call === undefined ? openShared : openLookingUp(lost.call),
      hook: beginHooks,
      daemons,
      serveDaemon,
      openTrace: openTraceFile,
      serveMcp,
      serveHttp,
      desk,
      version: builtVersion(),
    },
  );

  process.exitCode ??= code;

  // The process waits for its reader without a limit, and for everything else with one.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write("", done))));
  ending?.beginEnding();
}
