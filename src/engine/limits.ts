// Times and sizes of a call, each with its reason.

/** A call that may start a server and wait for its index. */
export const defaultTimeoutMs = 120_000;

/** How much later than its deadline a call may end at the most. */
export const deadlineGraceMs = 100;

/** Well under what every client accepts as the output of one tool (the strictest cuts at 40,000 characters). */
export const maxTextCharacters = 32_000;

/** A client that is asked for its roots answers from memory; one that does not is not waited for. */
export const clientRootsTimeoutMs = 5_000;

/** Before trust is given, the languages of a root are named; a person does not wait minutes for the last of them. */
export const directoriesLookedAt = 20_000;

/** A configuration is written by hand; long ones have a few kilobytes. */
export const maxConfigurationBytes = 1_000_000;

/** Opening reads a few small files; a disk that takes longer than this is not answering. */
export const openingTimeoutMs = 30_000;

/** A client that has gone does not wait; an engine that is still opening by then has started nothing. */
export const closingTimeoutMs = 3_000;

/** Servers are asked to shut down, to exit and to terminate, up to 3 s in all; what hangs longer is ended by force. */
export const endingTimeoutMs = 7_000;

/** A subscription first checks the present diagnostics; no client waits longer than this for its request. */
export const baselineTimeoutMs = 30_000;

/** Each subscription is checked after every change on disk. */
export const maxSubscriptions = 100;

/** As many files as one question about diagnostics may name. */
export const filesPerLook = 200;

/** What servers published about so many files is remembered, to distinguish new diagnostics from repeated ones. */
export const signsKept = 1_000;

/** A server that has not said by then that it is ready is no longer waited for. */
export const readyWatchMs = 300_000;

/** So many files that changed on disk are named when a caller asks what may be stale. */
export const staleFilesKept = 500;

/** While files change without a pause, a notice is sent at the latest after so many times the pause. */
export const stalePauses = 10;

/** A resource is read by a program; more than this is of no use. */
export const maxResourceCharacters = 1_000_000;

/** The reasons that a caller has seen are remembered: for so many callers, and so many for each. */
export const callersRemembered = 64;
export const reasonsRemembered = 64;
