// A disk that waits for a moment where a scanner holds a file, as happens on Windows.

import type { Host } from "../../host/host.ts";
import type { Writing } from "../../host/writing.ts";
import { WriteFault } from "../../host/writing.ts";
import { pause } from "../../std/pause.ts";

const patienceMs = 10_000;
const firstPauseMs = 10;
const heldCodes: ReadonlySet<string> = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Elsewhere these words of the system are its last, so the host stays what it is. */
export function patientHost(host: Host): Host {
  if (host.platform !== "win32") return host;
  const { writing } = host;
  const patient: Writing = {
    look: (path) => writing.look(path),
    read: (path) => writing.read(path),
    create: (path, bytes, like) => writing.create(path, bytes, like),
    adorned: (paths) => writing.adorned(paths),
    adorn: (from, to) => writing.adorn(from, to),
    link: (from, to) => patiently(host, () => writing.link(from, to)),
    rename: (from, to) => patiently(host, () => writing.rename(from, to)),
    remove: (path) => patiently(host, () => writing.remove(path)),
    makeDirectory: (path, mode) => writing.makeDirectory(path, mode),
    removeDirectory: (path) => patiently(host, () => writing.removeDirectory(path)),
    syncDirectory: (path) => writing.syncDirectory(path),
    doubt: (path) => writing.doubt(path),
    nonce: () => writing.nonce(),
    self: () => writing.self(),
    isAlive: (holder) => writing.isAlive(holder),
  };
  return {
    ...host,
    hold: () => host.hold(),
    resolvePackageFile: (...of) => host.resolvePackageFile(...of),
    writing: patient,
  };
}

async function patiently<T>({ clock }: Host, act: () => Promise<T>): Promise<T> {
  const until = clock.now() + patienceMs;
  for (let ms = firstPauseMs; ; ms *= 2) {
    try {
      return await act();
    } catch (error) {
      const isHeld = error instanceof WriteFault && heldCodes.has(error.code);
      if (!isHeld || clock.now() >= until) throw error;
      await pause(clock, Math.min(ms, until - clock.now()));
    }
  }
}
