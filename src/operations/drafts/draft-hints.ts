// Hints for the next call after a draft was evaluated.

import type { Consequences } from "../../model/consequences.ts";
import type { Hint } from "../define.ts";

export function draftHints({ safe, timedOut }: Consequences): readonly Hint[] {
  if (safe === true) return [{ operation: "commit_session", why: "to write it, with apply: true" }];
  if (safe === false) {
    return [
      { operation: "simulate_edit", why: "to fix what it breaks" },
      { operation: "discard_session", why: "to drop it" },
    ];
  }
  if (timedOut) return [{ operation: "evaluate_session", why: "with a larger timeout_ms, to check the rest" }];
  return [{ operation: "commit_session", why: "to write it anyway; run_build then shows what could not be checked" }];
}
