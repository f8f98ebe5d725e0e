// Who may use a session now: all together, or one alone whose overlay the server sees and no other caller may see.
//
// Invariant: while texts are supposed, and until the server has answered after they were taken back, nothing that it says
// unasked reaches any caller but the one who supposes them.
// Invariant: nothing that it logs, on whatever way, is heard from when it is shown texts until it has proven to have taken
// them back, and a moment longer.
// Invariant: a question is asked inside the lane exactly once; a caller that is inside does not enter again.

import type { BridgeEvent } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import { toUri } from "../protocol/uri.ts";
import type { Timer } from "../std/clock.ts";
import { Lane } from "../std/lane.ts";
import type { AskOptions } from "./ask-host.ts";
import { RequestTimedOut, WriteRefused } from "../rpc/rpc-error.ts";
import { lastQuotesMs, refreshMs } from "./limits.ts";
import { laneTaken } from "./refusals.ts";
import type { Running } from "./process/running.ts";
import type { SupposeHost, SupposedByFile } from "./documents/supposed-texts.ts";
import { SupposedTexts } from "./documents/supposed-texts.ts";

/** Who may receive what the server says unasked: all callers, the one that shows an overlay, or none. */
type Hearers = "all" | "supposer" | "none";

/** `held`: texts are supposed. `settling`: they were taken back, and the server has not answered since. */
interface Mute {
  phase: "held" | "settling";
  /** The last version of each document when the texts were taken back: what is said of no newer one is dropped. */
  floors: ReadonlyMap<FilePath, number>;
  /** Something was kept from the others. */
  hasWithheld: boolean;
}

/** A server that may quote texts in what it logs, and how far it is from having forgotten them. */
interface Quoting {
  readonly running: Running;
  state: "sees" | "asked" | "silent";
  ending: Timer | undefined;
}

export class SessionLane {
  readonly #session: SupposeHost;
  readonly #lane: Lane;
  /** Versions of documents up to which nothing is believed any more. */
  readonly #spoken = new Map<FilePath, number>();
  #mute: Mute | undefined;
  #quoting: Quoting | undefined;

  constructor(session: SupposeHost) {
    this.#session = session;
    this.#lane = new Lane(session.options.host.clock);
  }

  /** Whether the server sees an overlay. */
  get isSupposing(): boolean {
    return this.#mute?.phase === "held";
  }

  /** Together with others who ask about what is on disk. The server is in use from the call on, also while it waits. */
  together<T>(options: Pick<AskOptions, "deadline" | "signal" | "synthetic">, work: () => Promise<T>): Promise<T> {
    return this.#session.during(options, async () => {
      const leave = await this.#lane.enter(options.deadline.remaining(), options.signal);
      if (leave === undefined) throw laneTaken(this.#session.options.server.entry);
      if (this.#quoting?.state === "silent") this.#settle();
      try {
        return await work();
      } finally {
        leave();
      }
    });
  }

  /** Alone, with a server that sees these texts, until they are released. */
  async suppose(texts: SupposedByFile, options: AskOptions): Promise<SupposedTexts> {
    const { entry } = this.#session.options.server;
    const leave = await this.#lane.enterAlone(options.deadline.remaining(), options.signal);
    if (leave === undefined) throw laneTaken(entry);
    let isIn = false;
    try {
      const running = await this.#session.usable(options);
      const held = new SupposedTexts(this.#session, running, texts, {
        begin: () => this.#begin(running),
        end: (own) => this.#end(own),
        caughtUp: (document) => this.#caughtUp(running, document),
        restored: () => this.#settle(),
        leave,
      });
      isIn = true;
      await held.show();
      return held;
    } finally {
      // From then on the texts themselves leave it when they are released.
      if (!isIn) leave();
    }
  }

  /** The incarnation that saw the texts has gone; what the next one says is about the disk. */
  lost(): void {
    this.#mute = undefined;
    this.#quoting?.ending?.cancel();
    this.#quoting = undefined;
    this.#session.documents.forgetSupposed();
    this.#session.fileEvents.resume();
  }

  /** Who may hear what is published about a file. */
  hearersOf(file: FilePath, version: number | undefined): Hearers {
    const hearers = this.#judge(file, version);
    if (hearers !== "all" && this.#mute !== undefined) this.#mute.hasWithheld = true;
    return hearers;
  }

  /** Whether others may hear what the server says of its work. */
  get mayQuote(): boolean {
    return this.#quoting === undefined;
  }

  /** An event of the server as others may hear of it: what it logs may quote texts, also when it is being ended. */
  unquoted(event: BridgeEvent, isCurrent: boolean): BridgeEvent | undefined {
    if (isCurrent && this.mayQuote) return event;
    if (event.type === "server.message" || event.type === "wire.noise") return undefined;
    if (event.type === "wire.fault") return { ...event, what: event.what.replace(/ \(.*/s, "") };
    if (event.type !== "progress") return event;
    const { message: _, ...rest } = event;
    return { ...rest, title: "" };
  }

  /** Whether a refresh that the server asks for may be announced; it is made up for at the end. */
  mayRefresh(): boolean {
    if (this.#mute !== undefined) this.#mute.hasWithheld = true;
    return this.#mute === undefined;
  }

  // — below: private, in the order they are used —

  #begin(running: Running): void {
    this.#mute = { phase: "held", floors: new Map(), hasWithheld: false };
    this.#quoting?.ending?.cancel();
    this.#quoting = { running, state: "sees", ending: undefined };
    running.channel.muffle();
  }

  /** Resolves when the server has taken in what it was told so far, or does not say so in time. */
  async #caughtUp({ channel, capabilities }: Running, document?: FilePath): Promise<void> {
    const asked = this.#anything(capabilities, document);
    await Promise.allSettled([channel.connection.request(...asked, { timeoutMs: refreshMs })]);
  }

  /** `own` are the documents that the texts were shown in, or all that were open meanwhile. */
  #end(own: Iterable<FilePath>): void {
    const { versions } = this.#session.documents;
    for (const path of own) this.#spoken.set(path, versions.get(path) ?? 0);
    if (this.#mute === undefined) return;
    this.#mute.phase = "settling";
    this.#mute.floors = new Map(versions);
  }

  /** A server takes messages in order: its answer comes after it has taken back the texts. */
  #settle(): void {
    const quoting = this.#quoting;
    if (quoting === undefined) return;
    const mute = this.#mute;
    quoting.state = "asked";
    const { connection } = quoting.running.channel;
    connection.request(...this.#anything(quoting.running.capabilities), { timeoutMs: refreshMs }).then(
      () => this.#settled(mute, quoting, true),
      // An error is an answer too, and a server that has gone says nothing any more.
      (error: unknown) => {
        const isSilent = error instanceof RequestTimedOut || error instanceof WriteRefused;
        this.#settled(mute, quoting, !isSilent);
      },
    );
  }

  /** What any server answers at once. */
  #anything(
    capabilities: Running["capabilities"],
    open = this.#session.documents.paths()[0],
  ): [method: string, params: object] {
    const { mayAsk = () => true } = this.#session.options;
    const isUsable = capabilities.supports("textDocument/documentSymbol") && mayAsk("textDocument/documentSymbol");
    return open !== undefined && isUsable
      ? ["textDocument/documentSymbol", { textDocument: { uri: toUri(open) } }]
      : ["$/sightline/settled", {}];
  }

  /** Silence settles what is published, which names its version; what is logged names nothing, and is not used. */
  #settled(mute: Mute | undefined, quoting: Quoting, hasAnswered: boolean): void {
    // Another caller may show an overlay by now.
    if (this.#quoting !== quoting) return;
    if (hasAnswered) quoting.ending = this.#session.options.host.clock.after(lastQuotesMs, () => this.#forgotten());
    else quoting.state = "silent";
    if (mute === undefined || this.#mute !== mute || mute.phase !== "settling") return;
    this.#mute = undefined;
    const { emit, server } = this.#session.options;
    if (mute.hasWithheld) emit({ type: "diagnostics.refresh", server: server.entry.id });
  }

  #forgotten(): void {
    this.#quoting?.running.channel.unmuffle();
    this.#quoting = undefined;
  }

  #judge(file: FilePath, version: number | undefined): Hearers {
    const mute = this.#mute;
    if (mute?.phase === "held") return "supposer";
    if (mute !== undefined) return version !== undefined && version > (mute.floors.get(file) ?? 0) ? "all" : "none";
    return version !== undefined && version <= (this.#spoken.get(file) ?? 0) ? "none" : "all";
  }
}
