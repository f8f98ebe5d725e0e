// The command line: a person's words to the engine, its answer to the terminal.

import { profileNames } from "../../config/profiles.ts";
import type { ProfileName } from "../../config/profiles.ts";
import type { Engine, Outcome } from "../../engine/engine.ts";
import type { OpenOptions } from "../../engine/open.ts";
import { refusalTable } from "../../engine/refusal-table.ts";
import { refusalText } from "../../engine/refusal-text.ts";
import { Refusal } from "../../model/refusal.ts";
import type { CommandLine, Flags } from "./command-line.ts";
import { parseCommandLine, parsePlace } from "./command-line.ts";
import { help } from "./help.ts";
import { traceFile } from "./trace-file.ts";

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly cwd: string;
  /** Nobody types: standard input is a pipe, so a program started us. */
  readonly piped: boolean;
}

export interface Doors {
  open(options: OpenOptions): Promise<Engine>;
  serveMcp(open: () => Promise<Engine>, format: "text" | "json"): Promise<void>;
  readonly version: string;
}

const wrongUsage = 2;

export async function runCommandLine(argv: readonly string[], terminal: Terminal, doors: Doors): Promise<number> {
  try {
    return await dispatch(parseCommandLine(argv), terminal, doors);
  } catch (error) {
    if (error instanceof Refusal) return refused(error, terminal);
    // parseArgs reports a wrong option as a TypeError with a sentence meant for people.
    if (error instanceof TypeError) return usage(terminal, error.message);
    throw error;
  }
}

async function dispatch(line: CommandLine, terminal: Terminal, doors: Doors): Promise<number> {
  const { command, flags } = line;
  if (flags.version) return say(terminal, `${doors.version}\n`);
  if (flags.help || command === "help") return say(terminal, help);
  if (command === "mcp" || (command === undefined && terminal.piped)) return mcp(flags, terminal, doors);
  if (command === undefined) return say(terminal, help);
  if (command === "references" || command === "find_references") return references(line, terminal, doors);
  return usage(terminal, `There is no command ${JSON.stringify(command)}.`);
}

async function mcp(flags: Flags, terminal: Terminal, doors: Doors): Promise<number> {
  const format = flags.format ?? "text";
  if (format !== "text" && format !== "json")
    return usage(terminal, `--format is text or json, not ${JSON.stringify(format)}.`);
  const options = openOptions(flags, terminal);
  await doors.serveMcp(async () => watched(await doors.open(options), flags, terminal), format);
  return 0;
}

async function references(line: CommandLine, terminal: Terminal, doors: Doors): Promise<number> {
  const place = parsePlace(line.args[0] ?? "");
  if (place === undefined || line.args.length !== 1) return usage(terminal, "references takes one FILE:LINE:COLUMN.");
  const { flags } = line;
  const input = {
    file_path: place.file,
    line: place.line,
    column: place.column,
    include_declaration: flags.declaration,
    include_source: flags.source,
  };
  const trace = flags.trace === undefined ? undefined : traceFile(flags.trace);
  const engine = watched(
    await doors.open({ ...openOptions(flags, terminal), ...(trace === undefined ? {} : { trace: trace.record }) }),
    flags,
    terminal,
  );
  try {
    const outcome = await engine.invoke({
      operation: "find_references",
      input,
      caller: { door: "cli", allowed: ["read"] },
      waitMs: waitOf(flags),
    });
    return answer(outcome, flags, terminal);
  } finally {
    await engine.close();
    await trace?.close();
  }
}

function answer(outcome: Outcome, flags: Flags, terminal: Terminal): number {
  if (!outcome.ok) {
    if (flags.json)
      terminal.out(
        `${JSON.stringify({ ok: false, error: outcome.refusal, kind: refusalTable[outcome.refusal.code].kind })}\n`,
      );
    else terminal.err(`${refusalText(outcome.refusal)}\n`);
    return refusalTable[outcome.refusal.code].exit;
  }
  if (flags.json) {
    terminal.out(
      `${JSON.stringify({ ok: true, standing: outcome.standing, result: outcome.json, hint: outcome.hint })}\n`,
    );
    return 0;
  }
  // The standing goes to standard error, so that the answer can be piped on.
  const [first, ...rest] = outcome.text.split("\n");
  const hasStanding = first === outcome.standingLine;
  if (hasStanding) terminal.err(`${first}\n`);
  terminal.out(`${(hasStanding ? rest : [first, ...rest]).join("\n")}\n`);
  return 0;
}

function openOptions(flags: Flags, terminal: Terminal): OpenOptions {
  const profile = flags.profile ?? "standard";
  if (!isProfile(profile)) {
    throw new Refusal({
      code: "bad_input",
      what: `There is no profile ${JSON.stringify(profile)}.`,
      next: `There are: ${profileNames.join(", ")}.`,
    });
  }
  return { directory: flags.root ?? terminal.cwd, exact: flags.root !== undefined, profile, trusted: flags.trust };
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
    if (event.type === "defect") terminal.err(`sightline: defect in ${event.where}: ${event.message}\n`);
    else if (event.type === "server.missing")
      terminal.err(`sightline: ${event.server} is not installed; ${event.hint}\n`);
    else if (event.type === "session.starting")
      terminal.err(`sightline: starting ${event.command.join(" ")}${event.restricted ? " (restricted)" : ""}\n`);
    else if (event.type === "session.crashed")
      terminal.err(`sightline: ${event.server} died (${event.exit.cause}); ${event.exit.stderr.trim()}\n`);
    else if (flags.verbose) terminal.err(`sightline: ${JSON.stringify(event)}\n`);
  });
  return engine;
}

function say(terminal: Terminal, text: string): number {
  terminal.out(text);
  return 0;
}

function usage(terminal: Terminal, why: string): number {
  terminal.err(`${why}\nTry: sightline --help\n`);
  return wrongUsage;
}

function refused(refusal: Refusal, terminal: Terminal): number {
  terminal.err(`${refusalText(refusal.details)}\n`);
  return refusalTable[refusal.code].exit;
}
