// Which program runs a script: the one that the first line of the file names.

import type { FilePath } from "../../model/file-path.ts";
import { parseFilePath } from "../../model/file-path.ts";
import { takeRegular } from "../regular-file.ts";

/** As much of the line as Linux reads. */
const lineBytes = 256;

export async function interpreterOf(command: FilePath): Promise<FilePath | undefined> {
  const line = await firstLine(command);
  const named = line.startsWith("#!") ? line.slice(2).trimStart().split(/[ \t]/, 1)[0] : undefined;
  return named === undefined ? undefined : parseFilePath(named);
}

async function firstLine(path: FilePath): Promise<string> {
  try {
    const taking = { maxBytes: lineBytes, isLocal: false, head: true };
    const { bytes } = await takeRegular(path, taking, async () => undefined);
    return Buffer.from(bytes).toString("latin1").split("\n", 1)[0] ?? "";
  } catch {
    // What cannot be read is no script that the system would run.
    return "";
  }
}
