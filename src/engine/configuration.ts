// Configuration in layers: the profile, the workspace's own file, the operator's file, the servers that the operator
// named, the agent that is served, and what a caller gives. The later one wins; only the languages of an agent narrow.
//
// Invariant: the file of a workspace names commands, so it is a layer only in a root that is trusted.
// Invariant: nothing is read before it is known to be a plain file of a sensible size; what a repository put in its place
// (a directory, a pipe, a hole of gigabytes) costs a notice, never a call.

import { CatalogFault } from "../catalog/catalog-fault.ts";
import type { CatalogOverrides } from "../catalog/override-forms.ts";
import { laidOver, replacingServers } from "../catalog/overrides.ts";
import { onlyServers, preferring, withinScope } from "../catalog/selection.ts";
import type { Catalog } from "../catalog/table.ts";
import type { AgentBinding } from "../config/agents.ts";
import { settingsWithin } from "../config/agents.ts";
import type { ProfileName } from "../config/profiles.ts";
import { profiles, SettingsFault, settingsFor } from "../config/profiles.ts";
import type { Layer } from "../config/listed-settings.ts";
import type { Settings, SettingsInput } from "../config/settings.ts";
import { operatorOnlyPaths } from "../config/settings.ts";
import { FileFault, tooLarge } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parseFilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { isReachable } from "../policy/decisions.ts";
import { jsonFault } from "../std/json-fault.ts";
import { at, isRecord, mergeJson } from "../std/json.ts";
import type { ServerList } from "./named-servers.ts";
import { maxConfigurationBytes } from "./limits.ts";
import { withNamedServers } from "./named-servers.ts";

export interface Configuration {
  readonly catalog: Catalog;
  readonly settings: Settings;
  /** Where the settings come from, strongest first, without their defaults. */
  readonly layers: readonly Layer[];
}

/** Where a repository may keep its own; the first that is there is read. */
const workspaceFiles = [".sightline/lsp.json", ".syndicate/lsp.json"] as const;

export interface ConfigFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Sources {
  readonly profile: ProfileName;
  /** Without one, what holds for every root. */
  readonly root?: FilePath | undefined;
  /** The root's own file; only of a root that is trusted. */
  readonly workspace?: ConfigFile | undefined;
  /** The operator's. Where it lists servers they are the only ones, unless it is to be laid over the others. */
  readonly operator?: { readonly file: ConfigFile; readonly mode: "replace" | "merge" } | undefined;
  readonly servers?: ServerList | undefined;
  readonly agent?: AgentBinding | undefined;
  readonly own?: SettingsInput | undefined;
}

export function configuration(host: Host, base: Catalog, sources: Sources): Configuration {
  const { profile, root, workspace, operator, servers, agent, own = {} } = sources;
  const { policy, languages } = operatorSettings(host, sources);
  const layers: Layer[] = [{ origin: `profile ${profile}`, values: profiles[profile] }];
  // What a file registers comes before what a profile prefers.
  let catalog = preferring(base, languages.prefer);
  let settings: SettingsInput = {};
  const registered = new Set<string>();
  const add = (file: ConfigFile, lay: typeof laidOver): void => {
    const { settings: more = {}, ...overrides } = parseConfiguration(host, file);
    if (policy.servers === "registered") mustBeComplete(file.path, overrides["servers"]);
    // The merge checks every field by itself and names the one that is wrong.
    const laid = named(file.path, () => lay(catalog, overrides as CatalogOverrides));
    catalog = laid.catalog;
    for (const id of laid.named) registered.add(id);
    // Checked alone, so that the fault is that of the file it stands in.
    named(file.path, () => settingsFor(profile, more as SettingsInput));
    settings = mergeJson(settings, more) as SettingsInput;
    layers.unshift({ origin: `file ${file.path}`, values: more as SettingsInput });
  };
  // Without a person who notices, only the operator registers servers.
  if (workspace !== undefined && policy.mode !== "non_interactive") {
    const parsed = parseConfiguration(host, workspace);
    mustNotWiden(workspace.path, parsed);
    mustStayOnMachine(workspace.path, parsed, operator && parseConfiguration(host, operator.file));
    add(workspace, laidOver);
  }
  if (operator !== undefined) add(operator.file, operator.mode === "merge" ? laidOver : replacingServers);
  if (servers !== undefined && policy.servers === "registered") mustRegisterInFile();
  if (servers !== undefined) catalog = withNamedServers(catalog, servers);
  else if (isRegisteredOnly(policy)) catalog = onlyServers(catalog, registered);
  if (agent !== undefined) {
    const values = settingsWithin(agent, settings);
    settings = mergeJson(settings, values) as SettingsInput;
    layers.unshift({ origin: `agent ${agent.id} in ${agent.file}`, values });
  }
  const all = settingsFor(profile, mergeJson(settings, own) as SettingsInput);
  return { catalog: root === undefined ? catalog : withinScope(catalog, root), settings: all, layers };
}

/** Whether only servers that were registered are started, or also those that are found on the machine. */
export function isRegisteredOnly({ servers, mode }: Settings["policy"]): boolean {
  return servers === "registered" || mode === "non_interactive";
}

/** What is at the place of a configuration must not be read. */
export interface Unreadable {
  readonly path: FilePath;
  readonly why: string;
}

/** The workspace's file, if there is one inside the root. */
export async function workspaceConfiguration(host: Host, root: FilePath): Promise<ConfigFile | Unreadable | undefined> {
  for (const file of workspaceFiles) {
    const found = await configurationAt(host, root, joinPath(root, file));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Refuses a file that is not there, cannot be read, or could have been written by another user. */
export async function operatorConfiguration(host: Host, path: string): Promise<ConfigFile> {
  const parsed = parseFilePath(path);
  let content: Uint8Array | string | undefined;
  try {
    const doubt = parsed && (await host.writing.doubt(parsed));
    content = doubt ?? (parsed && (await plainFile(host, parsed)));
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    content = `the system says ${error.code}`;
  }
  if (content === undefined) return wrong(path, "There is no such file.");
  return typeof content === "string" ? wrong(path, `${capital(content)}.`) : { path, bytes: content };
}

/** For callers that cannot continue without it. */
export function refuseUnreadable({ path, why }: Unreadable): never {
  return wrong(path, `${capital(why)}.`);
}

/** What a configuration says, with known keys only; their values are not checked yet. */
export function parseConfiguration(host: Host, { path, bytes }: ConfigFile): Record<string, unknown> {
  const { text, lossy } = host.files.decode(bytes);
  if (lossy) wrong(path, "It is not UTF-8.");
  const fault = jsonFault(text);
  if (fault !== undefined) wrong(path, `Line ${fault.line}, column ${fault.column}: ${fault.what}.`);
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) return wrong(path, "It is not an object.");
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) wrong(path, `${unknown} is not one of ${keys.join(", ")}.`);
  const dotted = Object.keys(at(value, ["settings"]) ?? {}).find((key) => key.includes("."));
  if (dotted !== undefined) wrong(path, `settings has no key ${dotted}: write ${nested(`settings.${dotted}`)}.`);
  return { ...value };
}

// — below: private, in the order they are used —

const keys = ["servers", "languages", "settings"];

async function configurationAt(
  host: Host,
  root: FilePath,
  path: FilePath,
): Promise<ConfigFile | Unreadable | undefined> {
  try {
    const real = await host.files.real(path);
    if (real === undefined || !isInside(root, real)) return undefined;
    const content = await plainFile(host, real);
    if (content === undefined) return undefined;
    return typeof content === "string" ? { path: real, why: content } : { path: real, bytes: content };
  } catch (error) {
    if (error instanceof FileFault) return { path, why: `the system says ${error.code}` };
    throw error;
  }
}

/** What the operator says alone: a repository has no say in policy. */
function operatorSettings(host: Host, { profile, operator, own = {} }: Sources): Settings {
  const said = operator === undefined ? {} : (parseConfiguration(host, operator.file)["settings"] ?? {});
  const settled = (): Settings => settingsFor(profile, mergeJson(said, own) as SettingsInput);
  return operator === undefined ? settled() : named(operator.file.path, settled);
}

/** What a registration has to declare, and the fields by which a record of any form does. */
const registrationParts: readonly [part: string, fields: readonly string[]][] = [
  ["language", ["language", "language_id"]],
  ["binary or launch", ["binary", "command", "launch"]],
  ["args", ["args", "launch"]],
  ["scope", ["scope"]],
  ["initializationOptions", ["initializationOptions"]],
];

/** A registration that leaves something open would be completed by what we know of the server, not by the operator. */
function mustBeComplete(file: string, servers: unknown): void {
  for (const [index, server] of (Array.isArray(servers) ? servers : []).entries()) {
    const given: Readonly<Record<string, unknown>> = isRecord(server) ? server : {};
    // The arguments of a command record follow its program in one list.
    const has = (field: string): boolean => given[field] !== undefined;
    const lacks = registrationParts.flatMap(([part, fields]) =>
      fields.some(has) || (part === "args" && Array.isArray(given["command"])) ? [] : [part],
    );
    if (lacks.length === 0) continue;
    const name = [given["id"], given["binary"], given["command"]].flat().find((one) => typeof one === "string");
    const which = `servers[${index}]${name === undefined ? "" : ` (${name})`}`;
    wrong(file, `${which} is not a complete registration: it lacks ${lacks.join(", ")}.`);
  }
}

function mustRegisterInFile(): never {
  throw new Refusal({
    code: "bad_input",
    what: "Servers cannot be named on the command line here.",
    why: "policy.servers is registered, and a registration also declares its scope and initialization options.",
    next: "Register them in a file for --config.",
  });
}

/** How the name of a setting is written in a file, e.g. `{"settings":{"restart":{"max":…}}}`. */
function nested(name: string): string {
  return name.split(".").reduceRight((inner, part) => `{${JSON.stringify(part)}:${inner}}`, "…");
}

function mustNotWiden(file: string, { settings }: Readonly<Record<string, unknown>>): void {
  const own = operatorOnlyPaths.find((path) => at(settings, path) !== undefined);
  if (own === undefined) return;
  wrong(file, `settings.${own.join(".")} can only be set by the operator, with --config or --merge-config.`);
}

/** A repository may name servers that others run on this machine; those of other hosts only where the operator does. */
function mustStayOnMachine(
  file: string,
  own: Readonly<Record<string, unknown>>,
  operator: Readonly<Record<string, unknown>> | undefined,
): void {
  const named = [at(operator, ["settings", "passive", "hosts"])].flat().filter((one) => typeof one === "string");
  const allowed = [...named, ...hostsIn(operator)];
  const denied = hostsIn(own).find((host) => !isReachable(host, allowed));
  if (denied !== undefined)
    wrong(file, `The host ${denied} is not this machine, and the operator does not name it in settings.passive.hosts.`);
}

/** Where its servers are that someone else runs. Of what is malformed, the merge tells. */
function hostsIn(configuration: Readonly<Record<string, unknown>> | undefined): string[] {
  const servers = configuration?.["servers"];
  return (Array.isArray(servers) ? servers : []).flatMap((server: unknown) => {
    const host = at(server, ["launch", "host"]);
    return typeof host === "string" ? [host] : [];
  });
}

/** Its bytes, or why they are not read. */
async function plainFile(host: Host, path: FilePath): Promise<Uint8Array | string | undefined> {
  const found = await host.files.stat(path);
  if (found?.kind === "directory") return "it is a directory";
  try {
    return await host.files.read(path, maxConfigurationBytes);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return error.code === tooLarge ? `it has more than ${maxConfigurationBytes / 1_000_000} MB` : error.why;
  }
}

function capital(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** A fault in the work is a fault of this file. */
function named<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CatalogFault || error instanceof SettingsFault) return wrong(file, `${error.message}.`);
    throw error;
  }
}

function wrong(file: string, why: string): never {
  throw new Refusal({
    code: "bad_input",
    what: `The configuration ${file} cannot be used.`,
    why,
    next: "Correct it and start again; nothing was started.",
  });
}
