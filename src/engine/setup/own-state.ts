// What Sightline keeps for a user beside projects and agents, by the names of what it makes: nothing else in that directory is touched.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { skillPlaces } from "../../host/skill-places.ts";
import { orIfFaulty } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { realStateDirectory } from "../../store/state-place.ts";

/** Each with what a person loses with it. */
const ownNames: Readonly<Record<string, string>> = {
  answers: "last answers",
  builds: "build outputs",
  cache: "kept answers",
  daemons: "logs of daemons",
  edits: "undo",
  evidence: "evidence",
  installed: "installed language servers",
  processes: "the list of processes",
  programs: "links to programs",
  reports: "test reports",
  servers: "caches of servers",
  setup: "the record of init",
  temporary: "temporary files",
  trust: "trust grants",
};

export interface OwnState {
  readonly directory: FilePath;
  /** What goes. */
  readonly names: readonly string[];
  /** The same in words. */
  readonly contents: readonly string[];
  /** Why some of it stays. */
  readonly kept: string | undefined;
}

/** Undefined where there is nothing. */
export async function ownState(host: Host): Promise<OwnState | undefined> {
  const directory = await realStateDirectory(host);
  const names = await namesIn(host, directory);
  const interrupted = await hasInterrupted(host, joinPath(directory, "edits"));
  // The processes that end last still use it, and it is empty then.
  const going = Object.keys(ownNames).filter((name) => names.includes(name) && !(interrupted && isJournal(name)));
  if (going.length === 0) return undefined;
  const kept = interrupted
    ? "A change was interrupted and is not taken back yet; its journal stays until a command runs in that project."
    : undefined;
  return { directory, names: going, contents: going.map((name) => ownNames[name] ?? name), kept };
}

export async function removeState(host: Host, { directory, names }: OwnState): Promise<void> {
  // Another process may have begun a change while a person was asked.
  const interrupted = await hasInterrupted(host, joinPath(directory, "edits"));
  const going = names.filter((name) => !(interrupted && isJournal(name)));
  for (const name of going) await skillPlaces.remove(joinPath(directory, name));
  // What others put there stays, and so does the directory then.
  await orIfFaulty(false, () => host.writing.removeDirectory(directory));
}

// — below: private, in the order they are used —

/** The journal is sealed with a key that lies beside the grants. */
function isJournal(name: string): boolean {
  return name === "edits" || name === "trust";
}

async function namesIn(host: Host, directory: FilePath): Promise<readonly string[]> {
  const entries = await orIfUnreadable(undefined, () => host.files.list(directory));
  return (entries ?? []).map(({ name }) => name);
}

/** A change that a process began and neither finished nor took back. */
async function hasInterrupted(host: Host, journals: FilePath): Promise<boolean> {
  for (const root of await namesIn(host, journals)) {
    const names = await namesIn(host, joinPath(journals, root));
    if (names.some((name) => name.endsWith(".prepared"))) return true;
  }
  return false;
}
