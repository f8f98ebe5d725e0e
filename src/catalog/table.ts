// The catalogue: every language and every server, in reading order, and the lookups by id.
//
// Invariant: a catalogue never changes; a user's configuration makes a new one (see `overrides.ts`).

import type { LanguageEntry, ServerEntry } from "./entry.ts";
import { languageRows } from "./languages.ts";
import { recipes } from "./recipes.ts";
import { blockchainServers } from "./servers/blockchain.ts";
import { buildToolServers } from "./servers/build-tools.ts";
import { clangServers } from "./servers/clang.ts";
import { formatServers } from "./servers/formats.ts";
import { documentServers } from "./servers/documents.ts";
import { dotnetServers } from "./servers/dotnet.ts";
import { functionalServers } from "./servers/functional.ts";
import { goServers } from "./servers/go.ts";
import { hardwareServers } from "./servers/hardware.ts";
import { infrastructureServers } from "./servers/infrastructure.ts";
import { jvmServers } from "./servers/jvm.ts";
import { linters } from "./servers/linters.ts";
import { pythonServers } from "./servers/python.ts";
import { rustServers } from "./servers/rust.ts";
import { scriptingServers } from "./servers/scripting.ts";
import { shellServers } from "./servers/shell.ts";
import { systemsServers } from "./servers/systems.ts";
import { typescriptServers } from "./servers/typescript.ts";
import { webServers } from "./servers/web.ts";

export interface Catalog {
  readonly languages: readonly LanguageEntry[];
  readonly servers: readonly ServerEntry[];
  /** Patterns that a configuration gave to a language: they mean it in every project, whatever else is in there. */
  readonly decided: readonly string[];
  /** The language of a file that matches no pattern; given only if one server gets every file. */
  readonly otherwise?: string;
}

export const languages: readonly LanguageEntry[] = languageRows;

const described: readonly ServerEntry[] = [
  ...typescriptServers,
  ...pythonServers,
  ...goServers,
  ...rustServers,
  ...clangServers,
  ...jvmServers,
  ...dotnetServers,
  ...webServers,
  ...scriptingServers,
  ...shellServers,
  ...systemsServers,
  ...functionalServers,
  ...hardwareServers,
  ...formatServers,
  ...infrastructureServers,
  ...buildToolServers,
  ...documentServers,
  ...blockchainServers,
  ...linters,
];

export const servers: readonly ServerEntry[] = described.map((entry) => {
  const recipe = recipes[entry.id];
  return recipe === undefined ? entry : { ...entry, recipe };
});

export const catalog: Catalog = makeCatalog({ languages, servers, decided: [] });

/** A catalogue that is frozen down to the last argument of a server. */
export function makeCatalog(parts: Catalog): Catalog {
  const { languages: tongues, servers: entries, decided, otherwise } = parts;
  return frozen({
    languages: [...tongues],
    servers: [...entries],
    decided: [...decided],
    ...(otherwise === undefined ? {} : { otherwise }),
  });
}

export function serverById(from: Catalog, id: string): ServerEntry | undefined {
  return idsOf(from).servers.get(id);
}

export function languageById(from: Catalog, id: string): LanguageEntry | undefined {
  return idsOf(from).languages.get(id);
}

/** The type-checking servers of a language in order of preference; none for an unknown language. */
export function serversFor(from: Catalog, languageId: string): ServerEntry[] {
  return entriesById(from, languageById(from, languageId)?.servers);
}

/** The linters of a language, which run beside its first server. */
export function lintersFor(from: Catalog, languageId: string): ServerEntry[] {
  return entriesById(from, languageById(from, languageId)?.linters);
}

// — below: private, in the order they are used —

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

interface Ids {
  readonly servers: ReadonlyMap<string, ServerEntry>;
  readonly languages: ReadonlyMap<string, LanguageEntry>;
}

const remembered = new WeakMap<Catalog, Ids>();

function idsOf(from: Catalog): Ids {
  let ids = remembered.get(from);
  if (ids === undefined) {
    ids = {
      servers: new Map(from.servers.map((server) => [server.id, server])),
      languages: new Map(from.languages.map((language) => [language.id, language])),
    };
    remembered.set(from, ids);
  }
  return ids;
}

function entriesById(from: Catalog, ids: readonly string[] | undefined): ServerEntry[] {
  return (ids ?? []).flatMap((id) => serverById(from, id) ?? []);
}
