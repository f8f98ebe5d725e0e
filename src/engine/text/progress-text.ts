// What a server is busy with, as a few words for a person. Everything that the server said is made inert.

import type { BridgeEvent } from "../../model/event.ts";
import { inertLine } from "../../render/inert.ts";

/** Undefined unless the event begins or continues a piece of work. */
export function progressText(event: BridgeEvent): string | undefined {
  if (event.type !== "progress" || event.stage === "end") return undefined;
  const share = event.percentage === undefined ? "" : ` ${Math.round(event.percentage)} %`;
  const about = [event.title, event.message].filter((part) => part !== undefined && part !== "").join(": ");
  return inertLine(`${event.server}: ${about}${share}`);
}

/** Enough for a title and a path, on the one line that a client shows. */
const maxCharacters = 200;

/** Undefined for events that do not explain the wait. Servers choose their own words, so the line is made inert. */
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
