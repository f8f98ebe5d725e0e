// Starts a process of our own that outlives us; it reports whether it could begin.

import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { ownScript } from "../own-script.ts";

/** The file descriptor on which such a process says its first line. */
export const readyDescriptor = 3;

export interface DetachedStart {
  /** A script of ours, relative to the source root. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** A file that takes what it prints. */
  readonly log: string;
}

/** The first line that it says, or undefined when it ended without a word. It is not waited for any further. */
export function startDetached({ script, args, cwd, log }: DetachedStart): Promise<string | undefined> {
  const output = openSync(log, "a", 0o600);
  try {
    const child = spawn(process.execPath, [ownScript(script), ...args], {
      cwd,
      detached: true,
      stdio: ["ignore", output, output, "pipe"],
      env: process.env,
      shell: false,
      windowsHide: true,
    });
    child.unref();
    return firstLine(child.stdio[readyDescriptor] as Readable, (listener) => child.once("error", listener));
  } finally {
    closeSync(output);
  }
}

function firstLine(from: Readable, onError: (listener: (error: Error) => void) => void): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = "";
    const end = (line: string | undefined): void => {
      from.destroy();
      resolve(line);
    };
    onError(reject);
    from.on("error", () => end(undefined));
    from.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const line = text.split("\n")[0] ?? "";
      if (text.includes("\n")) end(line);
    });
    from.on("end", () => end(undefined));
  });
}
