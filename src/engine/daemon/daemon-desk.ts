// What a person asks of the daemons on this machine: which there are, what they do, and that they end.

import type { Host } from "../../host/host.ts";
import { openNodeHost } from "../../host/node/node-host.ts";
import { nodeLocalSockets } from "../../host/node/node-local-sockets.ts";
import { runtimeDirectory } from "../../host/runtime-directory.ts";
import { filePath } from "../../model/file-path.ts";
import { pause } from "../../std/pause.ts";
import { EditLock } from "../../store/edit-journal-lock.ts";
import { rootOf } from "../preparation.ts";
import { controlMs, pollMs } from "./limits.ts";
import { placeIn } from "./place.ts";
import { greeted } from "./reaching.ts";
import type { DaemonRecord } from "./record.ts";
import { daemonsOf } from "./records.ts";
import type { DaemonStatus } from "./wire.ts";

export interface KnownDaemon {
  readonly record: DaemonRecord;
  /** Undefined where none answers: its files are left over from one that was killed. */
  readonly status: DaemonStatus | undefined;
}

export interface DaemonDesk {
  /** Those of a directory's root, or all. */
  list(directory?: string): Promise<readonly KnownDaemon[]>;
  /** Those that have ended when this resolves; false of one that did not end in time. */
  stop(daemons: readonly KnownDaemon[]): Promise<readonly boolean[]>;
  /** The last lines of what one wrote. */
  log(daemon: KnownDaemon, lines: number): Promise<string>;
}

/** A daemon asks its servers to end, which may take a few seconds. */
const endMs = 15_000;

/** More of a log than a person reads. */
const logBytes = 4_000_000;

export async function openDaemonDesk(): Promise<DaemonDesk> {
  const host = await openNodeHost();
  return {
    async list(directory) {
      const root = directory === undefined ? undefined : await rootOf(host, directory, false);
      const records = await daemonsOf(host, host.stateDirectory);
      const wanted = records.filter(({ key }) => root === undefined || key.root === root);
      return held(host, () => Promise.all(wanted.map((record) => known(host, record))));
    },
    stop: (daemons) => held(host, () => Promise.all(daemons.map((daemon) => stop(host, daemon)))),
    async log({ record }, lines) {
      const bytes = await host.files.read(placeOfRecord(host, record).log, logBytes);
      const text = bytes === undefined ? "" : host.files.decode(bytes).text;
      return text.trimEnd().split("\n").slice(-lines).join("\n");
    },
  };
}

// — below: private, in the order they are used —

async function held<T>(host: Host, work: () => Promise<T>): Promise<T> {
  const release = host.hold();
  try {
    return await work();
  } finally {
    release();
  }
}

function placeOfRecord(host: Host, { directory }: DaemonRecord): ReturnType<typeof placeIn> {
  return placeIn(filePath(directory), { platform: host.platform, runtime: runtimeDirectory() });
}

async function known(host: Host, record: DaemonRecord): Promise<KnownDaemon> {
  return { record, status: (await asked(host, record, "daemon/status")) as DaemonStatus | undefined };
}

/** The answer of a daemon, or undefined where none lives. */
async function asked(host: Host, record: DaemonRecord, method: string): Promise<unknown> {
  const client = `${host.writing.nonce()}${host.writing.nonce()}`;
  const context = { host, sockets: nodeLocalSockets, client, emit: () => {} };
  const where = placeOfRecord(host, record);
  const [reached] = await Promise.allSettled([greeted(context, record.key, where, { isControl: true })]);
  if (reached.status === "rejected" || reached.value === undefined) return undefined;
  const { link } = reached.value;
  const [answer] = await Promise.allSettled([link.request(method, {}, controlMs)]);
  link.close("it was asked");
  return answer.status === "fulfilled" ? answer.value : undefined;
}

/** It has ended when its lock is free: by then its servers have ended too. */
async function stop(host: Host, { record }: KnownDaemon): Promise<boolean> {
  await asked(host, record, "daemon/stop");
  const { lock } = placeOfRecord(host, record);
  const until = host.clock.now() + endMs;
  while (host.clock.now() < until) {
    if ((await new EditLock(host).holder(lock)) === undefined) return true;
    await pause(host.clock, pollMs);
  }
  return false;
}
