// A real package whose files change by chance, asked in three ways at each step: from what is kept, without any server; by a
// server that runs; and by one that was just started and has nothing that was kept.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerEntry } from "../../../src/catalog/entry.ts";
import { settingsFor } from "../../../src/config/profiles.ts";
import type { Host } from "../../../src/host/host.ts";
import { nodeCodec } from "../../../src/host/node/node-codec.ts";
import { openNodeHost } from "../../../src/host/node/node-host.ts";
import { SpawnFault } from "../../../src/host/processes.ts";
import { isExternal } from "../../../src/model/code-facts.ts";
import type { BridgeEvent } from "../../../src/model/event.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { display, filePath, joinPath } from "../../../src/model/file-path.ts";
import type { Answer } from "../../../src/model/standing.ts";
import { Refusal } from "../../../src/model/refusal.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { openStore } from "../../../src/store/cache/open-store.ts";
import type { Uses } from "../../../src/workspace/account/uses.ts";
import { Workspace } from "../../../src/workspace/workspace.ts";
import { catalogOf } from "../installed.ts";

/** Longer than any server needs on a slow machine. */
const patienceMs = 120_000;

/** Where a symbol stands, by a text that stands there once: `class @@Observable`. */
export interface Asked {
  readonly file: string;
  readonly at: string;
}

export interface Stood {
  readonly places: readonly string[];
  readonly state: string;
  /** Why it came from what is kept, or why not. */
  readonly told: readonly string[];
}

export class Replay {
  readonly root: FilePath;
  readonly #server: ServerEntry["id"];
  readonly #host: Host;
  readonly #stateDirectory: FilePath;
  #warm: Workspace | undefined;

  private constructor(root: FilePath, server: string, host: Host) {
    this.root = root;
    this.#server = server;
    this.#host = host;
    this.#stateDirectory = host.stateDirectory;
  }

  static async open(root: string, server: string, env: Readonly<Record<string, string>> = {}): Promise<Replay> {
    const state = join(root, "..", "state");
    return new Replay(
      filePath(root),
      server,
      await openNodeHost({ ...process.env, ...env, SIGHTLINE_STATE_DIR: state }),
    );
  }

  /** What is kept, or undefined; no server can be started. */
  async kept(asked: readonly Asked[]): Promise<readonly (Stood | undefined)[]> {
    const { processes } = this.#host;
    const spawn = (): Promise<never> => Promise.reject(new SpawnFault("EAGAIN", "a server"));
    const host: Host = {
      ...this.#host,
      processes: {
        spawn,
        canConfine: () => processes.canConfine(),
        run: (spec, limitMs, signal) => processes.run(spec, limitMs, signal),
        interpreterOf: (command) => processes.interpreterOf(command),
        killAll: () => {},
      },
    };
    const events: BridgeEvent[] = [];
    const workspace = this.#open(host, events);
    try {
      const found: (Stood | undefined)[] = [];
      for (const one of asked) {
        const stood = await this.#ask(workspace, one, events).catch((error: unknown) => {
          if (error instanceof Refusal) return undefined;
          throw error;
        });
        found.push(stood?.told.some((told) => told.startsWith("hit")) === true ? stood : undefined);
      }
      return found;
    } finally {
      await workspace.close();
    }
  }

  /** What a running server says, which is kept afterwards where it can be. */
  async warm(asked: readonly Asked[]): Promise<readonly (Stood | undefined)[]> {
    const events: BridgeEvent[] = [];
    this.#warm ??= this.#open(this.#host, events);
    const found = await this.#all(this.#warm, asked, events);
    await this.#warm.proven?.settled();
    return found;
  }

  /** What a server says that was started for it, by nothing that was kept. */
  async fresh(asked: readonly Asked[]): Promise<readonly (Stood | undefined)[]> {
    const workspace = this.#open(this.#host, [], false);
    try {
      return await this.#all(workspace, asked, []);
    } finally {
      await workspace.close();
    }
  }

  async close(): Promise<void> {
    await this.#warm?.close();
  }

  read(file: string): string | undefined {
    const path = join(this.root, file);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  /** As another program would; undefined removes it. */
  write(file: string, text: string | undefined): void {
    const path = join(this.root, file);
    if (text === undefined) return rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }

  // — below: private, in the order they are used —

  #open(host: Host, events: BridgeEvent[], isKeeping = true): Workspace {
    const settings = settingsFor("standard", { restart: { max: 0, backoffMs: [0] } });
    const opened = openStore(host, this.root, settings.cache.maxBytes);
    const store = async () => {
      const found = await opened;
      if ("missing" in found) throw new Error(`nothing can be kept in ${this.#stateDirectory}: ${found.missing}`);
      return found.store;
    };
    return new Workspace({
      host,
      codec: nodeCodec,
      root: this.root,
      catalog: catalogOf(this.#server),
      settings,
      trusted: true,
      emit: (event) => void events.push(event),
      ...(isKeeping ? { answers: { build: "a build", store } } : {}),
    });
  }

  async #all(
    workspace: Workspace,
    asked: readonly Asked[],
    events: readonly BridgeEvent[],
  ): Promise<readonly (Stood | undefined)[]> {
    const found: (Stood | undefined)[] = [];
    for (const one of asked) {
      found.push(
        await this.#ask(workspace, one, events).catch((error: unknown) => {
          if (error instanceof Refusal) return undefined;
          throw error;
        }),
      );
    }
    return found;
  }

  /** Undefined where the place is gone. */
  async #ask(workspace: Workspace, { file, at }: Asked, events: readonly BridgeEvent[]): Promise<Stood | undefined> {
    const [before = "", after = ""] = at.split("@@");
    const text = this.read(file) ?? "";
    const offset = text.indexOf(before + after);
    if (offset < 0) return undefined;
    const lines = text.slice(0, offset + before.length).split("\n");
    const place = { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
    const told = events.length;
    const snapshot = await workspace.snapshot();
    const patience = { deadline: deadlineIn(this.#host.clock, patienceMs), waitMs: patienceMs };
    const answer = await snapshot.uses({ file: joinPath(this.root, file), place }, true, patience);
    const own = events
      .slice(told)
      .flatMap((event) => (event.type === "answer.kept" ? [`${event.outcome}: ${event.why}`] : []));
    return { ...this.#spelt(answer), told: own };
  }

  #spelt({ value, standing }: Answer<Uses>): Pick<Stood, "places" | "state"> {
    const places = value.locations.map(({ file, span }) => {
      const shown = isExternal(file) ? file.external : display(this.root, file);
      return `${shown}:${span.start.line}:${span.start.column}-${span.end.line}:${span.end.column}`;
    });
    return { places: places.sort(), state: standing.state };
  }
}
