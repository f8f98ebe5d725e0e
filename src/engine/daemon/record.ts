// What a daemon writes about itself, for people and for other processes.

import { isRecord } from "../../std/json.ts";
import type { DaemonKey } from "./place.ts";

export interface DaemonRecord {
  readonly key: DaemonKey;
  readonly directory: string;
  readonly address: string;
  readonly pid: number;
  readonly startedAt: string;
  /** A server of it has loaded its workspace. */
  readonly ready: boolean;
}

export function toRecordText({ key, ...rest }: DaemonRecord): string {
  return `${JSON.stringify({ ...key, ...rest }, null, 2)}\n`;
}

/** Undefined for what is no record: it may be half of one after a loss of power. */
export function parseDaemonRecord(text: string, directory: string): DaemonRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: nothing is known of it.
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { root, version, build, environment, address, pid, startedAt, ready } = value;
  const texts = [root, version, build, environment, address, startedAt];
  if (!texts.every((one) => typeof one === "string") || typeof pid !== "number") return undefined;
  const key = { root, version, build, environment } as DaemonKey;
  return { key, directory, address: String(address), pid, startedAt: String(startedAt), ready: ready === true };
}
