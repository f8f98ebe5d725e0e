// The watch over one root: begun when it is first needed, and begun anew when ignore files change.
//
// Invariant: there is no moment without a watch: the old watch ends when the new one knows the tree.

import type { Host } from "../../host/host.ts";
import type { Skips } from "../../host/watch/ignore-rules.ts";
import type { FileChange, Settlement, Watch } from "../../host/watch.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { WatchRules } from "./watch-rules.ts";

export interface RootWatchContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly rules: WatchRules;
  readonly emit: Emit;
  /** The files of the root, as the rules have them. */
  readonly files: () => Promise<readonly FilePath[]>;
  /** Nothing that was seen of the tree is to be believed. */
  readonly forget: () => void;
  readonly take: (changes: readonly FileChange[]) => void;
}

/** A checkout of another branch changes thousands; listeners need to know where, not every path. */
const pathsTold = 100;

export class RootWatch {
  readonly #context: RootWatchContext;
  #watch: Watch | undefined;
  #following: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(context: RootWatchContext) {
    this.#context = context;
  }

  get hasBegun(): boolean {
    return this.#watch !== undefined;
  }

  /** Whether changes are reported as they happen. */
  get isWatching(): boolean {
    return this.#watch?.state.kind === "watching";
  }

  /** True for the call that started the watch. */
  async begin(): Promise<boolean> {
    const skips = await this.#context.rules.skips();
    if (this.#isClosed) refuse({ code: "not_initialized", what: "The root is closing.", next: "Open it again." });
    // Nothing is awaited here: servers that are started at the same time share one watch.
    const isFirst = this.#watch === undefined;
    this.#watch ??= this.#start(skips);
    // What is written while the tree is first read would be missed by the watch, and read too early by a server.
    await this.#watch.ready;
    if (isFirst) this.#context.forget();
    return isFirst;
  }

  /** How far changes are heard of now; undefined when nothing is watched yet. */
  get hearing(): Pick<Watch, "hears" | "heard"> | undefined {
    return this.#watch;
  }

  /** Resolves when everything written before has been reported; undefined when nothing is watched yet. */
  async settle(): Promise<Settlement | undefined> {
    const watch = this.#watch;
    const settlement = await watch?.settle();
    const follow = (): Promise<void> => this.#follow();
    // One after another: each has to see what was written before it.
    this.#following = this.#following.then(follow, follow);
    await this.#following;
    // A watch that took its place may have heard less.
    return this.#watch === watch ? settlement : this.#watch?.settle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watch?.close();
  }

  // — below: private, in the order they are used —

  #start(skips: Skips): Watch {
    const { host, root, emit, take } = this.#context;
    return host.watching.watch({
      root,
      clock: host.clock,
      skips,
      onChanges: (changes) => {
        const count = (kind: string): number => changes.filter((change) => change.kind === kind).length;
        emit({
          type: "files.changed",
          created: count("created"),
          changed: count("changed"),
          deleted: count("deleted"),
          paths: changes.slice(0, pathsTold).map(({ path }) => filePath(path)),
        });
        take(changes);
      },
      onState: (state) => {
        if (state.kind === "lost") emit({ type: "watcher.lost", why: state.why });
      },
    });
  }

  /** After a change of ignore files other files are watched; newly watched ones are reported as created. */
  async #follow(): Promise<void> {
    const { rules, files, forget, take } = this.#context;
    const takeRules = await rules.changed();
    if (takeRules === undefined) return;
    const old = this.#watch;
    const before = old === undefined ? [] : await files();
    takeRules();
    forget();
    if (old === undefined || this.#isClosed) return;
    const watch = this.#start(await rules.skips());
    await watch.ready;
    if (this.#isClosed) return watch.close();
    this.#watch = watch;
    await old.close();
    forget();
    const seen = new Set(before);
    const come = (await files()).filter((path) => !seen.has(path));
    if (come.length > 0) take(come.map((path) => ({ path, kind: "created" })));
  }
}
