// The time and the files of this machine, for a library that checks whether an earlier answer is still current.

import { stampOf } from "../host/files.ts";
import { nodeClock } from "../host/node/node-clock.ts";
import { nodeFiles } from "../host/node/node-files.ts";
import type { ContextStamp } from "../model/records/context-item.ts";
import { filePath } from "../model/file-path.ts";

export function machineStamp(file: string): Promise<ContextStamp> {
  return stampOf(nodeFiles, filePath(file));
}

export function machineTime(): string {
  return new Date(nodeClock.wall()).toISOString();
}
