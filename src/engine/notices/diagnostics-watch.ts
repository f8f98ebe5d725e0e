// Notifies subscribers when diagnostics have changed: many signs in, one notification out.
//
// Invariant: what counts is the content. A sign that something may have changed leads to a check, and only a content
// other than before to a notification; so an identical publish is no change, and a reader that comes after the
// notification reads the new state.
// Invariant: signs are gathered for a while before a check, and there is one check at a time.

import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import type { DiagnosticsReader } from "./diagnostics-reader.ts";
import { clean } from "./diagnostics-reader.ts";
import { maxSubscriptions, signsKept } from "../limits.ts";

/** What a file may be called, or all files that are open. */
export type Subject = readonly string[] | "all";

interface Subscription {
  readonly subject: Subject;
  /** `asked` while its first check runs; `unknown` when that gave no content yet. */
  state: "asked" | "unknown" | "known";
  file: FilePath | undefined;
  /** Settles with the first check. */
  ready: Promise<unknown>;
}

/** If signs again and again lead to no change, the pause before a check is doubled, but not more often than this. */
const maxDoublings = 7;

export class DiagnosticsWatch {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #looking: DiagnosticsReader;
  readonly #tell: (uri: string) => void;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #known = new Map<FilePath, string>();
  /** What servers last published, by file and server, and what it was when a file was last checked. */
  readonly #signs = new Map<FilePath, Map<string, string>>();
  readonly #seen = new Map<FilePath, string>();
  /** Something happened that may concern every file. */
  #isDisturbed = false;
  /** A server asked for a refresh, which our own check may have caused. */
  #isRefreshed = false;
  #fruitless = 0;
  #timer: Timer | undefined;
  #dueAt = 0;
  #isLooking = false;
  /** The files that servers had open when they were last asked. */
  #open: readonly FilePath[] = [];
  #isClosed = false;

  constructor(clock: Clock, ms: number, looking: DiagnosticsReader, tell: (uri: string) => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#looking = looking;
    this.#tell = tell;
  }

  /** Once this resolves, every change is notified; refused for a file that can never be checked. */
  async subscribe(uri: string, subject: Subject): Promise<void> {
    const known = this.#subscriptions.get(uri);
    if (known === undefined && this.#subscriptions.size >= maxSubscriptions) tooManySubscriptions();
    const subscription = known ?? { subject, state: "asked", file: undefined, ready: Promise.resolve() };
    this.#subscriptions.set(uri, subscription);
    if (known === undefined) subscription.ready = this.#begin(uri, subscription);
    await subscription.ready;
  }

  unsubscribe(uri: string): void {
    this.#subscriptions.delete(uri);
    this.#forget();
    if (this.#subscriptions.size === 0) this.#rest();
  }

  take(event: BridgeEvent): void {
    if (this.#isClosed || this.#subscriptions.size === 0) return;
    if (event.type === "diagnostics") {
      this.#noteSign(event.file, event.server, JSON.stringify(event.diagnostics));
      if (this.#isOfInterest(event.file)) this.#schedule();
    }
    if (event.type === "diagnostics.refresh") {
      this.#isRefreshed = true;
      this.#schedule();
    }
    if (event.type === "files.changed" || event.type === "session.ready") {
      this.#isDisturbed = true;
      this.#fruitless = 0;
      this.#schedule();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#subscriptions.clear();
    this.#forget();
    this.#rest();
  }

  // — below: private, in the order they are used —

  async #begin(uri: string, subscription: Subscription): Promise<void> {
    if (subscription.subject === "all") {
      subscription.state = "known";
      await this.#lookAt(await this.#refreshOpen(), uri);
      return;
    }
    const look = await this.#looking.one(subscription.subject);
    const isWanted = this.#subscriptions.get(uri) === subscription;
    if (look.kind === "refused") {
      if (isWanted) this.#subscriptions.delete(uri);
      throw new Refusal(look.refusal);
    }
    subscription.state = look.kind;
    if (look.kind === "unknown" || !isWanted) return;
    subscription.file = look.file;
    this.#seen.set(look.file, this.#signOf(look.file));
    // Subscriptions to this file under another name may not have been notified yet.
    const isNews = this.#known.has(look.file) && this.#known.get(look.file) !== look.content;
    this.#known.set(look.file, look.content);
    if (isNews) this.#tellOf([look.file], uri);
  }

  #noteSign(file: FilePath, server: string, content: string): void {
    const signs = this.#signs.get(file) ?? new Map<string, string>();
    this.#signs.delete(file);
    this.#signs.set(file, signs.set(server, content));
    for (const oldest of this.#signs.keys()) {
      if (this.#signs.size <= signsKept) break;
      this.#signs.delete(oldest);
    }
  }

  #signOf(file: FilePath): string {
    const signs = [...(this.#signs.get(file) ?? [])].map(([server, content]) => `${server} ${content}`);
    return signs.sort().join("\n");
  }

  #isOfInterest(file: FilePath): boolean {
    return [...this.#subscriptions.values()].some(
      (one) => one.subject === "all" || one.state !== "known" || one.file === file,
    );
  }

  #schedule(): void {
    const ms = this.#ms * 2 ** Math.min(Math.max(0, this.#fruitless - 1), maxDoublings);
    const dueAt = this.#clock.now() + ms;
    if (this.#timer !== undefined && this.#dueAt <= dueAt) return;
    this.#timer?.cancel();
    this.#dueAt = dueAt;
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = undefined;
      void this.#look();
    });
  }

  async #look(): Promise<void> {
    // Signs that come meanwhile lead to another check after this one.
    if (this.#isLooking) return;
    this.#isLooking = true;
    const isDisturbed = this.#isDisturbed;
    const isAll = isDisturbed || this.#isRefreshed;
    this.#isDisturbed = false;
    this.#isRefreshed = false;
    try {
      if (this.#watchesAll()) await this.#refreshOpen();
      const files = this.#files();
      const due = files.filter((file) => isAll || this.#signOf(file) !== this.#seen.get(file));
      const told = [...(await this.#lookAt(due)), ...(await this.#lookForUnknown())];
      if (told.length > 0) this.#fruitless = 0;
      else if (due.length > 0 && !isDisturbed) this.#fruitless++;
    } finally {
      this.#isLooking = false;
    }
    const isToldAll = this.#isDisturbed || this.#isRefreshed;
    const isLeft = isToldAll || this.#files().some((file) => this.#signOf(file) !== this.#seen.get(file));
    if (isLeft && !this.#isClosed) this.#schedule();
  }

  /** Everything that is subscribed to, as files. */
  #files(): FilePath[] {
    const subscriptions = [...this.#subscriptions.values()];
    const own = subscriptions.flatMap(({ file }) => (file === undefined ? [] : [file]));
    return [...new Set([...own, ...(this.#watchesAll() ? this.#open : [])])];
  }

  #watchesAll(): boolean {
    return [...this.#subscriptions.values()].some(({ subject }) => subject === "all");
  }

  async #refreshOpen(): Promise<readonly FilePath[]> {
    this.#open = await this.#looking.open();
    return this.#open;
  }

  /** Checks the files, notifies all subscriptions but `except`, and returns the files that have changed. */
  async #lookAt(files: readonly FilePath[], except?: string): Promise<FilePath[]> {
    if (files.length === 0) return [];
    const before = new Map(files.map((file) => [file, this.#signOf(file)]));
    const found = await this.#looking.many(files);
    if (this.#isClosed) return [];
    for (const [file, sign] of before) this.#seen.set(file, sign);
    const changed = [...found].flatMap(([file, content]) => {
      const former = this.#known.get(file) ?? clean;
      this.#known.set(file, content);
      return content === former ? [] : [file];
    });
    this.#tellOf(changed, except);
    this.#forget();
    return changed;
  }

  /** A file of which something is known at last has changed for those that waited for it. */
  async #lookForUnknown(): Promise<FilePath[]> {
    const told: FilePath[] = [];
    for (const [uri, subscription] of [...this.#subscriptions]) {
      if (subscription.state !== "unknown" || subscription.subject === "all") continue;
      const look = await this.#looking.one(subscription.subject);
      if (look.kind !== "known" || this.#subscriptions.get(uri) !== subscription) continue;
      subscription.state = "known";
      subscription.file = look.file;
      this.#known.set(look.file, look.content);
      this.#seen.set(look.file, this.#signOf(look.file));
      told.push(look.file);
      this.#tell(uri);
    }
    return told;
  }

  #tellOf(files: readonly FilePath[], except: string | undefined): void {
    if (files.length === 0) return;
    for (const [uri, { subject, file }] of [...this.#subscriptions]) {
      if (uri === except) continue;
      if (subject === "all" || (file !== undefined && files.includes(file))) this.#tell(uri);
    }
  }

  /** Forgets files that are no longer watched. */
  #forget(): void {
    const files = new Set(this.#files());
    for (const kept of [this.#known, this.#seen]) {
      for (const file of [...kept.keys()]) if (!files.has(file)) kept.delete(file);
    }
    if (this.#subscriptions.size === 0) this.#signs.clear();
  }

  #rest(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}

export function tooManySubscriptions(): never {
  return refuse({
    code: "overloaded",
    what: `There are already ${maxSubscriptions} subscriptions.`,
    next: "Cancel one that is no longer needed, or subscribe to all open files at once.",
  });
}
