// From resolved options to an engine that is watched, traced and allowed what was asked for.

import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Engine, Invocation } from "../../engine/engine.ts";
import { eventText } from "../../engine/text/event-text.ts";
import type { OpenOptions } from "../../engine/open.ts";
import type { TypedCommand } from "./command.ts";
import type { ProgressLine } from "./progress-line.ts";

/** The project is that of `near`, wherever the person stands, unless a root was named. */
export function openOptions(
  { resolved, servers, extensions, terminal }: TypedCommand,
  near: string = terminal.cwd,
): OpenOptions {
  const { values } = resolved;
  const absolute = (path: string): string => resolve(terminal.cwd, path);
  const [first, ...others] = values.root.map(absolute);
  const file = values.config ?? values.mergeConfig;
  return {
    directory: first ?? nearestDirectory(near),
    exact: first !== undefined,
    profile: values.profile,
    ...(others.length > 0 ? { directories: others } : {}),
    ...(values.allowRoot.length > 0 ? { allowedRoots: values.allowRoot.map(absolute) } : {}),
    ...(file === undefined ? {} : { configFile: absolute(file) }),
    ...(values.mergeConfig === undefined ? {} : { configMode: "merge" }),
    ...(servers === undefined ? {} : { servers }),
    ...(extensions.length > 0 ? { extensions } : {}),
    ...(values.auditLog === undefined ? {} : { auditLog: absolute(values.auditLog) }),
    ...(values.evidence === undefined ? {} : { evidence: values.evidence }),
    ...(values.noCache || values.cache === "off" ? { settings: { cache: { enabled: false } } } : {}),
    // Without the flag the operator's grants decide.
    ...(values.trust ? { trusted: true } : {}),
  };
}

/** By way of the root's daemon, unless the operator wants servers of this process's own. */
export function openShared(call: TypedCommand, options: OpenOptions): Promise<Engine> {
  return usesDaemon(call) ? call.doors.openShared(options) : call.doors.open(options);
}

export function usesDaemon({ resolved }: TypedCommand): boolean {
  const { noDaemon, daemon } = resolved.values;
  return !noDaemon && daemon !== "off";
}

export function callerOf({ resolved }: TypedCommand, door: "mcp" | "cli"): Invocation["caller"] {
  const { readOnly, allowExec, allowWrite } = resolved.values;
  if (readOnly) return { door, allowed: ["read"] };
  return {
    door,
    allowed: ["read", "control", "propose", "write", ...(allowExec ? (["exec"] as const) : [])],
    ...(allowWrite.length > 0 ? { writable: allowWrite } : {}),
  };
}

/** Runs with the trace that was asked for, if any, and closes it in the end. */
export async function traced(
  { resolved, terminal, doors }: TypedCommand,
  run: (option: Pick<OpenOptions, "trace">) => Promise<number>,
): Promise<number> {
  const path = resolved.values.trace;
  if (path === undefined) return run({});
  const trace = doors.openTrace(resolve(terminal.cwd, path));
  try {
    return await run({ trace: trace.record });
  } finally {
    const fault = trace.close();
    if (fault !== undefined) terminal.err(`sightline: the trace ends early (${fault})\n`);
  }
}

/** Prints events to standard error, above the progress line. */
export function watched(engine: Engine, { resolved, terminal }: TypedCommand, progress?: ProgressLine): Engine {
  engine.events((event) => {
    const { verbose } = resolved.values;
    // The answer itself names a missing server where that matters.
    const isAside = event.type === "server.missing" && event.fault === undefined && !verbose;
    const text = isAside ? undefined : eventText(event, verbose);
    if (text !== undefined) {
      progress?.clear();
      terminal.err(`${text}\n`);
    }
    progress?.event(event);
  });
  return engine;
}

/** What is at a path, as far as it can be seen. */
export function look(path: string): "file" | "directory" | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? undefined : found.isDirectory() ? "directory" : "file";
  } catch {
    // A name that no system takes, or a directory that may not be read: for us there is nothing.
    return undefined;
  }
}

/** A file that is not there still lies somewhere. */
function nearestDirectory(path: string): string {
  let here = path;
  while (look(here) !== "directory" && dirname(here) !== here) here = dirname(here);
  return here;
}
