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
  readonly #imports = new Map<FilePath, Set<string>>();
  readonly #seen = new Map<string, Promise<Missed | undefined>>();

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
      const holder = nearestOf(root, directories, file) ?? root;
      this.#imports.set(holder, new Set([...(this.#imports.get(holder) ?? []), ...modules]));
    }
    const users = new Map<Missed, FilePath[]>();
    for (const { file, modules } of this.#mayMatter(importing)) {
      const config = (await this.#projects.of(file))?.path;
      const here = parentOf(file) ?? file;
      const ways = await Promise.all(modules.map((module) => this.#missed({ config, here, module }, [])));
      const way = missedWays.find((one) => ways.includes(one));
      if (way !== undefined) users.set(way, [...(users.get(way) ?? []), file]);
    }
    return users;
  }

  /** Nobody has to be looked at where no file of another package, and no other by name, imports this one. */
  #mayMatter<T extends { readonly modules: readonly string[] }>(importing: readonly T[]): readonly T[] {
    const isMeant = importing.some(({ modules }) => modules.some((module) => packageNameOf(module) === this.#own.name));
    return isMeant ? importing : [];
  }

  /** How the asked file is missed by an import; what declarations import in turn is looked at with the same eyes. */
  #missed(from: Import, above: readonly FilePath[]): Promise<Missed | undefined> {
    const key = [from.config, from.here, from.module, ...above].join("\n");
    return kept(this.#seen, key, async () => {
      const landing = await this.#landings.of(from);
      if (landing.kind === "source" || landing.kind === "outside") return undefined;
      const { directory } = landing;
      if (directory === this.#own.directory) {
        return landing.kind === "nothing" ? "nothing" : this.#judged(landing.file);
      }
      if (above.includes(directory)) return undefined;
      if (landing.kind === "nothing") return this.#leadsToOwn(directory, []) ? "nothing" : undefined;
      const further = [...(this.#imports.get(directory) ?? [])].map((module) =>
        this.#missed({ config: from.config, here: directory, module }, [...above, directory]),
      );
      const ways = await Promise.all(further);
      return missedWays.find((one) => ways.includes(one));
    });
  }

  /** Whether a package, or one that it imports, imports the asked one. */
  #leadsToOwn(directory: FilePath, above: readonly FilePath[]): boolean {
    if (above.includes(directory)) return false;
    const names = new Set([...(this.#imports.get(directory) ?? [])].map(packageNameOf));
    const next = [...this.#packages.values()].filter(({ name }) => names.has(name));
    return next.some((one) => one === this.#own || this.#leadsToOwn(one.directory, [...above, directory]));
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
