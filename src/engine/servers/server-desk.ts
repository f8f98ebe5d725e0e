// What a person asks about servers that Sightline installs: which there are, what it would run, install, update, remove.
//
// Invariant: only a person's command line comes here. No operation, and so no agent, installs or removes anything.

import type { ServerEntry } from "../../catalog/entry.ts";
import type { Catalog } from "../../catalog/table.ts";
import { catalog as builtIn, languageById, serverById, serversFor } from "../../catalog/table.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { OwnServer } from "../../session/process/own-servers.ts";
import { ownServers } from "../../session/process/own-servers.ts";
import { installHint, isInstallable } from "../../session/refusals.ts";
import { prepare, rootOf } from "../preparation.ts";
import type { OpenOptions } from "../open.ts";
import { lookFor, searchIn } from "../trust/trust-explain.ts";
import { installServer, serversPlace } from "./installer.ts";
import { removeTree } from "./stages.ts";
import { stepText, stepsOf } from "./steps.ts";

/** A server that would be installed. */
export interface InstallPlan {
  readonly server: string;
  readonly title: string;
  readonly version: string;
  readonly package: string;
  readonly directory: string;
  /** What would be run, one line for each program. */
  readonly commands: readonly string[];
}

/** A name for which nothing has to be installed, and why. */
export interface Served {
  readonly name: string;
  readonly why: string;
}

export interface InstallPlans {
  readonly plans: readonly InstallPlan[];
  readonly served: readonly Served[];
}

export interface KeptServer {
  readonly server: string;
  readonly version: string;
  readonly directory: string;
  /** The version that the catalogue pins; undefined for a server that it does not install any more. */
  readonly pinned: string | undefined;
  readonly isOutdated: boolean;
}

export class ServerDesk {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** What installing these languages and servers would do; refuses a name that is neither, and one without a recipe. */
  async plan(options: OpenOptions, names: readonly string[]): Promise<InstallPlans> {
    const { root, trusted } = await this.#allowed(options);
    const { discoverer } = searchIn(this.#host, root, trusted);
    const plans: InstallPlan[] = [];
    const served: Served[] = [];
    for (const name of names) {
      const named = serverById(builtIn, name);
      const entries = named === undefined ? serversFor(builtIn, name) : [];
      const entry = named ?? chosenFor(this.#host, name, entries);
      if (plans.some(({ server }) => server === entry.id)) continue;
      const whole = (await ownServers(this.#host)).find((one) => one.server === entry.id);
      if (whole !== undefined && whole.version === entry.recipe?.version) {
        served.push({ name, why: `${entry.title} ${whole.version} is installed in ${whole.directory}.` });
        continue;
      }
      // A server that was asked for by its own name is wanted whatever else is there.
      const there = await this.#firstThere(discoverer, root, trusted, entries);
      if (there === undefined) plans.push(await this.#planOf(entry));
      else served.push({ name, why: `${there.title} serves it here. To install another one, name the server.` });
    }
    return { plans, served };
  }

  async install(options: OpenOptions, { server }: InstallPlan, say: (line: string) => void): Promise<KeptServer> {
    const { root, trusted } = await this.#allowed(options);
    const { rule } = searchIn(this.#host, root, trusted);
    const entry = installable(this.#host, server, serverById(builtIn, server));
    const installed = await installServer({ host: this.#host, programs: rule, say }, entry, entry.recipe);
    return described(installed);
  }

  async list(): Promise<readonly KeptServer[]> {
    return (await ownServers(this.#host)).map(described);
  }

  /** Every version of a server, or only those that are not pinned any more. */
  async remove(server: string, which: "all" | "outdated"): Promise<readonly KeptServer[]> {
    const installed = (await this.list()).filter((one) => one.server === server);
    const gone = installed.filter(({ isOutdated }) => which === "all" || isOutdated);
    const place = await serversPlace(this.#host);
    for (const { version } of gone) await removeTree(this.#host, joinPath(place, `${server}@${version}`));
    return gone;
  }

  // — below: private, in the order they are used —

  async #allowed(options: OpenOptions): Promise<{ readonly root: FilePath; readonly trusted: boolean }> {
    const root = await rootOf(this.#host, options.directory, options.exact === true);
    const { settings, trusted } = await prepare(this.#host, root, options);
    if (settings.servers.install === "ask") return { root, trusted };
    return refuse({
      code: "policy_denied",
      what: "No language server is installed.",
      why: "The setting servers.install is `never`.",
      next: "Install the server by hand, or have the operator set servers.install to `ask`.",
    });
  }

  async #firstThere(
    discoverer: ReturnType<typeof searchIn>["discoverer"],
    root: FilePath,
    trusted: boolean,
    entries: readonly ServerEntry[],
  ): Promise<ServerEntry | undefined> {
    for (const entry of entries) if ("found" in (await lookFor(discoverer, root, entry, trusted))) return entry;
    return undefined;
  }

  async #planOf(from: ServerEntry): Promise<InstallPlan> {
    const entry = installable(this.#host, from.id, from);
    const { recipe } = entry;
    const directory = joinPath(await serversPlace(this.#host), `${entry.id}@${recipe.version}`);
    return {
      server: entry.id,
      title: entry.title,
      version: recipe.version,
      package: recipe.package,
      directory,
      commands: stepsOf(entry, recipe, directory).map(stepText),
    };
  }
}

type Installable = ServerEntry & { readonly recipe: NonNullable<ServerEntry["recipe"]> };

function isOurs(host: Host, entry: ServerEntry): entry is Installable {
  return entry.recipe !== undefined && isInstallable(entry.recipe, host.platform);
}

/** The server of a language that is installed: the most preferred one with a recipe. */
function chosenFor(host: Host, language: string, entries: readonly ServerEntry[]): ServerEntry {
  const found = entries.find((entry) => isOurs(host, entry));
  if (found !== undefined) return found;
  if (languageById(builtIn, language) === undefined) refuseUnknown(host, language, builtIn);
  return installable(host, language, entries[0]);
}

function installable(host: Host, name: string, entry: ServerEntry | undefined): Installable {
  if (entry !== undefined && isOurs(host, entry)) return entry;
  const hint = entry === undefined ? undefined : installHint(entry, host.platform);
  return refuse({
    code: "bad_input",
    what: `Sightline cannot install a server for ${JSON.stringify(name)}.`,
    why: "No recipe for this machine is known: its server is in no package registry, or was not tried.",
    next: hint === undefined ? "Install it by hand; it is found on PATH." : `Install it by hand: ${hint}`,
  });
}

function refuseUnknown(host: Host, name: string, { servers }: Catalog): never {
  const known = servers.filter((entry) => isOurs(host, entry)).map(({ id }) => id);
  refuse({
    code: "bad_input",
    what: `${JSON.stringify(name)} is neither a language nor a server that is known.`,
    next: `Name a language such as python, or one of these servers: ${known.join(", ")}.`,
  });
}

function described({ server, version, directory }: OwnServer): KeptServer {
  const pinned = serverById(builtIn, server)?.recipe?.version;
  return { server, version, directory, pinned, isOutdated: pinned !== version };
}
