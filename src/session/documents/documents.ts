// The documents a server has open, kept equal to the disk or to a text that was given.
//
// Invariant: versions of a document only grow, also when it is closed and opened again, and across a restart.
// Invariant: a supposed text is sent to the one incarnation it is meant for, never saved, and never sent again.
// Invariant: nothing is sent for a text the server already has; changes of one document are sent one after another.
// Invariant: at most `maxOpen` documents are open; the least recently used is closed first, but not the last one of
// its project while another can go, because closing that would unload the project.

import type { Settings } from "../../config/settings.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { toUri } from "../../protocol/uri.ts";
import { changeCoalesceMs, reopenBytes } from "../limits.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import type { DiskText } from "./document.ts";
import { fileNotFound, readDocument, readableDocument } from "./document.ts";
import type { MessagesContext } from "./document-messages.ts";
import { DocumentMessages } from "./document-messages.ts";
import { InTurn } from "./in-turn.ts";
import type { OpenDocument } from "./open-document.ts";
import { leastNeeded } from "./open-document.ts";

export interface DocumentContext extends MessagesContext {
  readonly host: Host;
  readonly settings: Settings["documents"];
  /** Only documents that really lie here are opened. */
  readonly root: FilePath;
  languageId(path: FilePath): string;
  project(path: FilePath): Promise<string>;
  /** A new text is shown by opening the document anew; see the catalogue's quirks. */
  readonly reopens: boolean;
  /** Documents that make room for no other. */
  readonly kept?: ReadonlySet<FilePath> | undefined;
}

interface Supposed {
  /** The file would be gone. */
  readonly isGone: boolean;
  readonly beneath: OpenDocument | undefined;
}

export class Documents {
  readonly #context: DocumentContext;
  /** In order of use: the first is the least recently used. */
  readonly #open = new Map<FilePath, OpenDocument>();
  readonly #messages: DocumentMessages;
  /** Work on one document runs in the order it was asked for. */
  readonly #turns = new InTurn<FilePath>();
  readonly #given: GivenTexts;
  readonly #versions = new Map<FilePath, number>();
  readonly #pins = new Map<FilePath, number>();
  /** The overlay that is shown now, and what is beneath it. */
  readonly #supposed = new Map<FilePath, Supposed>();
  #openings = 0;

  constructor(context: DocumentContext) {
    this.#context = context;
    this.#messages = new DocumentMessages(context);
    this.#given = new GivenTexts({
      clock: context.host.clock,
      turns: this.#turns,
      show: (path, text) => this.#show(path, this.#unsaved(text), "given"),
    });
  }

  get(path: FilePath): OpenDocument | undefined {
    return this.#open.get(path);
  }

  get size(): number {
    return this.#open.size;
  }

  paths(): FilePath[] {
    return [...this.#open.keys()];
  }

  /** Those that are open for all callers: an overlay is private to its caller. */
  sharedPaths(): FilePath[] {
    return this.paths().filter((path) => !this.#supposed.has(path));
  }

  /** The last version of every document that was ever open. */
  get versions(): ReadonlyMap<FilePath, number> {
    return this.#versions;
  }

  /** Makes the server see what is on disk now (or the given text, where there is one). */
  async synced(path: FilePath): Promise<OpenDocument> {
    // Begun first, so that a given text is before us in its turn.
    const flushed = this.flush();
    const looked = this.#turns.run(path, async () => {
      const known = this.#open.get(path);
      if (known !== undefined && known.source !== "disk") return this.#store(known);
      if (this.#supposed.get(path)?.isGone === true) return fileNotFound(path);
      const isUnchanged = known !== undefined && (await this.#isUnchanged(known));
      const open = this.#open.get(path);
      if (isUnchanged && open?.hash === known.hash) return this.#store(open);
      return this.#show(path, await this.#read(path), "disk");
    });
    const [document] = await Promise.all([looked, flushed]);
    return document;
  }

  /** Makes the server see this text; a burst of them is sent once. */
  give(path: FilePath, text: string): void {
    this.#given.give(path, text);
  }

  /** Ends the reign of a given text; the next look reads the disk. */
  async release(path: FilePath): Promise<void> {
    this.#given.drop(path);
    await this.#turns.run(path, async () => {
      const open = this.#open.get(path);
      if (open?.source === "given") this.#open.set(path, { ...open, source: "disk", stamp: undefined });
    });
  }

  /**
   * Makes the server see this text, or not see the file at all, until `unsuppose`. Nothing is sent unless `isCurrent`
   * holds at that very moment: then the server is still the one that the text is meant for.
   */
  suppose(path: FilePath, text: string | null, isCurrent: () => boolean): Promise<void> {
    return this.#turns.run(path, async () => {
      const project = this.#open.get(path)?.project ?? (await this.#context.project(path));
      if (!isCurrent()) return;
      this.#supposed.set(path, { isGone: text === null, beneath: this.#open.get(path) });
      if (text === null) return this.#closeNow(path);
      this.#put(path, this.#unsaved(text), "supposed", project);
    });
  }

  /** Makes the server see again what was there before: what is on disk now, or the text that was given. */
  unsuppose(path: FilePath): Promise<void> {
    return this.#turns.run(path, async () => {
      const beneath = this.#supposed.get(path)?.beneath;
      const text =
        beneath?.source === "given"
          ? given(beneath)
          : await readableDocument(this.#context.host, path, this.#context.settings.maxBytes, this.#context.root);
      const supposed = this.#supposed.get(path);
      this.#supposed.delete(path);
      const project = this.#open.get(path)?.project ?? beneath?.project;
      const isOpen =
        this.#open.get(path)?.source === "supposed" || (supposed?.isGone === true && project !== undefined);
      if (!isOpen) return;
      if (text === undefined || project === undefined) this.#closeNow(path);
      else this.#put(path, text, beneath?.source === "given" ? "given" : "disk", project);
    });
  }

  /** The server that saw the overlay has gone, and no other will see it. */
  forgetSupposed(): void {
    this.#supposed.clear();
    for (const { path, source } of [...this.#open.values()]) if (source === "supposed") this.#open.delete(path);
  }

  /** Closes every document, so that what the server says of it later can only follow a new opening. */
  async closeAll(): Promise<void> {
    await Promise.all(this.sharedPaths().map((path) => this.#turns.run(path, async () => this.#closeNow(path))));
  }

  /** Whether a file that is on disk is supposed to be gone: the server knows it only by being told so. */
  get supposesGone(): boolean {
    return [...this.#supposed.values()].some(({ isGone }) => isGone);
  }

  /** Whether it is to be open whenever possible: a question or a project needs it, or a caller wants it. */
  isNeeded(path: FilePath): boolean {
    return this.#pins.has(path) || this.#context.kept?.has(path) === true;
  }

  /** Sends what was given; called before every question. */
  flush(): Promise<void> {
    return this.#given.flush();
  }

  /** Keeps a document open while a question about it is under way. Returns how to let go of it. */
  pin(path: FilePath): () => void {
    this.#pins.set(path, (this.#pins.get(path) ?? 0) + 1);
    return () => {
      const left = (this.#pins.get(path) ?? 1) - 1;
      if (left > 0) this.#pins.set(path, left);
      else this.#pins.delete(path);
      this.#makeRoom();
    };
  }

  async close(path: FilePath): Promise<void> {
    this.#given.drop(path);
    await this.#turns.run(path, async () => this.#supposed.has(path) || this.#closeNow(path));
  }

  /** Closes it unless a question about it is under way or a text was given. True when it was open. */
  closeUnused(path: FilePath): Promise<boolean> {
    return this.#turns.run(path, async () => {
      const open = this.#supposed.has(path) ? undefined : this.#open.get(path);
      if (open !== undefined && open.source === "disk" && !this.#pins.has(path)) this.#closeNow(path);
      return open !== undefined;
    });
  }

  /** Closes a document and opens it again with the text that the server has of it; `between` is what happens meanwhile. */
  async openAnew(path: FilePath, between: () => void): Promise<void> {
    await this.#turns.run(path, async () => {
      const open = this.#open.get(path);
      if (open === undefined) return;
      this.#closeNow(path);
      between();
      const version = this.#nextVersion(path);
      this.#messages.opened(this.#store({ ...open, version, opening: ++this.#openings, sentAt: this.#now() }));
    });
  }

  /** After a restart: the new server gets every document with the text the old one had. */
  reopen(except: (path: FilePath) => boolean): void {
    const suspects = new Set(this.#messages.suspects);
    this.#messages.cleared();
    this.forgetSupposed();
    let bytes = 0;
    // The most recently used first: what does not fit is opened again when it is asked about.
    for (const document of [...this.#open.values()].reverse()) {
      bytes += document.index.text.length;
      const isKept = document.source === "given" || (bytes <= reopenBytes && !suspects.has(document.path));
      if (except(document.path) || !isKept) this.#open.delete(document.path);
    }
    for (const document of [...this.#open.values()]) {
      const version = this.#nextVersion(document.path);
      this.#messages.opened(this.#store({ ...document, version, opening: ++this.#openings, sentAt: this.#now() }));
    }
    // Texts that a server lived with before are not suspected for being sent again.
    this.#messages.cleared();
  }

  /** Documents whose text the server was sent since it last answered anything. */
  get suspects(): ReadonlySet<FilePath> {
    return this.#messages.suspects;
  }

  /** The server has answered: what it was sent has not killed it. */
  cleared(): void {
    this.#messages.cleared();
  }

  async #isUnchanged(open: OpenDocument): Promise<boolean> {
    if (open.stamp === undefined) return false;
    const found = await this.#context.host.files.stat(open.path);
    return found?.stamp === open.stamp;
  }

  #read(path: FilePath): Promise<DiskText> {
    const { host, settings, root } = this.#context;
    return readDocument(host, path, settings.maxBytes, root);
  }

  /** Opens the document with this text, or changes it to it, or leaves it where the server has it already. */
  async #show(path: FilePath, text: DiskText, source: OpenDocument["source"]): Promise<OpenDocument> {
    return this.#put(path, text, source, this.#open.get(path)?.project ?? (await this.#context.project(path)));
  }

  #put(path: FilePath, text: DiskText, source: OpenDocument["source"], project: string): OpenDocument {
    // Looked up only now: meanwhile it may have been closed to make room, or opened anew in another server.
    const open = this.#open.get(path);
    const isNew = open?.hash !== text.hash && open?.index.text !== text.text;
    if (isNew && this.#context.reopens) this.#closeNow(path);
    if (open === undefined || (isNew && this.#context.reopens)) return this.#openWith(path, text, source, project);
    if (isNew) return this.#changeTo(open, text, source);
    return this.#store({ ...open, hash: text.hash, lossy: text.lossy, source, stamp: text.stamp });
  }

  #openWith(path: FilePath, text: DiskText, source: OpenDocument["source"], project: string): OpenDocument {
    const document = this.#store({
      path,
      uri: toUri(path),
      languageId: this.#context.languageId(path),
      version: this.#nextVersion(path),
      hash: text.hash,
      index: new LineIndex(text.text),
      lossy: text.lossy,
      source,
      stamp: text.stamp,
      project,
      opening: ++this.#openings,
      sentAt: this.#now(),
    });
    this.#messages.opened(document);
    this.#makeRoom(path);
    return document;
  }

  #changeTo(open: OpenDocument, text: DiskText, source: OpenDocument["source"]): OpenDocument {
    const document = this.#store({
      ...open,
      version: this.#nextVersion(open.path),
      hash: text.hash,
      index: new LineIndex(text.text),
      lossy: text.lossy,
      source,
      stamp: text.stamp,
      sentAt: this.#now(),
    });
    this.#messages.changed(document, open.index);
    return document;
  }

  #makeRoom(newest?: FilePath): void {
    while (this.#open.size > this.#context.settings.maxOpen) {
      const victim = leastNeeded(
        [...this.#open.values()],
        ({ path, source }) => path !== newest && source === "disk" && !this.isNeeded(path),
      );
      if (victim === undefined) return;
      this.#closeNow(victim.path);
    }
  }

  #closeNow(path: FilePath): void {
    const open = this.#open.get(path);
    if (open === undefined) return;
    this.#open.delete(path);
    this.#messages.closed(open);
  }

  /** A text that is not on disk. */
  #unsaved(text: string): DiskText {
    const hash = this.#context.host.files.hash(new TextEncoder().encode(text));
    return { text, hash, stamp: undefined, lossy: false, bom: false };
  }

  #store(document: OpenDocument): OpenDocument {
    this.#open.delete(document.path);
    this.#open.set(document.path, document);
    return document;
  }

  /** Never counted from the beginning again: what a server said of an older text must not pass for new. */
  #nextVersion(path: FilePath): number {
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    return version;
  }

  #now(): number {
    return this.#context.host.clock.now();
  }
}

// — below: private, in the order they are used —

function given({ index, hash, stamp, lossy }: OpenDocument): DiskText {
  return { text: index.text, hash, stamp, lossy, bom: false };
}

// Texts that a caller gave for documents and the server has yet to see.
//
// Invariant: of a burst only the last text of each document is shown.
// Invariant: a text that could not be shown is kept for the next attempt, unless a newer one was given.

interface GivenContext {
  readonly clock: Clock;
  /** Shared with all other work on documents. */
  readonly turns: InTurn<FilePath>;
  /** Makes the server see it; called in the document's turn. */
  show(path: FilePath, text: string): Promise<unknown>;
}

export class GivenTexts {
  readonly #context: GivenContext;
  readonly #texts = new Map<FilePath, string>();
  #timer: Timer | undefined;

  constructor(context: GivenContext) {
    this.#context = context;
  }

  give(path: FilePath, text: string): void {
    this.#texts.set(path, text);
    this.#timer ??= this.#context.clock.after(changeCoalesceMs, () => {
      this.flush().catch(() => {
        // What could not be shown is kept, and the next question is told.
      });
    });
  }

  /** It is not to be shown any more. */
  drop(path: FilePath): void {
    this.#texts.delete(path);
  }

  async flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    const given = [...this.#texts];
    this.#texts.clear();
    await Promise.all(given.map(([path, text]) => this.#context.turns.run(path, () => this.#show(path, text))));
  }

  async #show(path: FilePath, text: string): Promise<void> {
    try {
      await this.#context.show(path, text);
    } catch (error) {
      if (!this.#texts.has(path)) this.#texts.set(path, text);
      throw error;
    }
  }
}
