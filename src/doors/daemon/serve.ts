// The daemon's process: its signals, its log on standard error, and the commands that clients hand to it.

import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { liveHere } from "../../engine/daemon/life.ts";
import type { RunCommand } from "../../engine/daemon/served-client.ts";
import type { Engine } from "../../engine/engine.ts";
import type { OpenOptions } from "../../engine/open.ts";
import { operationNamed } from "../../operations/table.ts";

/** The command line, as a function of a terminal and of ways to an engine. */
type CommandLine<Terminal, Doors> = (argv: readonly string[], terminal: Terminal, doors: Doors) => Promise<number>;

interface CommandTerminal {
  out(text: string): void;
  err(text: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly piped: boolean;
  read(): Promise<Uint8Array>;
  readonly screen: { readonly out: boolean; readonly err: boolean };
  readonly ask: undefined;
}

interface CommandDoors {
  readonly openShared: (options: OpenOptions) => Promise<Engine>;
  /** One that outlives the command. */
  readonly keep: (options: OpenOptions) => Promise<Engine>;
  readonly isHeard: () => boolean;
  /** What only a process of the client's own can do. */
  readonly elsewhere: () => never;
}

export interface DaemonStart {
  readonly root: string;
  /** Where the client that starts it expects it; undefined in the foreground. */
  readonly directory: string | undefined;
  readonly runCommandLine: CommandLine<CommandTerminal, CommandDoors>;
  readonly onEnding: () => void;
}

/** The descriptor on which a client that starts a daemon hears how that went. */
const readyDescriptor = 3;

/** As of every process of ours that ends by a defect. */
const defectExit = 70;

export async function serveDaemonProcess(start: DaemonStart): Promise<number> {
  const { root, directory, runCommandLine, onEnding } = start;
  let exit = 0;
  const log = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  const tell = (word: string): void => {
    if (word !== "ready") exit = 4;
    if (directory === undefined) log(word === "held" ? "a daemon of this root runs already" : word);
    // The client may have gone meanwhile, which is no reason to end.
    else if (!sendReady(word)) log(`the client that started this daemon has gone (${word})`);
  };
  await liveHere({
    root,
    directory,
    log,
    tell,
    onEnding,
    runCommand: commandRunner(runCommandLine),
    onSignal: (listener) => {
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => listener(signal));
      process.on("uncaughtException", (error) => {
        exit = defectExit;
        log(`defect: ${error.stack ?? String(error)}`);
        listener("an error that nothing caught");
      });
    },
  });
  return exit;
}

// — below: private, in the order they are used —

function sendReady(word: string): boolean {
  try {
    writeSync(readyDescriptor, `${word}\n`);
    return true;
  } catch {
    return false;
  }
}

/** What is printed before an engine is open is held back: until then the command may turn out to be another daemon's. */
function commandRunner(runCommandLine: DaemonStart["runCommandLine"]): RunCommand {
  return async ({ argv, cwd, env, screen, piped }, io) => {
    const held: (() => void)[] = [];
    let isOurs = false;
    let isElsewhere = false;
    const print = (write: () => void): void => void (isOurs ? write() : held.push(write));
    const ours = (): void => {
      isOurs = true;
      for (const write of held.splice(0)) write();
    };
    const elsewhere = (): never => {
      isElsewhere = true;
      throw new Error("this command needs a process of its own");
    };
    const terminal: CommandTerminal = {
      out: (text) => print(() => io.out(text)),
      err: (text) => print(() => io.err(text)),
      cwd,
      env,
      piped,
      read: () => io.read(),
      screen,
      ask: undefined,
    };
    const ofRoot = (engine: Promise<Engine>): Promise<Engine> =>
      engine.catch((error: unknown) => {
        if (error instanceof Error && error.name === "RootElsewhere") elsewhere();
        throw error;
      });
    const exit = await runCommandLine(argv, terminal, {
      elsewhere,
      openShared: async (options) => {
        const engine = await ofRoot(io.open(options));
        ours();
        return telling(engine, (call) => io.changes(call));
      },
      keep: (options) => ofRoot(io.keep(options)),
      isHeard: () => io.isHeard(),
    });
    if (isElsewhere) return { elsewhere: true };
    ours();
    return { exit };
  };
}

/** The client is told before something is begun that must not be repeated. */
function telling(engine: Engine, changes: (call: string) => void): Engine {
  return {
    invoke: (invocation) => {
      const kind = operationNamed(invocation.operation)?.kind;
      if (kind !== "edit" && kind !== "run") return engine.invoke(invocation);
      const call = randomBytes(16).toString("hex");
      changes(call);
      return engine.invoke({ ...invocation, call });
    },
    events: (listener) => engine.events(listener),
    facts: engine.facts,
    status: () => engine.status(),
    leave: (caller) => engine.leave(caller),
    close: () => engine.close(),
  };
}
