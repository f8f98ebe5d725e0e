// What an engine needs to know of a root before anything is started: whether it is trusted, its catalogue and settings.
//
// Invariant: nothing is started here, so a wrong configuration costs nothing but its refusal.

import type { Catalog } from "../catalog/table.ts";
import { catalog as builtIn } from "../catalog/table.ts";
import type { AgentBinding } from "../config/agents.ts";
import type { ProfileName } from "../config/profiles.ts";
import type { SettingsInput } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { BridgeEvent } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import { filePath, parseFilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { PolicySettings } from "../policy/subject.ts";
import { findRoot } from "../workspace/root.ts";
import { confinedPlace } from "../workspace/trust/confine.ts";
import { mustKnowLanguages } from "./agent-binding.ts";
import type { Configuration } from "./configuration.ts";
import { configuration, operatorConfiguration } from "./configuration.ts";
import type { ServerList } from "./named-servers.ts";
import { mustKnowNames } from "./policy-explain.ts";
import { mustBeOperators, mustKeepStateApart } from "./trust/own-places.ts";
import type { RootTrust } from "./trust/root-trust.ts";
import { grantsOf, trustOf } from "./trust/root-trust.ts";

/** How the operator wants a root to be served. */
export interface RootOptions {
  readonly profile?: ProfileName;
  readonly settings?: SettingsInput;
  /** The operator's configuration file, absolute. */
  readonly configFile?: string;
  /** Whether the servers that it lists are the only ones (`replace`, the default) or come before all others. */
  readonly configMode?: "replace" | "merge";
  /** Servers that the operator names, instead of all that are known. */
  readonly servers?: ServerList;
  /** The agent that is served, if the operator has bound one. */
  readonly agent?: AgentBinding;
  /** For this run. Without it the operator's grants decide, see `sightline trust`. */
  readonly trusted?: boolean;
  /** The directory of the grants; the user's own by default. Absolute. */
  readonly stateDirectory?: string;
  readonly catalog?: Catalog;
}

export interface Preparation extends Configuration {
  readonly trusted: boolean;
  /** Files and directories by which the operator steers us. */
  readonly operatorFiles: readonly FilePath[];
  /** What happened before there was a listener. */
  readonly notices: readonly BridgeEvent[];
  /** Differs where trust or a configuration file differs. */
  readonly fingerprint: string;
}

/** Every root has its own trust and its own configuration. */
export async function prepare(host: Host, root: FilePath, options: RootOptions): Promise<Preparation> {
  const { configFile, configMode = "replace", stateDirectory, agent } = options;
  const { trusted, own, notices: judged } = await judgedTrust(host, root, options);
  const notices = [...judged];
  const operator = configFile === undefined ? undefined : await operatorConfiguration(host, configFile);
  const configured = configuration(host, options.catalog ?? builtIn, {
    profile: options.profile ?? "standard",
    root,
    workspace: own,
    operator: operator && { file: operator, mode: configMode },
    servers: options.servers,
    agent,
    own: options.settings,
  });
  if (agent !== undefined) mustKnowLanguages(configured.catalog, agent);
  const { policy } = configured.settings;
  mustKnowNames(policy);
  if (own !== undefined && policy.mode === "non_interactive") {
    notices.push({ type: "config.ignored", file: filePath(own.path), why: "no person is there (policy.mode)" });
  }
  const given = [configFile, agent?.file, stateDirectory].filter((file) => file !== undefined);
  const operatorFiles = given.map(parseFilePath).filter((file) => file !== undefined);
  const read = [own, operator].map((file) => file && host.files.hash(file.bytes));
  const settings = { ...configured.settings, policy: await withRealRoots(host, policy) };
  return { ...configured, settings, trusted, operatorFiles, notices, fingerprint: JSON.stringify([trusted, ...read]) };
}

/** A rule that names a root through a link holds for the directory that it leads to, by which roots are judged. */
async function withRealRoots(host: Host, policy: PolicySettings): Promise<PolicySettings> {
  const realOf = async (root: string): Promise<string[]> => {
    const path = root.includes("*") ? undefined : parseFilePath(root);
    const real = path && (await confinedPlace(host, path));
    return real === undefined || real === path ? [root] : [root, real];
  };
  const rules = policy.rules.map(async (rule) => {
    if (rule.roots === undefined) return rule;
    return { ...rule, roots: (await Promise.all(rule.roots.map(realOf))).flat() };
  });
  return { ...policy, rules: await Promise.all(rules) };
}

/** Whether the root is trusted. Refuses files of ours that it could have brought along, before they are read. */
export async function judgedTrust(host: Host, root: FilePath, options: RootOptions): Promise<RootTrust> {
  const { configFile, stateDirectory, agent } = options;
  const grantsIn = stateDirectory === undefined ? host.stateDirectory : filePath(stateDirectory);
  for (const directory of new Set([host.stateDirectory, grantsIn])) await mustKeepStateApart(host, root, directory);
  const trust = await trustOf(host, grantsOf(host, grantsIn), root, options.trusted);
  for (const file of [configFile, agent?.file]) {
    if (file !== undefined) await mustBeOperators(host, root, trust.trusted, file);
  }
  return trust;
}

/** A root that was not named at start is trusted only by a grant of its own. */
export function untrusted({ trusted, ...options }: RootOptions): RootOptions {
  return trusted === false ? { ...options, trusted } : options;
}

/** The directory itself when `exact`, else the project it lies in. */
export async function rootOf(host: Host, directory: string, exact: boolean, standpoint?: string): Promise<FilePath> {
  const path = parseFilePath(directory);
  const start = path && (await host.files.real(path));
  if (start === undefined || (await host.files.stat(start))?.kind !== "directory") {
    return refuse({
      code: "file_not_found",
      what: `${directory} is not a directory.`,
      next: "Name the directory of a project.",
    });
  }
  const stands = standpoint === undefined ? undefined : parseFilePath(standpoint);
  return exact ? start : findRoot(host, start, stands && (await host.files.real(stands)));
}
