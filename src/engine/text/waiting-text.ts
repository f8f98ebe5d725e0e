// What a waiting call waits for, in a few words for a person who watches it.

import type { BridgeEvent } from "../../model/event.ts";
import { inertLine } from "../../render/inert.ts";
import { progressText } from "./progress-text.ts";

/** Room for a title and a path; a client shows one line. */
const maxCharacters = 200;

/** Undefined for events that say nothing about the wait. Servers choose their own words, so these are made inert. */
export function waitingText(event: BridgeEvent): string | undefined {
  const line = lineOf(event);
  return line === undefined ? undefined : inertLine(line, maxCharacters);
}

function lineOf(event: BridgeEvent): string | undefined {
  switch (event.type) {
    case "session.starting":
      return `starting ${event.server}`;
    case "program.starting":
      return `running ${event.command.join(" ")}`;
    case "session.ready":
      return `${event.server} is ready`;
    case "session.restarting":
      return `starting ${event.server} again`;
    case "session.crashed":
      return `${event.server} died`;
    case "session.state":
      return event.to === "initializing" ? `waiting for the handshake of ${event.server}` : undefined;
    case "progress":
      return event.stage === "end" ? `${event.server}: ${event.title}, done` : progressText(event);
    default:
      return undefined;
  }
}
