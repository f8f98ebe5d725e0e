// Servers that the operator names when starting: one for every file, or several by the extensions of their languages.

import { CatalogFault } from "../catalog/catalog-fault.ts";
import type { RegistryRecord } from "../catalog/override-forms.ts";
import { programName } from "../catalog/override-launch.ts";
import { mergeCatalog, replaceServers } from "../catalog/overrides.ts";
import { everyFileTo } from "../catalog/selection.ts";
import type { Catalog } from "../catalog/table.ts";
import { catalog as builtIn, languageById } from "../catalog/table.ts";
import { Refusal } from "../model/refusal.ts";

export interface NamedServer {
  /** The protocol's id of the language. */
  readonly language: string;
  /** A name to search for, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
}

export type ServerList =
  | { readonly kind: "single"; readonly server: NamedServer }
  | { readonly kind: "several"; readonly servers: readonly NamedServer[] };

export function isKnownLanguage(id: string): boolean {
  return languageById(builtIn, id) !== undefined;
}

export function withNamedServers(base: Catalog, list: ServerList): Catalog {
  if (list.kind === "single") return withSingle(base, list.server);
  for (const { language } of list.servers) {
    if (languageById(base, language) === undefined) unknownLanguage(language);
  }
  return checked(() => replaceServers(base, { servers: list.servers.map(toRecord) }));
}

// — below: private, in the order they are used —

function withSingle(base: Catalog, server: NamedServer): Catalog {
  const { language, command, args } = server;
  if (languageById(base, language) === undefined) {
    const id = `${programName(command)}-${language}`;
    return everyFileTo(
      checked(() => mergeCatalog(base, { servers: [{ id, command, args }] })),
      id,
      language,
    );
  }
  const made = checked(() => replaceServers(base, { servers: [toRecord(server)] }));
  // The one server that is left to the language, in whichever of its two lists.
  const { servers = [], linters = [] } = languageById(made, language) ?? {};
  const [id] = [...servers, ...linters];
  return id === undefined ? made : everyFileTo(made, id, language);
}

function toRecord({ language, command, args }: NamedServer): RegistryRecord {
  return { language, binary: command, args };
}

function unknownLanguage(id: string): never {
  throw new Refusal({
    code: "bad_input",
    what: `No language ${JSON.stringify(id)} is known.`,
    why: "Without a known language it is unclear which files the server is for.",
    next: "Use the LSP language id, such as typescript, or list its file extensions in a file for --config.",
  });
}

function checked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CatalogFault)) throw error;
    throw new Refusal({
      code: "bad_input",
      what: "The servers that were named cannot be used.",
      why: `${error.message}.`,
      next: "Name them as LANGUAGE PROGRAM, or as LANGUAGE:PROGRAM,ARGUMENT…",
    });
  }
}
