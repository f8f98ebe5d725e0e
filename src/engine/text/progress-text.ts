// What a server is busy with, as a few words for a person. Everything that the server said is made inert.

import type { BridgeEvent } from "../../model/event.ts";
import { inertLine } from "../../render/inert.ts";

/** Undefined for what begins or continues no work. */
export function progressText(event: BridgeEvent): string | undefined {
  if (event.type !== "progress" || event.stage === "end") return undefined;
  const share = event.percentage === undefined ? "" : ` ${Math.round(event.percentage)} %`;
  const about = [event.title, event.message].filter((part) => part !== undefined && part !== "").join(": ");
  return inertLine(`${event.server}: ${about}${share}`);
}
