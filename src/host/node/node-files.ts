// Files of the real disk.

import { errorCode } from "../error-code.ts";
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { fstatSync, lstatSync, realpathSync, stat } from "node:fs";
import { readdir, readlink, realpath } from "node:fs/promises";
import { filePath } from "../../model/file-path.ts";
import type { DirectoryEntry, Files, FileStat } from "../files.ts";
import { FileFault } from "../files.ts";
import { LocalDirectories } from "../watch/local-directories.ts";
import { trailOf } from "../trail.ts";
import { takeRegular } from "../regular-file.ts";

export const nodeFiles: Files = {
  read: (path, maxBytes) =>
    unlessAbsent(path, async () => (await taken(path, maxBytes, async () => undefined)).bytes, absent),
  readReal: (path, maxBytes) =>
    unlessAbsent(
      path,
      async () => {
        const { bytes, used } = await taken(path, maxBytes, (handle) => placeOf(handle, path));
        return { bytes, real: filePath(used) };
      },
      absent,
    ),
  stat: (path) => statHere(path) ?? unlessAbsent(path, async () => factsOf(await statOf(path))),
  list: (path) =>
    unlessAbsent(path, async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry): DirectoryEntry => {
        return { name: entry.name, kind: entry.isFile() ? "file" : entry.isDirectory() ? "directory" : "other" };
      });
    }),
  real: (path) => unlessAbsent(path, async () => filePath(await resolved(path))),
  trail: async (path, read) => trailOf(path, read),
  decode: (bytes) => ({
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"),
    lossy: !isUtf8(bytes),
  }),
  hash: (bytes) => createHash("sha256").update(bytes).digest("hex"),
};

const local = new LocalDirectories();

async function taken<T>(
  path: string,
  maxBytes: number,
  use: (handle: number) => Promise<T>,
): Promise<{ readonly bytes: Uint8Array; readonly used: T }> {
  return takeRegular(path, { maxBytes, isLocal: local.holds(path) }, use);
}

/** The real path of an open file. Only Linux reports it; elsewhere the path must still lead to the same file. */
async function placeOf(handle: number, path: string): Promise<string> {
  if (process.platform === "linux") return readlink(`/proc/self/fd/${handle}`);
  const real = await realpath(path);
  const [opened, there] = [fstatSync(handle, { bigint: true }), await statOf(real)];
  if (opened.ino !== there.ino || opened.dev !== there.dev) throw Object.assign(new Error(), { code: "ELOOP" });
  return real;
}

/** Every operation calls `stat` often: what lies on a local disk and is no link takes no further turn; undefined for the rest. */
function statHere(path: string): Promise<FileStat | undefined> | undefined {
  // In this order: asking for the name of a directory that is not there goes to the thread pool.
  if (local.lacks(path)) return nothing;
  if (!local.names(path)) return undefined;
  try {
    const found = lstatSync(path, absentIsNoError);
    if (found === undefined) return nothing;
    return found.isSymbolicLink() ? undefined : Promise.resolve(factsOf(found));
  } catch {
    // The other way says what the error means.
    return undefined;
  }
}

const absentIsNoError = { bigint: true, throwIfNoEntry: false } as const;
const nothing: Promise<undefined> = Promise.resolve(undefined);

function factsOf(found: BigIntStats): FileStat {
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  return {
    kind: found.isFile() ? "file" : found.isDirectory() ? "directory" : "other",
    size: Number(size),
    changedAt: Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n),
    stamp: `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`,
  };
}

/** `LocalDirectories` says why there are two ways. */
async function statOf(path: string): Promise<BigIntStats> {
  const found = local.names(path) ? lstatSync(path, { bigint: true }) : undefined;
  if (found?.isSymbolicLink() === false) return found;
  return new Promise((resolve, reject) => {
    stat(path, { bigint: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });
}

async function resolved(path: string): Promise<string> {
  return local.holds(path) ? realpathSync.native(path) : realpath(path);
}

const absent: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);
/** A path without permission, or that cannot be a name at all, counts as absent for a caller that only reads. */
const unseen: ReadonlySet<string> = new Set([...absent, "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG"]);

async function unlessAbsent<T>(
  path: string,
  work: () => Promise<T>,
  codes: ReadonlySet<string> = unseen,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    // Absence is an answer; everything else is a fault of the machine.
    if (codes.has(code)) return undefined;
    throw new FileFault(code, path, error);
  }
}
