// Times and sizes of a call, each with its reason.

/** A call that may start a server and wait for its index. */
export const defaultTimeoutMs = 120_000;

/** How much later than its deadline a call may end at the most. */
export const deadlineGraceMs = 100;

/** Well under what every client accepts as the output of one tool (the strictest cuts at 40,000 characters). */
export const maxTextCharacters = 32_000;

/** A client that is asked for its roots answers from memory; one that does not is not waited for. */
export const clientRootsTimeoutMs = 5_000;

/** Before trust is given, the languages of a root are named; nobody waits minutes for the last of them. */
export const directoriesLookedAt = 20_000;

/** A configuration is written by hand; the longest anybody has is a few kilobytes. */
export const maxConfigurationBytes = 1_000_000;

/** Opening reads a few small files; a disk that takes longer than this is not answering. */
export const openingTimeoutMs = 30_000;

/** A client that has gone waits for nobody; an engine that is still opening by then has started nothing. */
export const closingTimeoutMs = 3_000;
