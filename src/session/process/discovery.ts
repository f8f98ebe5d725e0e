// Finds the executable behind a catalogue entry on this machine, and makes sure that it really runs.
//
// Invariant: an executable is named by its absolute path, and may run by the one rule for programs, unless it ships with us.
// Invariant: nothing is installed here. A missing server is announced once, with the way to install it.

import type { Env, Launch, ServerEntry } from "../../catalog/entry.ts";
import type { Host } from "../../host/host.ts";
import type { Exit } from "../../host/processes.ts";
import { ownFileBytes } from "../../host/read-limits.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";
import { SingleFlight } from "../../std/single-flight.ts";
import type { FoundServer } from "./launch.ts";
import { missMs, probeMs, versionTextLimit } from "../limits.ts";
import type { Programs } from "./programs.ts";
import { installHint, serverNotFound } from "../refusals.ts";
import { ownServersOf } from "./own-servers.ts";
import { searchPath } from "./search-path.ts";

export type Discovery = { readonly found: FoundServer } | Missing;

interface Missing {
  /** Why it cannot be used. */
  readonly missing: string;
  /** A program was found, and does not run. */
  readonly isThere?: boolean;
  /** What of the project itself would be started, once the root is trusted. */
  readonly own?: readonly string[];
}

interface Candidate {
  readonly command: FilePath;
  /** Arguments that go before the server's own, e.g. the script for a Node server. */
  readonly before: readonly string[];
  readonly args: readonly string[];
  readonly env?: Env | undefined;
  /** Comes with our own package: it may lie in any root, and it needs no proof that it runs. */
  readonly shipped: boolean;
  /** Comes with the project that is served. */
  readonly isOwn?: boolean;
  /** For a program that cannot be asked: what Sightline has installed is of a known version. */
  readonly version?: string;
}

/** Where a project keeps programs of its own. */
export interface OwnPrograms {
  readonly directories: readonly FilePath[];
  /** The root is trusted. */
  readonly mayRun: boolean;
}

const none: OwnPrograms = { directories: [], mayRun: false };

const ownPlaces = ["node_modules/.bin", ".venv/bin", "venv/bin", ".venv/Scripts", "venv/Scripts"];

export function ownProgramsOf(root: FilePath, trusted: boolean): OwnPrograms {
  return { directories: ownPlaces.map((place) => joinPath(root, place)), mayRun: trusted };
}

export class Discoverer {
  readonly #host: Host;
  readonly #programs: Programs;
  readonly #emit: Emit;
  readonly #known = new Map<string, { readonly discovery: Discovery; readonly at: number }>();
  readonly #probing = new SingleFlight<string, Discovery>();
  readonly #warned = new Set<string>();

  constructor(host: Host, programs: Programs, emit: Emit) {
    this.#host = host;
    this.#programs = programs;
    this.#emit = emit;
  }

  /** What a question needs: a server that is missing is announced. */
  async find(entry: ServerEntry, root: FilePath, own?: OwnPrograms): Promise<Discovery> {
    const discovery = await this.look(entry, root, own);
    if ("missing" in discovery) this.#warn(entry, discovery.isThere === true ? discovery.missing : undefined);
    return discovery;
  }

  /** A find is kept until what is trusted changes; `reprobe` forgets. */
  async look(entry: ServerEntry, root: FilePath, own?: OwnPrograms): Promise<Discovery> {
    const at = entry.launch.kind === "tcp" ? `${entry.launch.host}:${entry.launch.port}` : "";
    const key = `${this.#programs.version} ${entry.id} ${at} ${root}`;
    const known = this.#known.get(key);
    const { clock } = this.#host;
    // A miss is looked for again after a while: its refusal says how to install it, and it may have been installed.
    const isMiss = known !== undefined && "missing" in known.discovery;
    if (known !== undefined && !(isMiss && clock.now() - known.at >= missMs)) return known.discovery;
    const discovery = await this.#probing.run(key, () => this.#search(entry, own));
    this.#known.set(key, { discovery, at: clock.now() });
    return discovery;
  }

  /** Those of the entries that are there, looked for one after another; a refusal for the preferred one when none is. */
  async *allOf(entries: readonly ServerEntry[], root: FilePath): AsyncGenerator<FoundServer> {
    let missing: (Missing & { readonly entry: ServerEntry }) | undefined;
    let found = 0;
    for (const entry of entries) {
      const discovery = await this.find(entry, root);
      if ("missing" in discovery) missing ??= { entry, ...discovery };
      else {
        found++;
        yield discovery.found;
      }
    }
    if (found > 0) return;
    if (missing === undefined) throw new TypeError("a search needs at least one entry");
    throw serverNotFound(missing.entry, missing.missing, this.#host.platform, missing.isThere);
  }

  /** Where the program of an entry lies. Nothing is run, not even to ask for its version. */
  async locate(entry: ServerEntry): Promise<FilePath | undefined> {
    for await (const { command } of this.#candidates(entry, [])) {
      if ((await this.#host.files.real(command)) !== undefined) return command;
    }
    return undefined;
  }

  reprobe(): void {
    this.#known.clear();
    this.#warned.clear();
  }

  #warn(entry: ServerEntry, fault: string | undefined): void {
    if (this.#warned.has(entry.id)) return;
    this.#warned.add(entry.id);
    const hint = installHint(entry, this.#host.platform) ?? "see its documentation";
    this.#emit({ type: "server.missing", server: entry.id, hint, ...(fault === undefined ? {} : { fault }) });
  }

  async #search(entry: ServerEntry, own: OwnPrograms = none): Promise<Discovery> {
    const { launch } = entry;
    if (launch.kind === "tcp")
      return { found: { entry, address: { host: launch.host.toLowerCase(), port: launch.port } } };
    let why =
      entry.recipe === undefined ? "It is not on PATH." : "It is not on PATH, and Sightline has not installed it.";
    let isThere = false;
    let ours: readonly string[] | undefined;
    for await (const candidate of this.#candidates(entry, own.directories)) {
      if ((await this.#host.files.real(candidate.command)) === undefined) continue;
      if (candidate.isOwn === true && !own.mayRun) {
        why = `${candidate.command} is part of the root, and is not run until the root is trusted.`;
        isThere = true;
        ours ??= [candidate.command, ...candidate.args];
        continue;
      }
      const barred = candidate.shipped ? undefined : await this.#barred(candidate);
      if (barred !== undefined) {
        why = barred;
        continue;
      }
      // The very path that will be started: a program may behave by the name it is called by, as version managers' shims do.
      const probe = await this.#probe(entry, candidate);
      if (probe.runs) return { found: this.#found(entry, candidate, probe.version ?? candidate.version) };
      why = probe.why;
      isThere = true;
    }
    return { missing: why, isThere, ...(ours === undefined ? {} : { own: ours }) };
  }

  /** Why the program, or a script that it is given, may not run. */
  async #barred({ command, before }: Candidate): Promise<string | undefined> {
    for (const one of [command, ...before.flatMap((script) => parseFilePath(script) ?? [])]) {
      const barred = await this.#programs.whyNot(one);
      if (barred !== undefined) return barred;
    }
    return undefined;
  }

  #found(entry: ServerEntry, candidate: Candidate, version: string | undefined): FoundServer {
    return {
      entry,
      command: candidate.command,
      args: [...candidate.before, ...candidate.args],
      ...(candidate.shipped ? { isShipped: true } : {}),
      ...(version === undefined ? {} : { version }),
      ...(candidate.env === undefined ? {} : { env: candidate.env }),
    };
  }

  /** One after another: the search path is not walked for what our own package holds. */
  async *#candidates(entry: ServerEntry, own: readonly FilePath[]): AsyncGenerator<Candidate> {
    const { launch } = entry;
    if (launch.kind === "tcp") return;
    if (launch.kind === "command") {
      const names = [launch.command, ...(launch.alternatives ?? [])];
      // What the project has chosen comes before what the machine has.
      const inRoot = await this.#in(
        own,
        names.filter((name) => !/[\\/]/.test(name)),
        launch.args,
        launch.env,
      );
      yield* inRoot.map((candidate) => ({ ...candidate, isOwn: true }));
      yield* await this.#onPath(names, launch.args, launch.env);
      yield* await this.#installedByUs(entry, launch.args, launch.env);
      return;
    }
    const file = launch.entry.replaceAll("{platform}", nodePlatform(this.#host)).replaceAll("{arch}", this.#host.arch);
    const resolved = this.#host.resolvePackageFile(packageOf(this.#host, launch), file);
    if (resolved !== undefined) {
      const node = parseFilePath(this.#host.nodePath);
      const { args } = launch;
      if (launch.runtime === "native") yield { command: resolved, before: [], args, shipped: true };
      else if (node !== undefined) yield { command: node, before: [resolved], args, shipped: true };
    }
    if (launch.fallback !== undefined)
      yield* await this.#onPath([launch.fallback.command], launch.fallback.args, undefined);
  }

  /** What `sightline servers install` has installed comes last: the machine and the project were set up on purpose. */
  async #installedByUs(entry: ServerEntry, args: readonly string[], env: Env | undefined): Promise<Candidate[]> {
    const found = await ownServersOf(this.#host, entry);
    return found.map(({ command, before, version }) => ({ command, before, args, env, version, shipped: false }));
  }

  async #onPath(names: readonly string[], args: readonly string[], env: Env | undefined): Promise<Candidate[]> {
    const found: Candidate[] = [];
    for (const name of names) {
      const absolute = parseFilePath(name);
      if (absolute !== undefined) found.push({ command: absolute, before: [], args, env, shipped: false });
      else if (!/[\\/]/.test(name)) found.push(...(await this.#in(await searchPath(this.#host), [name], args, env)));
    }
    return found;
  }

  async #in(
    directories: readonly FilePath[],
    names: readonly string[],
    args: readonly string[],
    env: Env | undefined,
  ): Promise<Candidate[]> {
    const found: Candidate[] = [];
    for (const name of names) {
      for (const directory of directories) {
        for (const ending of endings(this.#host)) {
          const command = joinPath(directory, name + ending);
          if ((await this.#host.files.stat(command))?.kind === "file")
            found.push({ command, before: [], args, env, shipped: false });
        }
      }
    }
    return found;
  }

  async #packageVersion({ launch }: ServerEntry): Promise<{ version?: string }> {
    if (launch.kind !== "embedded") return {};
    const manifest = this.#host.resolvePackageFile(packageOf(this.#host, launch), "package.json");
    const bytes = manifest && (await this.#host.files.read(manifest, ownFileBytes));
    const version = /"version":\s*"([^"]+)"/.exec(bytes === undefined ? "" : this.#host.files.decode(bytes).text)?.[1];
    return version === undefined ? {} : { version };
  }

  /**
   * Being on the path proves nothing: a version manager's shim may have nothing behind it. What we ship is not asked:
   * that would cost a process before every first answer, and its package tells its version.
   */
  async #probe(
    entry: ServerEntry,
    candidate: Candidate,
  ): Promise<{ runs: true; version?: string } | { runs: false; why: string }> {
    const { versionArgs: args } = entry.quirks;
    if (candidate.shipped) return { runs: true, ...(await this.#packageVersion(entry)) };
    if (args === undefined) return { runs: true };
    try {
      // Never in the root: a program may look for configuration where it is started.
      const cwd = await this.#programs.neutralDirectory();
      const env = await this.#programs.environment(candidate.env);
      const result = await this.#host.processes.run(
        { command: candidate.command, args: [...candidate.before, ...args], cwd, env },
        probeMs,
      );
      if (result.timedOut)
        return { runs: false, why: `${candidate.command} did not report its version within ${probeMs} ms.` };
      if (result.exit.code !== 0)
        return {
          runs: false,
          why: `${candidate.command} does not run: ${tellingLine(result.errors || result.output) || howEnded(result.exit)}`,
        };
      const version = firstLine(result.output || result.errors);
      return { runs: true, ...(version === "" ? {} : { version }) };
    } catch (error) {
      // A fault of the spawn is an answer about this candidate; the next one may do.
      return { runs: false, why: error instanceof Error ? `${error.message}.` : String(error) };
    }
  }
}

function packageOf(host: Host, launch: Launch & { kind: "embedded" }): string {
  return launch.package.replaceAll("{platform}", nodePlatform(host)).replaceAll("{arch}", host.arch);
}

function nodePlatform(host: Host): string {
  return host.platform === "other" ? "linux" : host.platform;
}

function endings(host: Host): readonly string[] {
  return host.platform === "win32" ? [".exe", ".cmd", ".bat", ""] : [""];
}

function howEnded({ code, signal }: Exit): string {
  return code === null ? `it was ended by ${signal ?? "a signal"}` : `it ended with ${code}`;
}

/** What a program says of its own failure: at first, or after the trace of how it came there. */
function tellingLine(text: string): string {
  const first = firstLine(text);
  return first.startsWith("Traceback") ? firstLine(text.trim().split("\n").at(-1) ?? "") : first;
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").slice(0, versionTextLimit);
}
