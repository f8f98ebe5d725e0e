// A directory of the user's own with a short path, for sockets whose own path would be too long for the system.

import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** The system's own, where it provides one; the caller creates and checks it. */
export function runtimeDirectory(): string {
  const given = process.env["XDG_RUNTIME_DIR"];
  if (given?.startsWith("/") === true) return join(given, "sightline");
  return join(process.platform === "win32" ? tmpdir() : "/tmp", `sightline-${userInfo().uid}`);
}
