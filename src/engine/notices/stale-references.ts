// What changed on disk since it was first watched: earlier answers about it may no longer be true.
//
// Invariant: it notifies once a burst of changes has passed, and at the latest after a few times that pause.
// Invariant: a report holds everything that was written before it was asked for, or says what is not watched.

import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { Reason, Standing } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { standingText } from "../../render/standing-text.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import { at } from "../../std/json.ts";
import type { Engine, Invocation, Outcome } from "../engine.ts";
import { baselineTimeoutMs, staleFilesKept, stalePauses } from "../limits.ts";
import { localPath } from "../local-path.ts";

/** The disk below the roots, as far as it can be watched by asking. */
export interface Following {
  /** The roots that are served. */
  roots(): Promise<readonly FilePath[]>;
  /** Asks what every server of the roots has to be there for; a root is watched before its first server starts. */
  begin(): Promise<void>;
  /** Whether everything that was written below a root before this call has been reported. */
  settle(root: FilePath): Promise<boolean>;
}

/** Times are those of the wall clock, as people write them. */
export interface StaleReport {
  /** Since when changes are seen in every root that is watched; undefined where none is. */
  readonly since: string | undefined;
  /** The latest first. */
  readonly files: readonly { readonly file: FilePath; readonly changed: string }[];
  /** Changes of files that are not named: there were too many. */
  readonly unnamed: number;
  /** Not complete where changes may have been missed, or not all files are named. */
  readonly standing: Standing;
  /** The standing as one line, where a reader must see it. */
  readonly standingLine: string | undefined;
}

/** Asks the engine what any agent could ask, so that nothing happens to a root that a question would not do. */
export class DiskFollowing implements Following {
  readonly #engine: Engine;
  readonly #caller: Invocation["caller"];

  constructor(engine: Engine, caller: Invocation["caller"]) {
    this.#engine = engine;
    this.#caller = caller;
  }

  async roots(): Promise<readonly FilePath[]> {
    const outcome = await this.#ask("list_workspace_folders", { format: "json" });
    const folders = outcome.ok && outcome.body.format === "json" ? at(outcome.body.json, ["workspace_folders"]) : [];
    return (Array.isArray(folders) ? folders : []).flatMap((folder: unknown) => {
      const uri = at(folder, ["uri"]);
      return typeof uri === "string" ? (localPath(uri) ?? []) : [];
    });
  }

  async begin(): Promise<void> {
    await this.#ask("find_symbol", { query: "a", limit: 1, wait_ms: 0 });
  }

  /** No server serves the directory, but before that is said the root has been read. */
  async settle(root: FilePath): Promise<boolean> {
    const outcome = await this.#ask("list_symbols", { file_path: root });
    return outcome.ok || outcome.refusal.code !== "timed_out";
  }

  #ask(operation: string, input: object): Promise<Outcome> {
    return this.#engine.invoke({ operation, input, caller: this.#caller, timeoutMs: baselineTimeoutMs, unasked: true });
  }
}

export class StaleReferences {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #following: Following;
  readonly #tell: (changes: number) => void;
  /** The roots that are watched, and since when at the latest. */
  readonly #watched = new Map<FilePath, number>();
  /** Roots for which the watch was asked for; where that was in vain, the next question about a file begins it. */
  readonly #asked = new Set<FilePath>();
  /** Callers that wait until a root is watched. */
  readonly #waiting = new Set<() => void>();
  #beginning: Promise<void> | undefined;
  /** In the order of their last change. */
  readonly #files = new Map<FilePath, number>();
  #unnamed = 0;
  #lost: string | undefined;
  #untold = 0;
  #firstUntold = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, ms: number, following: Following, tell: (changes: number) => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#following = following;
    this.#tell = tell;
  }

  take(event: BridgeEvent): void {
    if (event.type === "session.starting") this.#noteWatched(event.root);
    if (event.type === "root.closed") {
      this.#watched.delete(event.root);
      this.#asked.delete(event.root);
    }
    if (event.type === "watcher.lost") this.#lost = event.why;
    if (event.type !== "files.changed") return;
    const { created, changed, deleted, paths } = event;
    const count = created + changed + deleted;
    if (count === 0) return;
    for (const path of paths) {
      this.#files.delete(path);
      this.#files.set(path, this.#clock.wall());
    }
    this.#unnamed += count - paths.length;
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= staleFilesKept) break;
      this.#files.delete(oldest);
      this.#unnamed++;
    }
    if (this.#untold === 0) this.#firstUntold = this.#clock.now();
    this.#untold += count;
    this.#wait();
  }

  /** Once this resolves, changes are notified; refused where no root can be watched. */
  async follow(): Promise<void> {
    const roots = await this.#watchedRoots();
    if (roots.some((root) => this.#watched.has(root))) return;
    refuse({
      code: "no_server_for_file",
      what: "This root is not watched.",
      why: "Watching begins with the first language server, and none could be started.",
      next: "Ask about a file; the answer says which server is missing.",
    });
  }

  async report(): Promise<StaleReport> {
    const roots = await this.#watchedRoots();
    const watched = roots.filter((root) => this.#watched.has(root));
    const settled = await Promise.all(watched.map((root) => this.#following.settle(root)));
    const late = watched.filter((_, at) => settled[at] !== true);
    const files = [...this.#files].reverse().map(([file, at]) => ({ file, changed: spelled(at) }));
    const reasons: Reason[] = [
      ...unwatchedReason(
        roots.filter((root) => !this.#watched.has(root)),
        roots.length,
      ),
      ...late.map((root) => ({ code: "changes_unseen", detail: `${root} is still being read` }) as const),
      ...(this.#lost === undefined ? [] : [{ code: "watcher_lost", detail: this.#lost } as const]),
      ...(this.#unnamed === 0
        ? []
        : [{ code: "capped", detail: `${this.#unnamed} further changes are not listed` } as const]),
    ];
    const standing = standingOf(reasons);
    const standingLine = reasons.length === 0 && files.length > 0 ? undefined : standingText(standing);
    const since = Math.max(...watched.map((root) => this.#watched.get(root) ?? 0));
    return {
      since: watched.length === 0 ? undefined : spelled(since),
      files,
      unnamed: this.#unnamed,
      standing,
      standingLine,
    };
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  // — below: private, in the order they are used —

  /** The roots that are served, watched as far as they can be. */
  async #watchedRoots(): Promise<readonly FilePath[]> {
    const roots = await this.#following.roots();
    if (roots.some((root) => !this.#watched.has(root) && !this.#asked.has(root))) this.#beginning = this.#begin(roots);
    await this.#beginning;
    return roots;
  }

  /** The watch is there long before a server has loaded everything and answers. */
  #begin(roots: readonly FilePath[]): Promise<void> {
    for (const root of roots) this.#asked.add(root);
    return new Promise((resolve) => {
      const end = (): void => {
        this.#waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (roots.every((root) => this.#watched.has(root))) end();
      };
      this.#waiting.add(look);
      void this.#following.begin().then(end, end);
    });
  }

  #noteWatched(root: FilePath): void {
    if (!this.#watched.has(root)) this.#watched.set(root, this.#clock.wall());
    for (const look of [...this.#waiting]) look();
  }

  #wait(): void {
    this.#timer?.cancel();
    const atTheLatest = this.#firstUntold + this.#ms * stalePauses - this.#clock.now();
    this.#timer = this.#clock.after(Math.min(this.#ms, atTheLatest), () => {
      this.#timer = undefined;
      const changes = this.#untold;
      this.#untold = 0;
      this.#tell(changes);
    });
  }
}

function unwatchedReason(unwatched: readonly FilePath[], roots: number): Reason[] {
  if (unwatched.length === 0) return [];
  const detail = `${unwatched.join(", ")}: not watched, because no language server has been started`;
  return [{ code: unwatched.length === roots ? "nothing_received" : "scoped", detail }];
}

function spelled(wall: number): string {
  return new Date(wall).toISOString();
}
