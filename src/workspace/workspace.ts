// One root: its watcher, its sessions, and the snapshots that queries work on.
//
// Invariant: a snapshot is taken after everything written before has been seen (or it says that this is not known).

import type { Catalog } from "../catalog/table.ts";
import { findProjectRoot } from "../catalog/roots.ts";
import { languageOf } from "../catalog/match.ts";
import { unserved } from "../catalog/selection.ts";
import { serverById } from "../catalog/table.ts";
import type { ServerEntry } from "../catalog/entry.ts";
import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { Skips } from "../host/ignore-rules.ts";
import { skipRules } from "../host/ignore-rules.ts";
import type { FileChange, Watch } from "../host/watch.ts";
import type { Emit } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import { display } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { Codec } from "../rpc/codec.ts";
import { Discoverer } from "../session/discovery.ts";
import type { FoundServer } from "../session/launch.ts";
import { usableInterpreter } from "../session/python.ts";
import { Session } from "../session/session.ts";
import { runAll } from "../std/teardown.ts";
import { topIgnoreFiles } from "./ignore-files.ts";
import { Installed } from "./installed.ts";
import { Projects } from "./projects.ts";
import { bringsUndoing, mustStayRestricted } from "./restriction.ts";
import { Sessions } from "./sessions.ts";
import type { SearchPlace } from "./snapshot.ts";
import { Snapshot } from "./snapshot.ts";

/** Data, prose and configuration: nobody looks for a symbol there. */
const withoutSymbols = new Set(
  "css dockerfile html ini json jsonc less markdown plaintext scss shellscript toml xml yaml".split(" "),
);

export interface WorkspaceOptions {
  readonly host: Host;
  readonly codec: Codec;
  readonly root: FilePath;
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly trusted: boolean;
  readonly emit: Emit;
  readonly trace?: ((server: string, direction: "sent" | "received", message: object) => void) | undefined;
}

export class Workspace {
  readonly root: FilePath;
  readonly #options: WorkspaceOptions;
  readonly #discoverer: Discoverer;
  readonly #sessions: Sessions;
  readonly #projects: Projects;
  readonly #installed: Installed;
  #skips: Promise<Skips> | undefined;
  #watch: Watch | undefined;

  constructor(options: WorkspaceOptions) {
    this.root = options.root;
    this.#options = options;
    this.#discoverer = new Discoverer(options.host, options.emit);
    this.#installed = new Installed(options.host, options.root);
    this.#projects = new Projects({ host: options.host, root: options.root, skips: () => this.#skipRules() });
    this.#sessions = new Sessions({
      clock: options.host.clock,
      settings: options.settings.idle,
      emit: options.emit,
      find: (entries) => this.#discoverer.firstOf(entries, options.root),
      create: (server) => this.#createSession(server),
    });
  }

  get sessions(): readonly Session[] {
    return this.#sessions.all();
  }

  /** Everything written below the root before this call is seen by questions asked of the snapshot. */
  async snapshot(): Promise<Snapshot> {
    const [settlement, installed] = await Promise.all([this.#watch?.settle(), this.#installed.hasChanged()]);
    if (installed) {
      this.#projects.forget();
      await this.#sessions.renew("installed packages changed");
    }
    return new Snapshot({
      host: this.#options.host,
      root: this.root,
      settings: this.#options.settings,
      projects: this.#projects,
      sessionFor: (file) => this.#sessions.for(this.#serversFor(file)),
      searchable: () => this.#searchable(),
      freshness: settlement === "lost" ? [{ code: "watcher_lost", detail: "changes on disk cannot be followed" }] : [],
    });
  }

  reprobe(): void {
    this.#discoverer.reprobe();
  }

  restart(server: string): Promise<void> {
    return this.#sessions.restart(server);
  }

  async close(): Promise<void> {
    await runAll([() => this.#watch?.close(), () => this.#sessions.close()]);
  }

  /** The first source file of each server that the code of the root needs. */
  async #searchable(): Promise<SearchPlace[]> {
    const places = new Map<string, SearchPlace>();
    for (const file of await this.#projects.files()) {
      const language = languageOf(this.#options.catalog, file);
      const server = language?.servers[0];
      if (language === undefined || server === undefined || withoutSymbols.has(language.id)) continue;
      if (!places.has(server)) places.set(server, { near: file, language: language.id });
    }
    return [...places.values()];
  }

  #serversFor(file: FilePath): ServerEntry[] {
    const language = languageOf(this.#options.catalog, file);
    const entries = (language?.servers ?? []).flatMap((id) => serverById(this.#options.catalog, id) ?? []);
    if (entries.length === 0) {
      refuse({
        code: "no_server_for_file",
        what: `No language server is known for ${display(this.root, file)}.`,
        ...unserved(this.#options.catalog, file),
      });
    }
    return entries;
  }

  /** The watch begins with the first session: before it, nobody could be told. */
  async #createSession(server: FoundServer): Promise<Session> {
    const { host, codec, settings, emit, trusted, trace, catalog } = this.#options;
    if (!trusted) await mustStayRestricted(host, this.root, server.entry);
    const skips = await this.#skipRules();
    // Nothing is awaited here: servers that are started at the same time share one watch.
    this.#watch ??= this.#startWatch(skips);
    // What is written while the tree is first read would be missed by the watch, and read too early by a server.
    await this.#watch.ready;
    const isOurs = (path: FilePath): boolean => languageOf(catalog, path)?.servers.includes(server.entry.id) === true;
    const wantsInterpreter = server.entry.quirks.interpreterSetting !== undefined;
    const interpreter = wantsInterpreter ? await usableInterpreter(host, this.root, trusted) : undefined;
    return new Session({
      host,
      codec,
      server,
      root: this.root,
      trusted,
      settings,
      emit,
      ...(interpreter === undefined ? {} : { interpreter }),
      ...(trace === undefined ? {} : { trace: (direction, message) => trace(server.entry.id, direction, message) }),
      languageId: (path) => languageOf(catalog, path)?.id ?? "plaintext",
      isOurs,
      project: async (path) => (await this.#projectOf(server.entry, path)) ?? this.root,
    });
  }

  /** What the server loads for a file: the unit its completeness depends on, where that is known. */
  async #projectOf(entry: ServerEntry, path: FilePath): Promise<FilePath | undefined> {
    const { host } = this.#options;
    if (entry.exhaustiveOnlyWith !== undefined) return this.#projects.covering(entry.exhaustiveOnlyWith, path);
    const list = async (directory: FilePath): Promise<readonly string[]> =>
      ((await host.files.list(directory)) ?? []).map((found) => found.name);
    return findProjectRoot({ file: path, limit: this.root, markers: entry.roots, list });
  }

  #skipRules(): Promise<Skips> {
    const { host, catalog } = this.#options;
    this.#skips ??= topIgnoreFiles(host, this.root).then((ignoreFiles) =>
      skipRules({
        ignoreFiles,
        alwaysWatch: ["build/compile_commands.json"],
        isSource: (path) => languageOf(catalog, path) !== undefined,
      }),
    );
    return this.#skips;
  }

  /** A file has come that would undo a restriction: the server goes before it can hear of it. */
  #endUndone(changes: readonly FileChange[]): void {
    if (this.#options.trusted) return;
    for (const session of this.#sessions.all()) {
      if (!bringsUndoing(session.options.server.entry, changes)) continue;
      this.#sessions.restart(session.id).catch((error: unknown) => {
        this.#options.emit({ type: "defect", where: "ending a server", message: String(error) });
      });
    }
  }

  #startWatch(skips: Skips): Watch {
    const { host, emit } = this.#options;
    return host.watching.watch({
      root: this.root,
      clock: host.clock,
      skips,
      onChanges: (changes) => {
        const count = (kind: string): number => changes.filter((change) => change.kind === kind).length;
        emit({
          type: "files.changed",
          created: count("created"),
          changed: count("changed"),
          deleted: count("deleted"),
        });
        this.#endUndone(changes);
        this.#projects.filesChanged(changes);
        this.#sessions.filesChanged(changes);
      },
      onState: (state) => {
        if (state.kind === "lost") emit({ type: "watcher.lost", why: state.why });
      },
    });
  }
}
