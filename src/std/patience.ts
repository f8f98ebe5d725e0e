// How long a caller waits: the one type for a time budget, from the door down to a request and a write.

import type { CancelSignal } from "./cancel.ts";
import type { Deadline } from "./deadline.ts";
import type { RequestWatch } from "./request-watch.ts";

export interface Patience {
  readonly deadline: Deadline;
  readonly signal?: CancelSignal | undefined;
  /** How long it waits for a complete answer before it takes what there is; without it as long as the settings say. */
  readonly waitMs?: number | undefined;
  /** Asked by a machine of its own accord: it does not keep an idle server alive. */
  readonly synthetic?: boolean | undefined;
  /** Judges and follows the requests that the call causes. */
  readonly requests?: RequestWatch | undefined;
}
