// Profiles: named sets of values for ordinary settings, and nothing else.

import { mergeJson } from "../std/json.ts";
import type { Settings, SettingsInput } from "./settings.ts";
import { settingsSchema } from "./settings.ts";

export const profileNames = ["standard", "synwire", "governed", "nexo", "bridge"] as const;
export type ProfileName = (typeof profileNames)[number];

/** What assembled context may rest on. */
const contextMethods = [
  "textDocument/hover",
  "textDocument/definition",
  "textDocument/typeDefinition",
  "textDocument/documentSymbol",
  "workspace/symbol",
  "textDocument/references",
  "textDocument/signatureHelp",
  "textDocument/inlayHint",
];

/** What a change may be validated with, besides the diagnostics that servers push. */
const validationMethods = ["textDocument/diagnostic", "workspace/diagnostic"];

/** The servers that an embedding agent and the single tool are promised, where they are there. */
const promisedServers = ["rust-analyzer", "gopls", "pylsp", "typescript-language-server", "clangd"];

export const profiles: { readonly [P in ProfileName]: SettingsInput } = {
  standard: {},
  synwire: {
    languages: { prefer: promisedServers },
    restart: { max: 5, calls: "refuse", backoffMs: [1_000, 2_000, 4_000, 8_000, 16_000], breakerCrashes: 0 },
  },
  governed: {
    restart: { max: 1, counting: "lifetime", breakerCrashes: 0 },
    idle: { teardownMs: 0 },
    servers: { install: "never" },
    policy: {
      mode: "read_only",
      servers: "registered",
      surface: "passive",
      methods: [...contextMethods, ...validationMethods],
    },
    evidence: { raw: "off" },
  },
  nexo: {
    languages: { prefer: promisedServers },
    restart: { max: 3, trigger: "on-call", counting: "lifetime", backoffMs: [0], zeroExit: "stop", breakerCrashes: 0 },
    request: { timeoutMs: 30_000 },
    diagnostics: { waitMs: 2_000 },
  },
  bridge: {
    request: { timeoutMs: 20_000 },
    evidence: { raw: "full" },
  },
};

/** A setting has a value that is not allowed; the message names every such setting. */
export class SettingsFault extends Error {
  override readonly name = "SettingsFault";
}

/** The profile's values, overridden by those in `over`; throws a SettingsFault if a value is not allowed. */
export function settingsFor(profile: ProfileName, over: SettingsInput = {}): Settings {
  const parsed = settingsSchema.safeParse(mergeJson(profiles[profile], over));
  if (parsed.success) return deepFreeze(parsed.data);
  throw new SettingsFault(
    parsed.error.issues.map((issue) => `settings.${issue.path.join(".")}: ${issue.message}`).join("; "),
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
