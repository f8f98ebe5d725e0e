// The agents of an operator's `agents.yaml`: for each, whether it may ask language servers, about which languages, and
// which of them are kept warm.
//
// Invariant: an agent without an `lsp` block, or with one that does not say so, is not served.
// Invariant: a binding only narrows which languages are served; what the operator has left out stays out.

import { z } from "zod";
import { refuse } from "../model/refusal.ts";
import type { SettingsInput } from "./settings.ts";

export interface AgentBinding {
  readonly id: string;
  /** Where it was read from, absolute. */
  readonly file: string;
  readonly enabled: boolean;
  /** The languages as the file calls them, those to be kept warm included. */
  readonly named: readonly string[];
  readonly prewarms: boolean;
  readonly settings: SettingsInput;
}

/** What the whole file says, as values; `id` is the agent that is meant. */
export function bindingOf(file: string, value: unknown, id: string | undefined): AgentBinding {
  const parsed = agentsSchema.safeParse(value);
  if (!parsed.success) return wrongAgents(file, parsed.error.issues.map(issueText).join("; "));
  const { agents } = parsed.data;
  const ids = agents.map((agent) => agent.id);
  const twice = ids.find((one, at) => ids.indexOf(one) !== at);
  if (twice !== undefined) return wrongAgents(file, `Two agents have the id ${JSON.stringify(twice)}`);
  const agent = agents.find((one) => one.id === id) ?? unknownAgent(file, id, ids);
  const { enabled, languages, prewarm, idle_teardown_secs: idle } = agent.lsp;
  const left = languages.length === 0 ? undefined : prewarm.find((one) => !covered(languages).includes(one));
  if (left !== undefined) return wrongAgents(file, `prewarm names ${left}, which is not in languages`);
  return {
    id: agent.id,
    file,
    enabled,
    named: [...new Set([...languages, ...prewarm])],
    prewarms: prewarm.length > 0,
    settings: {
      languages: { ...(languages.length === 0 ? {} : { enabled: covered(languages) }), prewarm: covered(prewarm) },
      ...(idle === undefined ? {} : { idle: { teardownMs: idle * 1_000 } }),
    },
  };
}

/** The settings of an agent where the operator has already chosen: of the languages those that both have named. */
export function settingsWithin({ settings }: AgentBinding, chosen: SettingsInput): SettingsInput {
  const [own, allowed] = [settings.languages?.enabled ?? [], chosen.languages?.enabled ?? []];
  if (own.length === 0 || allowed.length === 0) return settings;
  const both = own.filter((language) => allowed.includes(language));
  return { ...settings, languages: { ...settings.languages, enabled: both.length === 0 ? [noLanguage] : both } };
}

/** The languages that a name stands for: one server of the four serves TypeScript and JavaScript, with and without JSX. */
export function languagesNamed(name: string): readonly string[] {
  return scripts.includes(name) ? scripts : [name];
}

/** `why` is a sentence, or names a key of the file first; without its full stop. */
export function wrongAgents(file: string, why: string): never {
  return refuse({
    code: "bad_input",
    what: `The agents in ${file} cannot be used.`,
    why: `${why}.`,
    next: "Correct the file and start again; nothing was started.",
  });
}

// — below: private, in the order they are used —

/** An empty list would mean all; no language has this id, and a refusal that lists what is enabled reads well with it. */
const noLanguage = "(none)";

const lspBlock = z.strictObject({
  enabled: z.boolean().default(false),
  languages: z.array(z.string().min(1)).default([]),
  prewarm: z.array(z.string().min(1)).default([]),
  idle_teardown_secs: z.int().min(0).max(31_536_000).optional(),
});

/** The file is the host's, which says much more about its agents; only the block that is ours is judged. */
const agentsSchema = z.object({
  agents: z.array(z.object({ id: z.string().min(1), lsp: lspBlock.prefault({}) })),
});

/** `agents[0].lsp.languages: Invalid input: expected array, received string`. */
function issueText({ path, message }: z.core.$ZodIssue): string {
  const where = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return `${where.replace(/^\./, "") || "The file"}: ${message}`;
}

function unknownAgent(file: string, id: string | undefined, ids: readonly string[]): never {
  const known = ids.length === 0 ? "It lists no agent." : `It lists: ${ids.join(", ")}.`;
  return refuse({
    code: "bad_input",
    what: id === undefined ? "No agent is named." : `There is no agent ${JSON.stringify(id)} in ${file}.`,
    ...(id === undefined ? { why: `--agents ${file} describes several agents; --agent chooses one.` } : {}),
    next: `${known} Name one of them with --agent.`,
  });
}

const scripts: readonly string[] = ["typescript", "typescriptreact", "javascript", "javascriptreact"];

function covered(names: readonly string[]): string[] {
  return [...new Set(names.flatMap(languagesNamed))];
}
