// Files that only their owner may write, each written all or not at all.
//
// Invariant: a reader sees the former text or the new one, never a part. A directory that was there before keeps its
// mode: it may be shared with others for reasons of its own.

import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { FilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { errorCode } from "./error-code.ts";
import { ownershipDoubt } from "./ownership.ts";

export interface PrivateFiles {
  write(path: FilePath, text: string): Promise<void>;
  /** False when there was nothing. */
  remove(path: FilePath): Promise<boolean>;
  /** Why another user could have written what is there, or could replace it; undefined if no other user could. */
  doubt(path: FilePath): Promise<string | undefined>;
}

export const privateFiles: PrivateFiles = {
  async write(path, text) {
    const draft = `${path}.${randomBytes(8).toString("hex")}`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {
        // What went wrong before says more than that its draft is still there.
      });
      throw unwritable(path, error);
    }
  },
  async remove(path) {
    try {
      await unlink(path);
      return true;
    } catch (error) {
      if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return false;
      throw unwritable(path, error);
    }
  },
  doubt: ownershipDoubt,
};

/** Makes directories that only their owner can use, with those above them. One that is there keeps its mode. */
export async function makePrivateDirectories(paths: readonly FilePath[]): Promise<void> {
  for (const path of paths) {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw unwritable(path, error);
    }
  }
}

function unwritable(path: string, error: unknown): Refusal {
  return new Refusal(
    {
      code: "file_unreadable",
      what: `${path} cannot be written.`,
      why: `The system says ${errorCode(error)}.`,
      next: "Make the directory writable, or set SIGHTLINE_STATE_DIR to another.",
    },
    error,
  );
}
