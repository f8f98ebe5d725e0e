// The one rule for programs: what may be executed on this machine, and with which environment.
//
// Invariant: what is executed lies, by every link on the way to it, outside of what is not trusted; so does the program
// that runs it when it is a script, and every place that a variable names to it.
// Invariant: an environment is made here and nowhere else.

import type { LinksRead } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { Environment } from "../../host/processes.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { childEnvironment, isRelativePath, pathLists, pathsIn } from "./child-env.ts";
import { searchPath } from "./search-path.ts";

/** What is not trusted, by place. */
export interface Untrusted {
  /** The untrusted place that a path lies in, by any link on the way to it; undefined when it lies in none. */
  holding(path: FilePath, read?: LinksRead): Promise<FilePath | undefined>;
  /** Another number after every change of what is trusted. */
  readonly version: number;
}

/** A script may be run by a script, which the system allows a few times. */
const maxInterpreters = 5;

export class Programs {
  readonly #host: Host;
  readonly #untrusted: Untrusted;
  readonly #emit: Emit;
  /** Directories of the search path as they may be searched, by what they held when they were looked at. */
  readonly #searched = new Map<FilePath, { readonly stamp: string; readonly use: Promise<FilePath> }>();
  /** Stamps of directories in which nothing leads astray: `/bin` is `/usr/bin` under another name on most machines. */
  readonly #straight = new Set<string>();
  readonly #told = new Set<string>();

  constructor(host: Host, untrusted: Untrusted, emit: Emit = () => {}) {
    this.#host = host;
    this.#untrusted = untrusted;
    this.#emit = emit;
  }

  /** Another number after every change of what may run. */
  get version(): number {
    return this.#untrusted.version;
  }

  /** Why a program may not run; undefined when it may. */
  async whyNot(command: FilePath): Promise<string | undefined> {
    let program: FilePath | undefined = command;
    for (let depth = 0; program !== undefined && depth < maxInterpreters; depth++) {
      const place = await this.#untrusted.holding(program);
      const which = program === command ? command : `${command} is run by ${program}, which`;
      if (place !== undefined) return `${which} lies in ${place}, and code of a repository is not run without trust.`;
      program = await this.#host.processes.interpreterOf(program);
    }
    return undefined;
  }

  /** A program of this machine by its name; undefined where there is none that may run. */
  async find(name: string): Promise<FilePath | undefined> {
    const endings = this.#host.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
    for (const directory of await searchPath(this.#host)) {
      for (const ending of endings) {
        const path = joinPath(directory, name + ending);
        if ((await this.#host.files.stat(path))?.kind !== "file") continue;
        if ((await this.whyNot(path)) === undefined) return path;
      }
    }
    return undefined;
  }

  /** A directory to start a program in that looks at nothing of the project. */
  async neutralDirectory(): Promise<FilePath> {
    const { home } = this.#host;
    return home !== undefined && (await this.#untrusted.holding(home)) === undefined ? home : filePath("/");
  }

  /** What a child gets: nothing in it leads to what is not trusted. What is added is the caller's own. */
  async environment(...additions: readonly (Readonly<Record<string, string>> | undefined)[]): Promise<Environment> {
    const allowed = childEnvironment(this.#host.env);
    const kept: Record<string, string> = {};
    const leftOut: string[] = [];
    const read: LinksRead = new Map();
    for (const [name, value] of Object.entries(allowed)) {
      const safe = await this.#outside(name, value, read);
      if (safe !== undefined) kept[name] = safe;
      if (safe !== value && !this.#told.has(name) && !this.#isReplaced(name, value, safe)) leftOut.push(name);
    }
    this.#tell(leftOut);
    return Object.assign(kept, ...additions.filter((more) => more !== undefined)) as Environment;
  }

  /** The same for a tool that calls its kin by name (cargo calls rustc), which lie beside it, on the search path or not. */
  async environmentFor(
    command: FilePath,
    ...additions: readonly (Readonly<Record<string, string>> | undefined)[]
  ): Promise<Environment> {
    const env = await this.environment();
    const directory = parentOf(command);
    const beside = directory && (await this.#searchable(directory, new Map()));
    const name = "Path" in env ? "Path" : "PATH";
    const listed = (env[name] ?? "").split(this.#separator).filter((entry) => entry !== "");
    const more = beside === undefined || listed.includes(beside) ? [] : [beside];
    const reaching = { ...env, [name]: [...listed, ...more].join(this.#separator) };
    return Object.assign(reaching, ...additions.filter((one) => one !== undefined)) as Environment;
  }

  // — below: private, in the order they are used —

  /** The value without what leads astray; undefined when nothing is left that could be meant. */
  async #outside(name: string, value: string, read: LinksRead): Promise<string | undefined> {
    const separator = this.#separator;
    if (!pathLists.has(name)) {
      if (isRelativePath(name, value)) return undefined;
      for (const path of pathsIn(value, separator)) if (await this.#isUntrusted(path, read)) return undefined;
      return value;
    }
    const isPath = name === "PATH" || name === "Path";
    const entries: string[] = [];
    for (const entry of value.split(separator)) {
      const directory = parseFilePath(entry);
      if (directory === undefined || (await this.#isUntrusted(entry, read))) continue;
      entries.push(isPath ? await this.#searchable(directory, read) : entry);
    }
    return entries.length === 0 && !isPath ? undefined : entries.join(separator);
  }

  get #separator(): string {
    return this.#host.platform === "win32" ? ";" : ":";
  }

  async #isUntrusted(raw: string, read: LinksRead): Promise<boolean> {
    const path = parseFilePath(raw);
    return path !== undefined && (await this.#untrusted.holding(path, read)) !== undefined;
  }

  /** The directory itself, or where links in it lead astray a private one with the rest of what it holds. */
  async #searchable(directory: FilePath, read: LinksRead): Promise<FilePath> {
    const stat = await this.#host.files.stat(directory);
    if (stat?.kind !== "directory") return directory;
    const stamp = `${this.version} ${stat.stamp}`;
    const known = this.#searched.get(directory);
    if (known?.stamp === stamp) return known.use;
    if (this.#straight.has(stamp) && (await this.#untrusted.holding(directory, read)) === undefined) return directory;
    const use = this.#withoutStrays(directory, stamp, read);
    this.#searched.set(directory, { stamp, use });
    return use;
  }

  async #withoutStrays(directory: FilePath, stamp: string, read: LinksRead): Promise<FilePath> {
    const entries = (await this.#host.files.list(directory)) ?? [];
    const programs = new Map<string, FilePath>();
    let strays = 0;
    for (const { name, kind } of entries) {
      if (kind === "directory") continue;
      const path = joinPath(directory, name);
      // What is no link lies where its directory does.
      if (kind === "other" && (await this.#untrusted.holding(path, read)) !== undefined) strays++;
      else programs.set(name, path);
    }
    if (strays > 0) return this.#host.linkPrograms(programs);
    this.#straight.add(stamp);
    return directory;
  }

  /** Nothing is lost by an empty or relative entry of the search path, or by links of an unneeded directory. */
  #isReplaced(name: string, value: string, safe: string | undefined): boolean {
    const entries = (list: string): number => list.split(this.#separator).filter((one) => parseFilePath(one)).length;
    return (name === "PATH" || name === "Path") && safe !== undefined && entries(value) === entries(safe);
  }

  #tell(names: readonly string[]): void {
    if (names.length === 0) return;
    for (const name of names) this.#told.add(name);
    this.#emit({ type: "environment.left_out", variables: names });
  }
}
