// The texts of files on this machine, for a library that compares what a host writes.

import { textOrNothing } from "../host/files.ts";
import { nodeFiles } from "../host/node/node-files.ts";
import { textBytes } from "../host/read-limits.ts";
import { filePath } from "../model/file-path.ts";

/** Undefined for a file that is not there, is too large or may not be read. */
export function machineText(file: string): Promise<string | undefined> {
  return textOrNothing(nodeFiles, filePath(file), textBytes);
}
