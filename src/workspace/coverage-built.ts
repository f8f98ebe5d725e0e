// Packages of the root that others see as they were built: what uses them there is found only through declaration maps.
//
// Invariant: a use that may be missed is told. Where an import cannot be followed, it counts as one that leads nowhere.

import type { FilePath } from "../model/file-path.ts";
import { joinPath, parentOf, parseFilePath } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import { at } from "../std/json.ts";
import { kept } from "../std/kept.ts";
import { pooled } from "../std/pooled.ts";
import type { NamedPackage } from "./coverage-built-landing.ts";
import { Landings, packageNameOf } from "./coverage-built-landing.ts";
import { isDeclaration, scriptFacts } from "./coverage-imports.ts";
import { parseJsonc } from "./coverage-jsonc.ts";
import type { CoverageQuestion } from "./coverage-question.ts";
import { named, nearestOf } from "./coverage-question.ts";
import type { TsConfig } from "./coverage-tsconfig.ts";

interface Holders {
  /** The project that a server loads for an opened file. */
  of(file: FilePath): Promise<TsConfig | undefined>;
}

/** Why uses in other packages are missed although their projects are loaded. */
export async function builtPackages(question: CoverageQuestion, projects: Holders): Promise<Reason[]> {
  const { root, file } = question;
  if (isDeclaration(file)) return [];
  const packages = await packagesIn(question);
  const own = packages.get(nearestOf(root, new Set(packages.keys()), file) ?? root);
  // What nobody can name is seen by its path alone.
  if (own === undefined || (packages.size === 1 && !own.offersItself)) return [];
  const users = await new Users(question, projects, packages, own).look();
  const shown = named(root, [own.directory]);
  const toSources = "have it built with declarationMap, or lead to its sources by references or paths";
  const said: Readonly<Record<Missed, string>> = {
    unmapped: `see ${shown} only as it was last built, with no declaration map that leads back: ${toSources}`,
    nothing: `lead to ${shown} through what is not built or not linked: ${toSources}`,
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
      const manifest = parseJsonc((await read(path)) ?? "");
      const name = at(manifest, ["name"]);
      const directory = parentOf(path) ?? path;
      const offersItself = at(manifest, ["exports"]) !== undefined;
      return typeof name === "string" ? [{ name, directory, manifest, offersItself }] : [];
    }),
  );
  return new Map(found.flat().map((one) => [one.directory, one]));
}

/** The files that import a package, by the way in which what they import is missed. */
class Users {
  readonly #question: CoverageQuestion;
  readonly #projects: Holders;
  readonly #packages: ReadonlyMap<FilePath, NamedPackage>;
  readonly #own: NamedPackage;
  readonly #landings: Landings;
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
    this.#packages = packages;
    this.#own = own;
    this.#landings = new Landings(question, packages);
  }

  async look(): Promise<ReadonlyMap<Missed, readonly FilePath[]>> {
    const { files, root } = this.#question;
    const names = new Set([...this.#packages.values()].map(({ name }) => name));
    const directories = new Set(this.#packages.keys());
    const sources = files.filter((path) => scripts.test(path));
    const found = await pooled(sources, atOnce, async (file) => {
      const facts = await this.#question.parsed(file, scriptFacts);
      const modules = (facts?.named ?? []).filter((module) => names.has(packageNameOf(module)));
      return modules.length === 0 ? [] : [{ file, modules }];
    });
    const importing = found.flat();
    for (const { file, modules } of importing) {
      const imports = listedIn(this.#imports, nearestOf(root, directories, file) ?? root);
      imports.push(...modules);
    }
    const byConfig = new Map<FilePath | undefined, Importing[]>();
    for (const one of this.#mayMatter(importing)) {
      listedIn(byConfig, (await this.#projects.of(one.file))?.path).push(one);
    }
    const leading = this.#leadingToOwn();
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

  /** Nobody has to be looked at where no file of another package, and no other by name, imports this one. */
  #mayMatter(importing: readonly Importing[]): readonly Importing[] {
    const isMeant = importing.some(({ modules }) => modules.some((module) => packageNameOf(module) === this.#own.name));
    return isMeant ? importing : [];
  }

  /** The packages that import the asked one by its name, directly or not. */
  #leadingToOwn(): ReadonlySet<FilePath> {
    const importers = new Map<string, FilePath[]>();
    for (const [directory, modules] of this.#imports) {
      for (const name of new Set(modules.map(packageNameOf))) listedIn(importers, name).push(directory);
    }
    const leading = new Set<FilePath>();
    for (let names: readonly string[] = [this.#own.name]; names.length > 0; ) {
      const fresh = names.flatMap((name) => importers.get(name) ?? []).filter((directory) => !leading.has(directory));
      for (const directory of fresh) leading.add(directory);
      names = [...new Set(fresh)].flatMap((directory) => this.#packages.get(directory)?.name ?? []);
    }
    return leading;
  }

  /**
   * How files of one configuration miss the asked file: each package that they see as it was built is looked at once,
   * and what its declarations import in turn is looked at with the same eyes.
   */
  async #walk(
    config: FilePath | undefined,
    importing: readonly Importing[],
    leading: ReadonlySet<FilePath>,
  ): Promise<ReadonlyMap<FilePath, Missed>> {
    const look = (here: FilePath, modules: Iterable<string>): Promise<Step[]> =>
      Promise.all([...new Set(modules)].map((module) => this.#step({ config, here, module }, leading)));
    const first = await pooled(importing, atOnce, ({ file, modules }) => look(parentOf(file) ?? file, modules));
    const steps = new Map<FilePath, readonly Step[]>();
    for (let level = first.flat(); level.length > 0; ) {
      const fresh = [...new Set(level.flatMap(({ into }) => into ?? []))].filter((one) => !steps.has(one));
      const found = await pooled(fresh, atOnce, async (directory) => {
        const next = await look(directory, this.#imports.get(directory) ?? []);
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
    return kept(this.#steps, [from.config, from.here, from.module].join("\n"), async () => {
      const landing = await this.#landings.of(from);
      if (landing.kind === "source" || landing.kind === "outside") return {};
      const { directory } = landing;
      if (directory === this.#own.directory) {
        return { missed: landing.kind === "nothing" ? "nothing" : await this.#judged(landing.file) };
      }
      if (landing.kind === "declared") return { into: directory };
      return { missed: leading.has(directory) ? "nothing" : undefined };
    });
  }

  /** Whether declarations lead to the asked file, and to where it is now. */
  async #judged(declared: FilePath): Promise<Missed | undefined> {
    const { file } = this.#question;
    const map = await this.#mapOf(declared);
    const [first] = map?.sources ?? [];
    if (map === undefined || first === undefined) return "unmapped";
    // What lies beside the sources of a build is no part of it.
    if (!file.startsWith(`${sourcesOf(first, declared)}/`)) return undefined;
    // From a source a server finds its declarations by what its project says, and by nothing else.
    const own = (await this.#projects.of(file))?.declarationOf(file);
    const owned = own && (await this.#mapOf(own));
    return owned?.sources.includes(file) === true ? this.#isStale(owned.path) : "unmapped";
  }

  async #mapOf(declared: FilePath): Promise<DeclarationMap | undefined> {
    const home = parentOf(declared) ?? declared;
    const text = (await this.#question.read(declared)) ?? "";
    const url = /^\/\/# sourceMappingURL=(\S+)\s*$/m.exec(text)?.[1];
    if (url === undefined || url.startsWith("data:")) return undefined;
    const path = joinPath(home, decodeURI(url));
    const map = parseJsonc((await this.#question.read(path)) ?? "");
    const sources = at(map, ["sources"]);
    const sourceRoot = at(map, ["sourceRoot"]);
    const base = joinPath(parentOf(path) ?? home, typeof sourceRoot === "string" ? sourceRoot : "");
    const texts = (Array.isArray(sources) ? sources : []).filter((one) => typeof one === "string");
    return { path, sources: texts.map((one) => parseFilePath(one) ?? joinPath(base, one)) };
  }

  /** A map tells of places in the text that was built. */
  async #isStale(map: FilePath): Promise<"stale" | undefined> {
    const { file, changedAt } = this.#question;
    const [built = 0, changed = 0] = await Promise.all([changedAt(map), changedAt(file)]);
    return changed > built ? "stale" : undefined;
  }
}

/** Files read at the same time. */
const atOnce = 32;
const scripts = /\.(?:[cm]?[jt]s|[jt]sx)$/;

interface Import {
  /** The configuration that holds for the importing file. */
  readonly config: FilePath | undefined;
  /** Where packages are looked for. */
  readonly here: FilePath;
  readonly module: string;
}

interface Importing {
  readonly file: FilePath;
  readonly modules: readonly string[];
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

interface DeclarationMap {
  readonly path: FilePath;
  readonly sources: readonly FilePath[];
}

/** The directory of the sources that a build was made from, of one file and what it was made into. */
function sourcesOf(source: FilePath, declared: FilePath): string {
  const [from = [], to = []] = [source, declared].map((path) => path.replace(endings, "").split("/"));
  while (from.length > 1 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  return from.join("/");
}

const endings = /(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx)$/;
