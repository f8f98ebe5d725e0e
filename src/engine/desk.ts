// What an operator asks of Sightline itself, outside of any question about code: settings, servers, trust, skills.
//
// Invariant: no language server is started here.

import { catalog as builtIn } from "../catalog/table.ts";
import type { AgentBinding } from "../config/agents.ts";
import type { Layer } from "../config/listed-settings.ts";
import type { Host } from "../host/host.ts";
import { openNodeHost } from "../host/node/node-host.ts";
import type { BridgeEvent } from "../model/event.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import { extendedLanguages, registryOf } from "../operations/registry.ts";
import type { Caller } from "../policy/effects.ts";
import { policyOf } from "../policy/policy.ts";
import type { PolicySettings } from "../policy/subject.ts";
import { readBinding } from "./agent-binding.ts";
import { configuration, operatorConfiguration } from "./configuration.ts";
import { EvidenceDesk } from "./evidence/evidence-desk.ts";
import { configuredLanguages } from "./configured-languages.ts";
import type { LastCall } from "../store/last-answers.ts";
import { LastAnswers } from "../store/last-answers.ts";
import type { OpenOptions } from "./open.ts";
import { mustKeepStateApart } from "./trust/own-places.ts";
import type { PolicyExplanation } from "./policy-explain.ts";
import { explainPolicy } from "./policy-explain.ts";
import type { PreparedRoot } from "./policy-file.ts";
import { policyFile } from "./policy-file.ts";
import type { Preparation } from "./preparation.ts";
import { prepare, rootOf } from "./preparation.ts";
import type { ServerHere } from "./servers-here.ts";
import { serversHere } from "./servers-here.ts";
import { ServerDesk } from "./servers/server-desk.ts";
import { SetupDesk } from "./setup/setup-desk.ts";
import { SkillDesk } from "./skills/skill-desk.ts";
import { subjectOf } from "./subject.ts";
import { OwnUpdate } from "./update/own-update.ts";
import { TrustDesk } from "./trust/trust-desk.ts";

export interface RootConfiguration {
  readonly root: string;
  readonly trusted: boolean;
  readonly stateDirectory: string;
  readonly layers: readonly Layer[];
  readonly notices: readonly BridgeEvent[];
}

export interface Desk {
  readonly trust: TrustDesk;
  readonly skills: SkillDesk;
  /** Our entries in the configuration of coding agents. */
  readonly setup: SetupDesk;
  readonly evidence: EvidenceDesk;
  readonly update: OwnUpdate;
  /** Servers in a directory of our own. */
  readonly installing: ServerDesk;
  /** The binding of an agent in the operator's file; the file is absolute. */
  agent(file: string, id: string | undefined): Promise<AgentBinding>;
  /** Refuses what could not be opened; where no root is named, only what holds for every root. */
  check(options: OpenOptions): Promise<void>;
  /** The languages whose own operations are offered, if they have any. */
  languages(options: OpenOptions): Promise<readonly string[]>;
  configured(options: OpenOptions): Promise<RootConfiguration>;
  servers(options: OpenOptions): Promise<readonly ServerHere[]>;
  /** The operator's policy, which no root changes. */
  policy(options: OpenOptions): Promise<PolicySettings>;
  /** What the policy decides about an operation in a root, and by which rules. */
  explainPolicy(options: OpenOptions, about: PolicyAbout): Promise<PolicyExplanation>;
  /** How the last call on a root ended, whichever door it came by; undefined if there was none. */
  lastCall(directory: string, exact: boolean): Promise<{ readonly root: string; readonly call: LastCall | undefined }>;
  /** Keeps a refusal that no engine has seen, where there is a root to keep it for. */
  keepRefusal(options: OpenOptions, refused: RefusedCall): Promise<void>;
}

/** Whom an explanation of the policy is about. */
export interface PolicyAbout {
  readonly operation: string;
  readonly caller: Caller;
  /** Absolute. */
  readonly file?: string | undefined;
}

export interface RefusedCall {
  readonly operation: string;
  readonly input: unknown;
  readonly refusal: RefusalDetails;
}

export async function openDesk(given?: Host): Promise<Desk> {
  const host = given ?? (await openNodeHost());
  const preparedRoot = async (options: OpenOptions): Promise<PreparedRoot> => {
    const root = await rootOf(host, options.directory, options.exact === true);
    return { root, prepared: await prepare(host, root, options) };
  };
  const prepared = async (options: OpenOptions): Promise<Preparation & Pick<PreparedRoot, "root">> => {
    const { root, prepared: known } = await preparedRoot(options);
    return { root, ...known };
  };
  return {
    trust: new TrustDesk(host),
    skills: new SkillDesk(host),
    setup: new SetupDesk(host),
    evidence: new EvidenceDesk(host),
    update: new OwnUpdate(),
    installing: new ServerDesk(host),
    agent: (file, id) => readBinding(host, file, id),
    async check(options) {
      // What an agent may do is judged where the operator stands, and again in every root that is opened.
      if (options.exact === true || options.agent !== undefined) {
        await prepared(options);
        for (const directory of options.directories ?? []) await prepared({ ...options, directory });
        return;
      }
      const { configFile, configMode = "replace", servers, profile = "standard" } = options;
      const file = configFile === undefined ? undefined : await operatorConfiguration(host, configFile);
      configuration(host, builtIn, { profile, servers, operator: file && { file, mode: configMode } });
    },
    languages: (options) => configuredLanguages(async () => host, options),
    async configured(options) {
      const { root, trusted, layers, notices } = await prepared(options);
      return { root, trusted, layers, notices, stateDirectory: host.stateDirectory };
    },
    async servers(options) {
      const { root, catalog, trusted } = await prepared(options);
      return serversHere(host, catalog, root, trusted);
    },
    policy: (options) => operatorPolicy(host, options),
    async explainPolicy(options, { operation: name, caller, file }) {
      const main = await preparedRoot(options);
      const { root } = main;
      const { settings, trusted } = main.prepared;
      const others = (options.directories ?? []).map((directory) =>
        preparedRoot({ ...options, directory, exact: true }),
      );
      const operation = registryOf(extendedLanguages()).named(name) ?? unknownOperation(name);
      const about =
        file === undefined ? undefined : await policyFile(host, options, [main, ...(await Promise.all(others))], file);
      const policy = policyOf(settings.policy, (text) => host.files.hash(new TextEncoder().encode(text)));
      return explainPolicy(policy, { operation, caller, root, trusted, file: about });
    },
    async lastCall(directory, exact) {
      const root = await rootOf(host, directory, exact);
      await mustKeepStateApart(host, root, host.stateDirectory);
      return { root, call: await new LastAnswers(host).of(root) };
    },
    keepRefusal: (options, refused) => keepRefusal(host, options, refused),
  };
}

async function operatorPolicy(host: Host, options: OpenOptions): Promise<PolicySettings> {
  const { configFile, configMode = "replace", profile = "standard", settings: own } = options;
  const file = configFile === undefined ? undefined : await operatorConfiguration(host, configFile);
  const operator = file && { file, mode: configMode };
  return configuration(host, builtIn, { profile, operator, own }).settings.policy;
}

function unknownOperation(name: string): never {
  return refuse({
    code: "unknown_operation",
    what: `There is no operation ${JSON.stringify(name)}.`,
    next: "Name an operation as agents call it, such as find_references, or by its command, such as references.",
  });
}

async function keepRefusal(
  host: Host,
  options: OpenOptions,
  { operation, input, refusal }: RefusedCall,
): Promise<void> {
  const { directory, exact = false, standpoint } = options;
  try {
    const root = await rootOf(host, directory, exact, standpoint);
    await mustKeepStateApart(host, root, host.stateDirectory);
    const last = new LastAnswers(host);
    const at = new Date(host.clock.wall()).toISOString();
    last.keep({ root, operation, about: subjectOf(input), at, refusal });
    await last.settled();
  } catch (error) {
    // A directory that is no root, or one that could change what the desk keeps: the desk keeps nothing for it.
    if (!(error instanceof Refusal)) throw error;
  }
}
