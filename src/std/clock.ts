// Time as an interface, so that every wait can be driven by a test.

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds on a clock that never jumps. All deadlines, timeouts and back-off use it. */
  now(): number;
  /** Milliseconds since 1970 by the wall clock: for records that people read, never for decisions about time. */
  wall(): number;
  /** Calls `run` once after `ms` milliseconds. A pending timer does not keep the process alive. */
  after(ms: number, run: () => void): Timer;
}
