// Stores what a session has sent on its streams, for a client that lost its connection and asks for the rest.
//
// Invariant: a replay has no gap: what is no longer stored whole is refused, never replayed in part.

import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import type { HttpLimits } from "./limits.ts";

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

export class EventLog implements EventStore {
  readonly #limits: Pick<HttpLimits, "events" | "eventCharacters">;
  /** In the order in which they were sent. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;
  #sent = 0;

  constructor(limits: Pick<HttpLimits, "events" | "eventCharacters">) {
    this.#limits = limits;
  }

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = String(++this.#sent);
    const { length: characters } = JSON.stringify(message);
    this.#kept.set(id, { id, stream, message, characters });
    this.#characters += characters;
    this.#trim();
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#kept.get(id)?.stream;
  }

  async replayEventsAfter(
    last: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const known = this.#kept.get(last);
    if (known === undefined) throw new Error("The events after this one are no longer kept.");
    const after = [...this.#kept.values()].slice([...this.#kept.keys()].indexOf(last) + 1);
    for (const { id, stream, message } of after) {
      // What only opened a stream says nothing.
      if (stream === known.stream && Object.keys(message).length > 0) await send(id, message);
    }
    return known.stream;
  }

  /** The oldest go first; what a client may still ask for is what came last. */
  #trim(): void {
    for (const { id, characters } of this.#kept.values()) {
      const fits = this.#kept.size <= this.#limits.events && this.#characters <= this.#limits.eventCharacters;
      if (fits || this.#kept.size === 1) return;
      this.#kept.delete(id);
      this.#characters -= characters;
    }
  }
}
