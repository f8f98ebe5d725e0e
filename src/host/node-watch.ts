// Watches a tree of files with Node's means, and knows when every change made so far has been reported.
//
// On Linux each directory gets a watch of its own; all of them feed one queue, and a cookie sent through that queue
// proves that everything before it has arrived. Elsewhere one recursive watch pushes changes, and settling compares
// the whole tree, because nothing proves there that no event is still on its way.
// Invariant: one worker at a time touches the tree; events only leave names for it.

import { tmpdir } from "node:os";

import type { Settlement, Watch, Watching, WatchOptions, WatchState } from "./watch.ts";
import type { WatchDisk } from "./watch-disk.ts";
import { nodeDisk } from "./watch-disk.ts";
import { WatchEvents } from "./watch-events.ts";
import { MAX_PENDING_NAMES, SLICE_MS } from "./watch-limits.ts";
import { NetChanges } from "./watch-merge.ts";
import type { Folder, Report } from "./watch-tree.ts";
import { WatchTree } from "./watch-tree.ts";

export interface WatchMeans {
  readonly strategy: "directories" | "recursive";
  readonly disk: WatchDisk;
  readonly cookieParent: string;
}

export class NodeWatching implements Watching {
  readonly #means: Partial<WatchMeans>;

  constructor(means: Partial<WatchMeans> = {}) {
    this.#means = means;
  }

  watch(options: WatchOptions): Watch {
    const strategy = process.platform === "linux" ? "directories" : "recursive";
    return new NodeWatch(options, { strategy, disk: nodeDisk, cookieParent: tmpdir(), ...this.#means });
  }
}

export const nodeWatching: Watching = new NodeWatching();

type Phase = { readonly kind: "starting" | "watching" | "closed" } | { readonly kind: "lost"; readonly why: string };

class NodeWatch implements Watch {
  readonly ready: Promise<void>;
  readonly #options: WatchOptions;
  readonly #tree: WatchTree;
  readonly #events: WatchEvents;
  readonly #net = new NetChanges();
  readonly #report: Report = (path, kind) => this.#net.add(path, kind);
  #phase: Phase = { kind: "starting" };
  /** Names that events spoke of and nobody has looked at yet. */
  #pending = new Map<Folder, Set<string>>();
  #pendingCount = 0;
  /** Those who wait for the next round. */
  #callers: ((round: Settlement | Promise<Settlement>) => void)[] = [];
  #isWorking = true;
  #isWakeSet = false;
  #closing: Promise<void> | undefined;

  constructor(options: WatchOptions, means: WatchMeans) {
    this.#options = options;
    this.#tree = new WatchTree({
      root: options.root,
      disk: means.disk,
      // The cookie may have to live inside the root, when that is the temporary directory itself or `/`.
      skips: (path, isDirectory) => this.#isCookie(path) || options.skips(path, isDirectory),
      attach: (folder) => this.#events.attach(folder),
      onDevice: (device, path) => this.#events.meetDevice(device, path),
    });
    this.#events = new WatchEvents({
      ...means,
      root: options.root,
      clock: options.clock,
      onName: (folder, name) => this.#remember(folder, name),
      onPath: (path) => this.#rememberPath(path),
      onDoubt: () => this.#askSoon(),
      onRefused: () => this.#loseEvents(),
    });
    this.ready = this.#begin();
  }

  get state(): WatchState {
    const phase = this.#phase;
    if (phase.kind === "watching") return { kind: "watching", directories: this.#tree.folderCount };
    return phase.kind === "lost" ? phase : { kind: phase.kind };
  }

  settle(): Promise<Settlement> {
    if (this.#phase.kind === "closed") return Promise.resolve("lost");
    return new Promise((resolve) => {
      this.#callers.push(resolve);
      // The round begins when the caller pauses, so that all who ask until then share it.
      queueMicrotask(() => this.#wake());
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #begin(): Promise<void> {
    await turn();
    if (!this.#isStopping()) {
      this.#events.renew();
      this.#tree.expectAll();
      if (await this.#walk(() => {}, this.#isStopping)) this.#judge();
    }
    this.#isWorking = false;
    this.#wake();
  }

  async #shut(): Promise<void> {
    try {
      await this.ready;
      await this.settle();
    } finally {
      this.#enter({ kind: "closed" });
      this.#tree.releaseAll();
      this.#events.close();
      for (const answer of this.#callers.splice(0)) answer("lost");
    }
  }

  #wake(): void {
    if (this.#isWorking || this.#phase.kind === "closed") return;
    this.#isWorking = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    try {
      while (this.#phase.kind !== "closed" && (this.#callers.length > 0 || this.#pendingCount > 0)) {
        if (this.#callers.length === 0) {
          await this.#lookAtPending();
          continue;
        }
        const round = this.#round();
        for (const answer of this.#callers.splice(0)) answer(round);
        await Promise.allSettled([round]);
      }
    } finally {
      this.#isWorking = false;
    }
  }

  async #round(): Promise<Settlement> {
    if (this.#phase.kind === "watching" && (await this.#events.arrived())) {
      if (await this.#lookAtPending()) return "settled";
    }
    if (this.#isStopping()) {
      await this.#lookAtPending();
      return "lost";
    }
    return this.#compareAll();
  }

  /** Looks at every name that an event spoke of. False when the disk did not answer for all of them. */
  async #lookAtPending(): Promise<boolean> {
    const pending = this.#pending;
    this.#forgetPending();
    let sliceEnds = this.#sliceEnd();
    for (const [folder, names] of pending) {
      for (const name of names) {
        this.#tree.check(folder, name, this.#report);
        if (this.#options.clock.now() < sliceEnds) continue;
        await turn();
        sliceEnds = this.#sliceEnd();
      }
    }
    await this.#walk(this.#report, () => false);
    this.#deliver();
    const failure = this.#tree.takeFailure();
    if (failure !== undefined) this.#events.doubt();
    return failure === undefined;
  }

  async #compareAll(): Promise<Settlement> {
    // What is still in the queue from a burst is read in this turn; the comparison makes it superfluous.
    await turn();
    this.#forgetPending();
    this.#events.renew();
    this.#tree.expectAll();
    const isWhole = await this.#walk(this.#report, this.#isStopping);
    this.#deliver();
    return isWhole && this.#judge() ? "rescanned" : "lost";
  }

  /** Lets the tree catch up with the disk in short pieces. False when it was stopped before the end. */
  async #walk(report: Report, isStopped: () => boolean): Promise<boolean> {
    let sliceEnds = this.#sliceEnd();
    while (this.#tree.step(report)) {
      if (isStopped()) return false;
      if (this.#options.clock.now() < sliceEnds) continue;
      await turn();
      sliceEnds = this.#sliceEnd();
    }
    return true;
  }

  /** Sets the state after a walk over the whole tree. False when the walk could not see everything. */
  #judge(): boolean {
    const failure = this.#tree.takeFailure();
    const why = failure ?? this.#events.refusal;
    this.#enter(why === undefined ? { kind: "watching" } : { kind: "lost", why });
    return failure === undefined;
  }

  #enter(phase: Phase): void {
    const before = this.#phase;
    this.#phase = phase;
    const isSame =
      before.kind === "lost" && phase.kind === "lost" ? before.why === phase.why : before.kind === phase.kind;
    if (!isSame) this.#options.onState?.(this.state);
  }

  #deliver(): void {
    const changes = this.#net.take();
    if (changes.length > 0 && this.#phase.kind !== "closed") this.#options.onChanges(changes);
  }

  #remember(folder: Folder, name: string): void {
    if (!folder.belongs || this.#phase.kind === "closed") return;
    const names = this.#pending.get(folder) ?? new Set();
    if (names.size === 0) this.#pending.set(folder, names);
    else if (names.has(name)) return;
    names.add(name);
    this.#pendingCount += 1;
    if (this.#pendingCount > MAX_PENDING_NAMES) {
      this.#forgetPending();
      this.#events.doubt();
    }
    this.#wakeSoon();
  }

  #rememberPath(relativePath: string): void {
    const place = this.#tree.locate(relativePath);
    if (place !== undefined) this.#remember(place.folder, place.name);
  }

  #forgetPending(): void {
    this.#pending = new Map();
    this.#pendingCount = 0;
  }

  /** Starts work after the events of this turn have all been heard. */
  #wakeSoon(): void {
    if (this.#isWakeSet) return;
    this.#isWakeSet = true;
    setImmediate(() => {
      this.#isWakeSet = false;
      this.#wake();
    });
  }

  /** Has the tree compared without being asked, so that a burst of changes is reported as soon as a small one. */
  #askSoon(): void {
    if (this.#phase.kind !== "watching" || this.#callers.length > 0) return;
    this.#callers.push(() => {});
    this.#wakeSoon();
  }

  #loseEvents(): void {
    this.#tree.releaseAll();
    if (this.#phase.kind === "watching") this.#enter({ kind: "lost", why: this.#events.refusal ?? "" });
  }

  readonly #isStopping = (): boolean => this.#closing !== undefined;

  #isCookie(relativePath: string): boolean {
    const directory = this.#events.cookieDirectory;
    return directory !== undefined && directory === this.#tree.root.prefix + relativePath;
  }

  #sliceEnd(): number {
    return this.#options.clock.now() + SLICE_MS;
  }
}

/** One turn of the event loop: timers run and everything that has arrived is read. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
