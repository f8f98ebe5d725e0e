// One root: its watcher, its sessions, and the snapshots that queries work on.
//
// Invariant: a snapshot is taken after everything written before has been seen (or it says that this is not known).

import type { Catalog } from "../catalog/table.ts";
import { findProjectRoot } from "../catalog/roots.ts";
import { languageOf } from "../catalog/match.ts";
import { serverById } from "../catalog/table.ts";
import type { ServerEntry } from "../catalog/entry.ts";
import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { IgnoreFile, Skips } from "../host/ignore-rules.ts";
import { skipRules } from "../host/ignore-rules.ts";
import type { Watch } from "../host/watch.ts";
import type { Emit } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, display, joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { Codec } from "../rpc/codec.ts";
import { Discoverer } from "../session/discovery.ts";
import type { FoundServer } from "../session/launch.ts";
import { usableInterpreter } from "../session/python.ts";
import { Session } from "../session/session.ts";
import { runAll } from "../std/teardown.ts";
import { Projects } from "./projects.ts";
import { Sessions } from "./sessions.ts";
import { Snapshot } from "./snapshot.ts";

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
  #skips: Promise<Skips> | undefined;
  #watch: Watch | undefined;

  constructor(options: WorkspaceOptions) {
    this.root = options.root;
    this.#options = options;
    this.#discoverer = new Discoverer(options.host, options.emit);
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
    const settlement = await this.#watch?.settle();
    return new Snapshot({
      host: this.#options.host,
      root: this.root,
      settings: this.#options.settings,
      projects: this.#projects,
      sessionFor: (file) => this.#sessions.for(this.#serversFor(file)),
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

  #serversFor(file: FilePath): ServerEntry[] {
    const language = languageOf(this.#options.catalog, file);
    const entries = (language?.servers ?? []).flatMap((id) => serverById(this.#options.catalog, id) ?? []);
    if (entries.length === 0) {
      refuse({
        code: "no_server_for_file",
        what: `No language server is known for ${display(this.root, file)}.`,
        why:
          language === undefined
            ? `Nothing in the catalogue handles ${baseName(file)}.`
            : `No server of the catalogue handles ${language.id}.`,
        next: "Add one in the configuration, or use a text search for this file.",
      });
    }
    return entries;
  }

  /** The watch begins with the first session: before it, nobody could be told. */
  async #createSession(server: FoundServer): Promise<Session> {
    const { host, codec, settings, emit, trusted, trace, catalog } = this.#options;
    await this.#mayRun(server.entry);
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

  /** A restricted form that the repository can undo is none. */
  async #mayRun(entry: ServerEntry): Promise<void> {
    const { trusted } = this.#options;
    const undoneBy = entry.restricted.kind === "adjusted" ? entry.restricted.undoneBy : undefined;
    if (trusted || undoneBy === undefined) return;
    const [found] = await this.#projects.all(undoneBy);
    if (found === undefined) return;
    refuse({
      code: "not_trusted",
      what: `${entry.title} is not started in this root.`,
      why: `${display(this.root, found)} holds ${undoneBy.join(" or ")}, which would undo its restrictions, and the root is not trusted.`,
      next: "Ask the operator to trust this root.",
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
        this.#projects.filesChanged(changes);
        this.#sessions.filesChanged(changes);
      },
      onState: (state) => {
        if (state.kind === "lost") emit({ type: "watcher.lost", why: state.why });
      },
    });
  }
}

/** Those of the root itself; a nested one that is not read only means that more is watched. */
async function topIgnoreFiles(host: Host, root: FilePath): Promise<IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  for (const name of [".git/info/exclude", ".gitignore", ".ignore"]) {
    const bytes = await host.files.read(joinPath(root, name));
    if (bytes !== undefined) found.push({ directory: "", text: host.files.decode(bytes).text });
  }
  return found;
}
