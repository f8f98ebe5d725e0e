// The times and sizes of file watching, each with its reason.

/** How long a cookie may take. Its event needs microseconds once the event loop turns; more means that it was dropped. */
export const COOKIE_MS = 2_000;

/** The longest piece of synchronous disk work: short enough for a request to be answered between two pieces. */
export const SLICE_MS = 8;

/** A step checks so many names of one directory, which takes a millisecond or two. */
export const NAMES_PER_STEP = 256;

/** After the system refused a watch we go without; people raise such limits by hand, so asking once a minute is enough. */
export const RETRY_MS = 60_000;

/** More changed names than this are not remembered: comparing the tree costs less. */
export const MAX_PENDING_NAMES = 50_000;

/** The kernel's own default, for where the real limit cannot be read. */
export const DEFAULT_QUEUE_LIMIT = 16_384;

/** The share of the kernel's queue that may be read in one turn of the event loop before a drop must be assumed. */
export const QUEUE_SHARE = 0.5;

/**
 * A file touched this recently can change again without a trace in its times: the clock behind them ticks every 4 to
 * 16 ms. Where file systems count in whole seconds the times themselves show it.
 */
export const TICK_NS = 50_000_000n;
export const COARSE_TICK_NS = 2_100_000_000n;
