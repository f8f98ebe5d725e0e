// Merges what happened to each path into its net effect.

import type { FileChange, FileChangeKind } from "../watch.ts";

export class NetChanges {
  #kinds = new Map<string, FileChangeKind>();

  add(path: string, kind: FileChangeKind): void {
    const before = this.#kinds.get(path);
    const net = before === undefined ? kind : netEffect(before, kind);
    if (net === undefined) this.#kinds.delete(path);
    else this.#kinds.set(path, net);
  }

  /** Hands over everything added since the last call. */
  take(): readonly FileChange[] {
    const changes = Array.from(this.#kinds, ([path, kind]) => ({ path, kind }));
    this.#kinds = new Map();
    return changes;
  }
}

/** What remains of two changes of one path; undefined when they cancel each other out. */
function netEffect(first: FileChangeKind, second: FileChangeKind): FileChangeKind | undefined {
  if (first === "created") return second === "deleted" ? undefined : "created";
  return second === "deleted" ? "deleted" : "changed";
}
