// Turns events of the engine into log messages for a client: the level of each event, and its fields.
//
// Invariant: only debug, info, warning, error and critical are ever emitted; a client may ask for any of the eight levels.
// Invariant: importing this has no effect; the level is given when the door opens.

import type { BridgeEvent, LogLevel, MessageLevel } from "../../model/event.ts";
import { logLevels } from "../../model/event.ts";
import { eventText } from "../../engine/text/event-text.ts";
import { refusalTable } from "../../engine/text/refusal-table.ts";
import { shown } from "../../engine/text/shown.ts";
import type { RefusalCode } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";

export const loggerName = "sightline";

export type EmittedLevel = "debug" | "info" | "warning" | "error" | "critical";

export function isLoggedAt(level: LogLevel, least: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}

export function asLogLevel(word: string): LogLevel | undefined {
  return logLevels.find((level) => level === word);
}

export function levelOf(event: BridgeEvent): EmittedLevel {
  if (event.type === "server.message") return event.shown ? shownLevels[event.level] : unshownLevels[event.level];
  if (event.type === "operation") return operationLevel(event.outcome);
  return levels[event.type] ?? "debug";
}

/** The message in words, and the event's own facts; never more than a client can keep. */
export function logFacts(event: BridgeEvent): Readonly<Record<string, unknown>> {
  const { type, ...facts } = event;
  const words = event.type === "server.message" ? shown(event.text) : type;
  const message = eventText(event, false)?.replace(/^sightline: /, "") ?? words;
  if (event.type !== "diagnostics") return { message, event: type, ...inertFacts(facts) };
  return { message, event: type, ...inertFacts({ ...facts, diagnostics: event.diagnostics.length }) };
}

/** A client may print any of them: what a repository or a server worded moves no cursor and forges no line. */
function inertFacts(facts: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, inertFact(fact)]));
}

function inertFact(fact: unknown): unknown {
  if (typeof fact === "string") return shown(fact);
  if (Array.isArray(fact)) return fact.map(inertFact);
  return isRecord(fact) ? inertFacts(fact) : fact;
}

/** What is not named is logged at the most detailed level. */
const levels: { readonly [T in BridgeEvent["type"]]?: EmittedLevel } = {
  defect: "critical",
  "session.crashed": "error",
  "session.gave_up": "error",
  "session.restarting": "warning",
  "document.quarantined": "warning",
  "watcher.lost": "warning",
  "config.ignored": "warning",
  "server.missing": "warning",
  "server.unregistered": "warning",
  "environment.left_out": "warning",
  "wire.noise": "warning",
  "wire.fault": "warning",
  "loop.blocked": "warning",
  "phase.violated": "warning",
  diagnostic_regression: "warning",
  "session.starting": "info",
  "program.starting": "info",
  "session.ready": "info",
  "session.replaced": "info",
  "session.evicted": "info",
};

/** What a server wants a person to see. */
const shownLevels: { readonly [L in MessageLevel]: EmittedLevel } = {
  error: "error",
  warning: "warning",
  info: "info",
  log: "debug",
  debug: "debug",
};

/** What it only logs: its errors are often no more than the trouble of the code it reads. */
const unshownLevels: { readonly [L in MessageLevel]: EmittedLevel } = {
  error: "warning",
  warning: "debug",
  info: "debug",
  log: "debug",
  debug: "debug",
};

/** A refusal is worth a warning unless the caller has only to ask again in another way. */
function operationLevel(outcome: string): EmittedLevel {
  if (!Object.hasOwn(refusalTable, outcome)) return "debug";
  const { exit } = refusalTable[outcome as RefusalCode];
  return exit === refusalTable.bad_input.exit ? "info" : "warning";
}
