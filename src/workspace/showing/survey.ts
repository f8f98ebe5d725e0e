// What is found out of the files of one language: where each may lead, and what its configurations and links add to that.

import { includesText, leadRules } from "../../languages/leads/lead-rules.ts";
import { FileFault, orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FileStat } from "../../host/files.ts";
import { compileDatabaseBytes } from "../../host/read-limits.ts";
import type { Lead } from "../../languages/leads/lead.ts";
import { unreadable } from "../../languages/leads/lead.ts";
import type { LeadFamily } from "../../languages/leads/leads.ts";
import { leadFamilyOf, leadsOf } from "../../languages/leads/leads.ts";
import { anyMacro, macroOf, macrosIn } from "../../languages/c/leads.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, isInside, joinPath } from "../../model/file-path.ts";
import type { Withheld } from "../../session/problems/withheld.ts";
import { pooled } from "../../std/pooled.ts";
import type { ContentContext } from "../files/by-content.ts";
import type { FactKind, SourceIndex } from "../files/source-index.ts";
import { factsOf, followedFamily } from "../../languages/facts.ts";
import type { ConfigurationFamily, ConfigurationLead } from "./configuration-leads.ts";
import {
  configurationFamily,
  configurationLeads,
  settingsAt,
  settingsFamilies,
  unlistedConfigurations,
} from "./configuration-leads.ts";
import type { ConfiguredRole } from "./configured-texts.ts";
import { includedIn } from "./given-code.ts";
import type { ConfiguredLead } from "./judge-configured.ts";
import { linkOutside } from "./judge-configured.ts";
import { pathsOf, UnseenDirectories } from "./lead-paths.ts";
import type { ShownPlaces } from "./places.ts";

export interface LeadSurveyContext extends ContentContext {
  readonly host: Host;
  readonly root: FilePath;
  /** A larger file is not read: it may lead anywhere. */
  readonly maxBytes: number;
  readonly index: Pick<SourceIndex, "filesWith" | "of">;
  files(): Promise<readonly FilePath[]>;
  /** Links of the root that lead outside it. */
  leadingOutside(): Promise<readonly FilePath[]>;
}

/** A file of the root with one of its leads, which is not known to stay inside. */
export interface Suspect {
  readonly file: FilePath;
  readonly lead: Pick<Lead, "path" | "line" | "unclear">;
  readonly paths: readonly FilePath[];
  /** It leads outside whatever is there, or where it leads cannot be determined. */
  readonly isCertain?: boolean;
  /** The name of a macro, which a command line may define as anything that is found by searching. */
  readonly isMacro?: boolean;
}

/** What is found out of a language's files, until one of them changes. */
export interface LeadSurvey {
  readonly suspects: readonly Suspect[];
  readonly configured: readonly ConfiguredLead[];
  readonly mentions: readonly Suspect[];
  /** The packages and modules that each file imports by name. */
  readonly named: readonly { readonly file: FilePath; readonly leads: readonly Lead[] }[];
  /** Why every file may see what lies outside. */
  readonly seenByAll: Withheld | undefined;
  /** Files that are called like no source and still are taken in, each with those that do so. */
  readonly takers: ReadonlyMap<FilePath, ReadonlySet<FilePath>>;
}

/** What a file is that a configuration names, to the servers of a language. */
export interface NamedLead {
  readonly role: ConfiguredRole;
  readonly family: "script" | "python";
}

/** Files read at the same time. */
const atOnce = 32;

/** Finds out, and keeps what was found of each file. */
export class Surveyor {
  readonly #context: LeadSurveyContext;
  readonly #places: ShownPlaces;

  constructor(context: LeadSurveyContext, places: ShownPlaces) {
    this.#context = context;
    this.#places = places;
  }

  async of(group: LeadFamily): Promise<LeadSurvey> {
    const files = await this.#context.files();
    const own = files.filter((file) => leadFamilyOf(file) === group);
    const configured = await this.#configured(group, files);
    const forced = configured.flatMap(({ lead }) => (lead.role === "code" ? [lead.path] : []));
    const { read, takers } = await this.#read(group, files, [...new Set([...own, ...forced])]);
    const [suspects, { mentions, seenByAll }] = await Promise.all([
      this.#suspects(files, read),
      this.#linked(group, own),
    ]);
    const named = read.map(({ file, leads }) => ({ file, leads: leads.filter(({ way }) => way === "named") }));
    return { suspects, configured, mentions, named, seenByAll, takers };
  }

  /** Files that configurations name, with their purpose for servers, including those known by their names. */
  async named(): Promise<ReadonlyMap<FilePath, NamedLead>> {
    const files = await this.#context.files();
    const found = new Map<FilePath, NamedLead>();
    for (const group of ["script", "python", "c"] as const) {
      for (const { lead } of await this.#configured(group, files)) {
        const { role } = lead;
        if (role === undefined) continue;
        const family = settingsFamilies[group];
        for (const path of role === "settings" ? settingsAt(lead) : [lead.path]) found.set(path, { role, family });
      }
    }
    return found;
  }

  /** Whether a source of C mentions a file, or a flag takes it in. */
  async isIncluded(file: FilePath): Promise<boolean> {
    const name = baseName(file);
    const sources = (await this.#context.files()).filter(includesText);
    const [word] = name.match(/[\p{L}\p{N}_$]+/gu) ?? [];
    const some = word === undefined ? sources : await this.#context.index.filesWith([word], sources);
    for (const one of some) if ((await this.#textOf(one))?.includes(name) !== false) return true;
    return (await this.named()).get(file)?.role === "code";
  }

  /** Those of the macros that an include of a source is made of. */
  async included(macros: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = new Set(macros);
    const found = new Set<string>();
    const sources = (await this.#context.files()).filter(includesText);
    for (const file of await this.#context.index.filesWith(macros, sources)) {
      const made = (await this.#leadsIn(file, "c")).filter(({ way }) => way === "macro");
      const words = made.flatMap(({ path }) => path.match(/[$\p{ID_Continue}]+/gu) ?? []);
      for (const word of words) if (wanted.has(word)) found.add(word);
    }
    return found;
  }

  // — below: private, in the order they are used —

  /** Reads where files lead; an include may take in any file, whatever it is called. */
  async #read(
    group: LeadFamily,
    files: readonly FilePath[],
    own: readonly FilePath[],
  ): Promise<Pick<LeadSurvey, "takers"> & { readonly read: LeadSurvey["named"] }> {
    const others: ReadonlyMap<string, readonly FilePath[]> =
      leadRules[group].includesText === true ? byName(files.filter((file) => !includesText(file))) : new Map();
    const takers = new Map<FilePath, Set<FilePath>>();
    const read: { readonly file: FilePath; readonly leads: readonly Lead[] }[] = [];
    const seen = new Set(own);
    for (let some = own; some.length > 0; ) {
      const found = await pooled(some, atOnce, async (file) => ({ file, leads: await this.#leadsIn(file, group) }));
      read.push(...found);
      const next = new Set<FilePath>();
      for (const { file, leads } of found) {
        for (const target of leads.flatMap(({ path }) => includedIn(path)).flatMap((name) => others.get(name) ?? [])) {
          if (!seen.has(target)) next.add(target);
          takers.set(target, (takers.get(target) ?? new Set()).add(file));
        }
      }
      for (const file of next) seen.add(file);
      some = [...next];
    }
    return { read, takers };
  }

  /** Leads that leave the root, or pass a directory that was not read and may contain a link. */
  async #suspects(files: readonly FilePath[], read: LeadSurvey["named"]): Promise<Suspect[]> {
    const passes = new UnseenDirectories(this.#context, files);
    const macros = new Map<string, Suspect[]>();
    const found = read.flatMap(({ file, leads }) =>
      leads.flatMap((lead): Suspect[] => {
        if (lead.way === "named") return [];
        if (lead.unclear !== undefined) return [{ file, lead, paths: [], isCertain: true }];
        if (lead.way === "macro") {
          const users = macros.get(lead.path) ?? [];
          users.push({ file, lead, paths: [] });
          macros.set(lead.path, users);
          return [];
        }
        const paths = pathsOf(this.#context, file, lead).filter((path) => !passes.isSeen(path));
        return paths.length === 0 && lead.way !== "searched" ? [] : [{ file, lead, paths }];
      }),
    );
    const there = await pooled([...found, ...(await this.#throughMacros(macros, read))], atOnce, async (suspect) => {
      const isThere = await Promise.all(suspect.paths.map((path) => passes.mayBeThere(path)));
      return { ...suspect, paths: suspect.paths.filter((_, index) => isThere[index]) };
    });
    return there;
  }

  async #leadsIn(file: FilePath, family: LeadFamily): Promise<readonly Lead[]> {
    const otherwise = family === "data" ? [] : [tooLong];
    return (await orIfFailing(otherwise, () => this.#context.index.of(leadKind(family), file))) ?? [];
  }

  async #text(
    file: FilePath,
    { kind, size }: FileStat,
    maxBytes = this.#context.maxBytes,
  ): Promise<string | undefined> {
    const { host } = this.#context;
    if (kind !== "file" || size > maxBytes) return undefined;
    const bytes = await host.files.read(file, maxBytes);
    return bytes && host.files.decode(bytes).text;
  }

  /** A macro that no file of the root defines is one of the system, or undefined. */
  async #throughMacros(macros: ReadonlyMap<string, readonly Suspect[]>, read: LeadSurvey["named"]): Promise<Suspect[]> {
    if (macros.size === 0) return [];
    let isAny = false;
    const values = new Map([...macros.keys()].map((macro) => [macroOf(macro), new Set<string | undefined>()]));
    for (const { file } of read) {
      const text = await this.#textOf(file);
      // A file that is not read may define each of them.
      if (text === undefined) isAny = true;
      for (const { name, path } of macrosIn(text ?? "")) {
        if (name === anyMacro) isAny = true;
        values.get(name)?.add(path);
      }
    }
    return [...macros].flatMap(([macro, users]) => {
      const name = macroOf(macro);
      const paths = [...(values.get(name) ?? [])];
      // What is no name may be anything, and so may be what is defined again and again.
      const isUnknown = isAny || name === undefined || paths.length > mostDefinitions;
      if (paths.length === 0 && !isUnknown) return users.map((user) => ({ ...user, isMacro: true }));
      return (isUnknown ? [undefined] : paths).flatMap((path) => users.map((user) => this.#macroUse(user, path)));
    });
  }

  #macroUse(user: Suspect, path: string | undefined): Suspect {
    if (path === undefined) return { ...user, isCertain: true };
    return { ...user, paths: pathsOf(this.#context, user.file, { path, way: "searched" }) };
  }

  async #textOf(file: FilePath): Promise<string | undefined> {
    return orIfUnreadable(undefined, async () => {
      const stat = await this.#context.host.files.stat(file);
      return stat && this.#text(file, stat);
    });
  }

  async #configured(group: LeadFamily, files: readonly FilePath[]): Promise<LeadSurvey["configured"]> {
    if (!isConfigured(group)) return [];
    type Waiting = readonly [FilePath, ConfigurationFamily];
    const queue = files.flatMap((file): Waiting[] => (configurationFamily(file) === group ? [[file, group]] : []));
    for (const path of unlistedConfigurations[group] ?? []) queue.push([joinPath(this.#context.root, path), group]);
    const seen = new Set<FilePath>();
    const found: ConfiguredLead[] = [];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [file, family] = next;
      if (seen.has(file) || !isInside(this.#context.root, file)) continue;
      seen.add(file);
      for (const lead of await this.#configurationLeads(file, family)) {
        found.push({ file, lead });
        if (lead.role === "settings") queue.push(...settingsAt(lead).map((one): Waiting => [one, group]));
        if (lead.role === "flags") queue.push([lead.path, "flags"]);
      }
    }
    return found;
  }

  async #configurationLeads(file: FilePath, family: ConfigurationFamily): Promise<readonly ConfigurationLead[]> {
    const otherwise: readonly ConfigurationLead[] = [
      { path: file, written: baseName(file), way: "taken", unclear: "it cannot be read" },
    ];
    return (await orIfFailing(otherwise, () => this.#context.index.of(configurationKind(family), file))) ?? [];
  }

  /** A file that names a link to the outside may import it; a script that is no module is visible without an import. */
  async #linked(group: LeadFamily, own: readonly FilePath[]): Promise<Pick<LeadSurvey, "mentions" | "seenByAll">> {
    const { root, index } = this.#context;
    const mentions: Suspect[] = [];
    for (const link of await this.#context.leadingOutside()) {
      if ((await this.#places.outsideOf(link)) === undefined) continue;
      const lead = { path: display(root, link), line: 1 };
      if (leadRules[group].hasGlobals === true && (await this.#isSeenByAll(group, link)))
        return { mentions, seenByAll: linkOutside(this.#context.root, link) };
      const [word] = (baseName(link).split(".", 1)[0] ?? "").match(/[\p{L}\p{N}_$]+/gu) ?? [];
      const named = word === undefined ? own : await index.filesWith([word], own);
      for (const file of named) mentions.push({ file, lead, paths: [link], isCertain: true });
    }
    return { mentions, seenByAll: undefined };
  }

  async #isSeenByAll(group: LeadFamily, link: FilePath): Promise<boolean> {
    const stat = await orIfUnreadable(undefined, () => this.#context.host.files.stat(link));
    if (stat?.kind === "directory") return true;
    const family = followedFamily(link);
    if (leadFamilyOf(link) !== group || family === undefined) return false;
    const text = await this.#textOf(link);
    return text === undefined || factsOf(family, link, text).isSeenByAll;
  }
}

/** What we may not read no server of the same user reads; where reading fails for another reason, `otherwise` counts. */
async function orIfFailing<T>(otherwise: T, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return error.code === "EACCES" || error.code === "EPERM" ? undefined : otherwise;
  }
}

function byName(files: readonly FilePath[]): Map<string, FilePath[]> {
  const found = new Map<string, FilePath[]>();
  for (const file of files) {
    const known = found.get(baseName(file));
    if (known === undefined) found.set(baseName(file), [file]);
    else known.push(file);
  }
  return found;
}

const leadKinds = new Map<LeadFamily, FactKind<readonly Lead[]>>();

/** The leads of a file that is read as one of a family, whatever it is called. */
function leadKind(family: LeadFamily): FactKind<readonly Lead[]> {
  const kind = leadKinds.get(family) ?? {
    read: (text: string) => leadsOf(family, text),
    // A file too large to be read may lead anywhere; data of that size is no document.
    unread: (_: FilePath, { kind: type, size }: FileStat, maxBytes: number) =>
      family !== "data" && (type !== "file" || size > maxBytes) ? [tooLong] : [],
  };
  leadKinds.set(family, kind);
  return kind;
}

const configurationKinds = new Map<ConfigurationFamily, FactKind<readonly ConfigurationLead[]>>();

/** A file may be named as more than one thing. */
function configurationKind(family: ConfigurationFamily): FactKind<readonly ConfigurationLead[]> {
  const kind = configurationKinds.get(family) ?? {
    read: (text: string, file: FilePath) => configurationLeads(file, text, family),
    unread: (file: FilePath, stat: FileStat, maxBytes: number): readonly ConfigurationLead[] =>
      stat.kind === "file" && stat.size > maxBytes
        ? [{ path: file, written: baseName(file), way: "taken", unclear: "it is too long" }]
        : [],
    maxBytes: compileDatabaseBytes,
    // Databases lie in directories of builds, too.
    isUnwatched: true,
  };
  configurationKinds.set(family, kind);
  return kind;
}

/** What is too large to be read may lead anywhere. */
const tooLong: Lead = { path: unreadable, line: 1, way: "beside", unclear: "it is too long" };

function isConfigured(group: LeadFamily): group is Exclude<ConfigurationFamily, "flags"> {
  return group !== "shell" && group !== "data" && group !== "modulemap";
}

/** Each definition of a macro counts for each of its uses. */
const mostDefinitions = 16;
