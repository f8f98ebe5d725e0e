// Watches a tree of files with Node's means, and knows when every change made so far has been reported.
//
// On Linux each directory gets a watch of its own; all of them feed one queue, and a cookie sent through that queue
// proves that everything before it has arrived. Elsewhere one recursive watch pushes changes, and settling compares
// the whole tree, because nothing proves there that no event is still on its way.
// Invariant: one worker at a time touches the tree; events only leave names for it.

import { tmpdir } from "node:os";
import type { Settlement, Watch, WatchOptions, WatchState, Watching } from "../watch.ts";
import type { WatchDisk } from "../watch/disk.ts";
import { nodeDisk } from "../watch/disk.ts";
import { PendingNames, WatchEvents } from "../watch/events.ts";
import { NetChanges } from "../watch/merge.ts";
import { Pace, turn } from "../watch/pace.ts";
import type { Report, WatchedFolder } from "../watch/tree.ts";
import { WatchTree } from "../watch/tree.ts";

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
  readonly #pending = new PendingNames();
  readonly #net = new NetChanges();
  readonly #report: Report = (path, kind) => this.#net.add(path, kind);
  #phase: Phase = { kind: "starting" };
  /** The callers that wait for the next round. */
  #callers: ((round: Settlement | Promise<Settlement>) => void)[] = [];
  #isWorking = true;
  #isWakeSet = false;
  #heard = 0;
  #closing: Promise<void> | undefined;

  constructor(options: WatchOptions, means: WatchMeans) {
    this.#options = options;
    this.#tree = new WatchTree({
      root: options.root,
      disk: means.disk,
      // The cookie may have to live inside the root, when that is the temporary directory itself or `/`.
      skips: (path, isDirectory) => this.#isCookie(path) || options.skips(path, isDirectory),
      attach: (folder) => {
        // There were no events for changes in the folder before it was watched.
        this.#heard++;
        return this.#events.attach(folder);
      },
      onDevice: (device, path) => this.#events.meetDevice(device, path),
    });
    this.#events = new WatchEvents({
      ...means,
      root: options.root,
      clock: options.clock,
      onName: (folder, name) => this.#remember(folder, name),
      onPath: (path) => this.#rememberPath(path),
      onDoubt: () => {
        this.#heard++;
        this.#askSoon();
      },
      onRefused: () => this.#loseEvents(),
    });
    this.ready = this.#begin();
  }

  get state(): WatchState {
    const phase = this.#phase;
    if (phase.kind === "watching") return { kind: "watching", directories: this.#tree.folderCount };
    return phase.kind === "lost" ? phase : { kind: phase.kind };
  }

  get heard(): number {
    return this.#heard;
  }

  hears(directory: string): boolean {
    if (this.#phase.kind !== "watching" || !this.#events.isTrusted || !this.#pending.isEmpty) return false;
    return this.#tree.folderAt(directory)?.release !== undefined;
  }

  settle(): Promise<Settlement> {
    if (this.#phase.kind === "closed") return Promise.resolve("lost");
    return new Promise((resolve) => {
      this.#callers.push(resolve);
      // The round begins in a microtask, so that all calls until then share it.
      queueMicrotask(() => this.#wake());
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #begin(): Promise<void> {
    await turn();
    try {
      if (this.#isStopping()) return;
      this.#events.renew();
      this.#tree.expectAll();
      if (await this.#walk(() => {}, this.#isStopping)) this.#judge();
    } finally {
      this.#isWorking = false;
      this.#wake();
    }
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
      while (this.#phase.kind !== "closed" && (this.#callers.length > 0 || !this.#pending.isEmpty)) {
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

  /** Checks every name that an event reported. False when the disk did not answer for all of them. */
  async #lookAtPending(): Promise<boolean> {
    const pace = new Pace(this.#options.clock);
    for (const [folder, names] of this.#pending.take()) {
      for (const name of names) {
        this.#tree.check(folder, name, this.#report);
        if (pace.isPieceOver) await pace.nextPiece();
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
    this.#pending.take();
    this.#events.renew();
    this.#tree.expectAll();
    const isWhole = await this.#walk(this.#report, this.#isStopping);
    this.#deliver();
    return isWhole && this.#judge() ? "rescanned" : "lost";
  }

  /** Lets the tree catch up with the disk in short pieces. False when it was stopped before the end. */
  async #walk(report: Report, isStopped: () => boolean): Promise<boolean> {
    const pace = new Pace(this.#options.clock);
    while (this.#tree.step(report)) {
      if (isStopped()) {
        this.#tree.expectNothing();
        return false;
      }
      if (pace.isPieceOver) await pace.nextPiece();
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
    this.#heard++;
    const isSame =
      before.kind === "lost" && phase.kind === "lost" ? before.why === phase.why : before.kind === phase.kind;
    if (!isSame) this.#options.onState?.(this.state);
  }

  #deliver(): void {
    const changes = this.#net.take();
    if (changes.length > 0) this.#heard++;
    if (changes.length > 0 && this.#phase.kind !== "closed") this.#options.onChanges(changes);
  }

  #remember(folder: WatchedFolder, name: string): void {
    if (this.#phase.kind === "closed") return;
    this.#heard++;
    this.#pending.add(folder, name);
    if (this.#pending.isOverfull) {
      this.#pending.take();
      this.#events.doubt();
    }
    this.#wakeSoon();
  }

  #rememberPath(relativePath: string): void {
    const place = this.#tree.locate(relativePath);
    if (place !== undefined) this.#remember(place.folder, place.name);
  }

  /** Starts work after all events of this turn have been received. */
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
    if (this.#phase.kind === "lost" || this.#callers.length > 0) return;
    void this.settle();
  }

  #loseEvents(): void {
    this.#tree.releaseAll();
    if (this.#phase.kind === "watching") this.#enter({ kind: "lost", why: this.#events.refusal ?? "" });
  }

  readonly #isStopping = (): boolean => this.#closing !== undefined;

  #isCookie(relativePath: string): boolean {
    const { cookieDirectory } = this.#events;
    const { prefix } = this.#tree.root;
    return cookieDirectory?.startsWith(prefix) === true && cookieDirectory === prefix + relativePath;
  }
}
