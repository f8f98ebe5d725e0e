// Where an operator gives and takes back trust, having seen what it allows.
//
// Invariant: what is pinned is what was shown; the file is not read again in between.

import type { Launch, ServerEntry } from "../catalog/entry.ts";
import type { Catalog } from "../catalog/table.ts";
import { catalog as builtIn, lintersFor, serverById, serversFor } from "../catalog/table.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { isRecord } from "../std/json.ts";
import type { Grant, Grants } from "../store/grants.ts";
import { GrantsFault } from "../store/grants.ts";
import { configuration, parseConfiguration, refuseUnreadable, workspaceConfiguration } from "./configuration.ts";
import { languagesBelow } from "./languages-below.ts";
import { rootOf } from "./preparation.ts";
import { grantsOf, liesInside } from "./root-trust.ts";

export interface TrustView {
  readonly root: FilePath;
  /** The root's own configuration, if it has one. */
  readonly file?: {
    readonly path: string;
    readonly sha256: string;
    /** Every server that it adds or changes, with what would be started. */
    readonly servers: readonly { readonly server: string; readonly starts: string }[];
    readonly settings: readonly string[];
  };
  /** Servers for languages of this root that may do more once it is trusted. */
  readonly released: readonly { readonly server: string; readonly before: string }[];
  /** Not all of the root could be looked at, so there may be more. */
  readonly isWhole: boolean;
  readonly granted: "not" | "as it is" | "before its configuration changed";
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
    if (await liesInside(this.#host, root, this.#grants.path)) {
      refuse({
        code: "bad_input",
        what: `${root} cannot be trusted for good.`,
        why: `The grants would lie inside it (${this.#grants.path}), where it could change them.`,
        next: "Use --trust for one run, or keep them elsewhere by SIGHTLINE_STATE_DIR.",
      });
    }
    const own = await workspaceConfiguration(this.#host, root);
    if (own !== undefined && "why" in own) return refuseUnreadable(own);
    const { catalog } = configuration(this.#host, builtIn, { profile: "standard", workspace: own });
    const { languages, isWhole } = await languagesBelow(this.#host, root, catalog);
    const sha256 = own && this.#host.files.hash(own.bytes);
    const settings = own && parseConfiguration(this.#host, own)["settings"];
    const grant = (await this.list()).find((one) => one.root === root);
    return {
      root,
      ...(own !== undefined && sha256 !== undefined
        ? { file: { path: own.path, sha256, servers: changedServers(catalog), settings: namesIn(settings) } }
        : {}),
      released: released(catalog, languages),
      isWhole,
      granted: grant === undefined ? "not" : grant.pinned === sha256 ? "as it is" : "before its configuration changed",
    };
  }

  async grant({ root, file }: TrustView): Promise<void> {
    const at = new Date(this.#host.clock.wall()).toISOString();
    await this.#grants.put({ root, at, ...(file === undefined ? {} : { pinned: file.sha256 }) });
  }

  /** The root, and whether it was trusted. A directory that has gone can be named as it was. */
  async revoke(directory: string, exact: boolean): Promise<{ readonly root: string; readonly was: boolean }> {
    const listed = (await this.list()).find(({ root }) => root === directory);
    const root = listed?.root ?? (await rootOf(this.#host, directory, exact));
    return { root, was: await this.#grants.remove(root) };
  }

  async list(): Promise<readonly Grant[]> {
    try {
      return await this.#grants.all();
    } catch (error) {
      if (!(error instanceof GrantsFault)) throw error;
      return refuse({
        code: "bad_input",
        what: `${this.#grants.path} cannot be used: ${error.message}.`,
        why: "Until then no root is trusted.",
        next: "Remove the file, and trust your roots anew.",
      });
    }
  }
}

// — below: private, in the order they are used —

function changedServers(catalog: Catalog): { server: string; starts: string }[] {
  return catalog.servers
    .filter((entry) => JSON.stringify(entry) !== JSON.stringify(serverById(builtIn, entry.id)))
    .map(({ id, launch }) => ({ server: id, starts: startOf(launch) }));
}

/** The exact words of a launch, each quoted where it would be unclear. */
function startOf(launch: Launch): string {
  if (launch.kind === "tcp") return `a connection to ${launch.host}:${launch.port}`;
  if (launch.kind === "embedded") return `what ships with us in ${launch.package}, ${words(launch.args)}`;
  const env = Object.entries(launch.env ?? {}).map(([name, value]) => `${name}=${value}`);
  return words([...env, launch.command, ...launch.args]);
}

function words(list: readonly string[]): string {
  return list.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

function namesIn(settings: unknown): string[] {
  if (!isRecord(settings)) return [];
  return Object.entries(settings).flatMap(([group, values]) =>
    isRecord(values) ? Object.keys(values).map((key) => `${group}.${key}`) : [group],
  );
}

function released(catalog: Catalog, languages: readonly string[]): { server: string; before: string }[] {
  const entries = languages.flatMap((id) => [...serversFor(catalog, id), ...lintersFor(catalog, id)]);
  return [...new Set(entries)].flatMap((entry) => {
    const before = beforeTrust(entry);
    return before === undefined ? [] : [{ server: entry.id, before }];
  });
}

function beforeTrust({ restricted }: ServerEntry): string | undefined {
  if (restricted.kind === "safe") return undefined;
  if (restricted.kind === "refused") return `not started: ${restricted.why}`;
  return restricted.smaller ? "restricted, and its answers are smaller for it" : "restricted";
}
