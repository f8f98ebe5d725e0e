// What it means that a server did not start: whether it is tried again, and what its callers are told.

import type { Host } from "../../host/host.ts";
import { SpawnFault } from "../../host/processes.ts";
import { TcpFault } from "../../host/tcp.ts";
import type { ExitReport } from "../../model/event.ts";
import { Refusal } from "../../model/refusal.ts";
import type { FoundAddress, FoundServer } from "./launch.ts";
import type { LifeEvent } from "./lifecycle.ts";
import { startFailure, unreachable } from "../refusals.ts";

export interface StartAttempt {
  readonly server: FoundServer;
  readonly platform: Host["platform"];
  /** The last it wrote. */
  readonly stderr: string;
  readonly exit: ExitReport | undefined;
  /** The system keeps it to the files that it may use. */
  readonly isConfined: boolean;
  /** Whether an attempt before this one has succeeded. */
  readonly hasBeenUp: boolean;
}

export interface FailedStart {
  readonly event: LifeEvent;
  /** Where it says more than that a start failed: which binary, which cause, which remedy. */
  readonly told: Refusal | undefined;
}

export function failedStart(error: unknown, attempt: StartAttempt): FailedStart {
  const { server, platform, stderr, exit, hasBeenUp, isConfined } = attempt;
  if (server.address !== undefined) return failedConnection(error, server, attempt);
  const isBarred = isConfined && /EACCES|permission denied/i.test(stderr);
  const failure =
    error instanceof Refusal ? error : startFailure(server.entry, server.command, error, stderr, platform, isBarred);
  const why = failure.details.why ?? failure.details.what;
  const isSpawnFault = error instanceof SpawnFault;
  // A program that is not there or may not run will not come by trying again; that is no crash either.
  // One that has been up is being replaced at this moment, and comes back.
  const isMissing = failure.code === "server_start_failed" && isSpawnFault && !hasBeenUp;
  if (error instanceof Refusal || isMissing) return { event: { type: "not_found", why }, told: failure };
  return {
    event: {
      type: "start_failed",
      why,
      counts: !isSpawnFault,
      ...(isSpawnFault || exit === undefined ? {} : { exit }),
    },
    told: failure.code === "resource_exhausted" || isBarred ? failure : undefined,
  };
}

/** A handshake that fails is a failed start like any other. */
function failedConnection(error: unknown, { entry, address }: FoundAddress, attempt: StartAttempt): FailedStart {
  const told = error instanceof Refusal ? error : unreachable(entry, address, error, attempt.exit);
  const why = told.details.why ?? told.details.what;
  if (error instanceof Refusal) return { event: { type: "not_found", why }, told };
  if (error instanceof TcpFault) return { event: { type: "unreachable", why, wasUp: attempt.hasBeenUp }, told };
  return { event: { type: "start_failed", why, counts: true, ...(attempt.exit && { exit: attempt.exit }) }, told };
}
