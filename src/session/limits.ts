// Sizes and times of a session, each with its reason.

/** A file that keeps changing under our hands is refused after this many looks. */
export const documentReadAttempts = 4;

/** File times advance in ticks of up to 10 ms; a file written within this of being read may change without its stamp. */
export const racyStampMs = 50;

/** What a crash report carries of standard error, and what is kept to choose it from. */
export const stderrReportBytes = 4 * 1024;
export const stderrKeptBytes = 64 * 1024;

/** How long a server whose output has ended may take to end as well, before it is killed. */
export const lastWordsMs = 200;

/** A server that someone else runs accepts a connection within this, or counts as not there. */
export const connectMs = 5_000;

/** Changes given as text are held back this long, so that a burst reaches the server once. */
export const changeCoalesceMs = 50;

/** Places taken of one answer, and files they may lie in; each file is looked at. The rest is counted and said. */
export const placesPerAnswer = 50_000;
export const filesPerAnswer = 5_000;

/** Pieces of announced work that are followed at the same time; a server that announces more counts as not ready. */
export const progressTokens = 1_000;

/** What a server says of its work is a few words. */
export const progressTextLimit = 500;

/** Diagnostics kept per document; a flood beyond it is counted and said to be cut. */
export const diagnosticsPerDocument = 10_000;

/** Documents that diagnostics are kept for without being open (whole-project pushes). */
export const diagnosticDocuments = 20_000;

/** Messages of a server that become events per second; the rest is counted. */
export const messagesPerSecond = 50;

/** How often the executable is looked at for having been replaced. */
export const binaryCheckMs = 1_000;

/** The machine slept if the wall clock ran ahead of the monotonic one by more than this. */
export const suspendGapMs = 60_000;

/** A learnt quiet window never grows beyond this. */
export const quietWindowCapMs = 5_000;

/** A program that does not say its version within this is not usable. */
export const probeMs = 10_000;
export const versionTextLimit = 200;

/** Files that are opened to be seen; when more have changed, a new start reads them sooner. To be parsed takes longer. */
export const maxOpenedToSee = 150;
export const maxParsedToSee = 50;

/** A changed file that is not parsed within this is left to the server. */
export const refreshMs = 10_000;

/** A server that was not found is looked for again after this. */
export const missMs = 60_000;

/** Processor time during a probe (ticks of 10 ms) from which on a silent server is busy rather than hung. */
export const busyTicks = 20;

/** How often the server is had to list its project anew for a file that it left out of it. */
export const timesTakenIn = 16;

/** Text that is sent at once to a new incarnation; documents beyond it are opened again when they are needed. */
export const reopenBytes = 16 * 1024 * 1024;

/** Documents whose pulled diagnostics are remembered; one beyond it is pulled whole again. */
export const pulledDocuments = 500;

/** Changes that never pause are told this long after the first of them. */
export const maxDebounceMs = 1_000;

/** How many functions or types a hierarchy lists at most; more is not read. */
export const hierarchyNodes = 1_000;

/** How many of them are asked about at the same time. */
export const hierarchyAtOnce = 8;

/** Files whose outlines are read to tell callers from uses; each of them is opened for it. */
export const hierarchyFiles = 100;

/** How long a report on all files is waited for; a server may keep the question until something changes. */
export const workspacePullMs = 20_000;

/** Servers that register their capabilities one by one do so within a few round trips after the handshake. */
export const lateRegistrationMs = 1_000;

/** Other names of one symbol that are asked about, and how many renamings in a row are followed. */
export const renamedNames = 100;
export const renamedSteps = 3;

/** What a server logged about texts before it took them back may still arrive so long after it has answered. */
export const lastQuotesMs = 1_000;

/** Questions that are called off end within this, or are left behind; others wait for the server meanwhile. */
export const lastQuestionMs = 2_000;
