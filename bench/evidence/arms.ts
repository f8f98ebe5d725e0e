// The engines that are compared: with evidence and without, on one workspace and one server, so that nothing else differs.

import type { LocalEngine } from "../../src/engine/local-engine.ts";
import { openEngine } from "../../src/engine/open.ts";
import { WorkspacePool } from "../../src/engine/workspace-pool.ts";
import type { Host } from "../../src/host/host.ts";
import type { LogFile } from "../../src/host/writing.ts";
import type { Caller } from "../../src/policy/effects.ts";

export const armNames = ["off", "on", "off again"] as const;
export type ArmName = (typeof armNames)[number];

export interface Taken {
  readonly ms: number;
  /** Processor time of this process, in milliseconds; that of the server is not in it. */
  readonly cpuMs: number;
  /** Until the disk had the records, in milliseconds. */
  readonly syncMs: number;
}

export interface Arms {
  /** Asks one arm, and refuses an answer that is none. */
  take(arm: ArmName, operation: string, input: object): Promise<Taken>;
  close(): Promise<void>;
}

const caller: Caller = { door: "library", allowed: ["read", "control", "propose", "write"], id: "bench" };

export async function openArms(host: Host, directory: string): Promise<Arms> {
  const sync = { ms: 0 };
  const timed: Host = {
    ...host,
    logFiles: { ...host.logFiles, create: async (path) => timedFile(await host.logFiles.create(path), sync) },
  };
  const pool = new WorkspacePool(timed, { keepMs: 0 });
  const opened = (evidence: "on" | "off"): Promise<LocalEngine> =>
    openEngine({ directory, exact: true, trusted: true, evidence }, pool);
  const engines = { off: await opened("off"), on: await opened("on"), "off again": await opened("off") };
  return {
    take: async (arm, operation, input) => {
      sync.ms = 0;
      const before = process.cpuUsage();
      const began = performance.now();
      const outcome = await engines[arm].invoke({ operation, input, caller });
      const ms = performance.now() - began;
      const { user, system } = process.cpuUsage(before);
      if (!outcome.ok) throw new Error(`${arm}: ${operation} was refused: ${outcome.refusal.what}`);
      return { ms, cpuMs: (user + system) / 1_000, syncMs: sync.ms };
    },
    close: async () => {
      for (const engine of Object.values(engines)) await engine.close();
      await pool.close();
    },
  };
}

/** Alternating, so that whatever slows the machine down slows all of them. */
export function inTurn(round: number): readonly ArmName[] {
  return round % 2 === 0 ? armNames : [...armNames].reverse();
}

// — below: private, in the order they are used —

function timedFile(file: LogFile, sync: { ms: number }): LogFile {
  return {
    append: (bytes) => file.append(bytes),
    close: () => file.close(),
    sync: async () => {
      const began = performance.now();
      await file.sync();
      sync.ms += performance.now() - began;
    },
  };
}
