// Reads what a program prints, one record after the other and however much it is.

import type { Patience } from "../../std/patience.ts";
import type { Host } from "../../host/host.ts";
import type { Child, SpawnSpec } from "../../host/processes.ts";
import { SpawnFault } from "../../host/processes.ts";
import { Cancelled, onCancel } from "../../std/cancel.ts";
import { Tail } from "../../std/tail.ts";

export interface RecordsRun {
  /** Null when it was ended, or could not be started. */
  readonly code: number | null;
  readonly errors: string;
  readonly timedOut: boolean;
}

/** So much is kept of what it says went wrong. */
const errorBytes = 64 * 1024;

/** Hands on every record that ends with a zero byte. Ended when the patience is. */
export async function runForRecords(
  host: Host,
  spec: SpawnSpec,
  patience: Patience,
  take: (record: string) => void,
): Promise<RecordsRun> {
  try {
    return await read(await host.processes.spawn(spec), host, patience, take);
  } catch (error) {
    if (!(error instanceof SpawnFault)) throw error;
    return { code: null, errors: error.message, timedOut: false };
  }
}

// — below: private, in the order they are used —

async function read(
  child: Child,
  host: Host,
  { deadline, signal }: Patience,
  take: (record: string) => void,
): Promise<RecordsRun> {
  const decoder = new TextDecoder();
  let rest = "";
  let timedOut = false;
  child.onOutput((bytes) => {
    const records = (rest + decoder.decode(bytes, { stream: true })).split("\0");
    rest = records.pop() ?? "";
    for (const record of records) take(record);
  });
  const errors = new Tail(errorBytes);
  child.onErrors((bytes) => errors.push(bytes));
  child.endInput();
  const timer = host.clock.after(deadline.remaining(), () => {
    timedOut = true;
    child.signal("SIGKILL");
  });
  const unlisten = onCancel(signal, () => child.signal("SIGKILL"));
  const { code } = await child.exited;
  timer.cancel();
  unlisten();
  await child.sweep();
  if (signal?.aborted === true) throw new Cancelled(signal.reason);
  return { code, errors: new TextDecoder().decode(errors.bytes()), timedOut };
}
