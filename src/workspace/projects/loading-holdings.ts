// What is held open in one session so that its projects stay loaded, and what is let go of when memory is short.
//
// Invariant: a document that holds a project is pinned, so that no other document takes its place.
// Invariant: what was closed for want of memory is not loaded again in the same incarnation of the server.

import { ruleOf } from "../coverage/rules.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, parentOf } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { toUri } from "../../protocol/uri.ts";
import type { Running } from "../../session/process/running.ts";
import type { Session } from "../../session/session.ts";
import type { Deadline } from "../../std/deadline.ts";
import { at } from "../../std/json.ts";
import { pooled } from "../../std/pooled.ts";
import { SingleFlight } from "../../std/single-flight.ts";
import type { Anchor, DocumentAnchor, FolderAnchor } from "../coverage/question.ts";

interface Held {
  readonly by: "document" | "folder";
  /** The document or the folder. */
  readonly path: FilePath;
  readonly letGo: () => void;
}

/** What is known of one incarnation of the server. */
interface Ledger {
  readonly folders: Set<FilePath>;
  /** How many projects fit into memory. */
  fits: number;
  /** Before anything was loaded for a question. */
  emptyBytes: number | undefined;
  /** When projects were last closed: until it grows beyond, closing more would not help at once. */
  highestBytes: number;
}

/** Documents asked about at the same time. */
const atOnce = 8;

export class Holdings {
  readonly #session: Session;
  /** By project, in order of use: the first is the least recently used. */
  readonly #held = new Map<FilePath, Held>();
  readonly #ledgers = new WeakMap<Running, Ledger>();
  /** Projects with which the server died. */
  readonly #harmful = new Set<FilePath>();
  /** Versions of documents that the server was last asked about here: until then their projects may be out of date. */
  readonly #shown = new Map<FilePath, number>();
  /** Questions at the same time share the asking. */
  readonly #showing = new SingleFlight<string, void>();
  #lastCheck = Number.NEGATIVE_INFINITY;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Directories that the present server was given beside the root. */
  folders(): readonly FilePath[] {
    const { running } = this.#session;
    return running === undefined ? [] : [...this.#ledgerOf(running).folders];
  }

  /** The projects that hold this file were used. */
  touch(file: FilePath): void {
    for (const [project, held] of [...this.#held]) {
      const directory = held.by === "folder" ? project : parentOf(project);
      if (directory === undefined || !isInside(directory, file)) continue;
      this.#held.delete(project);
      this.#held.set(project, held);
    }
  }

  /** Those for which there is room, and which the server can be given. */
  loadable(anchors: readonly Anchor[]): Anchor[] {
    this.#forgetGone();
    const { running, options } = this.#session;
    if (running === undefined) return [];
    const { projects, documents } = options.settings;
    const room = Math.min(projects.maxLoaded, documents.maxOpen, this.#ledgerOf(running).fits) - this.#held.size;
    const takesFolders =
      at(running.capabilities.declared, ["workspace", "workspaceFolders", "changeNotifications"]) !== undefined;
    return anchors
      .filter(({ by, project }) => !this.#harmful.has(project) && (by !== "folder" || takesFolders))
      .slice(0, Math.max(0, room));
  }

  /** Loads them, and holds what could be loaded. */
  async take(anchors: readonly Anchor[], deadline: Deadline, until: Deadline): Promise<void> {
    const { running } = this.#session;
    if (running === undefined) return;
    if (anchors.some(({ by }) => by === "renewal")) return this.#renew(deadline, until);
    const ledger = this.#ledgerOf(running);
    ledger.emptyBytes ??= (await running.channel.memoryBytes()) ?? 0;
    const folders = anchors.filter((anchor) => anchor.by === "folder");
    const documents = anchors.filter((anchor) => anchor.by === "document");
    if (folders.length > 0) await this.#addFolders(running, folders, until);
    if (documents.some(({ inBackground }) => inBackground === true)) running.readiness.again();
    await Promise.all(documents.map((anchor) => this.#open(running, anchor, deadline, until)));
    await this.#relieve(running);
  }

  /**
   * Asks about every open document that has changed: TypeScript's servers bring the project of a document up to date
   * when they are asked about it, and leave it out of an answer about another one until then.
   */
  async freshen(asked: FilePath, deadline: Deadline, until: Deadline): Promise<void> {
    const { running, documents, options } = this.#session;
    if (running === undefined || ruleOf(options.server.entry)?.updatesWhenAsked !== true) return;
    await this.#session.flush();
    const changed = documents.paths().filter((path) => path !== asked && this.#isUnshown(path));
    await pooled(changed, atOnce, async (path) => {
      const show = (): Promise<void> => this.#show(running, path, deadline, until);
      // Another question has asked about it, or it was closed.
      if (documents.get(path) === undefined || !this.#isUnshown(path)) return;
      await this.#showing.run(`${documents.get(path)?.version} ${path}`, show);
      // The call that began it may have had less time.
      if (documents.get(path) !== undefined && this.#isUnshown(path)) await show();
    });
  }

  #isUnshown(path: FilePath): boolean {
    return this.#session.documents.get(path)?.version !== this.#shown.get(path);
  }

  /** Checks how much memory the server takes, now and then. */
  async checkMemory(): Promise<void> {
    const { running, options } = this.#session;
    const now = options.host.clock.now();
    if (running === undefined || this.#held.size === 0 || now - this.#lastCheck < options.settings.idle.checkMs) return;
    await this.#relieve(running);
  }

  /** What is held is opened again, and what else is missing is loaded once the new server is there. */
  async #renew(deadline: Deadline, until: Deadline): Promise<void> {
    await this.#session.renew("packages have come or gone");
    const running = await this.#session.start(deadline);
    await running.readiness.wait(until.remaining());
  }

  async #open(running: Running, anchor: DocumentAnchor, deadline: Deadline, until: Deadline): Promise<void> {
    const { documents, options } = this.#session;
    const began = options.host.clock.now();
    for (const path of anchor.candidates) {
      const letGo = documents.pin(path);
      let isOpen = false;
      try {
        await this.#show(running, path, deadline, until);
        isOpen = documents.get(path) !== undefined;
      } finally {
        if (!isOpen) letGo();
      }
      if (isOpen) return this.#hold(anchor.project, { by: "document", path, letGo }, began);
      // It has died of it, and once more of the second attempt.
      if (this.#session.running !== running) return void this.#harmful.add(anchor.project);
    }
  }

  /** Opens a document and asks something that needs its project; the answer does not matter. */
  async #show(running: Running, path: FilePath, deadline: Deadline, until: Deadline): Promise<void> {
    try {
      const { mayAsk = () => true } = this.#session.options;
      if (!running.capabilities.supports("textDocument/hover") || !mayAsk("textDocument/hover"))
        return void (await this.#session.documents.synced(path));
      const params = { textDocument: { uri: toUri(path) }, position: { line: 0, character: 0 } };
      await this.#session.ask("textDocument/hover", path, () => params, { deadline, waitMs: until.remaining() });
      const version = this.#session.documents.get(path)?.version;
      if (version !== undefined) this.#shown.set(path, version);
    } catch (error) {
      // Unreadable, too large, unanswered: whether the document is open decides, not what was said of it.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async #addFolders(running: Running, anchors: readonly FolderAnchor[], until: Deadline): Promise<void> {
    const began = this.#session.options.host.clock.now();
    // Before it is ready the word that it is could mean what it had loaded before.
    const ready = await running.readiness.wait(until.remaining());
    if (ready.kind !== "met") return;
    running.readiness.again();
    if (!tellFolders(running, { added: anchors.map(({ project }) => project) })) return;
    const ledger = this.#ledgerOf(running);
    for (const { project } of anchors) ledger.folders.add(project);
    await running.readiness.wait(until.remaining());
    for (const { project } of anchors) this.#hold(project, { by: "folder", path: project, letGo: () => {} }, began);
  }

  #hold(project: FilePath, held: Held, began: number): void {
    const { emit, host } = this.#session.options;
    this.#held.get(project)?.letGo();
    this.#held.set(project, held);
    emit({ type: "project.loaded", server: this.#session.id, project, ms: Math.round(host.clock.now() - began) });
  }

  /** Closed by others: the file was deleted, or the server was started anew without it. */
  #forgetGone(): void {
    const folders = new Set(this.folders());
    for (const [project, { by, path, letGo }] of [...this.#held]) {
      if (by === "document" ? this.#session.documents.get(path) !== undefined : folders.has(path)) continue;
      letGo();
      this.#forget(project, "gone");
    }
  }

  #forget(project: FilePath, why: "memory" | "gone"): void {
    this.#held.delete(project);
    this.#session.options.emit({ type: "project.closed", server: this.#session.id, project, why });
  }

  async #relieve(running: Running): Promise<void> {
    const { settings, host } = this.#session.options;
    const budget = settings.projects.memoryBytes;
    this.#lastCheck = host.clock.now();
    if (budget === 0) return;
    const bytes = (await running.channel.memoryBytes()) ?? 0;
    const ledger = this.#ledgerOf(running);
    if (bytes <= budget || bytes <= ledger.highestBytes) return;
    ledger.highestBytes = bytes;
    // What a server frees it frees in its own time, so what closing brings can only be reckoned.
    const each = Math.max(1, (bytes - (ledger.emptyBytes ?? 0)) / Math.max(1, this.#held.size));
    await this.#close(running, Math.ceil((bytes - budget) / each));
    ledger.fits = this.#held.size;
  }

  /** The least recently used first; a document that a question is about stays, and the next one goes instead. */
  async #close(running: Running, count: number): Promise<void> {
    const { folders } = this.#ledgerOf(running);
    const removed: FilePath[] = [];
    let closed = 0;
    for (const [project, held] of [...this.#held]) {
      if (closed >= count) break;
      if (held.by === "document" && !(await this.#closeUnused(project, held))) continue;
      if (held.by === "folder" && folders.delete(held.path)) removed.push(held.path);
      closed++;
      this.#forget(project, "memory");
    }
    if (removed.length === 0) return;
    running.readiness.again();
    tellFolders(running, { removed });
  }

  /** False when it has to stay open. */
  async #closeUnused(project: FilePath, { by, path, letGo }: Held): Promise<boolean> {
    const { documents } = this.#session;
    letGo();
    await documents.closeUnused(path);
    if (documents.get(path) === undefined) return true;
    this.#held.set(project, { by, path, letGo: documents.pin(path) });
    return false;
  }

  #ledgerOf(running: Running): Ledger {
    let ledger = this.#ledgers.get(running);
    if (ledger === undefined) {
      ledger = { folders: new Set(), fits: Number.POSITIVE_INFINITY, emptyBytes: undefined, highestBytes: 0 };
      this.#ledgers.set(running, ledger);
    }
    return ledger;
  }
}

// — below: private, in the order they are used —

function tellFolders(
  running: Running,
  change: { readonly added?: readonly FilePath[]; readonly removed?: readonly FilePath[] },
): boolean {
  const named = (paths: readonly FilePath[] = []): object[] =>
    paths.map((path) => ({ uri: toUri(path), name: baseName(path) }));
  const event = { added: named(change.added), removed: named(change.removed) };
  return running.channel.connection.notify("workspace/didChangeWorkspaceFolders", { event });
}
