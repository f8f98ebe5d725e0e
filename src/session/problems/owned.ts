// Which files a server judges in one of its projects, by its own log.

import type { Quirks } from "../../catalog/quirks.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parseFilePath } from "../../model/file-path.ts";

export type Ownership = "yes" | "no" | "unsaid";

export class OwnedFiles {
  readonly #words: Quirks["projectLog"];
  readonly #isOwned = new Map<FilePath, boolean>();

  constructor(words: Quirks["projectLog"]) {
    this.#words = words;
  }

  logged(text: string): void {
    if (this.#words === undefined) return;
    const { none, found, listed } = this.#words;
    for (const line of text.split("\n")) {
      if (line.includes(listed)) this.#isOwned.clear();
      const unowned = fileAfter(line, none);
      if (unowned !== undefined) this.#isOwned.set(unowned, false);
      const owned = fileAfter(line, found);
      if (owned !== undefined) this.#isOwned.set(owned, true);
    }
  }

  /**
   * Whether a project has the file, as the server says of each file that is opened: `no`, or `unsaid` since the files were
   * last listed. A server without such words is taken at its word.
   */
  ownership(file: FilePath): Ownership {
    const isOwned = this.#isOwned.get(file);
    return this.#words === undefined || isOwned === true ? "yes" : isOwned === false ? "no" : "unsaid";
  }
}

// — below: private, in the order they are used —

/** The path that follows the words, up to what the server adds to it: a colon, or how long it searched. */
function fileAfter(line: string, words: string): FilePath | undefined {
  const at = line.indexOf(words);
  if (at < 0) return undefined;
  const rest = line.slice(at + words.length);
  const ends = [rest.indexOf(": "), rest.indexOf(" (")].filter((end) => end >= 0);
  return parseFilePath(ends.length === 0 ? rest : rest.slice(0, Math.min(...ends)));
}
