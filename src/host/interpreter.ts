// Which program runs a script: the one that the first line of the file names.

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { FilePath } from "../model/file-path.ts";
import { parseFilePath } from "../model/file-path.ts";

/** As much of the line as Linux reads. */
const lineBytes = 256;

export async function interpreterOf(command: FilePath): Promise<FilePath | undefined> {
  const line = await firstLine(command).catch(() => undefined);
  const named = line?.startsWith("#!") === true ? line.slice(2).trimStart().split(/[ \t]/, 1)[0] : undefined;
  return named === undefined ? undefined : parseFilePath(named);
}

async function firstLine(path: FilePath): Promise<string | undefined> {
  // Else a named pipe would hold whoever opens it until somebody writes.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lineBytes), 0, lineBytes, 0);
    return buffer.subarray(0, bytesRead).toString("latin1").split("\n", 1)[0];
  } finally {
    await file.close();
  }
}
