// Whether a server that keeps an index beside a project would write it outside the root.

import { orIfUnreadable } from "../../host/files.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import type { Host } from "../../host/host.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, isInside, joinPath, parentOf } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { confinedPlace } from "../trust/confine.ts";
import { configurationLeads } from "./configuration-leads.ts";

/** Refuses a server whose index a link or a configuration of the root would lead outside. */
export async function mustWriteInside(
  host: Host,
  root: FilePath,
  entry: ServerEntry,
  files: readonly FilePath[],
): Promise<void> {
  const { writesIndex } = entry.quirks;
  if (writesIndex === undefined) return;
  for (const file of files.filter((one) => writesIndex.beside.includes(baseName(one)))) {
    for (const directory of await holdersOf(host, root, file)) {
      const place = await confinedPlace(host, joinPath(directory, writesIndex.at));
      if (!isInside(root, place)) refuseIndex(entry, root, file, place);
    }
  }
}

// — below: private, in the order they are used —

/** The directory of the file, the one above it for a database in a directory of builds, and those that it names. */
async function holdersOf(host: Host, root: FilePath, file: FilePath): Promise<FilePath[]> {
  const home = parentOf(file) ?? root;
  const above = [home, parentOf(home) ?? home].filter((directory) => isInside(root, directory));
  const bytes =
    baseName(file) === ".clangd" ? await orIfUnreadable(undefined, () => host.files.read(file, textBytes)) : undefined;
  const text = bytes && host.files.decode(bytes).text;
  const named = text === undefined || !text.includes("CompilationDatabase") ? [] : configurationLeads(file, text);
  return [...above, ...named.filter(({ way }) => way === "taken").map(({ path }) => path)];
}

function refuseIndex({ title }: ServerEntry, root: FilePath, file: FilePath, place: FilePath): never {
  return refuse({
    code: "not_trusted",
    what: `${title} is not started in this root, which is not trusted.`,
    why: `Because of ${display(root, file)} it would write its index to ${place}, outside the root.`,
    next: "Remove the link or the CompilationDatabase entry in .clangd that leads there; or have the operator trust this root (--trust).",
  });
}
