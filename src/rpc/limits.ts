// Sizes and times of the wire, each with its reason.

export interface FrameLimits {
  /** One header line; real ones are under 80 bytes. */
  readonly headerLineBytes: number;
  /** Noise skipped in search of a header before the stream is given up. */
  readonly noiseBytes: number;
  /** One body; a legal answer of 64 MB must pass. Checked before anything is allocated. */
  readonly bodyBytes: number;
  /** Nesting of a body; no LSP answer comes near, and recursion over it stays far from the stack's end. */
  readonly depth: number;
  /** Half a frame and then silence for this long means that the writer hangs. */
  readonly partialMs: number;
  /** Unreadable bodies in a row before the stream is given up. */
  readonly badBodies: number;
}

export const frameLimits: FrameLimits = {
  headerLineBytes: 8 * 1024,
  noiseBytes: 64 * 1024,
  bodyBytes: 256 * 1024 * 1024,
  depth: 512,
  partialMs: 10_000,
  badBodies: 8,
};

/** Bytes waiting for a server that does not read; beyond it new requests are refused. */
export const writeQueueBytes = 64 * 1024 * 1024;

/** How long a request may go on unanswered after the server said that it could not read one: slow answers still come, lost ones do not hang. */
export const unreadGraceMs = 3_000;
