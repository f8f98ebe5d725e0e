// The directory for state that outlives a process.

import { homedir } from "node:os";
import type { FilePath } from "../model/file-path.ts";
import { joinPath, parseFilePath } from "../model/file-path.ts";
import { ownPath } from "../model/own-path.ts";

/** One directory per user for all that outlives a process. */
export function stateDirectory(env: Readonly<Record<string, string | undefined>>): FilePath {
  const explicit = env["SIGHTLINE_STATE_DIR"];
  if (explicit !== undefined && explicit !== "") return ownPath("SIGHTLINE_STATE_DIR", explicit);
  if (process.platform === "win32") {
    const local = env["LOCALAPPDATA"];
    return joinPath(local === undefined ? home() : ownPath("LOCALAPPDATA", local), "sightline");
  }
  const own = process.platform === "darwin" ? ["Library", "Application Support"] : [".local", "state"];
  const xdg = env["XDG_STATE_HOME"];
  // Its specification asks to ignore a relative one: it would mean another place in every directory.
  const base = xdg === undefined ? undefined : parseFilePath(xdg);
  return joinPath(base ?? joinPath(home(), ...own), "sightline");
}

/** Node takes it from a variable, which can hold anything. */
function home(): FilePath {
  return ownPath(process.platform === "win32" ? "USERPROFILE" : "HOME", homedir());
}
