// What each caller has been told against its answers, so that the same reason is not told at length again.

import type { Standing } from "../../model/standing.ts";
import { standingLine } from "../../render/standing-text.ts";
import { reasonsRemembered, callersRemembered } from "../limits.ts";

export class ToldReasons {
  /** Keys of reasons by caller; the caller that was told last and the reason that was met last stand at the end. */
  readonly #known = new Map<string, Set<string>>();

  /** The line for this caller, who is told by it. */
  line(caller: string, standing: Standing): string {
    const known = this.#known.get(caller) ?? new Set();
    const { text, told } = standingLine(standing, known);
    for (const key of told) remember(known, key);
    this.#known.delete(caller);
    this.#known.set(caller, known);
    trim(this.#known, callersRemembered);
    return text;
  }
}

function remember(known: Set<string>, key: string): void {
  known.delete(key);
  known.add(key);
  trim(known, reasonsRemembered);
}

function trim(kept: Map<string, unknown> | Set<string>, limit: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= limit) return;
    kept.delete(oldest);
  }
}
