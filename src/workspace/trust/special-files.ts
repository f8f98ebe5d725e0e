// Finds what a language server would open by itself although it is no regular file: a configuration, a source.
//
// Invariant: no server is started that would wait for a pipe or read a device without end; which file it is, is said.

import type { ServerEntry } from "../../catalog/entry.ts";
import { baseNameMatcher } from "../../catalog/globs.ts";
import type { FileStat } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { projectFileBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, display, joinPath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { pooled } from "../../std/pooled.ts";
import { agreeing, firstNames } from "../../std/words.ts";

export interface ConfigurationSearch {
  readonly host: Host;
  readonly root: FilePath;
  readonly list: (directory: FilePath) => Promise<readonly string[]>;
}

/** Those of the servers whose configurations from the file up to the root can be read; refused when there are none. */
export async function withReadableConfiguration(
  search: ConfigurationSearch,
  entries: readonly ServerEntry[],
  file: FilePath,
): Promise<ServerEntry[]> {
  const found = await configurationsAbove(search, entries, file);
  const looked = new Map<FilePath, Oddity | undefined>();
  await Promise.all(
    [...new Set(found.flat())].map(async (path) => looked.set(path, await oddityAt(search.host, path))),
  );
  const odd = found.map((paths) => paths.flatMap((path) => looked.get(path) ?? [])[0]);
  const able = entries.filter((_, index) => odd[index] === undefined);
  const [first] = odd;
  if (able.length > 0 || first === undefined) return able;
  return refuse({
    code: "file_unreadable",
    what: `${entries[0]?.title} is not started for ${display(search.root, file)}.`,
    why: `It would read ${display(search.root, first.path)}, which ${first.why}.`,
    next: "Put a regular file of ordinary size there, or remove it.",
  });
}

export interface TreeSearch {
  readonly host: Host;
  readonly root: FilePath;
  readonly isSource: (path: FilePath) => boolean;
  /** All that may be no regular files. */
  readonly links: readonly FilePath[];
  /** The sources that no project takes in. */
  readonly outside: () => Promise<ReadonlySet<FilePath>>;
}

/** Refuses a server that loads whole projects where one of its sources or configurations is no regular file. */
export async function mustReadTree(
  { host, root, isSource, links, outside }: TreeSearch,
  entry: ServerEntry,
): Promise<void> {
  const isConfiguration = configurationMatcher(entry);
  const read = links.filter((path) => isSource(path) || isConfiguration(baseName(path)));
  const looked = await pooled(read, atOnce, async (path) => ({
    path,
    why: await oddityOf(host, path, await host.files.stat(path)),
  }));
  const odd = looked.filter(({ why }) => why !== undefined);
  if (odd.length === 0) return;
  const unread = await outside();
  const names = odd.filter(({ path }) => !unread.has(path)).map(({ path }) => display(root, path));
  if (names.length === 0) return;
  refuse({
    code: "file_unreadable",
    what: `${entry.title} is not started in this root.`,
    why: `It would read ${firstNames(names, namedAtMost)}, which ${agreeing(names.length, "is not a regular file", "are not regular files")}.`,
    next: "Remove it, or give it a name that the server does not look for.",
  });
}

// — below: private, in the order they are used —

const namedAtMost = 3;
/** Files checked at the same time. */
const atOnce = 32;

/** Every question asks it of every name beside the file and above, so that the patterns are taken apart once. */
const matchers = new WeakMap<ServerEntry, (name: string) => boolean>();

function configurationMatcher(entry: ServerEntry): (name: string) => boolean {
  const { roots, exhaustiveOnlyWith = [] } = entry;
  const matcher = matchers.get(entry) ?? baseNameMatcher([...roots.groups.flat(), ...exhaustiveOnlyWith]);
  matchers.set(entry, matcher);
  return matcher;
}

/** The configurations that each server would read, the nearest to the file first. */
async function configurationsAbove(
  { root, list }: ConfigurationSearch,
  entries: readonly ServerEntry[],
  file: FilePath,
): Promise<readonly (readonly FilePath[])[]> {
  const directories = ancestors(file, root);
  const names = await Promise.all(directories.map((directory) => list(directory)));
  return entries.map((entry) => {
    const isConfiguration = configurationMatcher(entry);
    return directories.flatMap((directory, at) =>
      (names[at] ?? []).filter(isConfiguration).map((name) => joinPath(directory, name)),
    );
  });
}

interface Oddity {
  readonly path: FilePath;
  readonly why: string;
}

async function oddityAt(host: Host, path: FilePath): Promise<Oddity | undefined> {
  const stat = await host.files.stat(path);
  const why = await oddityOf(host, path, stat);
  if (why !== undefined) return { path, why };
  const { size } = stat ?? { size: 0 };
  return size > projectFileBytes(path) ? { path, why: `has ${size} bytes` } : undefined;
}

/** Files of the kernel say that they are regular, and may be without end. */
const ofKernel = /^\/(?:dev|proc|sys)\//;

async function oddityOf({ files }: Host, path: FilePath, stat: FileStat | undefined): Promise<string | undefined> {
  if (stat?.kind === "other") return "is a pipe, a socket or a device";
  if (stat?.kind !== "file") return undefined;
  return ofKernel.test((await files.real(path)) ?? path) ? "is a file of the kernel" : undefined;
}
