// A cookie: a file of our own whose event comes back only after all earlier events have come.
//
// It is renamed rather than written, because that needs no free space on the disk and gives each passage its own name.
// Invariant: at most one passage is under way.

import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Clock, Timer } from "../../std/clock.ts";
import type { Attachment, WatchDisk } from "./disk.ts";
import { reasonOf } from "./disk.ts";
import { COOKIE_MS } from "./limits.ts";

/** `missing`: the event did not come, or the cookie could not be moved. `abandoned`: it is no longer awaited. */
export type Passage = "arrived" | "missing" | "abandoned";

export interface CookieMeans {
  /** A directory outside the watched root, in which the cookie gets a directory of its own. */
  readonly parent: string;
  readonly disk: WatchDisk;
  readonly clock: Clock;
  /** Called for each event in the cookie's directory. */
  readonly onEvent: () => void;
}

export class Cookie {
  readonly directory: string;
  readonly #clock: Clock;
  readonly #attachment: Attachment;
  #sent = 0;
  #waiting: { readonly name: string; readonly timer: Timer; readonly resolve: (passage: Passage) => void } | undefined;

  /** Returns why it is impossible where it is. */
  static bake(means: CookieMeans): Cookie | { readonly why: string } {
    let directory: string | undefined;
    try {
      directory = mkdtempSync(join(means.parent, "sightline-watch-"));
      rememberToDiscard(directory);
      writeFileSync(join(directory, "cookie-0"), "");
      return new Cookie(means, directory);
    } catch (error) {
      if (directory !== undefined) discard(directory);
      return { why: `no file could be watched in ${means.parent}: ${reasonOf(error)}` };
    }
  }

  private constructor(means: CookieMeans, directory: string) {
    this.directory = directory;
    this.#clock = means.clock;
    const attached = means.disk.attach(directory, "directory", {
      onEvent: (name) => {
        means.onEvent();
        if (name !== null && name === this.#waiting?.name) this.#finish("arrived");
      },
      onFailure: () => this.#finish("missing"),
    });
    if (attached.kind !== "attached") throw new Error(attached.kind === "refused" ? attached.why : "it vanished");
    this.#attachment = attached;
  }

  /** Sends the cookie into the queue of events and waits until it comes out. */
  pass(): Promise<Passage> {
    const name = `cookie-${this.#sent + 1}`;
    try {
      renameSync(join(this.directory, `cookie-${this.#sent}`), join(this.directory, name));
    } catch {
      // Whatever the reason is (such as a cleanup of temporary files), this cookie proves nothing.
      return Promise.resolve("missing");
    }
    this.#sent += 1;
    return new Promise((resolve) => {
      this.#attachment.ref();
      // A loop that was blocked runs its timers before it reads events; so the queue gets one more turn.
      const timer = this.#clock.after(COOKIE_MS, () => setImmediate(() => this.#finish("missing", name)));
      this.#waiting = { name, timer, resolve };
    });
  }

  abandon(): void {
    this.#finish("abandoned");
  }

  close(): void {
    this.#finish("abandoned");
    this.#attachment.close();
    discard(this.directory);
  }

  /** Ends the passage under way, or only that of `name`. */
  #finish(passage: Passage, name = this.#waiting?.name): void {
    const waiting = this.#waiting;
    if (waiting === undefined || waiting.name !== name) return;
    this.#waiting = undefined;
    this.#attachment.unref();
    waiting.timer.cancel();
    waiting.resolve(passage);
  }
}

// One listener for all cookies, because a process may have many and warns of many listeners.
const left = new Set<string>();

/** A process that ends without closing its watches takes the directories of their cookies along. */
function rememberToDiscard(directory: string): void {
  if (left.size === 0) process.on("exit", discardLeft);
  left.add(directory);
}

function discardLeft(): void {
  for (const directory of left) discard(directory);
}

function discard(directory: string): void {
  left.delete(directory);
  if (left.size === 0) process.off("exit", discardLeft);
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // An empty directory among the temporary files does no harm; the system removes it in time.
  }
}
