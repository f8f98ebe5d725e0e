// What may be shown of what servers say: nothing that may quote a file outside the places that are shown.
//
// A server reads whatever imports, includes, schemas and configurations lead to, and quotes it in types, messages and
// documentation. So the files of a language are asked where they lead. Where one leads outside, what a server says of it,
// and of every file that may see what it declares, is withheld.
// Invariant: the repository's own files are believed in a trusted root; texts of agents are judged in every root.

import { leadRules } from "../../languages/leads/lead-rules.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { LeadFamily } from "../../languages/leads/leads.ts";
import { leadFamilyOf } from "../../languages/leads/leads.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside } from "../../model/file-path.ts";
import type { Withheld } from "../../session/problems/withheld.ts";
import { bug } from "../../std/bug.ts";
import { pooled } from "../../std/pooled.ts";
import type { Reach } from "../reach/reach.ts";
import type { JudgedConfiguration } from "./judge-configured.ts";
import { judgeConfigured, leadOutside } from "./judge-configured.ts";
import { OutsidePackages } from "./outside-names.ts";
import { ShownPlaces } from "./places.ts";
import type { NamedLead, Suspect, LeadSurvey, LeadSurveyContext } from "./survey.ts";
import { Surveyor } from "./survey.ts";

export interface ShowingContext extends LeadSurveyContext {
  readonly trusted: boolean;
  readonly reach: () => Pick<Reach, "dependents">;
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
  /** Why a supposed text may see what lies outside, whatever file it belongs to. */
  readonly supposed?: Withheld | undefined;
}

/** Links read at the same time. */
const atOnce = 32;

/** The watcher does not report changes outside the root, so a verdict lasts only as long as one question about many files. */
const verdictMs = 1_000;

export class Showing {
  readonly places: ShownPlaces;
  readonly #context: ShowingContext;
  readonly #surveyor: Surveyor;
  readonly #surveys = new Map<LeadFamily, Promise<LeadSurvey>>();
  readonly #verdicts = new Map<
    LeadFamily,
    { readonly at: number; readonly others: string; readonly found: Promise<Verdict> }
  >();
  #dependents: { readonly key: string; readonly found: Promise<ReadonlySet<FilePath>> } | undefined;

  constructor(context: ShowingContext) {
    this.#context = context;
    this.places = new ShownPlaces(context);
    this.#surveyor = new Surveyor(context, this.places);
  }

  /** Why what a server says of a file is not shown; undefined where it is. While texts are supposed more may be seen. */
  async withheld(file: FilePath, isSupposing: boolean): Promise<Withheld | undefined> {
    const group = this.#context.trusted ? undefined : leadFamilyOf(file);
    if (group === undefined) return undefined;
    const { whole, files, supposed } = await this.#verdict(group);
    const [first = supposed] = files.values();
    return whole ?? files.get(file) ?? (isSupposing ? first : undefined);
  }

  /** Whether the name of something at a place may be shown. */
  async mayName(file: FilePath): Promise<boolean> {
    if (this.#context.trusted) return true;
    const real = await orIfUnreadable(undefined, () => this.#context.host.files.real(file));
    return real === undefined || this.places.mayShow(real);
  }

  /** Whether something of the root, of a language that was asked about, leads into one of these places. */
  async leadsInto(places: readonly FilePath[]): Promise<boolean> {
    const isThere = (path: FilePath): boolean => places.some((place) => isInside(place, path));
    for (const { suspects, configured, mentions } of await Promise.all(this.#surveys.values())) {
      if (configured.some(({ lead }) => isThere(lead.path))) return true;
      if ([...suspects, ...mentions].some(({ paths }) => paths.some(isThere))) return true;
    }
    const { files } = this.#context.host;
    const links = await pooled(await this.#context.leadingOutside(), atOnce, (link) =>
      orIfUnreadable(undefined, () => files.real(link)),
    );
    return [...links, ...(await this.#context.linkedPackages()).values()].some(
      (end) => end !== undefined && isThere(end),
    );
  }

  /**
   * Why a server of the file's language may read what lies outside the root, beyond packages that are imported by name;
   * undefined where every import and configuration stays inside, whether something is there or not.
   */
  async leadsOutside(file: FilePath): Promise<string | undefined> {
    const group = leadFamilyOf(file);
    if (group === undefined) return undefined;
    const { suspects, configured, seenByAll, mentions } = await this.#surveyOf(group);
    return seenByAll?.why ?? firstOutside(this.#context.root, configured, [...mentions, ...suspects]);
  }

  /** Packages of the root that lead outside it. */
  async packages(): Promise<OutsidePackages> {
    const { host, root } = this.#context;
    return OutsidePackages.among({ host, root, places: this.places }, await this.#context.linkedPackages());
  }

  /** Files that configurations name, with what they are to servers. */
  named(): Promise<ReadonlyMap<FilePath, NamedLead>> {
    return this.#surveyor.named();
  }

  /** Whether a source of C may take in a file that is none by its name. */
  isIncluded(file: FilePath): Promise<boolean> {
    return this.#surveyor.isIncluded(file);
  }

  /** Those of the macros that an include of a source is made of. */
  included(macros: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#surveyor.included(macros);
  }

  /** Something has changed, or may have. */
  forgetAll(): void {
    this.#surveys.clear();
    this.#verdicts.clear();
    this.#dependents = undefined;
  }

  // — below: private, in the order they are used —

  /** Concurrent questions about files of one language share a verdict. */
  #verdict(group: LeadFamily): Promise<Verdict> {
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

  async #judge(group: LeadFamily): Promise<Verdict> {
    const { host, root } = this.#context;
    const { suspects, configured, mentions, named, seenByAll, takers } = await this.#surveyOf(group);
    if (seenByAll !== undefined) return { whole: seenByAll, files: new Map() };
    const places = this.places.once();
    const packages = leadRules[group].findsPackages === true ? await this.packages() : undefined;
    const judged = await judgeConfigured({ host, root, places, packages }, configured);
    if (judged.whole !== undefined) return { whole: judged.whole, files: new Map() };
    const { searched, found, supposed } = judged;
    const offending = await this.#importers(named, found);
    // A lead whose paths are all known to stay inside leads outside only through a directory that is searched.
    const isOpen = ({ paths, isCertain }: Suspect): boolean =>
      isCertain === true || paths.length > 0 || !searched.isEmpty;
    for (const { file, lead, paths, isCertain, isMacro } of [...mentions, ...suspects].filter(isOpen)) {
      if (offending.has(file)) continue;
      const isOutside =
        isCertain === true ||
        (isMacro === true && !searched.isEmpty) ||
        (await anyOutside(places, paths)) ||
        (await searched.holds(lead.path));
      if (isOutside) offending.set(file, leadOutside(root, file, lead.line, lead.path, lead.unclear));
    }
    const [first] = offending.values();
    if (first === undefined) return { ...nothing, supposed };
    if (leadRules[group].isFollowed !== true) return { whole: first, files: new Map() };
    passOn(offending, takers);
    const spread = await this.#spread(offending);
    // Every file sees what a configuration includes everywhere.
    const isForced = configured.some(({ lead }) => lead.role === "code" && spread.files.has(lead.path));
    return isForced ? { whole: first, files: new Map() } : spread;
  }

  /** The files that import by name what is found outside. */
  async #importers(named: LeadSurvey["named"], found: JudgedConfiguration["found"]): Promise<Map<FilePath, Withheld>> {
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

  async #spread(offending: ReadonlyMap<FilePath, Withheld>): Promise<Verdict> {
    const given = [...offending.keys()];
    const key = given.join("\n");
    if (this.#dependents?.key !== key) this.#dependents = { key, found: this.#context.reach().dependents(given) };
    const found = await this.#dependents.found;
    const [first = bug("nothing spreads from nowhere")] = offending.values();
    return { whole: undefined, files: new Map([...found].map((file) => [file, offending.get(file) ?? first])) };
  }

  #surveyOf(group: LeadFamily): Promise<LeadSurvey> {
    const known = this.#surveys.get(group);
    if (known !== undefined && this.#context.isFollowed(this.#context.root)) return known;
    const found = this.#surveyor.of(group);
    this.#surveys.set(group, found);
    // The failure reaches the caller; only the survey is not kept.
    found.catch(() => this.#surveys.get(group) === found && this.#surveys.delete(group));
    return found;
  }
}

function firstOutside(
  root: FilePath,
  configured: LeadSurvey["configured"],
  suspects: readonly Suspect[],
): string | undefined {
  for (const { file, lead } of configured) {
    const isOutside = lead.way !== "named" && lead.way !== "environment" && !isInside(root, lead.path);
    if (isOutside || lead.unclear !== undefined)
      return leadOutside(root, file, undefined, lead.written, lead.unclear).why;
  }
  for (const { file, lead, paths, isCertain } of suspects) {
    if (isCertain === true || paths.some((path) => !isInside(root, path)))
      return leadOutside(root, file, lead.line, lead.path, lead.unclear).why;
  }
  return undefined;
}

const nothing: Verdict = { whole: undefined, files: new Map() };

/** A file that includes one which leads outside leads there too; a reason of its own stays. */
function passOn(offending: Map<FilePath, Withheld>, takers: LeadSurvey["takers"]): void {
  for (const [file, why] of offending) {
    for (const taker of takers.get(file) ?? []) if (!offending.has(taker)) offending.set(taker, why);
  }
}

async function anyOutside(places: ShownPlaces, paths: readonly FilePath[]): Promise<boolean> {
  for (const path of new Set(paths)) if ((await places.outsideOf(path)) !== undefined) return true;
  return false;
}
