// Which language a file of a root is in, and which servers and linters apply to it.
//
// Invariant: the content of directories is remembered only while a watch reports changes.

import type { LanguageEntry, ServerEntry } from "../../catalog/entry.ts";
import { isAmbiguous, languageOf, tellingNames } from "../../catalog/match.ts";
import { findProjectRoot } from "../../catalog/roots.ts";
import { unserved } from "../../catalog/selection.ts";
import type { Catalog } from "../../catalog/table.ts";
import { lintersFor, serversFor } from "../../catalog/table.ts";
import { orIfUnreadable, textOrNothing } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FileChange } from "../../host/watch.ts";
import { compileDatabaseBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, joinPath, parentOf } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { withReadableConfiguration } from "../trust/special-files.ts";

export interface RoutingContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly catalog: Catalog;
  /** Languages that may be served; none named means all. */
  readonly enabled: readonly string[];
  /** Every file of the root. */
  files(): Promise<readonly FilePath[]>;
  /** Whether changes below the root are reported to `filesChanged`. */
  isWatched(): boolean;
}

export class Routing {
  readonly #context: RoutingContext;
  readonly #names = new Map<FilePath, Promise<readonly string[]>>();
  readonly #projects = new Map<string, Promise<FilePath | undefined>>();
  /** Names in the root that decide the language of ambiguous files, as of the last refresh. */
  #present: readonly string[] = [];
  #seen: readonly FilePath[] | undefined;
  /** The file names in compile databases, until these change. */
  readonly #compiled = new Map<FilePath, { readonly stamp: string; readonly names: readonly string[] }>();

  constructor(context: RoutingContext) {
    this.#context = context;
  }

  /** By the tree as of the last refresh. */
  languageOf(path: FilePath): LanguageEntry | undefined {
    return languageOf(this.#context.catalog, path, this.#present);
  }

  /** Whether a server judges or understands the language of a file. */
  isFor(server: string, path: FilePath): boolean {
    const language = this.languageOf(path);
    return language?.servers.includes(server) === true || language?.linters?.includes(server) === true;
  }

  /** Reads the files of the root, where they decide the language of the file; without a file in any case. */
  async refresh(path?: FilePath): Promise<void> {
    const { catalog, root } = this.#context;
    if (path !== undefined && !isAmbiguous(catalog, path)) return;
    const seen = await this.#context.files();
    const compiled = await this.#compiledNames();
    if (seen === this.#seen && compiled.length === 0) return;
    this.#seen = seen;
    this.#present = tellingNames([...namesIn(root, seen), ...compiled]);
  }

  /** Refreshes where the name of a file alone does not decide one of the languages of a server. */
  async refreshFor(server: string): Promise<void> {
    const served = this.#context.catalog.languages.filter(({ servers }) => servers.includes(server));
    const patterns = served.flatMap(({ extensions }) => extensions.map((extension) => `x${extension}`));
    if (patterns.some((name) => isAmbiguous(this.#context.catalog, name))) await this.refresh();
  }

  /** The servers that understand the file, in order of preference; refused when there is none. */
  async serversFor(file: FilePath): Promise<ServerEntry[]> {
    const { catalog, root, enabled, host } = this.#context;
    await this.refresh(file);
    const language = this.languageOf(file);
    const known = language === undefined ? [] : serversFor(catalog, language.id);
    const shown = display(root, file);
    // Refused here, because otherwise a server would have to be started for this answer.
    if ((await host.files.stat(file))?.kind === "directory")
      refuse({ code: "not_a_file", what: `${file} is a directory, not a file.`, next: "Name a file inside it." });
    if (language === undefined || known.length === 0) {
      const what = `No language server is known for ${shown}.`;
      return refuse({ code: "no_server_for_file", what, ...unserved(catalog, file) });
    }
    if (enabled.length > 0 && !enabled.includes(language.id)) {
      refuse({
        code: "language_not_enabled",
        what: `${language.id} is not enabled here, so no server is asked about ${shown}.`,
        why: `Enabled are ${enabled.join(", ")}.`,
        next: "Use a text search for this file, or have the operator enable its language.",
      });
    }
    const applying = await this.#applying(known, file);
    if (applying.length > 0) return this.#readable(applying, file);
    // Servers that the operator named are used whatever the project contains.
    if (language.leftOut !== undefined || catalog.otherwise !== undefined) return this.#readable(known, file);
    return refuse({
      code: "no_server_for_file",
      what: `No language server applies to ${shown}.`,
      why: known.map(({ title, roots }) => `${title} needs ${roots.groups.flat().join(" or ")}`).join("; "),
      next: "Add such a file to the project, or use a text search for this file.",
    });
  }

  /** The servers of a language, unless it is not to be served. */
  enabledServers(language: string): readonly ServerEntry[] {
    const { catalog, enabled } = this.#context;
    return enabled.length > 0 && !enabled.includes(language) ? [] : serversFor(catalog, language);
  }

  /** The linters that the project of the file has a configuration for. */
  async lintersFor(file: FilePath): Promise<ServerEntry[]> {
    const { catalog, enabled } = this.#context;
    const language = this.languageOf(file);
    if (language === undefined || (enabled.length > 0 && !enabled.includes(language.id))) return [];
    return this.#applying(lintersFor(catalog, language.id), file);
  }

  /** The directory of the project that a server loads for a file; undefined where it does not apply. */
  projectOf(entry: ServerEntry, file: FilePath): Promise<FilePath | undefined> {
    // Only what lies in the directories above decides, so the files of one directory have one project.
    const key = `${entry.id}\n${file === this.#context.root ? file : parentOf(file)}`;
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const found = findProjectRoot({
      file,
      limit: this.#context.root,
      markers: entry.roots,
      list: (directory) => this.#list(directory),
      read: (path) => this.#read(path),
    });
    if (this.#context.isWatched()) this.#projects.set(key, found);
    return found;
  }

  filesChanged(changes: readonly FileChange[]): void {
    this.#projects.clear();
    if (changes.some(({ kind }) => kind !== "changed")) this.#names.clear();
  }

  // — below: private, in the order they are used —

  /** A database may name sources outside the root, or in places that are not searched. */
  async #compiledNames(): Promise<readonly string[]> {
    const { host, root } = this.#context;
    const found: string[] = [];
    for (const name of databases) {
      const path = joinPath(root, name);
      const stamp = (await host.files.stat(path))?.stamp;
      if (stamp === undefined) continue;
      const known = this.#compiled.get(path);
      const names = known?.stamp === stamp ? known.names : compiledIn((await this.#read(path)) ?? "");
      this.#compiled.set(path, { stamp, names });
      found.push(...names);
    }
    return found;
  }

  async #applying(entries: readonly ServerEntry[], file: FilePath): Promise<ServerEntry[]> {
    const projects = await Promise.all(entries.map((entry) => this.projectOf(entry, file)));
    return entries.filter((_, index) => projects[index] !== undefined);
  }

  #readable(entries: readonly ServerEntry[], file: FilePath): Promise<ServerEntry[]> {
    const { host, root } = this.#context;
    return withReadableConfiguration({ host, root, list: (directory) => this.#list(directory) }, entries, file);
  }

  #list(directory: FilePath): Promise<readonly string[]> {
    const known = this.#names.get(directory);
    if (known !== undefined) return known;
    const listed = namesOf(this.#context.host, directory);
    if (this.#context.isWatched()) this.#names.set(directory, listed);
    return listed;
  }

  async #read(path: FilePath): Promise<string | undefined> {
    const { files } = this.#context.host;
    // A file that may not be read counts as absent.
    return textOrNothing(files, path, compileDatabaseBytes);
  }
}

const databases = ["compile_commands.json", "build/compile_commands.json"];

function compiledIn(database: string): string[] {
  const names = [...database.matchAll(/"file"\s*:\s*"([^"]+)"/g)].map(([, file = ""]) => baseName(file));
  return tellingNames(names);
}

async function namesOf(host: Host, directory: FilePath): Promise<readonly string[]> {
  return orIfUnreadable([], async () => ((await host.files.list(directory)) ?? []).map((entry) => entry.name));
}

/** Of files and of the directories above them, each once. */
function* namesIn(root: FilePath, files: readonly FilePath[]): Generator<string> {
  const seen = new Set<FilePath>([root]);
  for (const file of files) {
    yield baseName(file);
    for (let here = parentOf(file); here !== undefined && !seen.has(here); here = parentOf(here)) {
      seen.add(here);
      yield baseName(here);
    }
  }
}
