// The projects inside a root: the units that servers load, found by the files that define them.
//
// A server knows only the projects it has loaded, and says nothing about the others; so the workspace has to know them.

import type { ServerEntry } from "../catalog/entry.ts";
import type { Host } from "../host/host.ts";
import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, baseName, display, joinPath, relativeTo } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";

export interface ProjectsContext {
  readonly host: Host;
  readonly root: FilePath;
  skips(): Promise<(relativePath: string, isDirectory: boolean) => boolean>;
}

/** What a question needs to know of the session that answers it. */
export interface Loaded {
  readonly entry: ServerEntry;
  /** The projects that have an open document. */
  readonly projects: ReadonlySet<string>;
}

/** Directories looked at in search of projects; a larger tree is said to be searched in part. */
const maxDirectories = 20_000;
const namedInReason = 3;

export class Projects {
  readonly #context: ProjectsContext;
  /** By the list of markers, joined. */
  readonly #found = new Map<string, Promise<readonly FilePath[]>>();

  constructor(context: ProjectsContext) {
    this.#context = context;
  }

  /** The nearest directory from the file up to the root that holds one of the markers. */
  async covering(markers: readonly string[], file: FilePath): Promise<FilePath | undefined> {
    for (const directory of ancestors(file, this.#context.root)) {
      if (await this.#has(directory, markers)) return directory;
    }
    return undefined;
  }

  /** What keeps an answer about the whole workspace from being complete. */
  async shortcomings(file: FilePath, loaded: Loaded): Promise<Reason[]> {
    const { entry } = loaded;
    const markers = entry.exhaustiveOnlyWith;
    if (markers === undefined) return [];
    const own = await this.covering(markers, file);
    if (own === undefined) {
      return [
        {
          code: "server_not_exhaustive",
          detail: `no ${markers.join(" or ")} covers the file, so ${entry.title} searches only opened files`,
        },
      ];
    }
    const all = await this.all(markers);
    if (all.length < 2 || this.#isJoined(entry, own, all)) return [];
    const missing = all.filter((project) => project !== own && !loaded.projects.has(project));
    if (missing.length === 0) return [];
    const names = missing.slice(0, namedInReason).map((project) => display(this.#context.root, project));
    const more = missing.length > namedInReason ? ` and ${missing.length - namedInReason} more` : "";
    return [{ code: "projects_not_loaded", detail: `${names.join(", ")}${more} of ${all.length} projects` }];
  }

  /** Every directory of the root that holds one of the markers. */
  all(markers: readonly string[]): Promise<readonly FilePath[]> {
    const key = markers.join("\n");
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#search(markers);
      this.#found.set(key, found);
    }
    return found;
  }

  /** A project may have come or gone. */
  filesChanged(changes: readonly FileChange[]): void {
    if (this.#found.size === 0) return;
    const names = new Set(changes.filter((change) => change.kind !== "changed").map((change) => baseName(change.path)));
    for (const key of this.#found.keys()) {
      if (key.split("\n").some((marker) => names.has(baseName(marker)))) this.#found.delete(key);
    }
  }

  /** One file at the top gathers all below it: a Go workspace, a Cargo workspace. */
  #isJoined(entry: ServerEntry, own: FilePath, all: readonly FilePath[]): boolean {
    const outermost = all.every((project) => relativeTo(own, project) !== undefined);
    return outermost && entry.quirks.keepOneOpenPerProject !== true;
  }

  async #search(markers: readonly string[]): Promise<readonly FilePath[]> {
    const { host, root } = this.#context;
    const skips = await this.#context.skips();
    const found: FilePath[] = [];
    const waiting = [root];
    for (let seen = 0; waiting.length > 0 && seen < maxDirectories; seen++) {
      const directory = waiting.pop() ?? root;
      const entries = (await host.files.list(directory)) ?? [];
      if (await this.#has(directory, markers, new Set(entries.map((entry) => entry.name)))) found.push(directory);
      for (const entry of entries) {
        const path = joinPath(directory, entry.name);
        if (entry.kind === "directory" && !skips(relativeTo(root, path) ?? ".", true)) waiting.push(path);
      }
    }
    return found;
  }

  async #has(directory: FilePath, markers: readonly string[], names?: ReadonlySet<string>): Promise<boolean> {
    for (const marker of markers) {
      const known = names !== undefined && !marker.includes("/");
      if (known ? names.has(marker) : (await this.#context.host.files.stat(joinPath(directory, marker))) !== undefined)
        return true;
    }
    return false;
  }
}
