// Short spellings for the parts of a catalogue entry that recur, so that a table of servers reads like one.

import { defineServer } from "./entry.ts";
import type { InstallHints, Launch, ReadinessRule, RestrictedForm, RootMarkers, ServerEntry } from "./entry.ts";
import { capMs, graceMs, quietMs, unknownQuietMs } from "./limits.ts";

export function command(name: string, ...args: readonly string[]): Launch {
  return { kind: "command", command: name, args };
}

/** The project is the nearest directory with one of the markers; a file without one above it is still served. */
export function nearestWith(...markers: readonly string[]): RootMarkers {
  return { groups: [markers], pick: "nearest", singleFile: true };
}

/** As `nearestWith`, but the groups are tried one after another, and the first one that matches counts. */
export function inOrder(...groups: readonly (readonly string[])[]): RootMarkers {
  return { groups, pick: "nearest", singleFile: true };
}

/** The server does not apply where no marker is found. */
export function onlyWith(...markers: readonly string[]): RootMarkers {
  return { groups: [markers], pick: "nearest", singleFile: false };
}

/** For a server that has no notion of a project: it serves every file, and the root stands for the project. */
export const anywhere: RootMarkers = { groups: [], pick: "nearest", singleFile: true };

export const immediately: ReadinessRule = { kind: "immediate" };

export const unknownReadiness: ReadinessRule = { kind: "unknown", quietMs: unknownQuietMs };

/** Ready when all announced work has ended; with `titles`, only work with one of them counts. */
export function drained(rule: Partial<Omit<ReadinessRule & { kind: "progress" }, "kind">> = {}): ReadinessRule {
  return { kind: "progress", graceMs, quietMs, capMs, ...rule };
}

/** Ready at a notification; with `path` and `equals`, only at one whose parameters have that value. */
export function notified(
  method: string,
  rule: Partial<
    Pick<ReadinessRule & { kind: "notification" }, "path" | "equals" | "latched" | "health" | "capMs">
  > = {},
): ReadinessRule {
  return { kind: "notification", method, capMs, ...rule };
}

export const safe: RestrictedForm = { kind: "safe" };

export function refused(why: string): RestrictedForm {
  return { kind: "refused", why };
}

/** The server of a compiler usually has to evaluate the build, and the repository decides what its build executes. */
export const runsBuild: RestrictedForm = refused("it runs the build of the repository, which may be any program");

export const configIsProgram: RestrictedForm = refused("its configuration in the repository is a program that it runs");

type Known = Partial<Omit<ServerEntry, "id" | "title" | "launch" | "roots" | "install">>;

/** An entry with careful defaults: it states how the server is started, where and how it is installed, and `known`. */
export function listed(
  [id, title]: readonly [id: string, title: string],
  launch: Launch,
  roots: RootMarkers,
  install: string | InstallHints,
  known: Known = {},
): ServerEntry {
  return defineServer({
    id,
    title,
    launch,
    roots,
    install: typeof install === "string" ? { any: install } : install,
    readiness: unknownReadiness,
    diagnostics: "push",
    ...known,
  });
}
