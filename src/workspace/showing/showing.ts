// What may be shown of what servers say: nothing that may quote a file outside the places that are shown.
//
// A server reads whatever imports, includes, schemas and configurations lead to, and quotes it in types, messages and
// documentation. So the files of a language are asked where they lead. Where one leads outside, what a server says of it,
// and of every file that may see what it declares, is withheld.
// Invariant: the repository's own files are believed in a trusted root; texts of agents are judged in every root.

import type { Host } from "../../host/host.ts";
import type { FileStat } from "../../host/files.ts";
import type { FileChange } from "../../host/watch.ts";
import type { Lead } from "../../languages/leads.ts";
import { leadFamilyOf, leadsOf, pathsOfMacro } from "../../languages/leads.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, isInside, joinPath } from "../../model/file-path.ts";
import type { Withheld } from "../../session/withheld.ts";
import { bug } from "../../std/bug.ts";
import { pooled } from "../../std/pooled.ts";
import type { ContentContext } from "../files/by-content.ts";
import { ByContent } from "../files/by-content.ts";
import type { SourceIndex } from "../files/source-index.ts";
import { factsOf } from "../reach-facts.ts";
import type { Reach } from "../reach.ts";
import { orIfBarred } from "../version-control.ts";
import type { ConfigurationLead } from "./configuration-leads.ts";
import { configurationLeads, configurationOf, extendedBy } from "./configuration-leads.ts";
import type { Configured, ConfiguredLead } from "./judge-configured.ts";
import { judgeConfigured, leadOutside, linkOutside } from "./judge-configured.ts";
import { pathsOf, UnseenDirectories } from "./lead-paths.ts";
import { OutsidePackages } from "./outside-names.ts";
import { ShownPlaces } from "./places.ts";

export interface ShowingContext extends ContentContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly trusted: boolean;
  /** A larger file is not read: it may lead anywhere. */
  readonly maxBytes: number;
  readonly index: Pick<SourceIndex, "filesWith">;
  readonly reach: () => Pick<Reach, "dependents">;
  files(): Promise<readonly FilePath[]>;
  /** Links of the root that lead outside it. */
  leadingOutside(): Promise<readonly FilePath[]>;
  /** Links in directories of packages, each with where it leads. */
  linkedPackages(): Promise<ReadonlyMap<FilePath, FilePath>>;
  others(): readonly FilePath[];
}

/** What a language's files lead to that may not be shown. */
interface Verdict {
  /** Why nothing of the language is shown. */
  readonly whole: Withheld | undefined;
  /** Why what is said of a file is withheld. */
  readonly files: ReadonlyMap<FilePath, Withheld>;
  /** Why a text that is only supposed may see what lies outside, whichever file it is of. */
  readonly supposed?: Withheld | undefined;
}

/** A file of the root with one of its leads, which is not known to stay inside. */
interface Suspect {
  readonly file: FilePath;
  readonly lead: Pick<Lead, "path" | "line">;
  readonly paths: readonly FilePath[];
  /** It leads outside whatever is there. */
  readonly isCertain?: boolean;
}

/** What is found out of a language's files, until one of them changes. */
interface Survey {
  readonly suspects: readonly Suspect[];
  readonly configured: readonly ConfiguredLead[];
  readonly mentions: readonly Suspect[];
  /** The packages and modules that each file imports by name. */
  readonly named: readonly { readonly file: FilePath; readonly leads: readonly Lead[] }[];
  /** Why every file may see what lies outside. */
  readonly seenByAll: Withheld | undefined;
}

type Group = NonNullable<ReturnType<typeof groupOf>>;

/** Files read at the same time. */
const atOnce = 32;

/** Nobody tells of what comes and goes outside, so that a verdict is good for one question, or one of many files. */
const verdictMs = 1_000;

export class Showing {
  readonly places: ShownPlaces;
  readonly #context: ShowingContext;
  readonly #leads: ByContent<readonly Lead[]>;
  readonly #configurations: ByContent<readonly ConfigurationLead[]>;
  readonly #surveys = new Map<Group, Promise<Survey>>();
  readonly #verdicts = new Map<
    Group,
    { readonly at: number; readonly others: string; readonly found: Promise<Verdict> }
  >();
  #dependents: { readonly key: string; readonly found: Promise<ReadonlySet<FilePath>> } | undefined;

  constructor(context: ShowingContext) {
    this.#context = context;
    this.places = new ShownPlaces(context);
    this.#leads = new ByContent(context);
    this.#configurations = new ByContent(context);
  }

  /** Why what a server says of a file is not shown; undefined where it is. While texts are supposed more may be seen. */
  async withheld(file: FilePath, isSupposing: boolean): Promise<Withheld | undefined> {
    const group = this.#context.trusted ? undefined : groupOf(file);
    if (group === undefined) return undefined;
    const { whole, files, supposed } = await this.#verdict(group);
    const [first = supposed] = files.values();
    return whole ?? files.get(file) ?? (isSupposing ? first : undefined);
  }

  /** Whether the name of something at a place may be shown. */
  async mayName(file: FilePath): Promise<boolean> {
    if (this.#context.trusted) return true;
    const real = await orIfBarred(undefined, () => this.#context.host.files.real(file));
    return real === undefined || this.places.mayShow(real);
  }

  /** Packages of the root that lead outside it. */
  async packages(): Promise<OutsidePackages> {
    const { host, root } = this.#context;
    return OutsidePackages.among({ host, root, places: this.places }, await this.#context.linkedPackages());
  }

  filesChanged(changes: readonly FileChange[]): void {
    this.#leads.filesChanged(changes);
    this.#configurations.filesChanged(changes);
    this.#surveys.clear();
    this.#verdicts.clear();
    this.#dependents = undefined;
  }

  /** Changes may have been missed. */
  forgetAll(): void {
    this.#leads.forgetAll();
    this.#configurations.forgetAll();
    this.#surveys.clear();
    this.#verdicts.clear();
    this.#dependents = undefined;
  }

  // — below: private, in the order they are used —

  /** Of many files asked about at once the first finds out for all. */
  #verdict(group: Group): Promise<Verdict> {
    const now = this.#context.host.clock.now();
    const known = this.#verdicts.get(group);
    // Another root that is opened may hold what this one leads to.
    const others = this.#context.others().join("\n");
    const isGood = known !== undefined && known.others === others && now - known.at < verdictMs;
    if (isGood && this.#context.isFollowed(this.#context.root)) return known.found;
    const found = this.#judge(group);
    this.#verdicts.set(group, { at: now, others, found });
    return found;
  }

  async #judge(group: Group): Promise<Verdict> {
    const { host, root } = this.#context;
    const { suspects, configured, mentions, named, seenByAll } = await this.#surveyOf(group);
    if (seenByAll !== undefined) return { whole: seenByAll, files: new Map() };
    const { whole, searched, found, supposed } = await judgeConfigured(
      { host, root, places: this.places, packages: group === "script" ? await this.packages() : undefined },
      configured,
    );
    if (whole !== undefined) return { whole, files: new Map() };
    const offending = await this.#importers(named, found);
    // A lead whose paths are all known to stay inside leads outside only through a directory that is searched.
    const isOpen = ({ paths, isCertain }: Suspect): boolean => isCertain === true || paths.length + searched.length > 0;
    for (const { file, lead, paths, isCertain } of [...mentions, ...suspects].filter(isOpen)) {
      if (offending.has(file)) continue;
      const all = [...paths, ...searched.map((directory) => joinPath(directory, lead.path))];
      const isOutside = isCertain === true || (await this.#anyOutside(all));
      if (isOutside) offending.set(file, leadOutside(this.#context.root, file, lead.line, lead.path));
    }
    const [first] = offending.values();
    if (first === undefined) return { ...nothing, supposed };
    return isFollowed(group) ? this.#spread(offending) : { whole: first, files: new Map() };
  }

  /** The files that import by name what is found outside. */
  async #importers(named: Survey["named"], found: Configured["found"]): Promise<Map<FilePath, Withheld>> {
    const offending = new Map<FilePath, Withheld>();
    for (const { file, leads } of named) {
      for (const { path, line } of leads) {
        const outside = await found(path);
        if (outside !== undefined && !offending.has(file))
          offending.set(file, leadOutside(this.#context.root, file, line, outside));
      }
    }
    return offending;
  }

  async #anyOutside(paths: readonly FilePath[]): Promise<boolean> {
    for (const path of new Set(paths)) if ((await this.places.outsideOf(path)) !== undefined) return true;
    return false;
  }

  async #spread(offending: ReadonlyMap<FilePath, Withheld>): Promise<Verdict> {
    const given = [...offending.keys()];
    const key = given.join("\n");
    if (this.#dependents?.key !== key) this.#dependents = { key, found: this.#context.reach().dependents(given) };
    const found = await this.#dependents.found;
    const [first = bug("nothing spreads from nowhere")] = offending.values();
    return { whole: undefined, files: new Map([...found].map((file) => [file, offending.get(file) ?? first])) };
  }

  #surveyOf(group: Group): Promise<Survey> {
    const known = this.#surveys.get(group);
    if (known !== undefined && this.#context.isFollowed(this.#context.root)) return known;
    const found = this.#survey(group);
    this.#surveys.set(group, found);
    // The failure reaches whoever asked; only the survey is not kept.
    found.catch(() => this.#surveys.get(group) === found && this.#surveys.delete(group));
    return found;
  }

  async #survey(group: Group): Promise<Survey> {
    const files = await this.#context.files();
    const own = files.filter((file) => groupOf(file) === group);
    const read = await pooled(own, atOnce, async (file) => ({ file, leads: (await this.#leadsIn(file)) ?? [] }));
    const [suspects, configured, { mentions, seenByAll }] = await Promise.all([
      this.#suspects(files, own, read),
      this.#configured(group, files),
      this.#linked(group, own),
    ]);
    const named = read.map(({ file, leads }) => ({ file, leads: leads.filter(({ way }) => way === "named") }));
    return { suspects, configured, mentions, named, seenByAll };
  }

  /** Leads that leave the root, or pass a directory that was not looked into, where a link may stand. */
  async #suspects(files: readonly FilePath[], own: readonly FilePath[], read: Survey["named"]): Promise<Suspect[]> {
    const passes = new UnseenDirectories(this.#context, files);
    const macros = new Map<string, Suspect[]>();
    const found = read.flatMap(({ file, leads }) =>
      leads.flatMap((lead): Suspect[] => {
        if (lead.way === "macro") {
          macros.set(lead.path, [...(macros.get(lead.path) ?? []), { file, lead, paths: [] }]);
          return [];
        }
        if (lead.way === "named") return [];
        const paths = pathsOf(this.#context, file, lead).filter((path) => !passes.isSeen(path));
        return paths.length === 0 && lead.way !== "searched" ? [] : [{ file, lead, paths }];
      }),
    );
    const there = await pooled([...found, ...(await this.#throughMacros(macros, own))], atOnce, async (suspect) => {
      const isThere = await Promise.all(suspect.paths.map((path) => passes.mayBeThere(path)));
      return { ...suspect, paths: suspect.paths.filter((_, index) => isThere[index]) };
    });
    return there;
  }

  async #leadsIn(file: FilePath): Promise<readonly Lead[] | undefined> {
    const family = leadFamilyOf(file);
    if (family === undefined) return undefined;
    return orIfBarred(undefined, () =>
      this.#leads.of(file, async (stat) => {
        const text = await this.#text(file, stat);
        // What is too large to be looked at may lead anywhere; data of that size is no document.
        if (text === undefined) return family === "data" ? [] : [{ path: "/..", line: 1, way: "beside" }];
        return leadsOf(family, text);
      }),
    );
  }

  async #text(file: FilePath, { kind, size }: FileStat): Promise<string | undefined> {
    const { host, maxBytes } = this.#context;
    if (kind !== "file" || size > maxBytes) return undefined;
    const bytes = await host.files.read(file, maxBytes);
    return bytes && host.files.decode(bytes).text;
  }

  /** A macro that no file of the root defines is one of the system, or of nobody. */
  async #throughMacros(macros: ReadonlyMap<string, readonly Suspect[]>, own: readonly FilePath[]): Promise<Suspect[]> {
    if (macros.size === 0) return [];
    const found: Suspect[] = [];
    for (const file of own) {
      const text = await this.#textOf(file);
      for (const [macro, users] of macros) {
        for (const path of definedAs(macro, text)) found.push(...users.map((user) => this.#macroUse(user, path)));
      }
    }
    return found;
  }

  #macroUse(user: Suspect, path: string | undefined): Suspect {
    if (path === undefined) return { ...user, isCertain: true };
    return { ...user, paths: pathsOf(this.#context, user.file, { path, way: "searched" }) };
  }

  async #textOf(file: FilePath): Promise<string | undefined> {
    return orIfBarred(undefined, async () => {
      const stat = await this.#context.host.files.stat(file);
      return stat && this.#text(file, stat);
    });
  }

  async #configured(group: Group, files: readonly FilePath[]): Promise<Survey["configured"]> {
    const queue = files.filter((file) => configurationOf(file) === group);
    if (group === "c") queue.push(joinPath(this.#context.root, "build/compile_commands.json"));
    const seen = new Set<FilePath>();
    const found: ConfiguredLead[] = [];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (seen.has(file) || !isInside(this.#context.root, file)) continue;
      seen.add(file);
      const here = file;
      const leads = await orIfBarred(undefined, () =>
        this.#configurations.of(here, async (stat) => {
          const text = await this.#text(here, stat);
          return text === undefined || group === "shell" || group === "data"
            ? []
            : configurationLeads(here, text, group);
        }),
      );
      for (const lead of leads ?? []) found.push({ file: here, lead });
      if ((group === "script" && baseName(here) !== "package.json") || group === "python")
        queue.push(...extendedBy(here, (await this.#textOf(here)) ?? ""));
    }
    return found;
  }

  /** Who names a link that leads outside may import it, and a script that is no module is seen without being imported. */
  async #linked(group: Group, own: readonly FilePath[]): Promise<Pick<Survey, "mentions" | "seenByAll">> {
    const { root, index } = this.#context;
    const mentions: Suspect[] = [];
    for (const link of await this.#context.leadingOutside()) {
      if ((await this.places.outsideOf(link)) === undefined) continue;
      const lead = { path: display(root, link), line: 1 };
      if (group === "script" && (await this.#isSeenByAll(link)))
        return { mentions, seenByAll: linkOutside(this.#context.root, link) };
      const [word] = (baseName(link).split(".", 1)[0] ?? "").match(/[\p{L}\p{N}_$]+/gu) ?? [];
      const named = word === undefined ? own : await index.filesWith([word], own);
      for (const file of named) mentions.push({ file, lead, paths: [link], isCertain: true });
    }
    return { mentions, seenByAll: undefined };
  }

  async #isSeenByAll(link: FilePath): Promise<boolean> {
    const stat = await orIfBarred(undefined, () => this.#context.host.files.stat(link));
    if (stat?.kind === "directory") return true;
    if (leadFamilyOf(link) !== "script") return false;
    const text = await this.#textOf(link);
    return text === undefined || factsOf("script", link, text).isSeenByAll;
  }
}

const nothing: Verdict = { whole: undefined, files: new Map() };

/** What a text defines a macro as; what is no name may be anything. */
function definedAs(macro: string, text: string | undefined): readonly (string | undefined)[] {
  const name = /^\w+/.exec(macro)?.[0];
  if (name === undefined) return [undefined];
  return text === undefined ? [] : pathsOfMacro(name, text);
}

/** The languages whose imports can be followed from file to file; of others every file may see every other. */
function isFollowed(group: Group): boolean {
  return group === "script" || group === "c" || group === "python" || group === "go";
}

/** Files that one server may quote to each other. */
export function groupOf(file: string): NonNullable<ReturnType<typeof leadFamilyOf>> | "go" | undefined {
  return file.endsWith(".go") ? "go" : leadFamilyOf(file);
}
