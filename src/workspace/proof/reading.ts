// Reads what lies below a directory as one hash over names and contents, and says when the latest of it was changed.
//
// A file is read again only when its stamp is another one; between processes the stamps and hashes lie in the store.
// Invariant: what could not be read as it is, or is not all that a server may read, makes the reading unproven.
// Invariant: a content is remembered by a stamp only if the stamp is old enough that a later change gives another one.

import type { DirectoryEntry, FileStat } from "../../host/files.ts";
import { FileFault } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, relativeTo } from "../../model/file-path.ts";
import { racyStampMs } from "../../session/limits.ts";
import { pooled } from "../../std/pooled.ts";

export interface RootReading {
  /** Over every name and content, in their order. */
  readonly digest: string;
  /** When what is watched was last changed, and what is not, in milliseconds since 1970. */
  readonly changedAt: { readonly watched: number; readonly unwatched: number };
  /** Each watched file that was changed, with the time. */
  readonly changes: ReadonlyMap<FilePath, number>;
  /** Why nothing can be proven by it. */
  readonly unproven?: string;
}

export interface ReadingScope {
  readonly top: FilePath;
  /** Whether the content of a file counts that the watch leaves out. */
  readonly isRead: (name: string) => boolean;
  /** Links are followed wherever they lead: what lies outside of a root is read by all its names. */
  readonly followsLinks?: true;
  /** Whether a text that the watch leaves out leads out of what is read. */
  readonly leadsOut?: (relative: string, bytes: Uint8Array) => boolean;
  /** Whether the watch leaves it out. */
  readonly isUnwatched: (relative: string, isDirectory: boolean) => boolean;
}

/** What is known of the files of each directory: the stamp of each, and the hash of the content that it had then. */
export interface ReadingMemo {
  known(directory: string): ReadonlyMap<string, readonly [stamp: string, hash: string]> | undefined;
  learn(directory: string, files: ReadonlyMap<string, readonly [stamp: string, hash: string]>): void;
}

/** A larger file is known by its stamp alone. */
const largestRead = 64 * 1024 * 1024;
/** Beyond so many files nothing is proven: to look at each of them would take longer than a server. */
const mostFiles = 150_000;
/** Directories read at the same time. */
const atOnce = 16;
/** Directories of version control: what servers read of them is decided by nothing that they hold. */
const neverRead: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj"]);
/** The file by which Python knows a virtual environment, in which programs are links to those of the machine. */
const environmentMark = "pyvenv.cfg";

export async function readBelow(
  host: Pick<Host, "files" | "clock">,
  scope: ReadingScope,
  memo: ReadingMemo,
): Promise<RootReading> {
  return new Reader(host, scope, memo).read();
}

// — below: private, in the order they are used —

class Unproven extends Error {}

class Reader {
  readonly #host: Pick<Host, "files" | "clock">;
  readonly #scope: ReadingScope;
  readonly #memo: ReadingMemo;
  readonly #changes = new Map<FilePath, number>();
  #watched = 0;
  #unwatched = 0;
  #files = 0;
  readonly #followed = new Set<FilePath>();

  constructor(host: Pick<Host, "files" | "clock">, scope: ReadingScope, memo: ReadingMemo) {
    this.#host = host;
    this.#scope = scope;
    this.#memo = memo;
  }

  async read(): Promise<RootReading> {
    const { files } = this.#host;
    const lines: string[] = [];
    let unproven: string | undefined;
    try {
      for (let level: readonly FilePath[] = [this.#scope.top]; level.length > 0; ) {
        const read = await pooled(level, atOnce, (directory) => this.#directory(directory));
        for (const one of read) lines.push(...one.lines);
        level = read.flatMap(({ below }) => below);
      }
    } catch (error) {
      if (!(error instanceof Unproven)) throw error;
      unproven = error.message;
    }
    return {
      digest: files.hash(new TextEncoder().encode(lines.join("\n"))),
      changedAt: { watched: this.#watched, unwatched: this.#unwatched },
      changes: this.#changes,
      ...(unproven === undefined ? {} : { unproven }),
    };
  }

  async #directory(directory: FilePath): Promise<{ readonly lines: readonly string[]; readonly below: FilePath[] }> {
    const { top, isUnwatched } = this.#scope;
    const within = relativeTo(top, directory) ?? ".";
    const entries = await this.#listed(directory);
    const isLeftOut = within !== "." && isUnwatched(within, true);
    const names = new Set(entries.map(({ name }) => name));
    const isEnvironment = names.has(environmentMark);
    const lines: string[] = [];
    const below: FilePath[] = [];
    const learnt = new Map<string, readonly [string, string]>();
    const known = this.#memo.known(this.#keyOf(directory));
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = joinPath(directory, entry.name);
      const named = JSON.stringify(relativeTo(top, path) ?? entry.name);
      if (entry.kind === "directory") {
        if (neverRead.has(entry.name)) continue;
        lines.push(`${named}/`);
        below.push(path);
      } else if (entry.kind === "other") {
        if (await this.#isFollowedDirectory(path)) below.push(path);
        else
          lines.push(
            `${named} > ${await this.#link(path, entry.name, isLeftOut, isEnvironment || isProgramsOf(within))}`,
          );
      } else {
        const isLeft = isLeftOut || isUnwatched(relativeTo(top, path) ?? entry.name, false);
        if (isLeft && !this.#scope.isRead(entry.name)) continue;
        const found = await this.#file(path, isLeft, known?.get(entry.name));
        lines.push(`${named} ${found.hash}`);
        if (found.stamp !== undefined) learnt.set(entry.name, [found.stamp, found.hash]);
      }
    }
    this.#memo.learn(this.#keyOf(directory), learnt);
    return { lines, below };
  }

  #keyOf(directory: FilePath): string {
    return `${this.#scope.top}\n${relativeTo(this.#scope.top, directory) ?? directory}`;
  }

  async #listed(directory: FilePath): Promise<readonly DirectoryEntry[]> {
    const { files } = this.#host;
    const [stat, entries] = await orUnproven(directory, async () => [
      await files.stat(directory),
      await files.list(directory),
    ]);
    if (stat === undefined || entries === undefined) throw new Unproven(`${directory} went while it was read`);
    const within = relativeTo(this.#scope.top, directory) ?? ".";
    this.#note(stat, within !== "." && this.#scope.isUnwatched(within, true));
    return entries;
  }

  #note({ changedAt }: FileStat, isUnwatched: boolean): void {
    if (isUnwatched) this.#unwatched = Math.max(this.#unwatched, changedAt);
    else this.#watched = Math.max(this.#watched, changedAt);
  }

  async #file(
    path: FilePath,
    isUnwatched: boolean,
    known: readonly [string, string] | undefined,
  ): Promise<{ readonly hash: string; readonly stamp?: string }> {
    if (++this.#files > mostFiles) throw new Unproven(`there are more than ${mostFiles} files`);
    const { files, clock } = this.#host;
    const stat = await orUnproven(path, () => files.stat(path));
    if (stat === undefined) throw new Unproven(`${path} went while it was read`);
    this.#note(stat, isUnwatched);
    if (!isUnwatched) this.#changes.set(path, stat.changedAt);
    if (stat.kind !== "file") return { hash: stat.kind };
    if (known?.[0] === stat.stamp) return { hash: this.#mustStay(path, known[1]), stamp: stat.stamp };
    if (stat.size > largestRead) return { hash: `stamp ${stat.stamp}` };
    const bytes = await orUnproven(path, () => files.read(path, largestRead));
    const after = await orUnproven(path, () => files.stat(path));
    if (bytes === undefined || after?.stamp !== stat.stamp) throw new Unproven(`${path} changed while it was read`);
    const within = relativeTo(this.#scope.top, path) ?? path;
    const isLeading = isUnwatched && this.#scope.leadsOut?.(within, bytes) === true;
    const hash = this.#mustStay(path, (isLeading ? leadingMark : "") + files.hash(bytes).slice(0, 40));
    return stat.changedAt < clock.wall() - racyStampMs ? { hash, stamp: stat.stamp } : { hash };
  }

  /** True for the first of the links to a directory, where links are followed. */
  async #isFollowedDirectory(path: FilePath): Promise<boolean> {
    if (this.#scope.followsLinks !== true) return false;
    const { files } = this.#host;
    const [real, stat] = await orUnproven(path, async () => [await files.real(path), await files.stat(path)]);
    if (real === undefined || stat?.kind !== "directory" || isInside(this.#scope.top, real)) return false;
    const isFirst = !this.#followed.has(real);
    this.#followed.add(real);
    return isFirst;
  }

  #mustStay(path: FilePath, hash: string): string {
    if (hash.startsWith(leadingMark)) throw new Unproven(`${path} leads out of what is read`);
    return hash;
  }

  /** Where a link leads, if that counts: what it leads to inside is read there. */
  async #link(path: FilePath, name: string, isUnwatched: boolean, isTool: boolean): Promise<string> {
    const { top, isRead, followsLinks } = this.#scope;
    const { files } = this.#host;
    const [real, stat] = await orUnproven(path, async () => [await files.real(path), await files.stat(path)]);
    if (real === undefined || stat === undefined) return "nothing";
    this.#note(stat, isUnwatched);
    if (isInside(top, real)) {
      const within = relativeTo(top, real) ?? ".";
      if (within.split("/").some((part) => neverRead.has(part))) throw new Unproven(`${path} is a link into ${within}`);
      // What is read under this name may be left out under its own.
      const { hash } =
        stat.kind === "file" && (!isUnwatched || isRead(name)) ? await this.#file(path, isUnwatched, undefined) : none;
      return `${JSON.stringify(within)} ${hash}`;
    }
    if (followsLinks === true && stat.kind === "file") {
      return isRead(name) ? (await this.#file(path, isUnwatched, undefined)).hash : "";
    }
    const isHarmless = stat.kind !== "directory" && (isTool || (isUnwatched && !isRead(name)));
    if (!isHarmless) throw new Unproven(`${relativeTo(top, path) ?? path} is a link that leads outside of it`);
    return JSON.stringify(real);
  }
}

/** Stands before the hash of a text that leads out. */
const leadingMark = "!";

const none = { hash: "" };

/** The directory of an environment in which its programs lie. */
function isProgramsOf(within: string): boolean {
  return /(?:^|\/)(?:bin|Scripts)$/.test(within);
}

/** The hash of one file, wherever it lies, and when it was last changed; undefined where there is none. */
export async function readingOf(
  host: Pick<Host, "files" | "clock">,
  path: FilePath,
  memo: ReadingMemo,
): Promise<{ readonly hash: string; readonly changedAt: number } | undefined> {
  const { files, clock } = host;
  const stat = await files.stat(path);
  if (stat?.kind !== "file") return undefined;
  const known = memo.known(path)?.get("");
  if (known?.[0] === stat.stamp) return { hash: known[1], changedAt: stat.changedAt };
  const bytes = await files.read(path, largestProgram);
  if (bytes === undefined || (await files.stat(path))?.stamp !== stat.stamp) return undefined;
  const hash = files.hash(bytes).slice(0, 40);
  if (stat.changedAt < clock.wall() - racyStampMs) memo.learn(path, new Map([["", [stat.stamp, hash]]]));
  return { hash, changedAt: stat.changedAt };
}

/** Programs of servers are larger than any text. */
const largestProgram = 256 * 1024 * 1024;

async function orUnproven<T>(path: FilePath, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileFault) throw new Unproven(`${path} cannot be read: ${error.why}`);
    throw error;
  }
}
