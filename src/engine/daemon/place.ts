// Where a daemon is found: one private directory for each root, build of Sightline and environment.

import { hashOf, ownBuild } from "../../host/own-build.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath, parentOf } from "../../model/file-path.ts";
import { childEnvironment } from "../../session/process/child-env.ts";
import { ourVersion } from "../../model/own-version.ts";

/** What a daemon is for. Two that differ in one of these never share a process. */
export interface DaemonKey {
  /** Canonical. */
  readonly root: string;
  readonly version: string;
  /** The code itself: a build in place gives another. */
  readonly build: string;
  /** Of the variables that servers are given. */
  readonly environment: string;
}

export interface DaemonPlace {
  readonly directory: FilePath;
  /** Named by a hash and short enough for the system, wherever the state directory lies. */
  readonly address: string;
  readonly record: FilePath;
  readonly pid: FilePath;
  readonly token: FilePath;
  readonly log: FilePath;
  /** Held as long as the daemon lives. */
  readonly lock: FilePath;
  /** Held by the client that starts it. */
  readonly start: FilePath;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The shortest limit of a socket's path, which is that of macOS, less its closing zero and what a listener adds at first. */
const addressBytes = 96;

export function daemonKey(root: string, env: Env): DaemonKey {
  return { root, version: ourVersion, build: ownBuild(), environment: environmentFingerprint(env) };
}

export function daemonsIn(stateDirectory: FilePath): FilePath {
  return joinPath(stateDirectory, "daemons");
}

/** `runtime` is a private directory with a short path, for a socket whose own would be too long. */
export function placeOf(
  stateDirectory: FilePath,
  key: DaemonKey,
  system: { readonly platform: string; readonly runtime: string },
): DaemonPlace {
  const name = hashOf([key.root, key.version, key.build, key.environment]);
  return placeIn(joinPath(daemonsIn(stateDirectory), name), system);
}

export function placeIn(
  directory: FilePath,
  { platform, runtime }: { readonly platform: string; readonly runtime: string },
): DaemonPlace {
  const inside = (name: string): FilePath => joinPath(directory, name);
  const short = hashOf([directory]).slice(0, 16);
  const plain = inside("daemon.sock");
  const fits = new TextEncoder().encode(plain).length <= addressBytes;
  const address = platform === "win32" ? `\\\\.\\pipe\\sightline-${short}` : fits ? plain : `${runtime}/${short}.sock`;
  return {
    directory,
    address,
    record: inside("daemon.json"),
    pid: inside("daemon.pid"),
    token: inside("daemon.token"),
    log: inside("daemon.log"),
    lock: inside("lock"),
    start: inside("start"),
  };
}

/** The directories that must be the user's own, outermost first: who could change one could stand in for the daemon. */
export function daemonDirectories({ directory, address }: DaemonPlace): readonly FilePath[] {
  const isPipe = address.startsWith("\\\\.\\pipe\\");
  const around = isPipe ? directory : parentOf(filePath(address));
  const all = [parentOf(directory), directory, around];
  return [...new Set(all)].filter((one) => one !== undefined);
}

/** They tell one login of a user from another, which some agents hide, and mean nothing to a server. */
const ofLogin = /^(?:XDG_(?:SESSION|VTNR|SEAT|ACTIVATION)|(?:USER|LOGNAME|SHELL|SIGHTLINE_TEST_RUN)$)/;

/** Servers get nothing else of the environment, so nothing else can make their answers differ. */
export function environmentFingerprint(env: Env): string {
  const seen = Object.entries(childEnvironment(env)).filter(([name]) => !ofLogin.test(name));
  return hashOf(seen.sort(([a], [b]) => (a < b ? -1 : 1)));
}
