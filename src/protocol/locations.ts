// Brings the four forms in which servers answer "where" into one.

import { isRecord } from "../std/json.ts";
import type { WirePosition, WireRange } from "./wire-shapes.ts";

export interface WireLocation {
  readonly uri: string;
  readonly range: WireRange;
}

/** Takes Location, Location[], LocationLink[] or null. A list may be mixed; items that are neither are left out. */
export function normaliseLocations(result: unknown): WireLocation[] {
  if (result === null || result === undefined) return [];
  const items = Array.isArray(result) ? result : [result];
  return items.flatMap((item) => {
    const location = oneLocation(item);
    return location === undefined ? [] : [location];
  });
}

function oneLocation(item: unknown): WireLocation | undefined {
  if (!isRecord(item)) return undefined;
  if (typeof item["targetUri"] === "string") {
    const range = [item["targetSelectionRange"], item["targetRange"]].find(isRange);
    return range && { uri: item["targetUri"], range };
  }
  if (typeof item["uri"] === "string" && isRange(item["range"])) return { uri: item["uri"], range: item["range"] };
  return undefined;
}

export function isRange(value: unknown): value is WireRange {
  return isRecord(value) && isPosition(value["start"]) && isPosition(value["end"]);
}

function isPosition(value: unknown): value is WirePosition {
  return isRecord(value) && typeof value["line"] === "number" && typeof value["character"] === "number";
}
