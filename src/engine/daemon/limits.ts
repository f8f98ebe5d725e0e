// Times and sizes of a daemon, each with its reason.

/** Opening an engine reads a few files; a daemon that needs longer for that, or for a status, stands still. */
export const controlMs = 40_000;

/** How much later than the daemon's own deadline a client gives up. */
export const lateMs = 5_000;

/** How many daemons in a row are asked what became of a change, where each of them is lost. */
export const lookups = 5;

/** A client that has connected says who it is at once. */
export const greetingMs = 5_000;

/** What a client may be behind in reading: more than the largest answer, far less than would hurt the others. */
export const maxQueuedBytes = 32 * 1024 * 1024;

/** An invocation holds at most the text of a file or two. */
export const maxInvocationBytes = 64 * 1024 * 1024;

/** How long a client that lost its stream can come back for its drafts. */
export const resumeMs = 60_000;

/** A daemon that starts reads its own code, which a busy machine may make slow. */
export const startMs = 30_000;

/** Connections of one daemon; each agent needs one. */
export const maxConnections = 1_000;

/** Calls of one client that run at the same time: far more than an agent makes, few enough that others get their turn. */
export const maxCalls = 64;

/** How often a client tries while another one starts the daemon. */
export const pollMs = 15;

/** A change takes a moment; a daemon that ends has a few seconds for everything, most of which its servers need. */
export const settlingMs = 2_000;

/** A record is a few hundred bytes. */
export const readLimit = 10_000;

/** How often a daemon looks whether its root and its own files are still there. */
export const placeCheckMs = 10_000;
