// The states of the servers of a plugin, as the engine tells them, and what each can serve.
//
// Invariant: a state is always the engine's own; nothing here decides what follows what.

import type { SessionStatus } from "../../engine/engine.ts";
import type { LanguageHere, PluginState } from "../../engine/registered-servers.ts";

export interface StateChange {
  readonly server: string;
  readonly from: PluginState;
  readonly to: PluginState;
}

interface Server {
  state: PluginState;
  /** What it could serve when it was last up; undefined before its first handshake, and once it is dormant. */
  supports: ReadonlySet<string> | undefined;
}

export class ServerLives {
  readonly #servers = new Map<string, Server>();
  #languages: readonly LanguageHere[] = [];

  found(languages: readonly LanguageHere[]): void {
    this.#languages = languages;
    for (const id of languages.flatMap(({ servers }) => servers)) this.#of(id);
  }

  /** Takes over how a server is now; undefined where its state is the same. */
  take(id: string, status: SessionStatus | undefined): StateChange | undefined {
    const server = this.#of(id);
    const to = status?.life ?? "Dormant";
    if (to === "Ready" && status !== undefined) server.supports = new Set(status.supports);
    if (to === "Dormant") server.supports = undefined;
    if (server.state === to) return undefined;
    // What has ended for good and starts all the same is a new life.
    const from = server.state === "Dormant" ? "Discovering" : server.state;
    server.state = to;
    return { server: id, from, to };
  }

  state(language: string): PluginState {
    const here = this.#languages.find((one) => one.language === language);
    if (here === undefined || here.servers.length === 0) return "Dormant";
    const states = here.servers.map((id) => this.#of(id).state);
    return order.find((one) => states.includes(one)) ?? "Dormant";
  }

  /** Whether a server that would be asked about the language is up or on its way, so that it must be told of changes. */
  isLive(language: string): boolean {
    const state = this.state(language);
    return state === "Ready" || state === "Starting";
  }

  /** What the servers together can serve; `any` where one of a language has yet to say it; undefined where none is left. */
  serving(): ReadonlySet<string> | "any" | undefined {
    const served = new Set<string>();
    let isAny = false;
    let isLeft = false;
    for (const { language, servers } of this.#languages) {
      if (this.state(language) === "Dormant") continue;
      isLeft = true;
      const known = servers.flatMap((id) => this.#of(id).supports ?? []);
      if (known.length === 0) isAny = true;
      for (const method of known.flatMap((one) => [...one])) served.add(method);
    }
    if (!isLeft) return undefined;
    return isAny ? "any" : served;
  }

  #of(id: string): Server {
    const known = this.#servers.get(id);
    if (known !== undefined) return known;
    const server: Server = { state: "Discovering", supports: undefined };
    this.#servers.set(id, server);
    return server;
  }
}

/** Of several servers of a language the one that is best off tells its state. */
const order: readonly PluginState[] = ["Ready", "Starting", "Restarting", "Discovering", "Dormant"];
