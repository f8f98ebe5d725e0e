// Where our own files may lie: what the operator steers us by, and what we keep and believe later.
//
// Invariant: nothing is believed that a repository which is served, or a checkout around it, could have brought along.
// Configuration, agents and state obey this one rule; only the state has no exception, because it stores trust itself.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, parseFilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { UntrustedArea } from "../../workspace/trust/untrusted-area.ts";

/** Refuses a state directory that a root could have filled, before anything in it is read. */
export async function mustKeepStateApart(host: Host, root: FilePath, directory: FilePath): Promise<void> {
  const bringer = await bringerOf(host, root, false, directory);
  if (bringer === undefined) return;
  refuse({
    code: "bad_input",
    what: `Sightline cannot store its state in ${directory}.`,
    why: `Trust grants and the change journal are stored there, and it is inside ${bringer}, which could have supplied forged ones.`,
    next: "Nothing there was read. Set SIGHTLINE_STATE_DIR to a directory outside all projects, or unset it.",
  });
}

/** Refuses a file of the operator that a root could have written; one that lies in a trusted root is believed. */
export async function mustBeOperators(host: Host, root: FilePath, trusted: boolean, file: string): Promise<void> {
  const path = parseFilePath(file);
  // The reader of the file refuses what is no path.
  if (path === undefined) return;
  const bringer = await bringerOf(host, root, trusted, path);
  if (bringer === undefined) return;
  refuse({
    code: "not_trusted",
    what: `${file} is not used.`,
    why: `It lies in ${bringer}, which is not trusted: the authors of the repository could have written it.`,
    next: "Move it outside the project, or trust that project with `sightline trust` or --trust.",
  });
}

// — below: private, in the order they are used —

/** The root or a checkout around it that holds a path, by any link on the way to it. */
async function bringerOf(host: Host, root: FilePath, trusted: boolean, path: FilePath): Promise<FilePath | undefined> {
  // The home directory holds everything of the user: an attacker that can write it needs no file of ours.
  if (host.accountHome !== undefined && isInside(root, host.accountHome)) return undefined;
  const area = new UntrustedArea(host);
  area.serve(root, trusted);
  const found = await area.holding(path);
  // A trusted root covers the files that the operator names in it, also in a checkout inside it.
  return trusted && found !== undefined && isInside(root, found) ? undefined : found;
}
