// The stream of events below a root, and the question whether it can be trusted.
//
// Invariant: `arrived()` says yes only if every event of every change made before the call has been handed over.

import { basename, sep } from "node:path";
import type { Clock } from "../../std/clock.ts";
import { Cookie } from "./cookie.ts";
import type { Ears, WatchDisk } from "./disk.ts";
import { MAX_PENDING_NAMES, RETRY_MS } from "./limits.ts";
import { queuePressure } from "./pressure.ts";
import type { WatchedFolder } from "./tree.ts";

export interface EventMeans {
  readonly root: string;
  /** `directories`: a watch for each, all in one queue. `recursive`: one watch, for platforms that have no such queue. */
  readonly strategy: "directories" | "recursive";
  readonly disk: WatchDisk;
  /** Where the cookie lives; outside the root if possible. */
  readonly cookieParent: string;
  readonly clock: Clock;
  /** Something happened to this name. */
  readonly onName: (folder: WatchedFolder, name: string) => void;
  /** Something happened to this path, which is relative to the root. */
  readonly onPath: (relativePath: string) => void;
  /** Events may have been dropped. */
  readonly onDoubt: () => void;
  /** The system grants no more watches: those that are left must be released, for they are of no use. */
  readonly onRefused: () => void;
}

export class WatchEvents {
  readonly #means: EventMeans;
  readonly #pressure = queuePressure();
  readonly #stopPressure: () => void;
  readonly #devices = new Set<bigint>();
  #tellsAll: boolean;
  #isDoubtful = false;
  #cookie: Cookie | undefined;
  #refusal: { readonly why: string; readonly retryAt: number } | undefined;
  /** Which directory the root is now, and which one the recursive watch was given. */
  #rootIdentity = "";
  #heardRoot = "";

  constructor(means: EventMeans) {
    this.#means = means;
    this.#tellsAll = means.strategy === "directories";
    this.#stopPressure = this.#pressure.onHigh(() => this.doubt());
  }

  /** Why there are no events, if there are none. */
  get refusal(): string | undefined {
    return this.#refusal?.why;
  }

  /** Whether every change in a watched folder gives an event, and none was dropped. */
  get isTrusted(): boolean {
    return this.#cookie !== undefined && !this.#isDoubtful && this.#tellsAll && this.#means.strategy === "directories";
  }

  get cookieDirectory(): string | undefined {
    return this.#cookie?.directory;
  }

  /** To be called before the whole tree is compared with the disk: what was in doubt before is settled by that. */
  renew(): void {
    this.#isDoubtful = false;
    this.#rootIdentity = this.#identifyRoot();
    if (this.#refusal !== undefined && this.#means.clock.now() >= this.#refusal.retryAt) this.#refusal = undefined;
    if (this.#refusal !== undefined || this.#cookie !== undefined || this.#means.strategy !== "directories") return;
    const cookie = Cookie.bake({
      parent: this.#means.cookieParent,
      disk: this.#means.disk,
      clock: this.#means.clock,
      onEvent: () => this.#pressure.note(),
    });
    if (cookie instanceof Cookie) this.#cookie = cookie;
    else this.#refuse(cookie.why);
  }

  /** Watches a folder, anew if it was watched before: its name may stand for another folder now. */
  attach(folder: WatchedFolder): boolean {
    if (this.#refusal !== undefined) return true;
    const isRecursive = this.#means.strategy === "recursive";
    if (isRecursive && (folder.parent !== undefined || this.#hears(folder))) return true;
    const ears = isRecursive ? this.#earsOfTree() : this.#earsOf(folder);
    const attached = this.#means.disk.attach(folder.path, isRecursive ? "recursive" : "directory", ears);
    if (attached.kind === "absent") return false;
    if (attached.kind === "refused") {
      this.#refuse(attached.why);
      return true;
    }
    this.#heardRoot = this.#rootIdentity;
    // The old watch ends after the new one has begun; of the same folder, no event falls between them.
    folder.release?.();
    folder.release = () => {
      this.#pressure.note();
      attached.close();
    };
    return true;
  }

  /** A folder on this device belongs to the tree. */
  meetDevice(device: bigint, path: string): void {
    if (this.#devices.has(device)) return;
    this.#devices.add(device);
    if (!this.#means.disk.tellsAll(path)) this.#tellsAll = false;
  }

  async arrived(): Promise<boolean> {
    const cookie = this.#cookie;
    if (cookie === undefined || this.#isDoubtful || !this.#tellsAll) return false;
    if (this.#identifyRoot() !== this.#rootIdentity) return false;
    const passage = await cookie.pass();
    if (passage === "missing") this.#dropCookie();
    return passage === "arrived" && !this.#isDoubtful;
  }

  /** Events may have been dropped: only a comparison of the whole tree can show what changed. */
  doubt(): void {
    this.#isDoubtful = true;
    this.#cookie?.abandon();
    this.#means.onDoubt();
  }

  close(): void {
    this.#stopPressure();
    this.#dropCookie();
  }

  #hears(root: WatchedFolder): boolean {
    return root.release !== undefined && this.#heardRoot === this.#rootIdentity;
  }

  #earsOf(folder: WatchedFolder): Ears {
    const ownName = folder.parent === undefined ? basename(this.#means.root) : undefined;
    return {
      onEvent: (name, event) => {
        this.#pressure.note();
        // Removing or moving the root shows in its own watch only, under its own name.
        if (name === null || (name === ownName && event === "rename")) this.doubt();
        if (name !== null) this.#means.onName(folder, name);
      },
      onFailure: (why) => this.#refuse(why),
    };
  }

  #earsOfTree(): Ears {
    return {
      onEvent: (name) => {
        if (name === null) this.doubt();
        else this.#means.onPath(name.replaceAll("/", sep));
      },
      onFailure: (why) => this.#refuse(why),
    };
  }

  #refuse(why: string): void {
    this.#refusal = { why, retryAt: this.#means.clock.now() + RETRY_MS };
    this.#dropCookie();
    this.#means.onRefused();
  }

  #dropCookie(): void {
    this.#cookie?.close();
    this.#cookie = undefined;
  }

  #identifyRoot(): string {
    try {
      const look = this.#means.disk.look(this.#means.root);
      if (look?.kind !== "directory") return "absent";
      this.meetDevice(look.device, this.#means.root);
      return `${look.device}:${look.inode}`;
    } catch {
      // The disk does not answer; the comparison that follows says so with its reason.
      return "unknown";
    }
  }
}

export class PendingNames {
  #names = new Map<WatchedFolder, Set<string>>();
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isOverfull(): boolean {
    return this.#count > MAX_PENDING_NAMES;
  }

  add(folder: WatchedFolder, name: string): void {
    if (!folder.belongs) return;
    const names = this.#names.get(folder) ?? new Set();
    if (names.has(name)) return;
    this.#names.set(folder, names.add(name));
    this.#count += 1;
  }

  /** Hands over all names and starts afresh. */
  take(): ReadonlyMap<WatchedFolder, ReadonlySet<string>> {
    const names = this.#names;
    this.#names = new Map();
    this.#count = 0;
    return names;
  }
}
