// What the rules of coverage work with: a question, what was open when it was asked, and the files of the root.
//
// Coverage is the share of the root that a server searches; it says nothing itself, so every language has a rule.
// Invariant: an anchor is offered only for what counts as loaded once it is there; all else has only its reason.

import type { FactKind } from "../files/source-index.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, display } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import type { InterpreterChoice, ModulePlaces } from "../../session/process/launch.ts";
import { firstNames } from "../../std/words.ts";

/** What a question needs to know of the session that answers it. */
export interface Loaded {
  readonly entry: ServerEntry;
  /** Each document that was open all the time, with its project. */
  readonly open: ReadonlyMap<FilePath, string>;
  /** Directories that the server was given beside the root, in the same time. */
  readonly folders: readonly FilePath[];
  /** Where the server searches for modules, as configured when it was started. */
  readonly modules?: ModulePlaces | undefined;
  /** The interpreter that it would be configured with now. */
  readonly interpreter?: (() => Promise<InterpreterChoice>) | undefined;
  /** Whether the server reads such a file. */
  readonly isOurs: (path: FilePath) => boolean;
}

export interface CoverageQuestion {
  readonly root: FilePath;
  /** The file that is asked about; the server has it open. */
  readonly file: FilePath;
  /** Documents that were open from before the question until after the answer. */
  readonly open: readonly FilePath[];
  /** Directories inside the root that the server was given beside the root, in the same time. */
  readonly folders: readonly FilePath[];
  /** Every file below the root that may matter. */
  readonly files: readonly FilePath[];
  /** The title of the server, for people. */
  readonly title: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly machine: { readonly platform: string; readonly arch: string };
  /** Where the server searches for modules beside the root, if configured. */
  readonly modules: ModulePlaces | undefined;
  /** The text of a file; undefined when there is none or it cannot be read. */
  readonly read: (path: FilePath) => Promise<string | undefined>;
  /** The path with every link resolved; undefined when there is nothing. */
  readonly real: (path: FilePath) => Promise<FilePath | undefined>;
  /** When a file was last changed, in milliseconds; undefined when there is none. */
  readonly changedAt: (path: FilePath) => Promise<number | undefined>;
  /** Facts that are read off a file once for each content. */
  facts<T>(kind: FactKind<T>, path: FilePath): Promise<T | undefined>;
}

/** What a rule has found out. */
export interface Coverage {
  readonly reasons: readonly Reason[];
  /** What would load the rest, as far as it can be loaded; what brings most comes first. */
  readonly anchors: readonly Anchor[];
}

/** Something that makes a server load a project, and keeps it loaded as long as it is there. */
export type Anchor = DocumentAnchor | FolderAnchor | RenewalAnchor;

export interface DocumentAnchor {
  readonly by: "document";
  /** What it stands for: a configuration, a directory, or the file itself. */
  readonly project: FilePath;
  /** Each of them would do; the first that can be opened is taken. */
  readonly candidates: readonly FilePath[];
  /** The server goes on to load when it has been asked, and announces that work. */
  readonly inBackground?: boolean;
}

/** A directory that is given to the server as one more folder of its workspace. */
export interface FolderAnchor {
  readonly by: "folder";
  readonly project: FilePath;
}

/** A restart of the server, because it learns the search paths only at its start. */
export interface RenewalAnchor {
  readonly by: "renewal";
  readonly project: FilePath;
}

const namedInReason = 3;
const candidatesPerAnchor = 5;

/** One anchor for each group of files, the largest group first. */
export function anchorsFor(
  groups: ReadonlyMap<FilePath, readonly FilePath[]>,
  more: Pick<DocumentAnchor, "inBackground"> = {},
): DocumentAnchor[] {
  return [...groups]
    .sort(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1))
    .map(([project, files]) => ({
      by: "document",
      project,
      candidates: files.slice(0, candidatesPerAnchor),
      ...more,
    }));
}

/** Files by what `key` says of them; those of which it says nothing are left out. */
export async function grouped(
  files: readonly FilePath[],
  key: (file: FilePath) => Promise<FilePath | undefined>,
): Promise<Map<FilePath, FilePath[]>> {
  const groups = new Map<FilePath, FilePath[]>();
  for (const file of files) {
    const group = await key(file);
    if (group === undefined) continue;
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [file]);
    else known.push(file);
  }
  return groups;
}

/** The reason for files that the server has not loaded, or nothing when there are none. */
export function notLoaded(question: CoverageQuestion, files: readonly FilePath[], where: string): Reason[] {
  if (files.length === 0) return [];
  const detail = `${named(question.root, files)} ${files.length === 1 ? "is" : "are"} ${where}`;
  return [{ code: "projects_not_loaded", detail }];
}

/** A file that cannot be read says nothing of what the server searches; that it is there, and why, is said. */
export function unreadReasons(root: FilePath, barred: ReadonlyMap<FilePath, string>): Reason[] {
  const told = [...barred].map(([path, why]) => `${display(root, path)} (${why})`);
  if (told.length === 0) return [];
  return [{ code: "unchecked", detail: `what the server searches is unknown: ${shortList(told)} cannot be read` }];
}

/** Up to three of them by name, and how many more there are. */
export function named(root: FilePath, paths: readonly FilePath[]): string {
  return shortList(paths.map((path) => display(root, path)));
}

/** The first three, and how many more there are. */
export function shortList(names: readonly string[]): string {
  return firstNames(names, namedInReason);
}

/** For each file the nearest directory above it, inside the root, that is one of these. */
export function nearestOf(root: FilePath, directories: ReadonlySet<FilePath>, file: FilePath): FilePath | undefined {
  return ancestors(file, root).find((directory) => directories.has(directory));
}

/** The directories that hold a file of this name. */
export function holdersOf(files: readonly FilePath[], name: string): Set<FilePath> {
  return new Set(files.filter((file) => baseName(file) === name).flatMap((file) => ancestors(file).slice(0, 1)));
}
