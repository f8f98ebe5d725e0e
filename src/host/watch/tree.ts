// The files below a root as they were last seen, and the steps that bring this picture in line with the disk.
//
// Events only name places; what happened there is decided here, by comparing the disk with the picture.
// Invariant: a folder is watched before it is listed, so that nothing can slip in between unseen.
// Invariant: only a disk that answers "not there" removes anything from the picture.

import { sep } from "node:path";

import type { FileChangeKind } from "../watch.ts";
import type { WatchDisk } from "./disk.ts";
import { reasonOf } from "./disk.ts";
import { NAMES_PER_STEP } from "./limits.ts";

export type Report = (path: string, kind: FileChangeKind) => void;

export interface TreeMeans {
  readonly root: string;
  readonly disk: WatchDisk;
  readonly skips: (relativePath: string, isDirectory: boolean) => boolean;
  /** Watches a folder, anew if it was watched before. False when it is not there. */
  readonly attach: (folder: WatchedFolder) => boolean;
  /** A folder on this device belongs to the tree. */
  readonly onDevice: (device: bigint, path: string) => void;
}

export class WatchedFolder {
  readonly parent: WatchedFolder | undefined;
  /** The absolute path with a separator at its end. */
  readonly prefix: string;
  /** The stamp of each file. A name and a number: about 90 bytes per file in all. */
  readonly files = new Map<string, number>();
  readonly folders = new Map<string, WatchedFolder>();
  /** Ends the watch, if there is one. */
  release: (() => void) | undefined;
  /** False once the folder has left the tree. */
  belongs = true;
  isWaiting = false;

  constructor(parent: WatchedFolder | undefined, prefix: string) {
    this.parent = parent;
    this.prefix = prefix;
  }

  get path(): string {
    return this.prefix.length > 1 ? this.prefix.slice(0, -1) : this.prefix;
  }
}

/** A folder of which some names have been compared already. */
interface Listing {
  readonly folder: WatchedFolder;
  readonly names: readonly string[];
  readonly from: number;
}

export class WatchTree {
  readonly root: WatchedFolder;
  readonly #means: TreeMeans;
  readonly #waiting: WatchedFolder[] = [];
  #listing: Listing | undefined;
  #folderCount = 0;
  #failure: string | undefined;

  constructor(means: TreeMeans) {
    this.#means = means;
    this.root = new WatchedFolder(undefined, means.root.endsWith(sep) ? means.root : means.root + sep);
  }

  /** How many folders are in the picture. */
  get folderCount(): number {
    return this.#folderCount + 1;
  }

  /** Lets the whole tree be compared with the disk by the steps that follow. */
  expectAll(): void {
    this.#expect(this.root);
  }

  /** Releases all waiting folders: the steps will not be taken. */
  expectNothing(): void {
    this.#listing = undefined;
    for (const folder of this.#waiting.splice(0)) folder.isWaiting = false;
  }

  /** Compares a little more with the disk: a waiting folder, or some names of a large one. False when all is done. */
  step(report: Report): boolean {
    const listing = this.#listing;
    if (listing !== undefined) {
      this.#compareSome(listing, report);
      return true;
    }
    const folder = this.#waiting.pop();
    if (folder === undefined) return false;
    folder.isWaiting = false;
    if (folder.belongs) this.#compare(folder, report);
    return true;
  }

  /** Checks a name that an event reported. A folder found there waits for its step. */
  check(folder: WatchedFolder, name: string, report: Report): void {
    if (!folder.belongs) return;
    // The event says that the file was touched, so no stamp may deny it.
    if (folder.files.has(name)) folder.files.set(name, Number.NaN);
    this.#compareName(folder, name, report);
  }

  /** The deepest known folder on the way to a path that is relative to the root, and the next name on that way. */
  locate(relativePath: string): { readonly folder: WatchedFolder; readonly name: string } | undefined {
    let folder = this.root;
    for (const name of relativePath.split(sep)) {
      const next = folder.folders.get(name);
      if (next === undefined) return name === "" ? undefined : { folder, name };
      folder = next;
    }
    return folder.parent === undefined ? undefined : { folder: folder.parent, name: lastName(folder) };
  }

  /** The folder at an absolute path, if it is in the picture. */
  folderAt(path: string): WatchedFolder | undefined {
    if (path === this.root.path) return this.root;
    if (!path.startsWith(this.root.prefix)) return undefined;
    let folder: WatchedFolder | undefined = this.root;
    for (const name of path.slice(this.root.prefix.length).split(sep)) folder = folder?.folders.get(name);
    return folder;
  }

  /** Why the last steps could not see everything, once. */
  takeFailure(): string | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /** Ends every watch. The picture stays. */
  releaseAll(folder: WatchedFolder = this.root): void {
    folder.release?.();
    folder.release = undefined;
    for (const child of folder.folders.values()) this.releaseAll(child);
  }

  #expect(folder: WatchedFolder): void {
    if (folder.isWaiting) return;
    folder.isWaiting = true;
    this.#waiting.push(folder);
  }

  #compare(folder: WatchedFolder, report: Report): void {
    const names = this.#means.attach(folder) ? this.#ask(() => this.#means.disk.names(folder.path)) : undefined;
    if (names === "unknown") return;
    if (names === undefined) {
      folder.release?.();
      folder.release = undefined;
      if (folder === this.root) this.#failure = "the root was removed or cannot be read";
    }
    if (folder.files.size + folder.folders.size > 0) this.#dropMissing(folder, new Set(names), report);
    this.#compareSome({ folder, names: names ?? [], from: 0 }, report);
  }

  #compareSome({ folder, names, from }: Listing, report: Report): void {
    const to = from + NAMES_PER_STEP;
    for (const name of names.slice(from, to)) this.#compareName(folder, name, report);
    this.#listing = to < names.length ? { folder, names, from: to } : undefined;
  }

  #dropMissing(folder: WatchedFolder, present: ReadonlySet<string>, report: Report): void {
    for (const name of folder.files.keys()) if (!present.has(name)) this.#dropFile(folder, name, report);
    for (const name of folder.folders.keys()) if (!present.has(name)) this.#dropFolder(folder, name, report);
  }

  #compareName(folder: WatchedFolder, name: string, report: Report): void {
    const path = folder.prefix + name;
    const look = this.#ask(() => this.#means.disk.look(path));
    if (look === "unknown") return;
    const kind = look === undefined || this.#isSkipped(path, look.kind === "directory") ? undefined : look.kind;
    if (kind !== "file") this.#dropFile(folder, name, report);
    if (kind !== "directory") this.#dropFolder(folder, name, report);
    if (look?.kind === "file" && kind === "file") this.#see(folder, name, look.stamp, report);
    if (look?.kind === "directory" && kind === "directory") {
      this.#means.onDevice(look.device, path);
      this.#expect(this.#enter(folder, name));
    }
  }

  #see(folder: WatchedFolder, name: string, stamp: number, report: Report): void {
    const before = folder.files.get(name);
    folder.files.set(name, stamp);
    if (before === undefined) report(folder.prefix + name, "created");
    else if (before !== stamp) report(folder.prefix + name, "changed");
  }

  #enter(folder: WatchedFolder, name: string): WatchedFolder {
    const known = folder.folders.get(name);
    if (known !== undefined) return known;
    const child = new WatchedFolder(folder, folder.prefix + name + sep);
    folder.folders.set(name, child);
    this.#folderCount += 1;
    return child;
  }

  #dropFile(folder: WatchedFolder, name: string, report: Report): void {
    if (folder.files.delete(name)) report(folder.prefix + name, "deleted");
  }

  #dropFolder(parent: WatchedFolder, name: string, report: Report): void {
    const folder = parent.folders.get(name);
    if (folder === undefined) return;
    this.#dropMissing(folder, nothing, report);
    parent.folders.delete(name);
    folder.belongs = false;
    folder.release?.();
    folder.release = undefined;
    this.#folderCount -= 1;
  }

  #isSkipped(path: string, isDirectory: boolean): boolean {
    const relative = path.slice(this.root.prefix.length);
    return this.#means.skips(sep === "/" ? relative : relative.replaceAll(sep, "/"), isDirectory);
  }

  #ask<T>(question: () => T): T | "unknown" {
    try {
      return question();
    } catch (error) {
      // The disk cannot answer (too many open files, a read error): the picture stays, and the scan says so.
      this.#failure = reasonOf(error);
      return "unknown";
    }
  }
}

const nothing: ReadonlySet<string> = new Set();

function lastName(folder: WatchedFolder): string {
  return folder.path.slice((folder.parent?.prefix ?? "").length);
}
