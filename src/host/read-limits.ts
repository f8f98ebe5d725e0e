// How much of a file is read at the most, by what it is read for.
//
// A larger file is refused, or a reason why an answer is partial. Sources that a server is shown have a setting of their
// own, `documents.maxBytes`.

const mb = 1024 * 1024;

/** Manifests, configurations and sources of a repository, as far as they are read without being shown to a server. */
export const textBytes = 10 * mb;

/** Compile databases name every file of a project with its whole command line. */
export const compileDatabaseBytes = 50 * mb;

/** Ignore files are written by hand; no real one comes near. */
export const ignoreFileBytes = mb;

/** A `.git` file holds a path and a few words before it. */
export const pointerBytes = 8 * 1024;

/** A file that git calls binary is read up to this size, to check that it is; a longer text is no source. */
export const comparedBytes = 16 * mb;

/** A report of tens of thousands of tests has some megabytes. */
export const reportBytes = 64 * mb;

/** A manifest of a package that ships with us, or a skill. */
export const ownFileBytes = mb;

/** Grants, locks and the registry of processes: one small object each. */
export const recordBytes = 64 * 1024;

/** The record of a change names each of its files, and there may be a hundred thousand. */
export const journalRecordBytes = 64 * mb;

/** The last answer of a root, which is bounded when it is written. */
export const lastAnswerBytes = 4 * mb;

/** A file of an evidence chain, which is closed at a size that the settings give, or its packets. */
export const evidenceFileBytes = 1024 * mb;

/** What stands where the writer puts or puts back a file must never be lost for its size; Node reads no more at once. */
export const replacedBytes = 2 ** 31 - 2;

/** Of a file of the repository that is read for what it says of the project. */
export function projectFileBytes(path: string): number {
  return path.endsWith("/compile_commands.json") ? compileDatabaseBytes : textBytes;
}
