// Texts that one caller supposes: shown to a server that no other caller asks meanwhile, and taken back in any case.
//
// Invariant: after `release` the server sees what is on disk, or is replaced by one that does; after `abandon` it is not asked
// again.
// Invariant: an answer is given only if the same incarnation saw the texts from before the question until after it.

import { isProse } from "../../catalog/prose.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Reason } from "../../model/standing.ts";
import { Canceller, isCancellation, onCancel } from "../../std/cancel.ts";
import type { AskOptions, SessionOptions } from "../ask-host.ts";
import type { DiagnosticsStore } from "../problems/diagnostics-store.ts";
import type { Documents } from "./documents.ts";
import type { Change, FileEvents } from "./file-events.ts";
import { isNamed } from "./file-events.ts";
import { lastQuestionMs } from "../limits.ts";
import type { Pulled } from "../problems/pulled.ts";
import { cannotBeShown, wouldBeSeen } from "../refusals.ts";
import type { Running } from "../process/running.ts";
import { defect } from "../process/running.ts";
import { textSync } from "./text-sync.ts";

/** The text of each file as it would be; null for one that would be gone. */
export type SupposedByFile = ReadonlyMap<FilePath, string | null>;

/** What is needed of a session. */
export interface SupposeHost {
  readonly options: SessionOptions;
  readonly documents: Documents;
  readonly diagnostics: DiagnosticsStore;
  readonly pulled: Pulled;
  readonly fileEvents: FileEvents;
  readonly running: Running | undefined;
  usable(options: AskOptions): Promise<Running>;
  during<T>(options: Pick<AskOptions, "synthetic">, work: () => Promise<T>): Promise<T>;
  renew(why: string): Promise<void>;
}

/** What the lane does when the texts come and go. */
export interface SupposedPassage {
  begin(): void;
  /** Resolves when the server has taken in what it was told so far, and has read a document to its end. */
  caughtUp(document?: FilePath): Promise<void>;
  /** The texts are about to be taken back, of these documents. */
  end(own: Iterable<FilePath>): void;
  /** The server has been told to take them back. */
  restored(): void;
  leave(): void;
}

export class SupposedTexts {
  readonly #session: SupposeHost;
  readonly #running: Running;
  readonly #texts: SupposedByFile;
  readonly #passage: SupposedPassage;
  /** What these texts make of an answer, whatever is asked. */
  readonly doubts: Reason[] = [];
  /** Files that the server was told have come or gone. */
  readonly #pretended = new Map<FilePath, Change[1]>();
  /** Questions under way, each with how to stop it. */
  readonly #asking = new Map<Promise<unknown>, () => void>();
  #hasBegun = false;
  #over: RefusalDetails | undefined;
  #releasing: Promise<void> | undefined;
  #finish: () => void = () => {};

  constructor(session: SupposeHost, running: Running, texts: SupposedByFile, passage: SupposedPassage) {
    this.#session = session;
    this.#running = running;
    this.#texts = texts;
    this.#passage = passage;
    // A server in use is not ended for being idle.
    const over = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    void session.during({}, () => over);
  }

  /** Has the server see the texts; when that fails they are released. */
  async show(): Promise<void> {
    try {
      await this.#show();
    } catch (error) {
      await this.release();
      throw error;
    }
  }

  /** Asks while the texts are seen; refused when they no longer are, before or after. */
  async ask<T>(options: AskOptions, question: (options: AskOptions) => Promise<T>): Promise<T> {
    this.#mustBeSeen();
    const stop = new Canceller();
    const stopListening = onCancel(options.signal, () => stop.cancel(options.signal?.reason));
    const asked = question({ ...options, signal: stop });
    this.#asking.set(asked, () => stop.cancel());
    try {
      const answer = await asked;
      this.#mustBeSeen();
      return answer;
    } catch (error) {
      // What came of losing the texts is told as what it is.
      if (error instanceof Refusal || (isCancellation(error) && options.signal?.aborted !== true)) this.#mustBeSeen();
      throw error;
    } finally {
      stopListening();
      this.#asking.delete(asked);
    }
  }

  /** Takes the texts back and lets others in; questions under way are called off. Safe at any time, never rejects. */
  release(why: RefusalDetails = released): Promise<void> {
    this.#over ??= why;
    this.#releasing ??= this.#release();
    return this.#releasing;
  }

  /** The same for a server that is about to be ended: it need not see the disk again, and no other caller asks it. */
  abandon(why: RefusalDetails): Promise<void> {
    this.#over ??= why;
    this.#releasing ??= this.#callOff().finally(() => this.#letGo());
    return this.#releasing;
  }

  // — below: private, in the order they are used —

  get #isSeen(): boolean {
    return this.#session.running === this.#running && this.#over === undefined;
  }

  #mustBeSeen(): void {
    if (this.#over !== undefined) throw new Refusal(this.#over);
    if (this.#isSeen) return;
    const { title, id } = this.#session.options.server.entry;
    throw new Refusal({
      code: "server_restarting",
      what: `${title} ended while it was checking unsaved changes.`,
      why: "The process that replaces it has not seen them.",
      next: "Ask again.",
      data: { server: id },
    });
  }

  async #show(): Promise<void> {
    const { documents, fileEvents, diagnostics, pulled, options } = this.#session;
    const sync = textSync(this.#running.capabilities);
    if (!sync.openClose || sync.change === "none") throw cannotBeShown(options.server.entry);
    if (this.#running.isShared) throw wouldBeSeen(options.server.entry);
    mustFit(this.#texts, options.settings.documents);
    await fileEvents.hold();
    if (!this.#isSeen) return;
    this.#hasBegun = true;
    this.#passage.begin();
    diagnostics.suppose();
    pulled.clear();
    if (this.#pushes) await documents.closeAll();
    for (const [path, text] of this.#texts) {
      if (options.isOurs(path) || this.#isConfiguration(path)) await this.#showOne(path, text);
      else this.#doubt(path, text);
    }
    if (options.server.entry.quirks.reopens === true) await this.#showAnew();
    // Quirk(typescript 7.0.2): a file that is closed and deleted in one breath is read from the disk again.
    if (this.#pretended.size > 0) await this.#passage.caughtUp();
    // One that was started meanwhile would believe it for good.
    if (this.#isSeen) fileEvents.pretend([...this.#pretended]);
    else this.#pretended.clear();
  }

  /** Whether it is a configuration of which the server believes the text that is open. */
  #isConfiguration(path: FilePath): boolean {
    return isNamed(this.#session.options.server.entry.quirks.supposes?.configurations, path);
  }

  async #showOne(path: FilePath, text: string | null): Promise<void> {
    const { documents, options } = this.#session;
    const isThere = (await options.host.files.stat(path)) !== undefined;
    // As an editor does it. Quirk(pyright 1.1.411): an opened text that is not the one on disk is believed, but what
    // depends on the file is looked at again only when the text changes while it is open.
    if (isThere && text !== null && options.server.entry.quirks.reopens !== true) await opened(documents, path);
    await documents.suppose(path, text, () => this.#isSeen);
    if ((text !== null) !== isThere) this.#pretend(path, isThere ? "deleted" : "created");
  }

  /**
   * What was opened before the others were may have been read without them. No other caller reads anything while one is
   * closed for a moment, for each is read to its end before the next.
   */
  async #showAnew(): Promise<void> {
    const { documents } = this.#session;
    const shown = [...this.#texts.keys()].filter((path) => documents.get(path)?.source === "supposed");
    if (shown.length < 2) return;
    for (const path of shown) await this.#passage.caughtUp(path);
    for (const path of shown) {
      await documents.suppose(path, null, () => this.#isSeen);
      await documents.suppose(path, this.#texts.get(path) ?? null, () => this.#isSeen);
      await this.#passage.caughtUp(path);
    }
  }

  /** Only what the server is known to believe is told: another would look at the disk, and forget what it was shown. */
  #pretend(path: FilePath, kind: "created" | "deleted"): void {
    const { server, root } = this.#session.options;
    const how = server.entry.quirks.supposes?.[kind];
    if (how === "tell") this.#pretended.set(path, kind);
    if (how !== undefined) return;
    const name = path.slice(root.length + 1);
    const doubt = kind === "created" ? `considers ${name} missing` : `goes on reading ${name}`;
    this.doubts.push({ code: "unchecked", detail: `${server.entry.title} ${doubt}, because it reads the disk` });
  }

  /** A file that is shown to no server, but that this one may read for itself. */
  #doubt(path: FilePath, text: string | null): void {
    const { fileEvents, options } = this.#session;
    if (!fileEvents.reads(path) || (text !== null && isProse(path))) return;
    const detail = `${options.server.entry.title} reads ${path.slice(options.root.length + 1)} from the disk, without the change`;
    this.doubts.push({ code: "unchecked", detail });
  }

  /** What is known of problems is what the server publishes: then only documents opened anew prove what it is about. */
  get #pushes(): boolean {
    const { diagnostics, quirks } = this.#session.options.server.entry;
    const pulls = this.#running.capabilities.supports("textDocument/diagnostic");
    const isAsked = pulls && quirks.neverSend?.includes("textDocument/diagnostic") !== true;
    return !isAsked && diagnostics !== "tsserver" && diagnostics !== "none";
  }

  async #release(): Promise<void> {
    const { options } = this.#session;
    await this.#callOff();
    try {
      await this.#restore();
    } catch (error) {
      options.emit(defect(error, "taking back supposed texts"));
      this.#replace("it could not be brought back to what is on disk");
    } finally {
      this.#letGo();
    }
  }

  #letGo(): void {
    this.#finish();
    this.#passage.leave();
  }

  /** From here on the old one is ignored, and the next question waits for the new one. */
  #replace(why: string): void {
    this.#session.renew(why).catch((error: unknown) => {
      this.#session.options.emit(defect(error, "replacing a server"));
    });
  }

  /** Questions end as soon as they are called off; one that does not is not waited for, and its answer is refused. */
  async #callOff(): Promise<void> {
    for (const stop of this.#asking.values()) stop();
    const settled = Promise.allSettled(this.#asking.keys());
    if (this.#asking.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = this.#session.options.host.clock.after(lastQuestionMs, resolve);
      void settled.then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  async #restore(): Promise<void> {
    const { documents, fileEvents, diagnostics, pulled } = this.#session;
    const isSame = this.#hasBegun && this.#session.running === this.#running;
    const pushes = isSame && this.#pushes;
    diagnostics.restore();
    pulled.clear();
    const own = [...this.#texts.keys()];
    const opened = documents.paths();
    if (isSame) this.#passage.end(pushes ? [...own, ...opened] : own);
    await Promise.all(own.map((path) => documents.unsuppose(path)));
    // The server reads configurations by itself, and hears when they change.
    await Promise.all(own.filter((path) => this.#isConfiguration(path)).map((path) => documents.close(path)));
    if (pushes) await this.#openAnew();
    if (isSame) for (const path of this.#pretended.keys()) await this.#correct(path);
    if (isSame) this.#passage.restored();
    fileEvents.resume();
    if (this.#session.running !== undefined) await fileEvents.flush();
    // It turned out to say of no version what it is about: only another one can be believed.
    if (pushes && diagnostics.isUnversioned) await this.#session.renew("it publishes diagnostics without versions");
  }

  async #openAnew(): Promise<void> {
    const { documents } = this.#session;
    const needed = documents.paths().filter((path) => documents.isNeeded(path));
    await documents.closeAll();
    for (const path of needed) await opened(documents, path);
  }

  /** The disk has the last word on whether a file is there. */
  async #correct(path: FilePath): Promise<void> {
    const { fileEvents, options } = this.#session;
    const isThere = (await options.host.files.stat(path)) !== undefined;
    const wasTold = this.#pretended.get(path);
    if (wasTold === "created") fileEvents.correct(path, isThere ? "changed" : "deleted");
    else fileEvents.correct(path, isThere ? "created" : undefined);
  }
}

/** What is supposed stays open as long as it is, so there must not be more of it than may be open. */
function mustFit(texts: SupposedByFile, { maxOpen, maxBytes }: SessionOptions["settings"]["documents"]): void {
  const largest = Math.max(0, ...[...texts.values()].map((text) => text?.length ?? 0));
  if (texts.size <= maxOpen && largest <= maxBytes) return;
  throw new Refusal({
    code: "too_large",
    what: "The change is too large to check before it is written.",
    why: `It has ${texts.size} files, the largest of ${largest} characters; the limits are ${maxOpen} and ${maxBytes}.`,
    next: "Check a part of it, or raise settings.documents with --config.",
  });
}

/** A file that cannot be opened is left to the server. */
async function opened(documents: Documents, path: FilePath): Promise<void> {
  try {
    await documents.synced(path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

const released: RefusalDetails = {
  code: "timed_out",
  what: "The unsaved changes are no longer available.",
  why: "The call that supplied them has ended.",
  next: "Ask again.",
};
