// The life of a daemon process: takes the lock of its place, listens, writes down who it is, and leaves nothing behind.

import { settingsFor } from "../../config/profiles.ts";
import type { Host } from "../../host/host.ts";
import type { LocalSockets } from "../../host/local-sockets.ts";
import { openNodeHost } from "../../host/node/node-host.ts";
import { nodeLocalSockets } from "../../host/node/node-local-sockets.ts";
import { makePrivateDirectories, privateFiles } from "../../host/private-file.ts";
import { privatePlaceDoubt } from "../../host/private-place.ts";
import { runtimeDirectory } from "../../host/runtime-directory.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { EditLock } from "../../store/edit-journal-lock.ts";
import { rootOf } from "../preparation.ts";
import { mustKeepStateApart } from "../trust/own-places.ts";
import { Daemon } from "./daemon.ts";
import { readLimit } from "./limits.ts";
import type { DaemonKey, DaemonPlace } from "./place.ts";
import { daemonKey, daemonDirectories, placeOf } from "./place.ts";
import { toRecordText } from "./record.ts";
import type { RunCommand } from "./served-client.ts";

export interface LifeContext {
  readonly host: Host;
  readonly sockets: LocalSockets;
  readonly root: FilePath;
  /** Where the client that starts it expects it. */
  readonly directory: string | undefined;
  readonly idleMs: number;
  readonly runCommand: RunCommand;
  readonly log: (line: string) => void;
  /** Tells the client that starts it how that went: `ready`, `held` or why not. */
  readonly tell: (word: string) => void;
  /** Calls back when the process has to end: a signal, or an error that nothing caught. */
  readonly onSignal: (listener: (signal: string) => void) => void;
  /** From now on the end must not take longer than an orderly one. */
  readonly onEnding: () => void;
}

/** On this machine; `directory` is undefined for a daemon in the foreground. */
export async function liveHere(
  own: Omit<LifeContext, "host" | "sockets" | "root" | "directory" | "idleMs"> & {
    readonly root: string;
    readonly directory: string | undefined;
  },
): Promise<void> {
  const host = await openNodeHost();
  const root = await rootOf(host, own.root, own.directory !== undefined);
  const { idleMs } = settingsFor("standard").daemon;
  await liveAsDaemon({ ...own, host, sockets: nodeLocalSockets, root, idleMs });
}

/** Another daemon of the same place ends within this, if it is ending. */
const lockWaitMs = 3_000;

export async function liveAsDaemon(context: LifeContext): Promise<void> {
  const { host, root, tell } = context;
  const release = host.hold();
  try {
    const key = daemonKey(root, host.env);
    const place = placeOf(host.stateDirectory, key, { platform: host.platform, runtime: runtimeDirectory() });
    if ((context.directory ?? place.directory) !== place.directory) return tell("Sightline was built anew meanwhile");
    await mustKeepStateApart(host, root, host.stateDirectory);
    await makePrivateDirectories([...daemonDirectories(place), place.lock]);
    const doubt = await privatePlaceDoubt(daemonDirectories(place));
    if (doubt !== undefined) return tell(doubt);
    const held = await new EditLock(host).holding(place.lock, { waitMs: lockWaitMs }, () => live(context, key, place));
    if (held !== undefined) tell("held");
  } finally {
    release();
  }
}

// — below: private, in the order they are used —

async function live(context: LifeContext, key: DaemonKey, place: DaemonPlace): Promise<undefined> {
  const { host, log, tell, onSignal } = context;
  const token = Array.from({ length: 4 }, () => host.writing.nonce()).join("");
  const startedAt = new Date(host.clock.wall()).toISOString();
  const { directory, address } = place;
  const record = { key, directory, address, pid: host.pid, startedAt };
  const write = (ready: boolean): Promise<void> => privateFiles.write(place.record, toRecordText({ ...record, ready }));
  /** Settles when the record says that it is ready; there is none where it need not be written, or not any more. */
  let readiness: Promise<unknown> | undefined;
  const onReady = (): void => {
    readiness ??= Promise.allSettled([write(true)]);
  };
  const daemon = new Daemon({ ...context, key, place, token, onReady });
  onSignal((signal) => daemon.end(`it got ${signal}`));
  let why = "it could not listen";
  try {
    await forget(place);
    await privateFiles.write(place.token, token);
    await daemon.listen();
    await write(false);
    await privateFiles.write(place.pid, `${host.pid}\n`);
    log(`serving ${key.root}`);
    tell("ready");
    why = await daemon.over;
    context.onEnding();
  } finally {
    log(`ending: ${why}`);
    // A record that is being written would come back after it was removed.
    readiness ??= Promise.resolve();
    await readiness;
    // What says where it is goes first, so that no client comes any more. Where the files were removed, another daemon may
    // have written its own by now.
    if ((await textIn(host, place.token)) === token) await forget(place);
    await daemon.close(why);
  }
  return undefined;
}

async function textIn(host: Host, file: FilePath): Promise<string | undefined> {
  const bytes = await host.files.read(file, readLimit);
  return bytes && host.files.decode(bytes).text;
}

/** Files of a daemon that has gone; the lock says that none lives here. */
async function forget({ record, pid, token, address }: DaemonPlace): Promise<void> {
  for (const file of [record, pid, token]) await privateFiles.remove(file);
  if (!address.startsWith("\\\\.\\pipe\\")) await privateFiles.remove(filePath(address));
}
