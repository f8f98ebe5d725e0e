// Lays a user's configuration over the catalogue: new servers and languages, and other values for known ones.
//
// Servers are preferred by language: a record that lists `.ts` serves `.mts` too.
// Invariant: the base is not changed, and a configuration that cannot be meant is refused by the name of its field.

import { mergeJson } from "../std/json.ts";
import { CatalogFault, wantExtensions, wantList, wantOnly, wantText, wantTexts } from "./catalog-fault.ts";
import type { ServerEntry } from "./entry.ts";
import type { JsonObject } from "./json.ts";
import { defineServer } from "./entry.ts";
import { anywhere, unknownReadiness } from "./forms.ts";
import type { CatalogOverrides, LanguageOverride, Wish } from "./override-forms.ts";
import { toWish } from "./override-forms.ts";
import type { LanguageDraft } from "./override-languages.ts";
import { languagesFor, takePatterns } from "./override-languages.ts";
import { foreignForm } from "./passive.ts";
import { changedLaunch, isProgramOf, programName, startsSame, toLaunch } from "./override-launch.ts";
import { onlyServers } from "./selection.ts";
import type { Catalog } from "./table.ts";
import { languageById, makeCatalog, serverById } from "./table.ts";

/** A catalogue, and the ids of the servers that a configuration names. */
export interface LaidOver {
  readonly catalog: Catalog;
  readonly named: ReadonlySet<string>;
}

/** Of several records that name a language the first wins it; the servers it had follow after all of them. */
export function mergeCatalog(base: Catalog, overrides: CatalogOverrides): Catalog {
  return laidOver(base, overrides).catalog;
}

/** Where the configuration lists servers they are the only ones in use; without a list it is laid over the base. */
export function replaceServers(base: Catalog, overrides: CatalogOverrides): Catalog {
  return replacingServers(base, overrides).catalog;
}

export function replacingServers(base: Catalog, overrides: CatalogOverrides): LaidOver {
  const { catalog, named } = laidOver(base, overrides);
  return { catalog: overrides.servers === undefined ? catalog : onlyServers(catalog, named), named };
}

export function laidOver(base: Catalog, overrides: CatalogOverrides): LaidOver {
  const draft: LanguageDraft = {
    base,
    languages: new Map(base.languages.map((language) => [language.id, language])),
    servers: new Map(base.servers.map((server) => [server.id, server])),
    decided: new Set(base.decided),
    listed: new Map(),
    preferred: new Map(),
    named: new Set(),
  };
  const languages = wantList(overrides.languages, "languages").map((language, index) => ({
    language,
    field: `languages[${index}]`,
  }));
  for (const { language, field } of languages) putLanguage(draft, language, field);
  for (const [index, server] of wantList(overrides.servers, "servers").entries())
    putServer(draft, toWish(server, `servers[${index}]`));
  // Last, because a language may name a server of the same configuration.
  for (const { language, field } of languages) checkServers(draft, language, field);
  const catalog = makeCatalog({
    languages: [...draft.languages.values()],
    servers: [...draft.servers.values()],
    decided: [...draft.decided],
  });
  return { catalog, named: draft.named };
}

// — below: private, in the order they are used —

function putLanguage(draft: LanguageDraft, override: LanguageOverride, field: string): void {
  wantOnly(override, ["id", "extensions", "fileNames", "servers", "linters"], field);
  const id = wantText(override.id, `${field}.id`);
  const known = draft.languages.get(id);
  if (known === undefined && override.extensions === undefined && override.fileNames === undefined) {
    throw new CatalogFault(`${field}.extensions`, `must be given, because the language ${id} is not known`);
  }
  const extensions = override.extensions && wantExtensions(override.extensions, `${field}.extensions`);
  const fileNames = override.fileNames && wantTexts(override.fileNames, `${field}.fileNames`);
  const servers = override.servers && wantTexts(override.servers, `${field}.servers`);
  const linters = override.linters && wantTexts(override.linters, `${field}.linters`);
  takePatterns(draft, id, [...(extensions ?? []), ...(fileNames ?? [])]);
  draft.languages.set(id, {
    ...(known ?? { id, extensions: [], servers: [] }),
    ...(extensions && { extensions }),
    ...(fileNames && { fileNames }),
    ...(servers && { servers }),
    ...(linters && { linters }),
  });
}

function checkServers(draft: LanguageDraft, override: LanguageOverride, field: string): void {
  for (const list of ["servers", "linters"] as const) {
    for (const [index, id] of (override[list] ?? []).entries()) {
      if (!draft.servers.has(id)) throw new CatalogFault(`${field}.${list}[${index}]`, `names no known server (${id})`);
      draft.named.add(id);
    }
  }
}

function putServer(draft: LanguageDraft, wish: Wish): void {
  const languages = languagesFor(draft, wish);
  const known = wish.id === undefined ? recognise(draft, wish, languages) : draft.servers.get(wish.id);
  const id =
    wish.id ?? (known === undefined || isAnother(draft, known, wish) ? freshId(draft, wish, languages) : known.id);
  const entry = known === undefined ? newServer(id, wish) : { ...changed(known, wish), id };
  draft.servers.set(id, entry);
  draft.named.add(id);
  for (const language of languages) prefer(draft, language, entry);
}

/**
 * The server that a short record means: one that an earlier record of this configuration starts in the same way, or
 * a known program for a language that it is known to serve. Its quirks hold whatever arguments the user gives it.
 */
function recognise(draft: LanguageDraft, wish: Wish, languages: readonly string[]): ServerEntry | undefined {
  const same = configured(draft).find((id) => startsSame(entryOf(draft, id).launch, wish.launch));
  if (same !== undefined) return entryOf(draft, same);
  const served = languages.flatMap((id) => {
    const language = languageById(draft.base, id);
    return [...(language?.servers ?? []), ...(language?.linters ?? [])];
  });
  return served
    .flatMap((id) => serverById(draft.base, id) ?? [])
    .find(({ launch }) => isProgramOf(launch, wish.launch.command ?? ""));
}

/** An earlier record starts the same program in another way, so this one needs an entry of its own. */
function isAnother(draft: LanguageDraft, known: ServerEntry, wish: Wish): boolean {
  if (!configured(draft).includes(known.id)) return false;
  const entry = entryOf(draft, known.id);
  return !startsSame(entry.launch, wish.launch) || !isSame(layeredOver(entry, wish.fields), entry);
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function configured(draft: LanguageDraft): string[] {
  return [...new Set([...draft.preferred.values()].flat())];
}

function entryOf(draft: LanguageDraft, id: string): ServerEntry {
  const entry = draft.servers.get(id);
  if (entry === undefined) throw new CatalogFault("servers", `lack ${id}, which a language names`);
  return entry;
}

function freshId(draft: LanguageDraft, wish: Wish, languages: readonly string[]): string {
  const program = programName(wish.launch.command ?? "");
  const taken = (id: string): boolean => draft.servers.has(id);
  let id = taken(program) ? `${program}-${languages[0] ?? ""}` : program;
  for (let count = 2; taken(id); count++) id = `${program}-${languages[0] ?? ""}-${count}`;
  return id;
}

function newServer(id: string, { launch: given, fields, field }: Wish): ServerEntry {
  const launch = fields.launch ?? (given.command === undefined ? undefined : toLaunch(given.command, given));
  if (launch === undefined)
    throw new CatalogFault(`${field}.command`, `must be given, because the server ${id} is not known`);
  const unmeasured = {
    title: id,
    roots: anywhere,
    install: {},
    readiness: unknownReadiness,
    diagnostics: "push",
  } as const;
  return defineServer({ id, ...unmeasured, ...fields, launch });
}

/** What a test of ours has shown of the built-in form says nothing about the changed one. */
function changed(known: ServerEntry, { launch, fields, field, layered }: Wish): ServerEntry {
  const entry = layered ? layeredOver(known, fields) : { ...known, ...fields };
  const started = fields.launch ?? changedLaunch(known.launch, launch, field);
  // What makes a server safe to start does not make one safe that is running already, unless the user says so.
  const isForeign = fields.launch?.kind === "tcp" && fields.restricted === undefined;
  return { ...entry, launch: started, ...(isForeign ? { restricted: foreignForm } : {}), proven: false };
}

/** What a known server needs to answer rightly stays, below what the user wants of it. */
function layeredOver(known: ServerEntry, fields: Wish["fields"]): ServerEntry {
  const { initializationOptions: options, settings, scope } = fields;
  return {
    ...known,
    ...(scope && { scope }),
    ...(options && { initializationOptions: mergeJson(known.initializationOptions, options) as JsonObject }),
    ...(settings && { settings: mergeJson(known.settings, settings) as JsonObject }),
  };
}

function prefer(draft: LanguageDraft, languageId: string, { id, role }: ServerEntry): void {
  const language = draft.languages.get(languageId);
  if (language === undefined) return;
  const preferred = [...new Set([...(draft.preferred.get(languageId) ?? []), id])];
  draft.preferred.set(languageId, preferred);
  const list = role === "lint" ? "linters" : "servers";
  const present = [...(language[list] ?? []), id];
  const inFront = preferred.filter((one) => present.includes(one));
  const others = (language[list] ?? []).filter((one) => !preferred.includes(one));
  draft.languages.set(languageId, { ...language, [list]: [...inFront, ...others] });
}
