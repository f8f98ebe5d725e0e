// Writes a file that only its owner may read, all of it or nothing.
//
// Invariant: a reader sees the former text or the new one, never a part; the directory is the owner's alone.

import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { FilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { errorCode } from "./node-files.ts";

export type WritePrivately = (path: FilePath, text: string) => Promise<void>;

export const writePrivateFile: WritePrivately = async (path, text) => {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // The directory may have been there before, made by somebody who was less careful.
    await chmod(dirname(path), 0o700);
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Refusal(
      {
        code: "file_unreadable",
        what: `${path} cannot be written.`,
        why: `The system says ${errorCode(error)}.`,
        next: "Make the directory writable, or name another by SIGHTLINE_STATE_DIR.",
      },
      error,
    );
  }
};
