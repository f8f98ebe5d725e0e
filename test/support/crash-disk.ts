// A disk in memory that knows what is durable: without power it loses any of the names that were not synced.
//
// Contents are durable when a file was made, as its interface says, but for those that are to be brief. Each change of names in a directory is one step,
// and of the steps since its last sync any may be lost, whatever came after it.

import type { Files } from "../../src/host/files.ts";
import { nodeFiles } from "../../src/host/node/node-files.ts";
import type { Entry, Writing } from "../../src/host/writing.ts";
import { WriteFault } from "../../src/host/writing.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { baseName, filePath, parentOf } from "../../src/model/file-path.ts";

interface FileNode {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly isBrief: boolean;
}

type Step = (names: Map<string, DiskNode>) => void;

class DirectoryNode {
  readonly names = new Map<string, DiskNode>();
  durable = new Map<string, DiskNode>();
  unsynced: Step[] = [];

  change(step: Step): void {
    step(this.names);
    this.unsynced.push(step);
  }

  sync(): void {
    this.durable = new Map(this.names);
    this.unsynced = [];
  }
}

type DiskNode = FileNode | DirectoryNode;

const nothing = new Uint8Array();

export class CrashDisk {
  #top = new DirectoryNode();
  #nonces = 0;
  #made = 0;

  /** The power goes: each step that was not synced is lost if `isLost` says so. */
  crash(isLost: () => boolean): void {
    const survive = (directory: DirectoryNode): DirectoryNode => {
      const names = new Map(directory.durable);
      for (const step of directory.unsynced) if (!isLost()) step(names);
      const after = new DirectoryNode();
      for (const [name, node] of names) {
        const left = node instanceof DirectoryNode ? survive(node) : node.isBrief ? { ...node, bytes: nothing } : node;
        after.names.set(name, left);
      }
      after.sync();
      return after;
    };
    this.#top = survive(this.#top);
  }

  /** Everything below a directory. */
  shot(path: string): Record<string, string> {
    const found: Record<string, string> = {};
    const walk = (node: DiskNode | undefined, at: string): void => {
      if (node instanceof DirectoryNode) for (const [name, below] of node.names) walk(below, `${at}/${name}`);
      if (at !== path) found[at.slice(path.length + 1)] = node instanceof DirectoryNode ? "" : textOf(node);
    };
    walk(this.#find(filePath(path)), path);
    return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Makes a file with the directories above it, all durable. */
  plant(path: FilePath, text: string): void {
    let here = this.#top;
    for (const name of path.split("/").slice(1, -1)) {
      const below = here.names.get(name) ?? new DirectoryNode();
      if (!(below instanceof DirectoryNode)) throw new Error(`${name} is a file`);
      here.change((names) => names.set(name, below));
      here.sync();
      here = below;
    }
    const node = this.#file(new TextEncoder().encode(text), 0o644);
    here.change((names) => names.set(baseName(path), node));
    here.sync();
  }

  readonly files: Files = {
    read: async (path) => this.#bytes(path),
    trail: async (path) => [path],
    readReal: async (path) => {
      const bytes = this.#bytes(path);
      return bytes && { bytes, real: path };
    },
    stat: async (path) => {
      const kind = this.#find(path) instanceof DirectoryNode ? "directory" : "file";
      return this.#find(path) && { kind, size: 0, stamp: "", changedAt: 0 };
    },
    list: async (path) => {
      const node = this.#find(path);
      if (!(node instanceof DirectoryNode)) return undefined;
      return [...node.names].map(([name, one]) => {
        return { name, kind: one instanceof DirectoryNode ? ("directory" as const) : ("file" as const) };
      });
    },
    real: async (path) => (this.#find(path) === undefined ? undefined : path),
    hash: (bytes) => nodeFiles.hash(bytes),
    decode: (bytes) => nodeFiles.decode(bytes),
  };

  readonly writing: Writing = {
    look: async (path) => entryOf(this.#find(path)),
    read: async (path) => this.#bytes(path),
    create: async (path, bytes, { mode, isBrief }) =>
      this.#add(path, this.#file(bytes.slice(), mode ?? 0o644, isBrief)),
    adorned: async () => [],
    adorn: async () => true,
    link: async (from, to) => this.#add(to, this.#must(from)),
    rename: async (from, to) => {
      const node = this.#must(from);
      if (parentOf(from) !== parentOf(to)) throw new WriteFault("EXDEV", to, undefined);
      this.#parent(to).change((names) => {
        names.delete(baseName(from));
        names.set(baseName(to), node);
      });
    },
    remove: async (path) => {
      if (this.#find(path) === undefined) return false;
      this.#parent(path).change((names) => names.delete(baseName(path)));
      return true;
    },
    makeDirectory: async (path) => this.#add(path, new DirectoryNode()),
    removeDirectory: async (path) => {
      const node = this.#find(path);
      if (!(node instanceof DirectoryNode) || node.names.size > 0) return false;
      this.#parent(path).change((names) => names.delete(baseName(path)));
      return true;
    },
    syncDirectory: async (path) => {
      const node = this.#find(path);
      if (!(node instanceof DirectoryNode)) throw new WriteFault("ENOENT", path, undefined);
      node.sync();
    },
    doubt: async () => undefined,
    nonce: () => String(++this.#nonces).padStart(16, "0"),
    self: async () => ({ pid: 1, startTime: "1", machine: "m", boot: "b", namespace: "n" }),
    isAlive: async ({ pid }) => pid === 1,
  };

  #file(bytes: Uint8Array, mode: number, isBrief = false): FileNode {
    return { bytes, mode, isBrief, id: String(++this.#made) };
  }

  #find(path: FilePath): DiskNode | undefined {
    let here: DiskNode | undefined = this.#top;
    for (const name of path.split("/").filter((part) => part !== "")) {
      here = here instanceof DirectoryNode ? here.names.get(name) : undefined;
    }
    return here;
  }

  #must(path: FilePath): DiskNode {
    const node = this.#find(path);
    if (node === undefined) throw new WriteFault("ENOENT", path, undefined);
    return node;
  }

  #parent(path: FilePath): DirectoryNode {
    const node = this.#find(parentOf(path) ?? path);
    if (!(node instanceof DirectoryNode)) throw new WriteFault("ENOENT", path, undefined);
    return node;
  }

  #add(path: FilePath, node: DiskNode): void {
    if (this.#find(path) !== undefined) throw new WriteFault("EEXIST", path, undefined);
    this.#parent(path).change((names) => names.set(baseName(path), node));
  }

  #bytes(path: FilePath): Uint8Array | undefined {
    const node = this.#find(path);
    return node === undefined || node instanceof DirectoryNode ? undefined : node.bytes;
  }
}

function textOf(node: FileNode | undefined): string {
  return node === undefined ? "" : new TextDecoder().decode(node.bytes);
}

function entryOf(node: DiskNode | undefined): Entry | undefined {
  if (node === undefined) return undefined;
  if (node instanceof DirectoryNode)
    return { kind: "directory", id: "", size: 0, mode: 0o755, names: 1, isWritable: true };
  return { kind: "file", id: node.id, size: node.bytes.length, mode: node.mode, names: 1, isWritable: true };
}
