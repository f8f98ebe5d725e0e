// The one client of a plugin: it owns the engine, and with it the server processes; everything reaches them through it.
//
// Invariant: no server is started for a change of a file, nor by being asked how it stands.

import type { Engine, Invocation, Outcome } from "../../engine/engine.ts";
import type { LocalEngine } from "../../engine/local-engine.ts";
import type { LanguageHere, PluginState, Registered } from "../../engine/registered-servers.ts";
import { openRegistered } from "../../engine/registered-servers.ts";
import type { BridgeEvent, ServerSaying } from "../../model/event.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import { ServerLives } from "./server-lives.ts";
import type { StateChange } from "./server-lives.ts";

type OpenOptions = Parameters<typeof openRegistered>[0];

export interface ClientOptions {
  readonly open: OpenOptions;
  readonly languages: readonly string[];
  readonly caller: Invocation["caller"];
}

export interface ClientListener {
  /** A server said something of its own accord. */
  heard(notice: ServerSaying): void;
  event(event: BridgeEvent): void;
  changed(change: StateChange): void;
  /** What servers can serve may have changed. */
  serving(): void;
}

export class LspClient implements Pick<Engine, "invoke"> {
  readonly lives = new ServerLives();
  readonly #options: ClientOptions;
  readonly #listener: ClientListener;
  #opening: Promise<Registered> | undefined;
  #registered: Registered | undefined;
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(options: ClientOptions, listener: ClientListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Looks which servers are there; starts none. */
  open(): Promise<Registered> {
    if (this.#isClosed) this.#opening ??= Promise.reject(new Refusal(closedRefusal));
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Undefined before it is open, and once it is closed. */
  get engine(): LocalEngine | undefined {
    return this.#isClosed ? undefined : this.#registered?.engine;
  }

  get languages(): readonly LanguageHere[] {
    return this.#registered?.languages ?? [];
  }

  get caller(): Invocation["caller"] {
    return this.#options.caller;
  }

  /** `Discovering` before it is known which servers are there. */
  state(language: string): PluginState {
    if (this.#isClosed) return "Dormant";
    return this.#registered === undefined ? "Discovering" : this.lives.state(language);
  }

  languageOf(file: string): string | undefined {
    return this.#registered?.languageOf(file);
  }

  /** The program by which a server is started, as far as it is known. */
  binaryOf(server: string): string {
    return this.languages.find(({ missing }) => missing?.server === server)?.missing?.binary ?? server;
  }

  async invoke(invocation: Invocation): Promise<Outcome> {
    const { engine } = await this.open();
    return engine.invoke(invocation);
  }

  /** An operation of its own, of which no agent knows. */
  ask(operation: string, input: object, more: { timeoutMs?: number; signal?: CancelSignal } = {}): Promise<Outcome> {
    const caller = { ...this.caller, allowed: ["read", "control"] } as const;
    return this.invoke({ operation, input, caller, format: "json", unasked: true, ...more });
  }

  /** Whatever calls it, it resolves when the servers have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#closing ??= this.#close();
    return this.#closing;
  }

  // — below: private, in the order they are used —

  async #close(): Promise<void> {
    // What could not be opened has nothing to close; `start` has said why.
    const [opened] = await Promise.allSettled([this.#opening]);
    if (opened.status === "fulfilled") await opened.value?.engine.close();
  }

  async #open(): Promise<Registered> {
    const { open, languages } = this.#options;
    const registered = await openRegistered({ ...open, heard: (notice) => this.#listener.heard(notice) }, languages);
    this.#registered = registered;
    this.lives.found(registered.languages);
    registered.engine.events((event) => this.#take(event));
    return registered;
  }

  #take(event: BridgeEvent): void {
    const concerns = event.type === "session.state" || event.type === "session.gave_up";
    if (concerns || event.type === "session.capabilities") {
      const status = this.#registered?.engine.now().sessions.find(({ server }) => server === event.server);
      const change = this.lives.take(event.server, status);
      if (change !== undefined) this.#listener.changed(change);
      this.#listener.serving();
    }
    this.#listener.event(event);
  }
}

// — below: private, in the order they are used —

const closedRefusal: RefusalDetails = {
  code: "session_dead",
  what: "The plugin is closed.",
  next: "Build another one.",
};
