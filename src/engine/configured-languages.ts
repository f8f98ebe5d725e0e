// Which languages an operator has configured, so that their extensions are offered: known before any root is.
//
// Invariant: nothing of a repository has a say here; what a client is shown does not depend on where it works.

import type { CatalogOverrides } from "../catalog/override-forms.ts";
import { replaceServers } from "../catalog/overrides.ts";
import { catalog as builtIn } from "../catalog/table.ts";
import type { Host } from "../host/host.ts";
import { refuse } from "../model/refusal.ts";
import { extendedLanguages } from "../operations/registry.ts";
import { at, isRecord } from "../std/json.ts";
import { operatorConfiguration, parseConfiguration } from "./configuration.ts";
import type { ServerList } from "./named-servers.ts";

export interface LanguageChoices {
  /** Named as such. */
  readonly extensions?: readonly string[] | undefined;
  readonly servers?: ServerList | undefined;
  /** The operator's configuration file, absolute. */
  readonly configFile?: string | undefined;
}

/** Refuses a language that was named for its extension and has none; in the other places it may well have none. */
export async function configuredLanguages(
  openHost: () => Promise<Host>,
  { extensions = [], servers, configFile }: LanguageChoices,
): Promise<string[]> {
  mustBeExtended(extensions);
  const named = servers === undefined ? [] : servers.kind === "single" ? [servers.server] : servers.servers;
  const inFile = configFile === undefined ? [] : await languagesIn(await openHost(), configFile);
  return [...new Set([...extensions, ...named.map(({ language }) => language), ...inFile])];
}

export function mustBeExtended(languages: readonly string[]): void {
  const known = extendedLanguages();
  const odd = languages.filter((language) => !known.includes(language));
  if (odd.length === 0) return;
  refuse({
    code: "bad_input",
    what: `There is no extension for ${odd.map((one) => JSON.stringify(one)).join(", ")}.`,
    next: `There are extensions for: ${known.join(", ")}.`,
  });
}

// — below: private, in the order they are used —

async function languagesIn(host: Host, path: string): Promise<string[]> {
  const { settings, ...overrides } = parseConfiguration(host, await operatorConfiguration(host, path));
  const asked = at(settings, ["languages", "extensions"]);
  const wanted = Array.isArray(asked) ? asked.filter((one) => typeof one === "string") : [];
  mustBeExtended(wanted);
  return [...wanted, ...describedIn(overrides), ...servedIn(overrides as CatalogOverrides)];
}

function describedIn({ languages }: Readonly<Record<string, unknown>>): string[] {
  const ids = Array.isArray(languages) ? languages.map((one: unknown) => (isRecord(one) ? one["id"] : undefined)) : [];
  return ids.filter((id) => typeof id === "string");
}

/** Those of the servers that it lists. */
function servedIn(overrides: CatalogOverrides): string[] {
  if (overrides.servers === undefined) return [];
  const { languages } = replaceServers(builtIn, overrides);
  return languages.filter(({ servers, linters = [] }) => servers.length + linters.length > 0).map(({ id }) => id);
}
