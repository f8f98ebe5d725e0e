// Packages of the root that others see as they were built: what uses them there is found only through declaration maps.
//
// Invariant: a use that may be missed is reported. An import that cannot be followed counts as one that leads nowhere.

import { packageNameOf, parsePackage } from "../../languages/script/package-json.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { memoized } from "../../std/memoized.ts";
import { pooled } from "../../std/pooled.ts";
import type { NamedPackage } from "./built-landing.ts";
import { Landings } from "./built-landing.ts";
import type { Holders } from "./built-maps.ts";
import { DeclarationMaps, placeAt } from "./built-maps.ts";
import type { WrittenImport } from "../../languages/file-facts.ts";
import { isDeclaration, isRelative } from "../../languages/script/imports.ts";
import type { CoverageQuestion } from "./question.ts";
import { importFacts } from "../files/source-index.ts";
import { named, nearestOf } from "./question.ts";

/** Why uses in other packages are missed although their projects are loaded. */
export async function builtPackages(question: CoverageQuestion, projects: Holders): Promise<Reason[]> {
  const { root, file } = question;
  if (isDeclaration(file)) return [];
  const packages = await packagesIn(question);
  const own = packages.get(nearestOf(root, new Set(packages.keys()), file) ?? root);
  // What has no package name is imported by its path alone.
  if (own === undefined || (packages.size === 1 && !own.offersItself)) return [];
  const users = await new Users(question, projects, packages, own).find();
  const shown = named(root, [own.directory]);
  const toSources = "build it with declarationMap, or map it to its sources with references or paths";
  const said: Readonly<Record<Missed, string>> = {
    unmapped: `see ${shown} only as last built, without a declaration map to its sources: ${toSources}`,
    nothing: `lead to ${shown} through a package that is not built or not linked: ${toSources}`,
    stale: `see ${shown} as it was built before ${named(root, [file])} changed: build it again`,
  };
  return missedWays.flatMap((way): Reason[] => {
    const files = users.get(way) ?? [];
    return files.length === 0
      ? []
      : [{ code: "server_not_exhaustive", detail: `imports in ${named(root, files)} ${said[way]}` }];
  });
}

// — below: private, in the order they are used —

const missedWays = ["unmapped", "nothing", "stale"] as const;
type Missed = (typeof missedWays)[number];

/** Every package of the root that has a name, by its directory. */
async function packagesIn({ files, read }: CoverageQuestion): Promise<Map<FilePath, NamedPackage>> {
  const manifests = files.filter((path) => path.endsWith("/package.json"));
  const found = await Promise.all(
    manifests.map(async (path): Promise<NamedPackage[]> => {
      const manifest = parsePackage(await read(path));
      const { name } = manifest;
      const directory = parentOf(path) ?? path;
      const offersItself = manifest.get("exports") !== undefined;
      return name === undefined ? [] : [{ name, directory, manifest, offersItself }];
    }),
  );
  return new Map(found.flat().map((one) => [one.directory, one]));
}

/** The files that import a package, by the way in which what they import is missed. */
class Users {
  readonly #question: CoverageQuestion;
  readonly #projects: Holders;
  readonly #byName = new Map<string, FilePath[]>();
  readonly #own: NamedPackage;
  readonly #landings: Landings;
  readonly #maps: DeclarationMaps;
  /** What the files of each package import of the packages of the root. */
  readonly #imports = new Map<FilePath, string[]>();
  readonly #steps = new Map<string, Promise<Step>>();

  constructor(
    question: CoverageQuestion,
    projects: Holders,
    packages: ReadonlyMap<FilePath, NamedPackage>,
    own: NamedPackage,
  ) {
    this.#question = question;
    this.#projects = projects;
    for (const { name, directory } of packages.values()) listedIn(this.#byName, name).push(directory);
    this.#own = own;
    this.#landings = new Landings(question, packages);
    this.#maps = new DeclarationMaps(question, projects);
  }

  async find(): Promise<ReadonlyMap<Missed, readonly FilePath[]>> {
    const sources = this.#question.files.filter((path) => scripts.test(path));
    const found = await pooled(sources, atOnce, (file) => this.#importsOf(file));
    const importing = found.filter(({ modules }) => modules.length > 0);
    for (const { holder, modules } of importing) listedIn(this.#imports, holder).push(...modules);
    const byConfig = new Map<FilePath | undefined, Importing[]>();
    for (const one of this.#mayMatter(importing)) {
      listedIn(byConfig, (await this.#projects.of(one.file))?.path).push(one);
    }
    const leading = this.#leadingToOwn(importing);
    const ways = new Map<FilePath, Missed>();
    for (const [config, group] of byConfig) {
      for (const [file, way] of await this.#walk(config, group, leading)) ways.set(file, way);
    }
    const users = new Map<Missed, FilePath[]>();
    for (const { file } of importing) {
      const way = ways.get(file);
      if (way !== undefined) listedIn(users, way).push(file);
    }
    return users;
  }

  /** What a file imports by the name of a package of the root, or out of another package by path or alias. */
  async #importsOf(file: FilePath): Promise<Importing> {
    const { imports = [] } = (await this.#question.facts(importFacts, file)) ?? {};
    const holder = this.#landings.holderOf(file);
    const found = new Map<string, readonly FilePath[]>();
    const others: string[] = [];
    const isNamed = ({ module, isNeeded }: WrittenImport): boolean => isNeeded && !isRelative(module);
    for (const { module } of imports.filter((one) => isNamed(one) && !one.module.includes("\0"))) {
      const meant = this.#byName.get(packageNameOf(module));
      if (meant !== undefined) found.set(module, meant);
      else others.push(module);
    }
    for (const { module } of imports.filter((one) => isRelative(one.module) && one.module.startsWith(".."))) {
      const path = placeAt(parentOf(file) ?? file, module) ?? file;
      const into = this.#landings.intoByPath(path, holder);
      if (into !== undefined) found.set(path, [into]);
    }
    const config = others.length === 0 ? undefined : await this.#projects.of(file);
    for (const module of config === undefined ? [] : others) {
      const into = await this.#landings.intoByAlias(config?.path, module, holder);
      if (into !== undefined) found.set(module, [into]);
    }
    return { file, holder, modules: [...found.keys()], into: [...found.values()].flat() };
  }

  /** No importer has to be read where nothing leads to this package. */
  #mayMatter(importing: readonly Importing[]): readonly Importing[] {
    return importing.some(({ into }) => into.includes(this.#own.directory)) ? importing : [];
  }

  /** The packages that import the asked one, directly or not. */
  #leadingToOwn(importing: readonly Importing[]): ReadonlySet<FilePath> {
    const importers = new Map<FilePath, FilePath[]>();
    for (const { holder, into } of importing) for (const one of new Set(into)) listedIn(importers, one).push(holder);
    const leading = new Set<FilePath>();
    for (let level: readonly FilePath[] = [this.#own.directory]; level.length > 0; ) {
      const fresh = new Set(level.flatMap((one) => importers.get(one) ?? []).filter((one) => !leading.has(one)));
      for (const directory of fresh) leading.add(directory);
      level = [...fresh];
    }
    return leading;
  }

  /**
   * How files of one configuration miss the asked file: each package that they see only as built is checked once, and
   * the imports of its declarations in turn by the same rules.
   */
  async #walk(
    config: FilePath | undefined,
    importing: readonly Importing[],
    leading: ReadonlySet<FilePath>,
  ): Promise<ReadonlyMap<FilePath, Missed>> {
    const stepsFrom = (here: FilePath, modules: Iterable<string>): Promise<Step[]> =>
      Promise.all([...new Set(modules)].map((module) => this.#step({ config, here, module }, leading)));
    const first = await pooled(importing, atOnce, ({ file, modules }) => stepsFrom(parentOf(file) ?? file, modules));
    const steps = new Map<FilePath, readonly Step[]>();
    for (let level = first.flat(); level.length > 0; ) {
      const fresh = [...new Set(level.flatMap(({ into }) => into ?? []))].filter((one) => !steps.has(one));
      const found = await pooled(fresh, atOnce, async (directory) => {
        const next = await stepsFrom(directory, this.#imports.get(directory) ?? []);
        steps.set(directory, next);
        return next;
      });
      level = found.flat();
    }
    const ways = waysThrough(steps);
    return new Map(
      importing.flatMap(({ file }, index) => {
        const way = worstOf((first[index] ?? []).map(({ missed, into }) => missed ?? (into && ways.get(into))));
        return way === undefined ? [] : [[file, way] as const];
      }),
    );
  }

  #step(from: Import, leading: ReadonlySet<FilePath>): Promise<Step> {
    return memoized(this.#steps, [from.config, from.here, from.module].join("\n"), async () => {
      const landing = await this.#landings.of(from);
      if (landing.kind === "source" || landing.kind === "outside") return {};
      const { directory } = landing;
      if (directory === this.#own.directory) {
        return { missed: landing.kind === "nothing" ? "nothing" : await this.#maps.judged(landing.file) };
      }
      if (landing.kind === "declared") return { into: directory };
      return { missed: leading.has(directory) ? "nothing" : undefined };
    });
  }
}

/** Files read at the same time. */
const atOnce = 32;
const scripts = /\.(?:[cm]?[jt]s|[jt]sx)$/;

interface Import {
  /** The configuration that holds for the importing file. */
  readonly config: FilePath | undefined;
  /** The directory from which packages are resolved. */
  readonly here: FilePath;
  readonly module: string;
}

interface Importing {
  readonly file: FilePath;
  /** The directory of its package. */
  readonly holder: FilePath;
  /** Names, and whole paths. */
  readonly modules: readonly string[];
  /** The directories of the packages that these may mean. */
  readonly into: readonly FilePath[];
}

/** What an import leads to, where it matters. */
interface Step {
  readonly missed?: Missed | undefined;
  /** The directory of another package that is seen as it was built. */
  readonly into?: FilePath;
}

/** How the asked file is missed by what imports a package that is seen as it was built. */
function waysThrough(steps: ReadonlyMap<FilePath, readonly Step[]>): ReadonlyMap<FilePath, Missed> {
  const above = new Map<FilePath, FilePath[]>();
  for (const [directory, all] of steps) {
    for (const { into } of all) if (into !== undefined) listedIn(above, into).push(directory);
  }
  const ways = new Map<FilePath, Missed>();
  for (const way of missedWays) {
    const start = [...steps].filter(([, all]) => all.some(({ missed }) => missed === way));
    for (let level = start.map(([directory]) => directory); level.length > 0; ) {
      const fresh = [...new Set(level)].filter((directory) => !ways.has(directory));
      for (const directory of fresh) ways.set(directory, way);
      level = fresh.flatMap((directory) => above.get(directory) ?? []);
    }
  }
  return ways;
}

/** The list that a key has; a new one where it has none yet. */
function listedIn<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function worstOf(ways: readonly (Missed | undefined)[]): Missed | undefined {
  return missedWays.find((one) => ways.includes(one));
}
