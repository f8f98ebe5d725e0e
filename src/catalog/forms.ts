// Short spellings for the parts of a catalogue entry that recur, so that a table of servers reads like one.

import { defineServer } from "./entry.ts";
import type { InstallHints, Launch, ReadinessRule, RestrictedForm, RootMarkers, ServerEntry } from "./entry.ts";
import { capMs, graceMs, quietMs, unknownQuietMs } from "./limits.ts";

export function command(name: string, ...args: readonly string[]): Launch {
  return { kind: "command", command: name, args };
}

/** The nearest directory with one of the markers; a file without any is served all the same. */
export function nearestWith(...markers: readonly string[]): RootMarkers {
  return { groups: [markers], pick: "nearest", singleFile: true };
}

/** As `nearest`, with the groups tried one after another. */
export function inOrder(...groups: readonly (readonly string[])[]): RootMarkers {
  return { groups, pick: "nearest", singleFile: true };
}

/** The server does not apply where no marker is found. */
export function onlyWith(...markers: readonly string[]): RootMarkers {
  return { groups: [markers], pick: "nearest", singleFile: false };
}

/** Single files are all the server knows. */
export const anywhere: RootMarkers = { groups: [], pick: "nearest", singleFile: true };

export const immediately: ReadinessRule = { kind: "immediate" };

export const unknownReadiness: ReadinessRule = { kind: "unknown", quietMs: unknownQuietMs };

/** The drain of announced work, of any title unless some are given. */
export function drained(rule: Partial<Omit<ReadinessRule & { kind: "progress" }, "kind">> = {}): ReadinessRule {
  return { kind: "progress", graceMs, quietMs, capMs, ...rule };
}

/** A notification, of any content unless a rule for its parameters is given. */
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

/** Most compilers' servers must understand the build, and a build is a program of the repository. */
export const runsBuild: RestrictedForm = refused("it runs the build of the repository, which may be any program");

export const configIsProgram: RestrictedForm = refused("its configuration in the repository is a program that it runs");

type Known = Partial<Omit<ServerEntry, "id" | "title" | "launch" | "roots" | "install">>;

/** A server of which the way to start it is known, and only what `known` says besides. */
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
