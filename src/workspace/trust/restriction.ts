// Whether a file lies where a server would read it that nothing of its restricted form keeps it from.
//
// Invariant: the search leaves nothing out: a server may read such a file wherever it lies in the root, and in every
// directory above it. A tree that is too large to be searched counts as holding one.

import { orIfUnreadable } from "../../host/files.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import type { ObeyedFile } from "../../catalog/obeyed.ts";
import { stoppingFiles } from "../../catalog/obeyed.ts";
import type { Host } from "../../host/host.ts";
import { compileDatabaseBytes } from "../../host/read-limits.ts";
import type { FileChange } from "../../host/watch.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isHarmless } from "../../languages/formats/harmless-configuration.ts";
import { ancestors, baseName, display, joinPath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { ByContent } from "../files/by-content.ts";
import { comparedByStamp } from "../files/by-content.ts";

const maxDirectories = 100_000;

/** Whether a written file may undo the restricted form: then the restriction is checked again. */
export function bringsStopping(entry: ServerEntry, changes: readonly FileChange[]): boolean {
  const files = stoppingFiles(entry);
  return changes.some(({ kind, path }) => kind !== "deleted" && files.some(({ name }) => isNamed(path, name)));
}

/** Searches for such files around one root; a file is read again only when it has changed. */
export class Restriction {
  readonly #host: Host;
  readonly #root: FilePath;
  readonly #judged: ByContent<boolean>;

  constructor(host: Host, root: FilePath) {
    this.#host = host;
    this.#root = root;
    this.#judged = comparedByStamp(host);
  }

  /** Refuses when the restricted form would be none. */
  async mustHold(entry: ServerEntry): Promise<void> {
    const found = await this.undoneBy(entry);
    if (found === undefined) return;
    const names = stoppingFiles(entry).map(({ name }) => name);
    const why =
      found === "too large"
        ? `The root is too large to be searched for ${names.join(" or ")}, which could undo its restrictions.`
        : `${display(this.#root, found)} may name something it would run, load or write, and that cannot be prevented.`;
    refuse({
      code: "not_trusted",
      what: `${entry.title} is not started in this root, which is not trusted.`,
      why,
      next: "Have the operator trust this root (--trust), if its code may run.",
    });
  }

  /** The first file that undoes the restricted form; undefined when there is none. */
  async undoneBy(entry: ServerEntry): Promise<FilePath | "too large" | undefined> {
    const files = stoppingFiles(entry);
    if (files.length === 0) return undefined;
    return (await this.#searched(files)) ?? this.undoneAbove(entry);
  }

  /** The first of them in a directory above the root, where the watch does not reach. What lies at home is the user's own. */
  async undoneAbove(entry: ServerEntry): Promise<FilePath | undefined> {
    const { accountHome } = this.#host;
    for (const directory of ancestors(this.#root).filter((one) => one !== accountHome)) {
      for (const file of stoppingFiles(entry)) {
        const path = joinPath(directory, file.name);
        if (await this.#stops(file, path)) return path;
      }
    }
    return undefined;
  }

  // — below: private, in the order they are used —

  async #searched(files: readonly ObeyedFile[]): Promise<FilePath | "too large" | undefined> {
    const lastNames = new Set(files.map(({ name }) => baseName(name)));
    const waiting = [this.#root];
    for (let seen = 0; waiting.length > 0; seen++) {
      if (seen >= maxDirectories) return "too large";
      const directory = waiting.pop() ?? this.#root;
      for (const entry of (await this.#host.files.list(directory)) ?? []) {
        const path = joinPath(directory, entry.name);
        if (entry.kind === "directory") waiting.push(path);
        if (!lastNames.has(entry.name)) continue;
        const file = files.find(({ name }) => isNamed(path, name));
        if (file !== undefined && (await this.#stops(file, path))) return path;
      }
    }
    return undefined;
  }

  /** A file that cannot be read is not known to be harmless; one that is not there stops no server. */
  async #stops({ unlessHarmless }: ObeyedFile, path: FilePath): Promise<boolean> {
    const { files } = this.#host;
    const judge = async (): Promise<boolean> => {
      if (unlessHarmless === undefined) return true;
      const bytes = await files.read(path, compileDatabaseBytes);
      return bytes !== undefined && !isHarmless(unlessHarmless, files.decode(bytes).text);
    };
    return (await orIfUnreadable(true, () => this.#judged.of(path, judge))) === true;
  }
}

// — below: private, in the order they are used —

function isNamed(path: string, name: string): boolean {
  return path.endsWith(`/${name}`);
}
