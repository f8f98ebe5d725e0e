// Notices that the kernel may have dropped file events, from how many of them arrive at once.
//
// Quirk(libuv 1.46): all watches of an event loop share one inotify queue; it is read until it is empty, and the
// kernel's own note that the queue overflowed is thrown away. But an event is dropped only when the queue is full,
// and a full queue is read in one turn of the loop; so a turn that reads few events proves that none was dropped.

import { readFileSync } from "node:fs";

import { DEFAULT_QUEUE_LIMIT, QUEUE_SHARE } from "./limits.ts";

export class QueuePressure {
  readonly #threshold: number;
  readonly #listeners = new Set<() => void>();
  #count = 0;

  constructor(queueLimit: number) {
    this.#threshold = Math.max(1, Math.floor(queueLimit * QUEUE_SHARE));
  }

  /** One event was read, or one watch was given up: the kernel confirms that with an event that has no receiver. */
  note(): void {
    if (this.#count === 0) setImmediate(() => this.#relax());
    this.#count += 1;
    if (this.#count === this.#threshold) for (const listener of this.#listeners) listener();
  }

  /** `listener` runs once in every turn that reads so many events that some may have been dropped. */
  onHigh(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #relax(): void {
    this.#count = 0;
  }
}

let shared: QueuePressure | undefined;

/** The pressure on the queue of this event loop. There is one such queue, so there is one such object. */
export function queuePressure(): QueuePressure {
  shared ??= new QueuePressure(readQueueLimit());
  return shared;
}

function readQueueLimit(): number {
  try {
    const limit = Number.parseInt(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"), 10);
    return limit > 0 ? limit : DEFAULT_QUEUE_LIMIT;
  } catch {
    // Not Linux, or /proc is not mounted.
    return DEFAULT_QUEUE_LIMIT;
  }
}
