// What happens sideways as a line for a person: the events that always matter, and with `verbose` all of them.

import type { BridgeEvent } from "../../model/event.ts";
import { inertLine } from "../../render/inert.ts";

/** The end of a server's last words, which says more than their beginning. */
const lastWords = 2_000;

/** Undefined for what only a verbose reader wants. Everything that a server or a repository said is made inert. */
export function eventText(event: BridgeEvent, verbose: boolean): string | undefined {
  const line = lineOf(event) ?? (verbose ? verboseLineOf(event) : undefined);
  return line === undefined ? undefined : `sightline: ${inertLine(line)}`;
}

function lineOf(event: BridgeEvent): string | undefined {
  switch (event.type) {
    case "defect":
      return `defect in ${event.where}: ${event.message}`;
    case "config.ignored":
      return `${event.file} is not read: ${event.why}`;
    case "daemon.lost":
      return `the daemon was lost: ${event.why}`;
    case "daemon.unavailable":
      return `no daemon is used, so this process starts its own servers: ${event.why}`;
    case "root.failed":
      return `${event.root} is not served: ${event.why}`;
    case "prewarm.failed":
      return `${event.server} could not be started in advance: ${event.why}`;
    case "server.missing":
      return event.fault === undefined
        ? `${event.server} is not installed; ${event.hint}`
        : `${event.server} is installed but cannot be used (${event.fault}); to reinstall it: ${event.hint}`;
    case "server.unregistered":
      return `${event.server} is on this machine (${event.path}), and is not started because it is not registered`;
    case "environment.left_out":
      return `not passed to servers and tools, because it leads into an untrusted directory: ${event.variables.join(", ")}`;
    case "edit.recovered": {
      const left = event.left === "" ? "" : `; ${event.left}`;
      return `an unfinished change in ${event.root} was undone (${event.id}: ${event.why})${left}`;
    }
    case "edit.unrecovered":
      return `an unfinished change in ${event.root} could not be undone: ${event.why}`;
    case "project.closed":
      return event.why === "memory" ? `${event.server} uses too much memory; ${event.project} was closed` : undefined;
    case "session.starting":
      return `starting ${event.command.join(" ")}${formOf(event)}`;
    case "session.connecting":
      return `connecting to ${event.server} at ${event.address}, which someone else runs`;
    case "program.starting":
      return `running ${event.command.join(" ")} in ${event.cwd}`;
    case "session.crashed": {
      const words = event.exit.stderr.trim().slice(-lastWords);
      const { code, signal, cause } = event.exit;
      if (cause === "disconnected") return `the connection to ${event.server} was lost`;
      const how = signal ?? (cause === "crash" || cause === "memory" ? `exit code ${code}` : cause);
      return `${event.server} died (${how})${words === "" ? "" : `; ${words}`}`;
    }
    default:
      return undefined;
  }
}

function verboseLineOf(event: BridgeEvent): string {
  if (event.type === "answer.kept") return `${event.outcome}: ${event.question} about ${event.file}: ${event.why}`;
  return JSON.stringify(event);
}

function formOf({ restricted, confined }: Extract<BridgeEvent, { type: "session.starting" }>): string {
  const forms = [...(restricted ? ["restricted"] : []), ...(confined ? ["confined"] : [])];
  return forms.length === 0 ? "" : ` (${forms.join(", ")})`;
}
