// How much memory our own process uses, and how much the machine has.

import { totalmem } from "node:os";

export function ownMemoryBytes(): number {
  return process.memoryUsage.rss();
}

export function machineMemoryBytes(): number {
  return totalmem();
}
