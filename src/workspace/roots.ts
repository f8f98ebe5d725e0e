// The roots that one engine serves: what a call sees of them, and what a caller may steer.

import type { Patience } from "../std/patience.ts";
import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parentOf, parseFilePath, relativeTo } from "../model/file-path.ts";
import type { Transaction } from "../model/receipt.ts";
import { refuse } from "../model/refusal.ts";
import { pooled } from "../std/pooled.ts";
import type { Session } from "../session/session.ts";
import { Baselines } from "./asking/baselines.ts";
import type { Author } from "./change/committing.ts";
import { Committing, WrittenHere } from "./change/committing.ts";
import { notThere } from "./trust/confine.ts";
import type {
  Borrowed,
  Control,
  Folder,
  OpenedDocument,
  Removed,
  ReportedChange,
  StartedServer,
  StartRequest,
} from "./control.ts";
import type { CallerDrafts } from "./change/drafts.ts";
import { Drafts } from "./change/drafts.ts";
import type { Edits } from "./change/edits.ts";
import type { RootedPath, RootSetOptions } from "./root-set.ts";
import { RootSet } from "./root-set.ts";
import { runCommand } from "./servers/server-commands.ts";
import { serverView } from "./servers/sessions.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Supposing } from "./call-snapshots.ts";
import { CallSnapshots } from "./call-snapshots.ts";
import { Suggestions } from "./asking/suggestions.ts";
import { isThere } from "./supposition.ts";
import { connectServer, prewarm, restartServers, startServers } from "./servers/starting.ts";
import type { RunView, ServerView } from "./view.ts";
import { workbenchAt } from "./runs/workbench.ts";
import type { Workspace } from "./workspace.ts";
import { PolicyNames } from "./write/file-names.ts";

export interface CallView extends RunView {
  release(): Promise<void>;
}

/** What a call may do with roots; each refuses what policy does not allow. */
export interface ViewGates {
  /** The root, or one of its files by every name that it has. */
  mayEnter(root: FilePath, file?: FilePath): void | Promise<void>;
  mayExecute(root: FilePath, trusted: boolean): void;
  /** Whether the file matters, beside its root. */
  readonly judgesFiles: boolean;
  /** Whether a file may be entered, where the others of a list are wanted all the same. */
  mayRead(root: FilePath, file: FilePath): Promise<boolean>;
}

export class Roots implements Control {
  readonly #set: RootSet;
  readonly #options: RootSetOptions;
  readonly #baselines: Baselines;
  readonly #suggestions: Suggestions;
  readonly #drafts: Drafts;
  readonly #written = new WrittenHere();

  constructor(main: Workspace, options: RootSetOptions = {}) {
    this.#set = new RootSet(main, options);
    this.#options = options;
    this.#baselines = new Baselines(main.host.random);
    this.#drafts = new Drafts(main.host.clock, main.host.random);
    this.#suggestions = new Suggestions(main.host.clock, main.host.random);
  }

  get root(): FilePath {
    return this.#set.main.root;
  }

  get sessions(): readonly Session[] {
    return this.#set.all().flatMap((workspace) => workspace.sessions);
  }

  /**
   * What one call sees, until it lets go of it; the gates refuse what it may not read or run. For a call that is made
   * `once` nothing is kept that a later one could name. With `supposing` it sees one root as it would be.
   */
  view(gates: ViewGates = readingOnly, once = false, supposing?: Supposing): CallView {
    const base = this.#options.base ?? this.root;
    const readable = async (root: FilePath, files: readonly FilePath[]): Promise<readonly FilePath[]> => {
      if (!gates.judgesFiles) return files;
      const may = await pooled(files, atOnce, (file) => gates.mayRead(root, file));
      return files.filter((_, index) => may[index]);
    };
    const snapshots = new CallSnapshots(this.#set, base, supposing, readable);
    const settle = (workspace: Workspace): Promise<unknown> => snapshots.settle(workspace);
    const snapshotOf = async (workspace: Workspace): Promise<Snapshot> => {
      await gates.mayEnter(workspace.root);
      return snapshots.of(workspace);
    };
    const entered = async (workspace: Workspace, path: FilePath): Promise<Snapshot> => {
      await gates.mayEnter(workspace.root, fileIn(workspace, path));
      return snapshots.of(workspace);
    };
    return {
      root: this.root,
      base,
      locate: async (raw) => {
        const { workspace, path } = await this.#found(raw, supposing, settle);
        return { snapshot: await entered(workspace, path), file: path };
      },
      place: async (raw) => {
        const { workspace, path, exists } = await this.#placed(raw, supposing, settle);
        return { snapshot: await entered(workspace, path), file: path, exists };
      },
      all: () => Promise.all(this.#set.named.map(snapshotOf)),
      readable,
      release: () => snapshots.release(),
      suppose: async (root, supposed) =>
        snapshots.suppose((await this.#found(root, undefined, settle)).workspace, supposed),
      workbench: async (raw = this.root) => {
        const { workspace, path } = await this.#found(raw);
        gates.mayExecute(workspace.root, workspace.trusted);
        const isDirectory = (await workspace.host.files.stat(path))?.kind === "directory";
        const directory = isDirectory ? path : (parentOf(path) ?? path);
        return workbenchAt(workspace.host, workspace.programs, await snapshotOf(workspace), directory, workspace.emit);
      },
      command: async (request, patience, make) => {
        const placed = request.file === undefined ? undefined : await this.#found(request.file);
        const workspace = placed?.workspace ?? this.#set.main;
        await gates.mayEnter(workspace.root, placed?.path);
        gates.mayExecute(workspace.root, workspace.trusted);
        const sessions = placed === undefined ? runningFirst(workspace) : workspace.sessionsFor(placed.path);
        const options = { ...patience, waitMs: patience.waitMs ?? 0 };
        return runCommand(sessions, request, placed?.path, options, make);
      },
      baselines: once ? this.#baselines.readOnly() : this.#baselines,
      suggestions: this.#suggestions,
      folders: () => this.#set.named.map(({ root }) => root),
      servers: (raw, patience) =>
        raw === undefined ? Promise.resolve(this.sessions.flatMap(serverView)) : this.#serversOf(raw, patience, gates),
      survey: async (raw = this.root) => {
        const { workspace, path } = await this.#found(raw);
        await gates.mayEnter(workspace.root, fileIn(workspace, path));
        return workspace.survey(path);
      },
    };
  }

  /** What one call may steer; the gates refuse roots and files with which it may not. */
  steered(gates: ViewGates): Control {
    return {
      start: (request, patience) => this.start(request, patience, gates),
      restart: (directory, patience) => this.restart(directory, patience, gates),
      addFolder: (raw, declared) => this.addFolder(raw, declared, gates),
      borrowFolder: (raw, declared) => this.borrowFolder(raw, declared, gates),
      removeFolder: (raw) => this.removeFolder(raw, gates),
      openDocument: (raw, patience) => this.openDocument(raw, patience, gates),
      closeDocument: (raw) => this.closeDocument(raw, gates),
      filesChanged: (changes) => this.filesChanged(changes, gates),
    };
  }

  /** The names by which policy judges the files of one call. */
  names(): PolicyNames {
    return new PolicyNames(this.#set);
  }

  /** What a caller may do with plans; `allow` refuses what policy forbids. */
  edits(author: Author): Edits {
    return new Committing(this.#set, this.#written, author);
  }

  /**
   * What a call wrote, also in an engine that has gone; what was not finished there is taken back first. A record that
   * cannot be read may be of the call as well.
   */
  async changesOf(call: string): Promise<readonly Transaction[]> {
    const all: (readonly Transaction[])[] = [];
    for (const workspace of this.#set.all()) {
      await workspace.settle();
      all.push(await workspace.writer.history());
    }
    // An engine that takes the place of one that has gone has not opened the checkouts that the call wrote in.
    for (const { root, holder } of await this.#set.changedOnce()) all.push(await holder.writer.history(root));
    return all.flat().filter((one) => one.call === call || (one.outcome === "unknown" && one.caller === ""));
  }

  /** The drafts of one caller. */
  drafts(caller: string): CallerDrafts {
    return this.#drafts.of(caller);
  }

  endDrafts(caller: string): void {
    this.#drafts.leave(caller);
  }

  async start(
    { directory, language, connect }: StartRequest,
    patience: Patience,
    gates: ViewGates = readingOnly,
  ): Promise<StartedServer[]> {
    const opened = directory === undefined ? undefined : await this.#set.name(directory, [], mayOpen(gates));
    const workspace = opened?.workspace ?? this.#set.main;
    if (connect === "none") await workspace.servers.disconnect(language);
    else if (connect !== undefined) return [await connectServer(workspace, language, connect, patience)];
    return startServers(workspace, language, patience);
  }

  async restart(
    directory: string | undefined,
    patience: Patience,
    gates: ViewGates = readingOnly,
  ): Promise<StartedServer[]> {
    const named = directory === undefined ? undefined : await this.#found(directory);
    const asked = named === undefined ? this.#set.all() : [named.workspace];
    // All of them, before any is ended.
    for (const workspace of asked) await gates.mayEnter(workspace.root, named && fileIn(workspace, named.path));
    const used = asked.filter(({ sessions }) => sessions.length > 0);
    const started = (used.length > 0 ? used : asked.slice(0, 1)).map((one) => restartServers(one, patience));
    return (await Promise.all(started)).flat();
  }

  /** Starts what the operator wants warm, in every root that was named. Never rejects: failures are events. */
  async prewarm(languages: readonly string[], patience: Patience): Promise<void> {
    const { emit } = this.#options;
    const warm = async (workspace: Workspace): Promise<void> => {
      for (const { server, failure } of await prewarm(workspace, languages, patience)) {
        if (failure !== undefined) emit?.({ type: "prewarm.failed", server, why: failure.what });
      }
    };
    await Promise.all(
      this.#set.named.map((workspace) =>
        warm(workspace).catch((error: unknown) => {
          emit?.({ type: "defect", where: "starting ahead", message: String(error) });
        }),
      ),
    );
  }

  async addFolder(raw: string, declared: readonly string[] = [], gates: ViewGates = readingOnly): Promise<Folder> {
    const { root, isNew } = await this.#set.name(raw, declared, mayOpen(gates));
    return { root, isNew };
  }

  borrowFolder(raw: string, declared: readonly string[] = [], gates: ViewGates = readingOnly): Promise<Borrowed> {
    return this.#set.borrow(raw, declared, mayOpen(gates));
  }

  removeFolder(raw: string, gates: ViewGates = readingOnly): Promise<Removed> {
    return this.#set.drop(raw, mayOpen(gates));
  }

  async openDocument(raw: string, patience: Patience, gates: ViewGates = readingOnly): Promise<OpenedDocument> {
    const { workspace, path } = await this.#found(raw);
    await gates.mayEnter(workspace.root, path);
    const { languageId } = await workspace.openDocument(path, patience, this);
    return { file: path, language: languageId };
  }

  async closeDocument(
    raw: string,
    gates: ViewGates = readingOnly,
  ): Promise<{ readonly file: FilePath; readonly wasOpen: boolean }> {
    const { workspace, path } = await this.#set.place(raw);
    await gates.mayEnter(workspace.root, path);
    return { file: path, wasOpen: await workspace.closeDocument(path, this) };
  }

  async filesChanged(reported: readonly ReportedChange[], gates: ViewGates = readingOnly): Promise<void> {
    const changes = new Map<Workspace, FileChange[]>();
    for (const { path: raw, kind } of reported) {
      const { workspace, path, exists } = await this.#set.place(raw);
      await gates.mayEnter(workspace.root, path);
      const seen = exists ? (kind === "deleted" ? "changed" : kind) : "deleted";
      changes.set(workspace, [...(changes.get(workspace) ?? []), { path, kind: seen }]);
    }
    await Promise.all([...changes].map(([workspace, own]) => workspace.filesChanged(own)));
  }

  async close(): Promise<void> {
    // Others may go on using the workspaces.
    await Promise.all(this.#set.all().map((workspace) => workspace.letGoOf(this)));
    await this.#set.close();
  }

  // — below: private, in the order they are used —

  async #found(raw: string, supposing?: Supposing, settle?: Settle): Promise<RootedPath> {
    const placed = await this.#placed(raw, supposing, settle);
    return placed.exists ? placed : notThere(this.root, raw, await this.#meant(raw));
  }

  async #placed(raw: string, supposing: Supposing | undefined, settle?: Settle): Promise<RootedPath> {
    const placed = await this.#set.place(raw, settle);
    const supposed = supposing?.root === placed.workspace.root ? supposing.supposed : undefined;
    return { ...placed, exists: isThere(supposed, placed.path, placed.exists) };
  }

  /** The same path counted from where we were started, if there is something inside the root. */
  async #meant(raw: string): Promise<string | undefined> {
    const { startedIn } = this.#options;
    if (startedIn === undefined || startedIn === this.root || parseFilePath(raw) !== undefined) return undefined;
    const path = joinPath(startedIn, raw);
    const real = await this.#set.main.host.files.real(path);
    return real !== undefined && isInside(this.root, real) ? relativeTo(this.root, path) : undefined;
  }

  /** Those of one file; the first is started for it. */
  async #serversOf(raw: string, { deadline, signal }: Patience, gates: ViewGates): Promise<ServerView[]> {
    const { workspace, path } = await this.#found(raw);
    await gates.mayEnter(workspace.root, fileIn(workspace, path));
    for await (const session of workspace.sessionsFor(path)) {
      await session.start(deadline, signal);
      return serverView(session);
    }
    return [];
  }
}

/** Undefined for the root itself. */
function fileIn({ root }: Workspace, path: FilePath): FilePath | undefined {
  return path === root ? undefined : path;
}

function mayOpen(gates: ViewGates): (root: FilePath, path: FilePath) => void | Promise<void> {
  return (root, path) => gates.mayEnter(root, path === root ? undefined : path);
}

type Settle = (workspace: Workspace) => Promise<unknown>;

/** Those that run, then the others that the code of the root needs; none is started by this. */
async function* runningFirst(workspace: Workspace): AsyncGenerator<Session> {
  const known = new Set(workspace.sessions.filter((session) => session.running !== undefined));
  yield* known;
  for (const { near } of await workspace.places(undefined)) {
    for await (const session of workspace.sessionsFor(near)) {
      if (known.has(session)) continue;
      known.add(session);
      yield session;
    }
  }
}

/** Files whose names are looked up at the same time. */
const atOnce = 32;

const readingOnly: ViewGates = {
  mayEnter: () => {},
  judgesFiles: false,
  mayRead: async () => true,
  mayExecute: () =>
    refuse({
      code: "policy_denied",
      what: "Nothing of a repository is executed here.",
      next: "Ask through an engine, whose policy decides.",
    }),
};
