// What judges and follows the requests that one call sends to servers: policy refuses there, evidence is taken there.

export interface WatchedRequest {
  /** The id of the server's catalogue entry. */
  readonly server: string;
  /** The version that the server states of itself, if it does. */
  readonly version: string | undefined;
  readonly method: string;
  /** The root of the session, absolute. */
  readonly root: string;
  /** The file that is asked about, where it is one. */
  readonly file: string | undefined;
}

export interface RequestEnd {
  readonly outcome: "responded" | "timed_out" | "error" | "cancelled";
  /** The size of the reply on the wire; 0 without one. */
  readonly bytes: number;
  readonly params: unknown;
  /** What the server answered, as it came; undefined unless it responded. */
  readonly result: unknown;
}

export interface RequestWatch {
  /** Throws or rejects with a refusal if the request must not be sent. Called before every attempt. */
  mustAllow(request: WatchedRequest): void | Promise<void>;
  /** Called once for every request that was sent. */
  ended(request: WatchedRequest, end: RequestEnd): void;
}
