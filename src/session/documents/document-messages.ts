// What a server is told of its documents: that they are opened, changed, saved, closed, as it wants to be told.
//
// Invariant: a supposed text is never said to be saved.
// Invariant: a text that was sent is suspected until the server has answered something.

import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex, PositionEncoding } from "../../model/line-index.ts";
import type { OpenDocument } from "./open-document.ts";
import type { TextSync } from "./text-sync.ts";
import { fullChange, rangeChange } from "./text-sync.ts";

export interface MessagesContext {
  encoding(): PositionEncoding;
  sync(): TextSync;
  readonly incrementalOnly: boolean;
  notify(method: string, params: object): void;
  /** Whether this server saves to be noticed; see the catalogue's quirks. */
  readonly saveForDiagnostics: boolean;
}

export class DocumentMessages {
  readonly #context: MessagesContext;
  readonly #suspects = new Set<FilePath>();

  constructor(context: MessagesContext) {
    this.#context = context;
  }

  /** Documents whose text the server was sent since it last answered anything. */
  get suspects(): ReadonlySet<FilePath> {
    return this.#suspects;
  }

  /** The server has answered: what it was sent has not killed it. */
  cleared(): void {
    this.#suspects.clear();
  }

  opened(document: OpenDocument): void {
    const sync = this.#context.sync();
    if (!sync.openClose) return;
    const { uri, languageId, version, index } = document;
    this.#suspects.add(document.path);
    this.#context.notify("textDocument/didOpen", { textDocument: { uri, languageId, version, text: index.text } });
    if (this.#context.saveForDiagnostics && document.source !== "supposed") this.#saved(document, sync);
  }

  changed(document: OpenDocument, before: LineIndex): void {
    const { uri, version, index } = document;
    const sync = this.#context.sync();
    if (sync.change === "none") return;
    const contentChanges = this.#context.incrementalOnly
      ? rangeChange(before, index.text, this.#context.encoding())
      : fullChange(index.text);
    this.#suspects.add(document.path);
    this.#context.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
    // A text that came from the disk has been saved by its writer.
    if (document.source === "disk") this.#saved(document, sync);
  }

  closed({ uri }: OpenDocument): void {
    if (this.#context.sync().openClose) this.#context.notify("textDocument/didClose", { textDocument: { uri } });
  }

  #saved(document: OpenDocument, sync: TextSync): void {
    if (sync.save === false) return;
    const text = sync.save.includeText ? { text: document.index.text } : {};
    this.#context.notify("textDocument/didSave", { textDocument: { uri: document.uri }, ...text });
  }
}
