// Writing on the real disk.
//
// On Linux every act goes through a handle of the directory, so that what was checked is what is used; elsewhere the
// directory is checked before each act.
// On a local disk, lookups that take microseconds are synchronous; calls that may wait for the disk are not.
// Permissions, owner and group are copied to a file that takes another's place. Extended attributes and lists of access
// rights are what other programs see of a file and Node does not.

import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { accessSync, closeSync, fsync, lstatSync, openSync, readlinkSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import {
  access,
  constants,
  link,
  lstat,
  mkdir,
  open,
  readlink,
  realpath,
  rename,
  rmdir,
  unlink,
} from "node:fs/promises";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { adorn, adornedAmong } from "../adornments.ts";
import { LocalDirectories } from "../watch/local-directories.ts";
import { errorCode } from "../error-code.ts";
import { privateFiles } from "../private-file.ts";
import { aliveness, ownIdentity } from "../process/process-identity.ts";
import { replacedBytes } from "../read-limits.ts";
import { takeRegular } from "../regular-file.ts";
import type { Attributes, Entry, Making, Writing } from "../writing.ts";
import { WriteFault } from "../writing.ts";

export const nodeWriting: Writing = {
  look: (path) =>
    unlessAbsent(path, () =>
      atRealPath(path, async (place, isLocal): Promise<Entry> => {
        const found = isLocal ? lstatSync(place, { bigint: true }) : await lstat(place, { bigint: true });
        const kind = kindOf(found);
        const owner = { uid: Number(found.uid), gid: Number(found.gid) };
        const mode = Number(found.mode) & 0o7777;
        // Without the device, whose number may be another after the next start of the machine.
        const id = found.ino === 0n ? "" : `${found.ino}:${found.birthtimeNs}`;
        const isWritable = kind !== "file" || (await mayWrite(place, mode, isLocal));
        return { kind, id, size: Number(found.size), mode, owner, names: Number(found.nlink), isWritable };
      }),
    ),
  read: (path) =>
    unlessAbsent(path, () =>
      atRealPath(path, async (place, isLocal) => {
        const how = { maxBytes: replacedBytes, isLocal, refusesLink: true };
        return (await takeRegular(place, how, async () => undefined)).bytes;
      }),
    ),
  create: (path, bytes, like) => act(path, () => atRealPath(path, (place) => create(place, bytes, like))),
  adorned: (paths) => adornedAmong(paths) as Promise<readonly FilePath[] | undefined>,
  adorn: (from, to) => act(to, () => atRealPath(from, (source) => atRealPath(to, (place) => adorn(source, place)))),
  link: (from, to) => act(to, () => atRealPath(from, (source) => atRealPath(to, (place) => link(source, place)))),
  rename: (from, to) => act(to, () => atRealPath(from, (source) => atRealPath(to, (place) => rename(source, place)))),
  remove: async (path) => {
    const done = await unlessAbsent(path, () => atRealPath(path, (place) => unlink(place).then(() => true)));
    return done === true;
  },
  makeDirectory: (path, mode) => act(path, () => atRealPath(path, (place) => mkdir(place, { mode }))),
  removeDirectory: (path) =>
    act(path, async () => {
      try {
        await atRealPath(path, (place) => rmdir(place));
        return true;
      } catch (error) {
        if (["ENOTEMPTY", "EEXIST", ...absent].includes(errorCode(error))) return false;
        throw error;
      }
    }),
  syncDirectory: (path) =>
    act(path, async () => {
      // Windows has no handles of directories that could be synced; its file system orders names by itself.
      if (process.platform === "win32") return;
      if (local.names(path)) return syncLocal(path);
      const directory = await openDirectory(path);
      try {
        await directory.sync();
      } finally {
        await directory.close();
      }
    }),
  doubt: (path) => privateFiles.doubt(path),
  nonce: () => randomBytes(8).toString("hex"),
  self: ownIdentity,
  isAlive: aliveness,
};

// — below: private, in the order they are used —

const local = new LocalDirectories();
const synced = promisify(fsync);

function kindOf(found: BigIntStats): Entry["kind"] {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "directory";
  return found.isSymbolicLink() ? "link" : "other";
}

/** A read-only file counts as not writable even for the superuser, to whom the system would allow it. */
async function mayWrite(place: string, mode: number, isLocal: boolean): Promise<boolean> {
  if ((mode & 0o222) === 0) return false;
  try {
    if (isLocal) accessSync(place, constants.W_OK);
    else await access(place, constants.W_OK);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error))) return false;
    throw error;
  }
}

async function syncLocal(path: string): Promise<void> {
  const directory = openLocal(path);
  try {
    await synced(directory);
  } finally {
    closeSync(directory);
  }
}

async function create(place: string, bytes: Uint8Array, like: Making): Promise<void> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  // Closed to others until it has its own permissions.
  const mode = like.mode === undefined ? 0o666 : 0o600;
  const file = await open(place, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, mode);
  try {
    await file.writeFile(bytes);
    await dress(file, like);
    if (like.isBrief !== true) await file.sync();
  } catch (error) {
    // A part of a file is no file. Where it cannot be removed, what went wrong before says more.
    await Promise.allSettled([unlink(place)]);
    throw error;
  } finally {
    await file.close();
  }
}

async function dress(file: FileHandle, { mode, owner }: Attributes): Promise<void> {
  const isGiven = owner === undefined || (await giveTo(file, owner));
  // After the owner: a change of owner takes special bits away. Those of another owner are not ours to give.
  if (mode !== undefined) await file.chmod(isGiven ? mode : mode & 0o777);
}

/** False where the file is ours in the end, as with any editor: only the administrator may give files away. */
async function giveTo(file: FileHandle, { uid, gid }: { uid: number; gid: number }): Promise<boolean> {
  const made = await file.stat();
  if (made.uid === uid && made.gid === gid) return true;
  if (await tryChown(file, uid, gid)) return true;
  // To a group of ours it may be given all the same.
  await tryChown(file, made.uid, gid);
  return false;
}

async function tryChown(file: FileHandle, uid: number, gid: number): Promise<boolean> {
  try {
    await file.chown(uid, gid);
    return true;
  } catch (error) {
    if (!["EPERM", "EINVAL", "ENOSYS"].includes(errorCode(error))) throw error;
    return false;
  }
}

/** Calls back with a path of the same file that no swapped directory can lead elsewhere. */
export async function atRealPath<T>(path: FilePath, work: (place: string, isLocal: boolean) => Promise<T>): Promise<T> {
  const parent = dirname(path);
  if (process.platform !== "linux") {
    if (filePath(await realpath(parent)) !== filePath(parent)) throw swapped();
    return work(path, false);
  }
  if (local.names(path)) return atLocal(parent, basename(path), work);
  const directory = await openDirectory(parent);
  try {
    return await work(`/proc/self/fd/${directory.fd}/${basename(path)}`, false);
  } finally {
    await directory.close();
  }
}

/** The same without leaving this thread: every act needs it, and on a local disk it takes microseconds. */
async function atLocal<T>(
  parent: string,
  name: string,
  work: (place: string, isLocal: boolean) => Promise<T>,
): Promise<T> {
  const handle = openLocal(parent);
  try {
    return await work(`/proc/self/fd/${handle}/${name}`, true);
  } finally {
    closeSync(handle);
  }
}

function openLocal(path: string): number {
  const handle = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    if (filePath(readlinkSync(`/proc/self/fd/${handle}`)) !== filePath(path)) throw swapped();
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

async function openDirectory(path: string): Promise<FileHandle> {
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const isThere =
      process.platform !== "linux" || filePath(await readlink(`/proc/self/fd/${directory.fd}`)) === filePath(path);
    if (!isThere) throw swapped();
    return directory;
  } catch (error) {
    await directory.close();
    throw error;
  }
}

function swapped(): Error {
  return Object.assign(new Error("a directory above it is a link"), { code: "ELOOP" });
}

const absent: readonly string[] = ["ENOENT", "ENOTDIR"];

async function unlessAbsent<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (absent.includes(errorCode(error))) return undefined;
    throw new WriteFault(errorCode(error), path, error);
  }
}

async function act<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new WriteFault(errorCode(error), path, error);
  }
}
