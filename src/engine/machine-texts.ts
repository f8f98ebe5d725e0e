// The texts of files on this machine, for a library that compares what a host writes.

import { orIfUnreadable, textOrNothing } from "../host/files.ts";
import { nodeFiles } from "../host/node/node-files.ts";
import { textBytes } from "../host/read-limits.ts";
import { baseName, filePath, joinPath, parentOf } from "../model/file-path.ts";

/** With the links of its directories resolved, as far as they are there. */
export async function machinePath(file: string): Promise<string> {
  const path = filePath(file);
  const above = parentOf(path);
  if (above === undefined) return path;
  const real = await orIfUnreadable(undefined, () => nodeFiles.real(above));
  return joinPath(filePath(real ?? (await machinePath(above))), baseName(path));
}

/** Undefined for a file that is not there; null for one that is too large or may not be read. */
export async function machineText(file: string): Promise<string | null | undefined> {
  const path = filePath(file);
  const text = await textOrNothing(nodeFiles, path, textBytes);
  if (text !== undefined) return text;
  return (await orIfUnreadable(null, () => nodeFiles.stat(path))) === undefined ? undefined : null;
}
