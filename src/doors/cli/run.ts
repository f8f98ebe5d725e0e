// The command line: a person's words to the engine, its answer to the terminal.

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { profileNames } from "../../config/profiles.ts";
import type { ProfileName } from "../../config/profiles.ts";
import type { Engine, Outcome } from "../../engine/engine.ts";
import { eventText } from "../../engine/event-text.ts";
import type { OpenOptions } from "../../engine/open.ts";
import { refusalTable } from "../../engine/refusal-table.ts";
import { refusalText } from "../../engine/refusal-text.ts";
import { Refusal } from "../../model/refusal.ts";
import type { CommandLine, Flags } from "./command-line.ts";
import { parseCommandLine, parsePlace, WrongUsage } from "./command-line.ts";
import { help } from "./help.ts";

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly cwd: string;
  /** Nobody types: standard input is a pipe, so a program started us. */
  readonly piped: boolean;
}

export interface Trace {
  readonly record: (server: string, direction: "sent" | "received", message: object) => void;
  /** Why the trace ends early, or undefined when it is whole. */
  close(): string | undefined;
}

export interface Doors {
  open(options: OpenOptions): Promise<Engine>;
  openTrace(path: string): Trace;
  serveMcp(open: () => Promise<Engine>, format: "text" | "json"): Promise<void>;
  readonly version: string;
}

const wrongUsage = 2;

/** Options that every command takes, and those of one. Whatever a command would not heed, it refuses. */
const sharedOptions = ["root", "config", "profile", "trust", "wait", "trace", "verbose"];
const ownOptions = { mcp: ["format"], references: ["declaration", "no-source", "json"] };

export async function runCommandLine(argv: readonly string[], terminal: Terminal, doors: Doors): Promise<number> {
  let line: CommandLine | undefined;
  try {
    line = parseCommandLine(argv);
    return await dispatch(line, terminal, doors);
  } catch (error) {
    if (error instanceof WrongUsage) return usage(terminal, error.message);
    if (error instanceof Refusal)
      return answer({ ok: false, refusal: error.details, ms: 0 }, line?.flags.json === true, terminal);
    return defect(error, terminal);
  }
}

async function dispatch(line: CommandLine, terminal: Terminal, doors: Doors): Promise<number> {
  const { command, flags } = line;
  if (flags.version) return say(terminal, `${doors.version}\n`);
  if (flags.help || command === "help") return say(terminal, help);
  if (command === "mcp" || (command === undefined && terminal.piped)) return mcp(line, terminal, doors);
  if (command === undefined) return say(terminal, help);
  if (command === "references" || command === "find_references") return references(line, terminal, doors);
  throw new WrongUsage(`There is no command ${JSON.stringify(command)}.`);
}

async function mcp(line: CommandLine, terminal: Terminal, doors: Doors): Promise<number> {
  mustTake(line, "mcp");
  if (line.args.length > 0) throw new WrongUsage("mcp takes no arguments.");
  const { flags } = line;
  const format = flags.format ?? "text";
  if (format !== "text" && format !== "json")
    throw new WrongUsage(`--format is text or json, not ${JSON.stringify(format)}.`);
  const waitMs = waitOf(flags);
  const options = openOptions(flags, terminal);
  return traced(flags, terminal, doors, async (trace) => {
    const open = async (): Promise<Engine> =>
      patient(watched(await doors.open({ ...options, ...trace }), flags, terminal), waitMs);
    await doors.serveMcp(open, format);
    return 0;
  });
}

async function references(line: CommandLine, terminal: Terminal, doors: Doors): Promise<number> {
  mustTake(line, "references");
  const place = parsePlace(line.args[0] ?? "");
  if (place === undefined || line.args.length !== 1) throw new WrongUsage("references takes one FILE:LINE:COLUMN.");
  const { flags } = line;
  const input = {
    // A person names files from where they stand, wherever below the root that is.
    file_path: resolve(terminal.cwd, place.file),
    line: place.line,
    column: place.column,
    include_declaration: flags.declaration,
    include_source: flags.source,
  };
  const waitMs = waitOf(flags);
  const options = openOptions(flags, terminal, dirname(input.file_path));
  return traced(flags, terminal, doors, async (trace) => {
    const engine = watched(await doors.open({ ...options, ...trace }), flags, terminal);
    try {
      const outcome = await engine.invoke({
        operation: "find_references",
        input,
        caller: { door: "cli", allowed: ["read"] },
        waitMs,
        // Data go to a program, which has no use for the first part of a list.
        ...(flags.json ? { format: "json", maxCharacters: Number.POSITIVE_INFINITY } : {}),
      });
      return answer(outcome, flags.json, terminal);
    } finally {
      await engine.close();
    }
  });
}

function mustTake({ given }: CommandLine, command: keyof typeof ownOptions): void {
  const odd = given.find((option) => !sharedOptions.includes(option) && !ownOptions[command].includes(option));
  if (odd !== undefined) throw new WrongUsage(`${command} takes no --${odd}.`);
}

/** Runs with the trace that was asked for, if any, and closes it in the end. */
async function traced(
  flags: Flags,
  terminal: Terminal,
  doors: Doors,
  run: (option: Pick<OpenOptions, "trace">) => Promise<number>,
): Promise<number> {
  if (flags.trace === undefined) return run({});
  const trace = doors.openTrace(resolve(terminal.cwd, flags.trace));
  try {
    return await run({ trace: trace.record });
  } finally {
    const fault = trace.close();
    if (fault !== undefined) terminal.err(`sightline: the trace ends early (${fault})\n`);
  }
}

function answer(outcome: Outcome, json: boolean, terminal: Terminal): number {
  if (!outcome.ok) {
    const { kind, exit } = refusalTable[outcome.refusal.code];
    if (json) terminal.out(`${JSON.stringify({ ok: false, error: outcome.refusal, kind })}\n`);
    else terminal.err(`${refusalText(outcome.refusal)}\n`);
    return exit;
  }
  if (json) {
    const { standing, body, hint } = outcome;
    const result = body.format === "json" ? body.json : body.text;
    terminal.out(`${JSON.stringify({ ok: true, standing, result, hint })}\n`);
    return 0;
  }
  // The standing goes to standard error, so that the answer can be piped on.
  if (outcome.standingLine !== undefined) terminal.err(`${outcome.standingLine}\n`);
  terminal.out(`${outcome.body.format === "text" ? outcome.body.text : JSON.stringify(outcome.body.json)}\n`);
  return 0;
}

/** The project is that of the file in question, wherever the person stands; without a file, that of where they stand. */
function openOptions(flags: Flags, terminal: Terminal, near: string = terminal.cwd): OpenOptions {
  const profile = flags.profile ?? "standard";
  if (!isProfile(profile)) {
    throw new Refusal({
      code: "bad_input",
      what: `There is no profile ${JSON.stringify(profile)}.`,
      next: `There are: ${profileNames.join(", ")}.`,
    });
  }
  const directory = flags.root === undefined ? nearestDirectory(near) : resolve(terminal.cwd, flags.root);
  const config = flags.config === undefined ? {} : { configFile: resolve(terminal.cwd, flags.config) };
  return { directory, exact: flags.root !== undefined, profile, trusted: flags.trust, ...config };
}

/** A file that is not there still lies somewhere. */
function nearestDirectory(path: string): string {
  let here = path;
  while (!existsSync(here) && dirname(here) !== here) here = dirname(here);
  return here;
}

function isProfile(name: string): name is ProfileName {
  return (profileNames as readonly string[]).includes(name);
}

function waitOf(flags: Flags): number | undefined {
  if (flags.wait === undefined) return undefined;
  if (!/^\d+$/.test(flags.wait))
    throw new Refusal({
      code: "bad_input",
      what: "--wait takes a number of milliseconds.",
      next: "For example --wait 30000.",
    });
  return Number(flags.wait);
}

function watched(engine: Engine, flags: Flags, terminal: Terminal): Engine {
  engine.events((event) => {
    const text = eventText(event, flags.verbose);
    if (text !== undefined) terminal.err(`${text}\n`);
  });
  return engine;
}

/** The same engine, whose calls wait so long for a complete answer unless they say otherwise. */
function patient(engine: Engine, waitMs: number | undefined): Engine {
  if (waitMs === undefined) return engine;
  return {
    invoke: (invocation) => engine.invoke({ ...invocation, waitMs: invocation.waitMs ?? waitMs }),
    events: (listener) => engine.events(listener),
    status: () => engine.status(),
    close: () => engine.close(),
  };
}

function say(terminal: Terminal, text: string): number {
  terminal.out(text);
  return 0;
}

function usage(terminal: Terminal, why: string): number {
  terminal.err(`${why}\nTry: sightline --help\n`);
  return wrongUsage;
}

function defect(error: unknown, terminal: Terminal): number {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.err(`sightline: this is a defect of Sightline, not of your call; please report it\n${what}\n`);
  return refusalTable.internal.exit;
}
