// The servers of the languages that a host names: from its records to a catalogue, to programs on this machine, to an engine.
//
// Invariant: nothing is started here; a program that is found is at most asked for its version.

import { CatalogFault } from "../catalog/catalog-fault.ts";
import type { ServerEntry } from "../catalog/entry.ts";
import { languageOf } from "../catalog/match.ts";
import { laidOver } from "../catalog/overrides.ts";
import { onlyServers } from "../catalog/selection.ts";
import type { Catalog } from "../catalog/table.ts";
import { catalog as builtIn, languageById, serversFor } from "../catalog/table.ts";
import { languagesNamed } from "../config/agents.ts";
import { openNodeHost } from "../host/node/node-host.ts";
import { Refusal } from "../model/refusal.ts";
import { Discoverer } from "../session/process/discovery.ts";
import { installHint } from "../session/refusals.ts";
import type { PluginState } from "../session/status.ts";
import { mergeJson } from "../std/json.ts";
import { programsOfRoots } from "../workspace/trust/untrusted-area.ts";
import type { LocalEngine } from "./local-engine.ts";
import type { OpenOptions } from "./open.ts";
import { openEngine } from "./open.ts";
import { judgedTrust, rootOf } from "./preparation.ts";

export type { PluginState };

/** A language, and the program that shall serve it in place of those that are known. */
export interface LanguageRecord {
  readonly language: string;
  /** Without one, the program that is known for the language. */
  readonly binary?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Of files, for a language that is not known. */
  readonly extensions?: readonly string[];
}

/** A language with its candidates, in order of preference. */
export interface LanguageHere {
  readonly language: string;
  /** Ids of servers that are on this machine. */
  readonly servers: readonly string[];
  /** What was looked for first, where nothing was found. */
  readonly missing?: {
    readonly server: string;
    readonly binary: string;
    readonly why: string;
    readonly install?: string;
  };
}

export interface Registered {
  readonly engine: LocalEngine;
  readonly languages: readonly LanguageHere[];
  /** Which of those languages a file is of, by its name. */
  languageOf(path: string): string | undefined;
}

/** The known catalogue with these records; refuses a language that is not known and has no record that says enough. */
export function registryWith(records: readonly LanguageRecord[], base: Catalog = builtIn): Catalog {
  const given = records.flatMap((record) => wholeRecord(base, record) ?? []);
  const laid = checked(() => laidOver(base, { languages: newLanguages(base, records), servers: given }));
  const unknown = records.find(({ language }) => languageById(laid.catalog, language) === undefined);
  if (unknown !== undefined)
    wrong(`The language ${JSON.stringify(unknown.language)} is not known, and no binary is named for it`);
  const chosen = new Set(given.flatMap(({ language }) => languagesNamed(language)));
  const narrowed = onlyServers(laid.catalog, laid.named);
  const languages = laid.catalog.languages.map((one) =>
    chosen.has(one.id) ? (languageById(narrowed, one.id) ?? one) : one,
  );
  return { ...laid.catalog, languages };
}

/** `languages` are those that are served; all that the catalogue has without any. */
export async function openRegistered(
  options: OpenOptions & { readonly catalog: Catalog },
  languages: readonly string[],
): Promise<Registered> {
  const { catalog } = options;
  const host = options.host ?? (await openNodeHost());
  const enabled = [...new Set(languages.flatMap(languagesNamed))];
  const settings = mergeJson({ languages: { enabled } }, options.settings ?? {}) as OpenOptions["settings"] & object;
  const engine = await openEngine({ ...options, host, settings });
  const root = await rootOf(host, options.directory, options.exact === true, options.standpoint);
  const { trusted } = await judgedTrust(host, root, options);
  const { area, programs } = programsOfRoots(host, () => {});
  area.serve(root, trusted);
  const discoverer = new Discoverer(host, programs, () => {});
  const here = async (language: string): Promise<LanguageHere> => {
    const entries = serversFor(catalog, language);
    const found: string[] = [];
    let missing: LanguageHere["missing"];
    for (const entry of entries) {
      const discovery = await discoverer.look(entry, root);
      if ("found" in discovery) found.push(entry.id);
      else
        missing ??= {
          server: entry.id,
          binary: binaryOf(entry),
          why: discovery.missing,
          ...hint(entry, host.platform),
        };
    }
    return { language, servers: found, ...(found.length > 0 || missing === undefined ? {} : { missing }) };
  };
  const served = languages.length > 0 ? languages : await languagesThere(engine);
  return {
    engine,
    languages: await Promise.all([...new Set(served)].map(here)),
    languageOf: (path) => {
      const id = languageOf(catalog, path)?.id;
      return served.find((one) => id !== undefined && languagesNamed(one).includes(id));
    },
  };
}

// — below: private, in the order they are used —

type Whole = LanguageRecord & { readonly binary: string };

/** Undefined where the record leaves everything as it is known. */
function wholeRecord(base: Catalog, record: LanguageRecord): Whole | undefined {
  const { language, binary, args, env } = record;
  if (binary !== undefined) return { ...record, binary };
  if (args === undefined && env === undefined) return undefined;
  const [known] = serversFor(base, language);
  if (known?.launch.kind !== "command")
    return wrong(`No binary is named for ${JSON.stringify(language)}, and none is known that takes arguments`);
  return { ...record, binary: known.launch.command, args: args ?? known.launch.args };
}

function newLanguages(
  base: Catalog,
  records: readonly LanguageRecord[],
): { id: string; extensions: readonly string[] }[] {
  return records.flatMap(({ language, extensions = [] }) =>
    extensions.length > 0 && languageById(base, language) === undefined ? [{ id: language, extensions }] : [],
  );
}

function checked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CatalogFault)) throw error;
    return wrong(error.message);
  }
}

/** `why` is a sentence without its full stop. */
function wrong(why: string): never {
  throw new Refusal({
    code: "bad_input",
    what: "The servers that were named cannot be used.",
    why: `${why}.`,
    next: "Name each as a language, a program and its arguments; a language that is not known also needs its file extensions.",
  });
}

function binaryOf({ id, launch }: ServerEntry): string {
  return launch.kind === "command" ? launch.command : id;
}

function hint(entry: ServerEntry, platform: Parameters<typeof installHint>[1]): { readonly install?: string } {
  const install = installHint(entry, platform);
  return install === undefined ? {} : { install };
}

async function languagesThere(engine: LocalEngine): Promise<readonly string[]> {
  const asked = { operation: "detect_lsp_servers", input: {}, caller: { door: "library", allowed: ["read"] } } as const;
  const outcome = await engine.invoke({ ...asked, format: "json", unasked: true });
  if (!outcome.ok) throw new Refusal(outcome.refusal);
  const { body } = outcome;
  return body.format === "json" ? (body.json as { workspace_languages: readonly string[] }).workspace_languages : [];
}
