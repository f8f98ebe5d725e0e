// Where an operator gives and takes back trust, having seen what it allows.
//
// Invariant: what is pinned is what was shown; the file is not read again in between.

import type { Launch, ServerEntry } from "../../catalog/entry.ts";
import type { Catalog } from "../../catalog/table.ts";
import { catalog as builtIn, lintersFor, serverById, serversFor } from "../../catalog/table.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parseFilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";
import type { Grant, Grants, RepositoryIdentity } from "../../store/grants.ts";
import { GrantsFault } from "../../store/grants.ts";
import { configuration, parseConfiguration, refuseUnreadable, workspaceConfiguration } from "../configuration.ts";
import { languagesBelow } from "../languages-below.ts";
import { mustKeepStateApart } from "./own-places.ts";
import { rootOf } from "../preparation.ts";
import { identityOf, isSameRepository } from "./repository-identity.ts";
import { grantsOf, liesInside, trustOf } from "./root-trust.ts";
import { word } from "../text/shown.ts";
import type { Explanation } from "./trust-explain.ts";
import { explain, lookFor, searchIn } from "./trust-explain.ts";

export interface NamedTrust {
  readonly name: string;
  readonly value: unknown;
}

export interface ChangedServer {
  readonly server: string;
  readonly starts: string;
  /** What else of it can decide what runs, where it is not the built-in. */
  readonly brings: readonly NamedTrust[];
}

export interface Released {
  readonly server: string;
  readonly before: string;
  /** On this machine or among the programs of the project, as far as could be found. */
  readonly isHere: boolean;
}

/** As the repository wrote it: only `trust-text` may show it to a person. */
export interface TrustView {
  readonly root: FilePath;
  /** The root's own configuration, if it has one. */
  readonly file?: {
    readonly path: string;
    readonly sha256: string;
    /** Every server that it adds or changes, with what would be started. */
    readonly servers: readonly ChangedServer[];
    /** The languages whose files or servers it changes. */
    readonly languages: readonly string[];
    readonly settings: readonly NamedTrust[];
  };
  /** Servers for languages of this root that may do more once it is trusted. */
  readonly released: readonly Released[];
  /** False where the root could not be searched completely, so there may be more. */
  readonly isWhole: boolean;
  readonly granted: "not" | "as it is" | "before its configuration changed" | "to another repository";
  /** The repository that was examined. */
  readonly repository: RepositoryIdentity;
}

export class TrustDesk {
  readonly #host: Host;
  readonly #grants: Grants;

  constructor(host: Host) {
    this.#host = host;
    this.#grants = grantsOf(host);
  }

  async view(directory: string, exact: boolean): Promise<TrustView> {
    const root = await rootOf(this.#host, directory, exact);
    await mustKeepStateApart(this.#host, root, this.#host.stateDirectory);
    if (await liesInside(this.#host, root, this.#grants.path)) {
      refuse({
        code: "bad_input",
        what: `${root} cannot be trusted permanently.`,
        why: `The grants would be stored inside it (${this.#grants.path}), where it could change them.`,
        next: "Use --trust for one run, or set SIGHTLINE_STATE_DIR to a directory elsewhere.",
      });
    }
    const own = await workspaceConfiguration(this.#host, root);
    if (own !== undefined && "why" in own) return refuseUnreadable(own);
    const { catalog } = configuration(this.#host, builtIn, { profile: "standard", workspace: own });
    const { languages, isWhole } = await languagesBelow(this.#host, root, catalog);
    const sha256 = own && this.#host.files.hash(own.bytes);
    const settings = own && parseConfiguration(this.#host, own)["settings"];
    const grant = await this.#usable(() => this.#grants.of(root));
    const repository = await identityOf(this.#host, root);
    return {
      root,
      ...(own !== undefined && sha256 !== undefined
        ? {
            file: {
              path: own.path,
              sha256,
              servers: changedServers(catalog),
              languages: changedLanguages(catalog),
              settings: namesIn(settings),
            },
          }
        : {}),
      released: await releasedIn(this.#host, root, catalog, languages),
      isWhole,
      granted: grantedTo(grant, repository, sha256),
      repository,
    };
  }

  /** What would run here as the root is trusted now. */
  async explain(directory: string, exact: boolean): Promise<Explanation> {
    const root = await rootOf(this.#host, directory, exact);
    await mustKeepStateApart(this.#host, root, this.#host.stateDirectory);
    const { trusted, own } = await trustOf(this.#host, this.#grants, root, undefined);
    const configured = configuration(this.#host, builtIn, { profile: "standard", workspace: own });
    return explain(this.#host, root, configured, trusted);
  }

  async grant({ root, file, repository }: TrustView): Promise<void> {
    const at = new Date(this.#host.clock.wall()).toISOString();
    const pinned = file === undefined ? {} : { pinned: file.sha256 };
    await this.#usable(() => this.#grants.put({ root, at, repository, ...pinned }));
  }

  /** The root, and whether it was trusted. A directory that has gone can be named as it was. */
  async revoke(directory: string, exact: boolean): Promise<{ readonly root: string; readonly was: boolean }> {
    // What can be removed was granted, whether it can be understood or not.
    const named = parseFilePath(directory);
    if (named !== undefined && (await this.#grants.remove(named))) return { root: named, was: true };
    const root = await rootOf(this.#host, directory, exact);
    return { root, was: await this.#grants.remove(root) };
  }

  async list(): Promise<readonly Grant[]> {
    return this.#usable(() => this.#grants.all());
  }

  async #usable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GrantsFault)) throw error;
      return refuse({
        code: "bad_input",
        what: `${error.path} cannot be used: ${error.message}.`,
        why: "Until that is fixed, it grants nothing.",
        next: "Remove it, and trust your roots again.",
      });
    }
  }
}

// — below: private, in the order they are used —

function grantedTo(
  grant: Grant | undefined,
  repository: RepositoryIdentity,
  sha256: string | undefined,
): TrustView["granted"] {
  if (grant === undefined) return "not";
  if (grant.repository === undefined || !isSameRepository(grant.repository, repository)) return "to another repository";
  return grant.pinned === sha256 ? "as it is" : "before its configuration changed";
}

function changedServers(catalog: Catalog): ChangedServer[] {
  return catalog.servers
    .filter((entry) => !isSame(entry, serverById(builtIn, entry.id)))
    .map((entry) => ({ server: entry.id, starts: startOf(entry.launch), brings: broughtBy(entry) }));
}

/** All but what only decides how an answer is read. */
const deciding = ["initializationOptions", "settings", "restricted", "quirks", "roots"] as const;

function broughtBy(entry: ServerEntry): NamedTrust[] {
  const before: Partial<ServerEntry> = serverById(builtIn, entry.id) ?? {};
  return deciding.flatMap((name) => {
    const value = entry[name];
    const isNothing = value === undefined || isSame(value, {});
    return isNothing || isSame(value, before[name]) ? [] : [{ name, value }];
  });
}

function changedLanguages(catalog: Catalog): string[] {
  const before = new Map(builtIn.languages.map((language) => [language.id, language]));
  return catalog.languages.filter((one) => !isSame(one, before.get(one.id))).map(({ id }) => id);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The exact words of a launch, each quoted where it would be unclear. */
function startOf(launch: Launch): string {
  if (launch.kind === "tcp") return `a connection to ${launch.host}:${launch.port}`;
  if (launch.kind === "embedded") {
    const { fallback } = launch;
    const instead = fallback === undefined ? "" : `, or ${words([fallback.command, ...fallback.args])}`;
    return `what ships with Sightline, in ${words([`${launch.package}/${launch.entry}`, ...launch.args])}${instead}`;
  }
  const env = Object.entries(launch.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const instead = (launch.alternatives ?? []).map((other) => `, or ${word(other)}`);
  return `${words([...env, launch.command, ...launch.args])}${instead.join("")}`;
}

function words(list: readonly string[]): string {
  return list.map(word).join(" ");
}

function namesIn(settings: unknown): NamedTrust[] {
  if (!isRecord(settings)) return [];
  return Object.entries(settings).flatMap(([group, values]) =>
    isRecord(values)
      ? Object.entries(values).map(([key, value]) => ({ name: `${group}.${key}`, value }))
      : [{ name: group, value: values }],
  );
}

async function releasedIn(
  host: Host,
  root: FilePath,
  catalog: Catalog,
  languages: readonly string[],
): Promise<Released[]> {
  const entries = languages.flatMap((id) => [...serversFor(catalog, id), ...lintersFor(catalog, id)]);
  const { discoverer } = searchIn(host, root, false);
  const found: Released[] = [];
  for (const entry of new Set(entries)) {
    const before = beforeTrust(entry);
    if (before === undefined) continue;
    const discovery = await lookFor(discoverer, root, entry, false);
    const isHere = "found" in discovery || discovery.own !== undefined;
    found.push({ server: entry.id, before, isHere });
  }
  return found;
}

function beforeTrust({ restricted }: ServerEntry): string | undefined {
  if (restricted.kind === "safe") return undefined;
  if (restricted.kind === "refused") return `not started: ${restricted.why}`;
  return restricted.smaller ? "restricted, with fewer results" : "restricted";
}
