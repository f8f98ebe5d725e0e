// Notifications to agents: four channels from the events of one engine to the listeners at a door.
//
// Invariant: an engine has one of these, however often servers are started; closed, it leaves no listener and no timer.

import type { BridgeEvent } from "../../model/event.ts";
import type { Clock } from "../../std/clock.ts";
import type { Unsubscribe } from "../../std/emitter.ts";
import type { DiagnosticsReader } from "./diagnostics-reader.ts";
import type { Subject } from "./diagnostics-watch.ts";
import { DiagnosticsWatch } from "./diagnostics-watch.ts";
import type { Engine } from "../engine.ts";
import type { ServerNotice } from "./server-notices.ts";
import { ServerNotices } from "./server-notices.ts";
import type { Following, StaleReport } from "./stale-references.ts";
import { StaleReferences } from "./stale-references.ts";
import { counted } from "../../std/words.ts";

export type Notice =
  | ServerNotice
  | { readonly type: "stale_references"; readonly files_changed: number; readonly message: string };

export interface NoticeListener {
  /** Every event, and what it means to an agent where it means something. */
  happened(event: BridgeEvent, notice: Notice | undefined): void;
  /** What belongs to no event of its own. */
  noticed(notice: Notice): void;
  /** The diagnostics that were subscribed to under this name have changed. */
  diagnosticsChanged(uri: string): void;
}

/** The queries that run when something has happened. */
export interface NoticeQueries {
  readonly looking: DiagnosticsReader;
  readonly following: Following;
}

export class Notices {
  readonly #diagnostics: DiagnosticsWatch;
  readonly #servers: ServerNotices;
  readonly #stale: StaleReferences;
  readonly #end: Unsubscribe;

  constructor(engine: Engine, { looking, following }: NoticeQueries, clock: Clock, listener: NoticeListener) {
    const { diagnosticsMs, staleMs } = engine.facts.notices;
    this.#diagnostics = new DiagnosticsWatch(clock, diagnosticsMs, looking, (uri) => listener.diagnosticsChanged(uri));
    this.#servers = new ServerNotices(clock);
    this.#stale = new StaleReferences(clock, staleMs, following, (changes) => {
      listener.noticed(staleNotice(changes));
    });
    this.#end = engine.events((event) => {
      listener.happened(event, this.#servers.take(event));
      this.#diagnostics.take(event);
      this.#stale.take(event);
    });
  }

  /** See `DiagnosticsWatch.subscribe`. */
  subscribe(uri: string, subject: Subject): Promise<void> {
    return this.#diagnostics.subscribe(uri, subject);
  }

  unsubscribe(uri: string): void {
    this.#diagnostics.unsubscribe(uri);
  }

  /** See `StaleReferences.follow`. */
  followDisk(): Promise<void> {
    return this.#stale.follow();
  }

  stale(): Promise<StaleReport> {
    return this.#stale.report();
  }

  close(): void {
    this.#end();
    this.#diagnostics.close();
    this.#servers.close();
    this.#stale.close();
  }
}

function staleNotice(changes: number): Notice {
  return {
    type: "stale_references",
    files_changed: changes,
    message: `${counted(changes, "file")} changed on disk: references listed earlier may be stale. A new call sees the change.`,
  };
}
