// Holds back what is told of a server's own words until those are recorded, in the order in which it came.
//
// Invariant: what rests on a notification is handed on only after the notification is in every chain.
// Invariant: what waits is bounded: beyond that, and where nothing can be recorded, the words of servers are not handed on;
// listeners are told later that diagnostics may have changed.

import type { BridgeEvent } from "../../model/event.ts";
import type { NotificationLog } from "./notification-log.ts";

/** Something that is to be handed on; `server` says whose words it holds, if it holds any. */
export interface Telling {
  readonly server: string | undefined;
  tell(): void;
}

export interface RecordedFirstOptions {
  /** Tells that the diagnostics of a server may have changed. */
  readonly refresh: (server: string) => void;
  /** A listener threw, which must not stop the others. */
  readonly failed: (error: unknown) => void;
}

export class RecordedFirst {
  readonly #options: RecordedFirstOptions;
  readonly #logs = new Set<NotificationLog>();
  #waiting: Telling[] = [];
  #isDraining = false;
  /** Servers whose words were not handed on. */
  readonly #withheld = new Set<string>();

  constructor(options: RecordedFirstOptions) {
    this.#options = options;
  }

  /** From here on nothing is handed on that is not in this log as well. */
  record(log: NotificationLog): void {
    this.#logs.add(log);
  }

  get logs(): Iterable<NotificationLog> {
    return this.#logs;
  }

  /** At once where all is recorded. */
  pass(telling: Telling): void {
    if (!this.#isDraining && [...this.#logs].every(({ isRecorded }) => isRecorded)) {
      telling.tell();
      return;
    }
    if (telling.server !== undefined && this.#waiting.length >= maxWaiting) this.#withheld.add(telling.server);
    else this.#waiting.push(telling);
    if (!this.#isDraining) void this.#drain();
  }

  // — below: private, in the order they are used —

  async #drain(): Promise<void> {
    this.#isDraining = true;
    while (this.#waiting.length > 0) {
      const told = this.#waiting;
      this.#waiting = [];
      const flushed = await Promise.allSettled([...this.#logs].map((log) => log.flush()));
      const isRecorded = flushed.every(({ status }) => status === "fulfilled");
      for (const one of told) {
        if (isRecorded || one.server === undefined) this.#tell(() => one.tell());
        else this.#withheld.add(one.server);
      }
      if (isRecorded) this.#makeUp();
    }
    this.#isDraining = false;
  }

  #makeUp(): void {
    const servers = [...this.#withheld];
    this.#withheld.clear();
    for (const server of servers) this.#tell(() => this.#options.refresh(server));
  }

  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.failed(error);
    }
  }
}

/** Whose words an event holds; undefined for what we know by ourselves. */
export function speakerOf(event: BridgeEvent): string | undefined {
  const isSaid = said.has(event.type);
  return isSaid && "server" in event ? event.server : undefined;
}

// — below: private, in the order they are used —

const maxWaiting = 5_000;

const said: ReadonlySet<BridgeEvent["type"]> = new Set([
  "server.message",
  "progress",
  "diagnostics",
  "diagnostics.refresh",
]);
