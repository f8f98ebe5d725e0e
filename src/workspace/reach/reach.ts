// The files that a change can affect: all of them have to be checked before the change is called safe.
//
// Invariant: a file that is left out cannot notice, as far as its language's rules for imports go; in doubt it is in.

import { knownLanguages, languageFor } from "../../languages/table.ts";
import { orIfUnreadable, textOrNothing } from "../../host/files.ts";
import { isProse } from "../../catalog/prose.ts";
import type { Host } from "../../host/host.ts";
import type { BodyConfinement } from "../../languages/change/body.ts";
import { bodyConfinement } from "../../languages/change/body-change.ts";
import type { TextChange, Unchecked } from "../../model/consequences.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display, parentOf } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import { holdersOf, nearestOf } from "../coverage/question.ts";
import type { SourceIndex } from "../files/source-index.ts";
import { onlyCompiled } from "./compiled-go.ts";
import { leftByProjects, takenPlaces } from "./gone.ts";
import { builtPackageDoubts, noticedElsewhere, otherPaths, readFromDisk, unlinked } from "./doubts.ts";
import type { Facts } from "../../languages/file-facts.ts";
import type { Family } from "../../languages/family.ts";
import { factsOf, followedFamily, isPartOfAll } from "../../languages/facts.ts";
import type { ReachRules } from "../../languages/reach-rules.ts";
import { joinedFacts, unknownFacts } from "../../languages/file-facts.ts";
import type { Importer } from "./graph.ts";
import { sharesDirectory, spread } from "./graph.ts";
import { FileIndex } from "../../languages/modules/file-index.ts";
import type { LanguageGroupContext } from "./language-groups.ts";
import { LanguageGroups } from "./language-groups.ts";
import { bringsMore, isScriptFile } from "./script.ts";
import type { Placed } from "../../languages/modules/placed.ts";
import { innerPython } from "./python-projects.ts";
import type { OtherConfiguration } from "./script-projects.ts";
import type { Surroundings } from "./surroundings.ts";
import { surroundingsOf } from "./surroundings.ts";
import { leadsAnywhere, joined } from "../../languages/modules/placed.ts";
import { configurationOf, goFactKind } from "../coverage/go.ts";
import type { GoFacts } from "../coverage/go-left-out.ts";
import { goPackageOf, isLeftOutFile } from "../coverage/go-left-out.ts";

/** The files of a root that a server can be asked about. */
interface AskedFiles {
  readonly files: readonly { readonly file: FilePath }[];
  /** False when part of the tree was not seen. */
  readonly isWhole: boolean;
}

export interface ReachContext extends LanguageGroupContext {
  readonly host: Host;
  readonly root: FilePath;
  /** What files import and say of themselves. */
  readonly index: Pick<SourceIndex, "factsOf" | "of">;
  /** Where there are no more files that could notice than this, all of them are reached. */
  readonly wholeFiles: number;
  /** Every file of the root that is not skipped. */
  files(): Promise<readonly FilePath[]>;
  /** Those of them that are links. */
  links(): Promise<readonly FilePath[]>;
  /** The other roots that are open. */
  others(): readonly OtherRoot[];
  sources(): Promise<AskedFiles>;
  /** Doubts because of checkouts inside of the root, where these roots are open. */
  inner(changed: readonly FilePath[], open: readonly FilePath[]): Promise<readonly string[]>;
}

export interface OtherRoot {
  readonly root: FilePath;
  files(): Promise<readonly FilePath[]>;
}

/** The files to check, likely ones first, and why these may not be all. */
export interface Reached {
  readonly edited: readonly FilePath[];
  readonly direct: readonly FilePath[];
  readonly rest: readonly FilePath[];
  /** Reached, but no server can be asked about them. */
  readonly unlookable: readonly Unchecked[];
  readonly doubts: readonly string[];
  /** Other configurations under which some of the files are judged as well. */
  readonly configurations: readonly OtherConfiguration[];
  /** Doubts about a change that is not on disk. */
  readonly doubtsUnsaved: readonly string[];
  /** New files in new directories: a server searches the disk for these. */
  readonly inNewDirectories: readonly FilePath[];
  /** What makes it neither more nor less certain. */
  readonly remarks: readonly string[];
}

/** Files read at the same time. */
const atOnce = 32;

export class Reach {
  readonly #context: ReachContext;
  readonly #unbuiltGo: UnbuiltGo;
  /** What surrounds the files of a tree, until something changes. */
  #around: { readonly files: readonly FilePath[]; readonly found: Promise<Surroundings> } | undefined;
  /** Where imports were found to lead, until something changes. */
  readonly #placed = new Map<FilePath, { readonly facts: Facts; readonly placed: Placed }>();

  constructor(context: ReachContext) {
    this.#context = context;
    this.#unbuiltGo = new UnbuiltGo(context.host, context.index);
  }

  /** Something in the root, or a package that is installed, is not as it was. */
  forget(): void {
    this.#around = undefined;
    this.#placed.clear();
  }

  /** Of changes that are to be made; `made` says that they are on disk already. */
  async of(given: readonly TextChange[], made = false): Promise<Reached> {
    const { root } = this.#context;
    const [own, sources] = await Promise.all([this.#context.files(), this.#context.sources()]);
    const beside = (await Promise.all(this.#context.others().map((other) => other.files()))).flat();
    const files = beside.length === 0 ? own : [...own, ...beside];
    const served = new Set(sources.files.map(({ file }) => file));
    const changes = given.filter((change) => served.has(change.file) || !isHarmless(change));
    const around = await this.#surroundingsOf(files);
    const groups = new LanguageGroups(this.#context, [...served]);
    const importers = await this.#importers(files, changes, around);
    const confined = confinedOf(changes, groups);
    const open = changes.filter((change) => !confined.has(change));
    const { direct, rest, all: noticing } = spread(importers, filesIn(open));
    // A project that takes a file in judges its insides too, also where no other file can notice them.
    const { all: followed, importersOf } = spread(importers, filesIn(changes));
    const wide = await this.#wideGroups(open, groups, importers, around, files);
    for (const file of seenByAll(importers, new Set(noticing))) wide.add(groups.of(file));
    const whole = this.#wholly(groups, wide, noticing);
    const changed = new Map(changes.map((change) => [change.file, change]));
    const isAsked = (file: FilePath): boolean => served.has(file) && !changed.has(file);
    const mates = matesOf(confined, importers, ["package", "built-package"]);
    const near = new Set([...direct, ...mates].filter(isAsked));
    const far = [...new Set([...rest, ...whole])].filter((file) => isAsked(file) && !near.has(file));
    // From what is on disk to what servers are only shown.
    const shown = made ? changes.map(reversed) : changes;
    const edited = filesIn(shown.filter((change) => this.#canAskAbout(change, served)));
    const noticed = new Set([...direct, ...rest, ...whole, ...matesOf(confined, importers, ["package"])]);
    const looked = [...edited, ...near, ...far];
    const unbuilt = await this.#unbuiltGo.of(looked, changed);
    const isBuiltHere = (file: FilePath): boolean => !unbuilt.has(file);
    return {
      edited: edited.filter(isBuiltHere),
      direct: [...near].filter(isBuiltHere),
      rest: far.filter(isBuiltHere),
      unlookable: unlookableOf(unbuilt, (file) => changed.has(file) || noticed.has(file)),
      doubts: [
        ...unanswerable(root, changes, new Set(edited)),
        ...(sources.isWhole ? [] : ["some directories of the root could not be read"]),
        ...builtPackageDoubts(root, importers, new Set([...near, ...far]), changes),
        ...otherPaths(root, noticing, around),
        ...noticedElsewhere(root, noticing, new Set(beside)),
        ...(await this.#inner(open)),
        ...unlinked(root, changes, importers),
        ...onlyCompiled(root, changes, files),
        ...around.script.projects.doubts(followed),
        ...(await around.script.projects.lacking(changes, globalScripts(importers), followed, importersOf)),
        ...(await innerPython(root, followed, files, (path) => this.#read(path))),
        ...(await leftByProjects(root, changes, files, (path) => this.#read(path))),
      ],
      configurations: await around.script.projects.others(looked, followed, importersOf),
      doubtsUnsaved: [...readFromDisk(root, changes, groups, [...near, ...far]), ...takenPlaces(root, shown, files)],
      inNewDirectories: inNewDirectories(shown, files),
      remarks: open.length > 0 || changes.length === 0 ? [] : [confinedRemark],
    };
  }

  /** The files, and every file of the root that may see what they declare. */
  async dependents(given: readonly FilePath[]): Promise<ReadonlySet<FilePath>> {
    const files = await this.#context.files();
    const around = await this.#surroundingsOf(files);
    const wanted = new Set(given.flatMap((file) => followedFamily(file) ?? []));
    const importers = await this.#importers(files, [], around, wanted);
    const { all } = spread(importers, given);
    const wide = new Set(seenByAll(importers, new Set(all)).map(followedFamily));
    const isWhole = (file: FilePath): boolean => {
      const family = followedFamily(file);
      return wide.has(family) || (family !== undefined && wanted.has(family) && around.unclear.has(family));
    };
    return new Set([...all, ...files.filter(isWhole)]);
  }

  // — below: private, in the order they are used —

  #inner(changes: readonly TextChange[]): Promise<readonly string[]> {
    const others = this.#context.others().map((other) => other.root);
    const files = changes.map(({ file }) => file);
    return this.#context.inner(files, others);
  }

  async #surroundingsOf(files: readonly FilePath[]): Promise<Surroundings> {
    const { host, root } = this.#context;
    const others = this.#context.others().map((other) => other.root);
    // Changes in another root are not reported.
    if (this.#around?.files !== files || others.length > 0) {
      const links = await this.#context.links();
      this.forget();
      const roots = [root, ...others];
      const read = (path: FilePath): Promise<string | undefined> => this.#read(path);
      this.#around = { files, found: surroundingsOf({ host, root, roots, files, links, read }) };
    }
    return this.#around.found;
  }

  /** Every file of the languages whose imports matter to the changes, with where its imports lead. */
  async #importers(
    files: readonly FilePath[],
    changes: readonly TextChange[],
    around: Surroundings,
    wanted = familiesNoticing(changes),
  ): Promise<Importer[]> {
    const changed = new Map(changes.map((change) => [change.file, change]));
    const created = changes.filter(({ file }) => !around.index.has(file)).map(({ file }) => file);
    const come = created.length === 0 ? undefined : new FileIndex(created);
    const importer = async (family: Family, file: FilePath): Promise<Importer> => {
      const facts = (await this.#factsOf(family, file, changed.get(file))) ?? unknownFacts;
      const base = await this.#placedOf(family, file, facts, around);
      const more = come && (await placed(family, file, facts, around, come));
      return { file, family, ...facts, placed: more === undefined ? base : withCreated(base, more) };
    };
    const found = await pooled([...files, ...created], atOnce, async (file): Promise<Importer[]> => {
      const family = followedFamily(file);
      return family === undefined || !wanted.has(family) ? [] : [await importer(family, file)];
    });
    return [...found.flat(), ...(await included(found.flat(), importer))];
  }

  async #placedOf(family: Family, file: FilePath, facts: Facts, around: Surroundings): Promise<Placed> {
    const known = this.#placed.get(file);
    if (known?.facts === facts) return known.placed;
    const found = await placed(family, file, facts, around);
    this.#placed.set(file, { facts, placed: found });
    return found;
  }

  /** Of a file that changes what it brings in before and after. */
  async #factsOf(family: Family, file: FilePath, change: TextChange | undefined): Promise<Facts | undefined> {
    const texts = [change?.before, change?.after].filter((text) => text !== undefined);
    if (change !== undefined) return joinedFacts(texts.map((text) => factsOf(family, file, text)));
    const read = async (): Promise<Facts> => {
      const text = await this.#read(file);
      return text === undefined ? unknownFacts : factsOf(family, file, text);
    };
    const { index } = this.#context;
    return orIfUnreadable(undefined, () => (followedFamily(file) === family ? index.factsOf(file) : read()));
  }

  /** The groups of which every file is reached. */
  async #wideGroups(
    changes: readonly TextChange[],
    groups: LanguageGroups,
    importers: readonly Importer[],
    around: Surroundings,
    files: readonly FilePath[],
  ): Promise<Set<string>> {
    const wide = new Set<string>();
    for (const change of changes) {
      if (isWide(change, around)) wide.add(groups.of(change.file));
      for (const group of groups.decidedBy(change)) wide.add(group);
    }
    const configs = holdersOf(files, "tsconfig.json");
    const projectOf = (file: FilePath): FilePath | undefined => nearestOf(this.#context.root, configs, file);
    if (await bringsMore(changes, importers, projectOf, (path) => this.#read(path))) wide.add("script");
    return wide;
  }

  /** Every file of the groups that are reached as a whole: because they have to be, or because they are small. */
  #wholly(groups: LanguageGroups, wide: ReadonlySet<string>, reached: readonly FilePath[]): FilePath[] {
    const touched = groups.filesOf(new Set(reached.map((file) => groups.of(file))));
    const small = touched.length <= this.#context.wholeFiles ? touched : [];
    return [...new Set([...groups.filesOf(wide), ...small])];
  }

  #canAskAbout({ file, before }: TextChange, served: ReadonlySet<FilePath>): boolean {
    return served.has(file) || (before === undefined && this.#context.languageOf(file) !== undefined);
  }

  async #read(path: FilePath): Promise<string | undefined> {
    const { files } = this.#context.host;
    return textOrNothing(files, path, textBytes);
  }
}

function reversed({ file, before, after }: TextChange): TextChange {
  return { file, before: after, after: before };
}

function filesIn(changes: readonly TextChange[]): FilePath[] {
  return changes.map(({ file }) => file);
}

function unlookableOf(unbuilt: ReadonlyMap<FilePath, string>, isNoticed: (file: FilePath) => boolean): Unchecked[] {
  return [...unbuilt].filter(([file]) => isNoticed(file)).map(([file, why]) => ({ file, why }));
}

function unanswerable(root: FilePath, changes: readonly TextChange[], edited: ReadonlySet<FilePath>): string[] {
  const left = filesIn(changes).filter((file) => !edited.has(file));
  return left.map((file) => `no server can check ${display(root, file)}`);
}

const confinedRemark = "only bodies of functions with declared types change, which cannot affect other files";

/** Changes that other files cannot notice, or only those of the same package. */
function confinedOf(changes: readonly TextChange[], groups: LanguageGroups): ReadonlyMap<TextChange, BodyConfinement> {
  const found = new Map<TextChange, BodyConfinement>();
  for (const change of changes) {
    // What decides how others are read is noticed in other ways.
    const confinement = groups.decidedBy(change).length > 0 ? undefined : bodyConfinement(change);
    if (confinement !== undefined) found.set(change, confinement);
  }
  return found;
}

/** The files that are one package with a confined change. */
function matesOf(
  confined: ReadonlyMap<TextChange, BodyConfinement>,
  importers: readonly Importer[],
  of: readonly BodyConfinement[],
): FilePath[] {
  const changes = [...confined].filter(([, confinement]) => of.includes(confinement));
  const directories = new Set(changes.map(([{ file }]) => parentOf(file)));
  return importers
    .filter(({ file, family }) => sharesDirectory(family) && directories.has(parentOf(file)))
    .map((one) => one.file);
}

function inNewDirectories(changes: readonly TextChange[], files: readonly FilePath[]): FilePath[] {
  const created = changes.filter(({ before }) => before === undefined).map(({ file }) => file);
  return created.filter((file) => !files.some((other) => other.startsWith(`${parentOf(file) ?? file}/`)));
}

/** Code that embeds prose accepts any, as long as there is some. */
function isHarmless({ file, after }: TextChange): boolean {
  return after !== undefined && isProse(file);
}

/** The languages of which a file may notice one of the changes. */
function familiesNoticing(changes: readonly TextChange[]): Set<Family> {
  const noticing = (is: (reach: ReachRules) => boolean): Family[] =>
    knownLanguages.filter(({ reach }) => reach !== undefined && is(reach)).map(({ family }) => family);
  const others = noticing(({ otherFiles }) => otherFiles === "imported");
  const wanted = new Set(changes.flatMap(({ file }) => followedFamily(file) ?? others));
  const isThereOrNot = changes.some(({ before, after }) => before === undefined || after === undefined);
  for (const family of noticing(
    ({ otherFiles, includes = [] }) =>
      (otherFiles === "embedded" && isThereOrNot) || includes.some((one) => wanted.has(one)),
  ))
    wanted.add(family);
  return wanted;
}

/** Whether every file of the same group may notice a change. */
function isWide({ file, before, after }: TextChange, around: Surroundings): boolean {
  const family = followedFamily(file);
  if (family === undefined || around.unclear.has(family)) return true;
  return [before, after].some((text) => text !== undefined && isPartOfAll(family, file, text));
}

/** What such a file takes from a change, all files of its group see too. */
function seenByAll(importers: readonly Importer[], followed: ReadonlySet<FilePath>): FilePath[] {
  return importers.filter(({ file, isSeenByAll }) => isSeenByAll && followed.has(file)).map(({ file }) => file);
}

/** Scripts that declare something for all others. */
function globalScripts(importers: readonly Importer[]): FilePath[] {
  return importers.filter(({ file, isSeenByAll }) => isSeenByAll && isScriptFile(file)).map(({ file }) => file);
}

function withCreated(base: Placed, more: Placed): Placed {
  return { ...base, files: [...base.files, ...more.files], packages: [...base.packages, ...more.packages] };
}

/** What is included is code, whatever its name. */
async function included(
  importers: readonly Importer[],
  importer: (family: Family, file: FilePath) => Promise<Importer>,
): Promise<Importer[]> {
  const found = new Map<FilePath, Importer>();
  for (let level = importers; level.length > 0; ) {
    const including = level.filter(({ family }) => languageFor(family).isPreprocessed === true);
    const targets = new Map(including.flatMap(({ family, placed: { files } }) => files.map((file) => [file, family])));
    const fresh = [...targets].filter(([file, family]) => followedFamily(file) !== family && !found.has(file));
    level = await pooled(fresh, atOnce, ([file, family]) => importer(family, file));
    for (const one of level) found.set(one.file, one);
  }
  return [...found.values()];
}

// — Where the imports of a file lead in the root: outside of it only where that is known, else perhaps anywhere —

async function placed(
  family: Family,
  file: FilePath,
  facts: Facts,
  around: Surroundings,
  index = around.index,
): Promise<Placed> {
  if (facts.isUnclear) return leadsAnywhere;
  const { script, placers } = around;
  const isOnDisk = languageFor(family).modules === "on disk";
  const place = async (module: string): Promise<Placed> =>
    isOnDisk
      ? await script.place(file, module, index)
      : (placers.get(family)?.place(file, module, index) ?? leadsAnywhere);
  const all: Placed[] = [];
  for (const module of facts.modules) all.push(await place(module));
  for (const module of facts.declares) all.push({ ...(await place(module)), isAnywhere: false });
  if (isOnDisk) all.push(await script.implied(file, index));
  return joined(all);
}

// — Files of Go of which the server knows nothing, though a change may break them: nothing that it says of them counts —

class UnbuiltGo {
  readonly #host: Host;
  readonly #index: Pick<SourceIndex, "of">;

  constructor(host: Host, index: Pick<SourceIndex, "of">) {
    this.#host = host;
    this.#index = index;
  }

  /** Of these files those of which the server knows nothing, each with the reason. */
  async of(files: readonly FilePath[], changes: ReadonlyMap<FilePath, TextChange>): Promise<Map<FilePath, string>> {
    const { system, machine } = configurationOf(this.#host.env, this.#host);
    const found = new Map<FilePath, string>();
    const packages = new Map<FilePath, Map<FilePath, string>>();
    for (const file of files.filter((one) => one.endsWith(".go"))) {
      const facts = await this.#factsOf(file, changes.get(file));
      if (facts === undefined) continue;
      if (!facts.isBuilt) found.set(file, `excluded by ${system}/${machine}, the build configuration that is checked`);
      else if (isLeftOutFile(file)) found.set(file, "ignored by the go command because of its name");
      else if (facts.package !== "") {
        const directory = parentOf(file) ?? file;
        const known = packages.get(directory) ?? new Map<FilePath, string>();
        packages.set(directory, known.set(file, goPackageOf({ ...facts, path: file })));
      }
    }
    // Where the go command searches by itself, it reports two packages in one directory as an error.
    for (const mates of packages.values()) {
      if (new Set(mates.values()).size < 2) continue;
      for (const file of mates.keys()) found.set(file, "in a directory with more than one package");
    }
    return found;
  }

  /** Of a file that changes as it would be; undefined for one that cannot be read. */
  async #factsOf(file: FilePath, change: TextChange | undefined): Promise<GoFacts | undefined> {
    const kind = goFactKind(configurationOf(this.#host.env, this.#host));
    if (change === undefined) return orIfUnreadable(undefined, () => this.#index.of(kind, file));
    const text = change.after ?? change.before;
    return text === undefined ? undefined : kind.read(text, file);
  }
}
