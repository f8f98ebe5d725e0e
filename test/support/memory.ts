// Measures the byte buffers that are really held, garbage not counted.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

export function heldBytes(): number {
  // Freeing a buffer's memory takes a second round: the first only finds out that nothing holds it.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}
