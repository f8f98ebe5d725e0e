// The time and the files of this machine, for a library that bounds its waits or checks whether an earlier answer is current.

import { stampOf } from "../host/files.ts";
import { nodeClock } from "../host/node/node-clock.ts";
import { nodeFiles } from "../host/node/node-files.ts";
import type { Clock } from "../std/clock.ts";
import type { ContextStamp } from "../model/records/context-item.ts";
import { filePath } from "../model/file-path.ts";

export function machineStamp(file: string): Promise<ContextStamp> {
  return stampOf(nodeFiles, filePath(file));
}

export function machineTime(): string {
  return new Date(nodeClock.wall()).toISOString();
}

export const machineClock: Clock = nodeClock;
