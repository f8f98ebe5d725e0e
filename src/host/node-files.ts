// Files of the real disk.

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants, lstatSync, realpathSync, stat } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, readdir, readFile, readlink, realpath } from "node:fs/promises";
import { filePath } from "../model/file-path.ts";
import type { DirectoryEntry, Files } from "./files.ts";
import { FileFault } from "./files.ts";
import { LocalDirectories } from "./local-directories.ts";
import { trailOf } from "./trail.ts";

export const nodeFiles: Files = {
  read: (path) => unlessAbsent(path, () => readFile(path), absent),
  readReal: (path) =>
    unlessAbsent(
      path,
      async () => {
        const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        try {
          const bytes = await file.readFile();
          return { bytes, real: filePath(await placeOf(file, path)) };
        } finally {
          await file.close();
        }
      },
      absent,
    ),
  stat: (path) =>
    unlessAbsent(path, async () => {
      const found = await looked(path);
      return {
        kind: found.isFile() ? "file" : found.isDirectory() ? "directory" : "other",
        size: Number(found.size),
        changedAt: Math.max(Number(found.mtimeNs / 1_000_000n), Number(found.ctimeNs / 1_000_000n)),
        stamp: `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`,
      };
    }),
  list: (path) =>
    unlessAbsent(path, async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry): DirectoryEntry => {
        return { name: entry.name, kind: entry.isFile() ? "file" : entry.isDirectory() ? "directory" : "other" };
      });
    }),
  real: (path) => unlessAbsent(path, async () => filePath(await resolved(path))),
  trail: async (path) => trailOf(path),
  decode: (bytes) => ({
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"),
    lossy: !isUtf8(bytes),
  }),
  hash: (bytes) => createHash("sha256").update(bytes).digest("hex"),
};

const local = new LocalDirectories();

/** Where an open file lies. Only Linux tells; elsewhere what the path leads to now must be that file. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  if (process.platform === "linux") return readlink(`/proc/self/fd/${file.fd}`);
  const real = await realpath(path);
  const [opened, there] = await Promise.all([file.stat({ bigint: true }), looked(real)]);
  if (opened.ino !== there.ino || opened.dev !== there.dev) throw Object.assign(new Error(), { code: "ELOOP" });
  return real;
}

/** Every question looks at files; see `LocalDirectories` for why that is done in two ways. */
async function looked(path: string): Promise<BigIntStats> {
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
/** What may not be looked at, or cannot be a name at all, is as good as absent for whoever only looks. */
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

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "EUNKNOWN";
}
