// What changed on disk since it was first watched: answers told before that may not be true any more.
//
// Invariant: it is told once a burst of changes has passed, and at the latest after a few times that pause.

import type { BridgeEvent } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Reason, Standing } from "../model/standing.ts";
import { standingOf } from "../model/standing.ts";
import { standingText } from "../render/standing-text.ts";
import type { Clock, Timer } from "../std/clock.ts";
import { staleFilesKept, stalePauses } from "./limits.ts";

/** Times are those of the wall clock, as people write them. */
export interface StaleReport {
  /** Since when changes are seen. */
  readonly since: string;
  /** The latest first. */
  readonly files: readonly { readonly file: FilePath; readonly changed: string }[];
  /** Changes of files that are not named: there were too many. */
  readonly unnamed: number;
  /** Not complete where changes may have been missed, or not all files are named. */
  readonly standing: Standing;
  /** The standing as one line, where a reader must see it. */
  readonly standingLine: string | undefined;
}

export class StaleReferences {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #tell: (changes: number) => void;
  readonly #since: number;
  /** In the order of their last change. */
  readonly #files = new Map<FilePath, number>();
  #unnamed = 0;
  #lost: string | undefined;
  #untold = 0;
  #firstUntold = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, ms: number, tell: (changes: number) => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#tell = tell;
    this.#since = clock.wall();
  }

  take(event: BridgeEvent): void {
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

  report(): StaleReport {
    const files = [...this.#files].reverse().map(([file, at]) => ({ file, changed: spelled(at) }));
    const reasons: Reason[] = [
      ...(this.#lost === undefined ? [] : [{ code: "watcher_lost", detail: this.#lost } as const]),
      ...(this.#unnamed === 0 ? [] : [{ code: "capped", detail: `${this.#unnamed} changes are not named` } as const]),
    ];
    const standing = standingOf(reasons);
    const standingLine = reasons.length === 0 && files.length > 0 ? undefined : standingText(standing);
    return { since: spelled(this.#since), files, unnamed: this.#unnamed, standing, standingLine };
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
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

function spelled(wall: number): string {
  return new Date(wall).toISOString();
}
