// Times and sizes of the HTTP door, each with its reason.

export interface HttpLimits {
  /** For the head of a request, and for a connection that sends nothing at all. */
  readonly headMs: number;
  /** For a request as a whole, its body included. The answer may take as long as it takes. */
  readonly requestMs: number;
  /** For a connection between two requests. */
  readonly idleMs: number;
  /** For bytes that a client does not take. A stream or a call without bytes to send is not affected. */
  readonly writeMs: number;
  /** For requests in flight when the door closes. */
  readonly drainMs: number;
  readonly bodyBytes: number;
  readonly headBytes: number;
  readonly headers: number;
  readonly connections: number;
  /** Bytes that wait for one client; a client that leaves more is cut off. */
  readonly unsentBytes: number;
  readonly sessions: number;
  /** A session without a request or an open stream ends after this. */
  readonly sessionIdleMs: number;
  /** Streams of the protocol without sessions. */
  readonly streams: number;
  /** How often a quiet stream shows that it is alive. */
  readonly keepAliveMs: number;
  /** How much a session stores of its streams for a client that reconnects; the last event is always stored. */
  readonly events: number;
  readonly eventCharacters: number;
}

const megabyte = 1024 * 1024;

export const httpLimits: HttpLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 120_000,
  writeMs: 60_000,
  drainMs: 5_000,
  bodyBytes: 4 * megabyte,
  // Node's own limit; tokens and cookies of proxies fit many times.
  headBytes: 16 * 1024,
  // No client sends a third of this, and proxies add a dozen.
  headers: 100,
  // A process may have 1,024 files open on many systems, and the language servers need some of them.
  connections: 500,
  // The longest answer has a megabyte, and a client may wait for several.
  unsentBytes: 16 * megabyte,
  sessions: 200,
  // As long as a draft lives without use.
  sessionIdleMs: 30 * 60_000,
  streams: 200,
  // Proxies cut what is quiet for a minute.
  keepAliveMs: 15_000,
  events: 200,
  eventCharacters: megabyte,
};

/** What reads a message does so by recursion; no argument of ours nests a tenth of this. */
export const maxBodyDepth = 200;

/** A client whose body is not read gets its answer only if it may finish sending; a longer body is cut off. */
export const discardedBytes = 16 * megabyte;

/** How often Node checks for connections whose time is up: the limits are that exact. */
export const checkingMs = 1_000;

/** The shortest token that is not worth a warning: as hard to guess as 64 random bits. */
export const shortToken = 16;
