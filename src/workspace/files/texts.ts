// The texts of files that recent queries read, so that the next query need not read them again.
//
// Invariant: a text is served only while the file's stamp is the one it was read with; a file that was written so
// recently that an equal stamp would prove nothing is read each time.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { readDocument } from "../../session/documents/document.ts";

interface KeptText {
  readonly stamp: string;
  readonly index: LineIndex;
}

/** Characters kept at the most; the least recently used go first. */
const maxCharacters = 16 * 1024 * 1024;

export class Texts {
  readonly #host: Host;
  readonly #root: FilePath;
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #kept = new Map<FilePath, KeptText>();
  #characters = 0;

  /** Only what really lies in the root is shown. */
  constructor(host: Host, root: FilePath, maxBytes: number) {
    this.#host = host;
    this.#root = root;
    this.#maxBytes = maxBytes;
  }

  async of(file: FilePath): Promise<LineIndex> {
    const known = this.#kept.get(file);
    if (known !== undefined && (await this.#host.files.stat(file))?.stamp === known.stamp) {
      this.#keep(file, known);
      return known.index;
    }
    const { text, stamp } = await readDocument(this.#host, file, this.#maxBytes, this.#root);
    const index = new LineIndex(text);
    if (stamp === undefined) this.#drop(file);
    else this.#keep(file, { stamp, index });
    return index;
  }

  #keep(file: FilePath, text: KeptText): void {
    this.#drop(file);
    this.#kept.set(file, text);
    this.#characters += text.index.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= maxCharacters || oldest === file) return;
      this.#drop(oldest);
    }
  }

  #drop(file: FilePath): void {
    const known = this.#kept.get(file);
    if (known === undefined) return;
    this.#kept.delete(file);
    this.#characters -= known.index.text.length;
  }
}
