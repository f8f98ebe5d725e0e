// Every setting of Sightline: its type, its default and what it means, in one schema.
//
// Invariant: settings are parsed once at the edge and passed down frozen; no layer reads the environment for them.

import { z } from "zod";

const ms = z.number().int().nonnegative();
const count = z.number().int().nonnegative();

export const settingsSchema = z.strictObject({
  restart: z
    .strictObject({
      /** Failed attempts before giving up. */
      max: count.default(3),
      /** `auto`: restart by ourselves after the back-off. `on-call`: at the next call that needs the server. */
      trigger: z.enum(["auto", "on-call"]).default("auto"),
      /** What a new call does while a restart is under way: wait for it within its deadline, or be told at once. */
      calls: z.enum(["wait", "refuse"]).default("wait"),
      /** `consecutive`: a successful start resets the count. `lifetime`: nothing does. */
      counting: z.enum(["consecutive", "lifetime"]).default("consecutive"),
      backoffMs: z.array(ms).min(1).default([1_000, 2_000, 4_000]),
      capMs: ms.default(30_000),
      /** Crashes in `windowMs` that open the breaker even if each restart succeeded: a flapping server ends. */
      breakerCrashes: count.default(5),
      breakerWindowMs: ms.default(180_000),
      /** How long an open breaker rests before one probe is allowed; 0 = never again by itself. */
      breakerRestMs: ms.default(60_000),
      /** What an exit with code 0 that we did not ask for means. */
      zeroExit: z.enum(["crash", "stop"]).default("crash"),
      /** Crashes during a request on the same file before that file is no longer sent. */
      quarantineAfter: count.default(2),
    })
    .prefault({}),
  request: z
    .strictObject({
      /** Overrides the method table's time limits when set. */
      timeoutMs: ms.optional(),
      initializeMs: ms.default(300_000),
      /** Waits before each retry after ContentModified or ServerCancelled. */
      retryDelaysMs: z.array(ms).default([500, 1_000, 2_000]),
      /** Timeouts in a row before the server is probed for life. */
      timeoutsBeforeProbe: count.default(3),
      probeMs: ms.default(5_000),
    })
    .prefault({}),
  ready: z
    .strictObject({
      /** How long a query waits for readiness by default before it answers `partial`. */
      waitMs: ms.default(10_000),
      /** A begin without an end stops counting after this. */
      capMs: ms.default(60_000),
    })
    .prefault({}),
  documents: z
    .strictObject({
      /** Open documents per session; the least recently used is closed beyond it. */
      maxOpen: count.default(200),
      maxBytes: count.default(10 * 1024 * 1024),
    })
    .prefault({}),
  diagnostics: z
    .strictObject({
      /** Silence after the last push that counts as settled, where pushes carry no version. */
      quietMs: ms.default(500),
      waitMs: ms.default(10_000),
    })
    .prefault({}),
  files: z
    .strictObject({
      /** Changes are collected this long before one notification goes out (a query flushes at once). */
      debounceMs: ms.default(150),
    })
    .prefault({}),
  stop: z
    .strictObject({
      /** Waits for the shutdown reply, for the exit after it, and for the exit after SIGTERM; their sum is at most 5 s. */
      shutdownMs: ms.default(2_000),
      exitMs: ms.default(1_500),
      termMs: ms.default(1_000),
    })
    .prefault({}),
  idle: z
    .strictObject({
      /** A server without a call for this long is stopped; 0 = never. */
      teardownMs: ms.default(600_000),
      /** Resident memory of all servers together; beyond it idle ones are stopped, least recently used first. 0 = no limit. */
      memoryBytes: count.default(0),
      /** How often idleness and memory are looked at. */
      checkMs: ms.default(30_000),
    })
    .prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;
