// Where an import leads that means a package of the root by name, alias or path: to a source, to declarations, or to nothing.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, isInside, joinPath, parseFilePath, relativeTo } from "../../model/file-path.ts";
import { isRecord, textsIn } from "../../std/json.ts";
import { memoized } from "../../std/memoized.ts";
import { filesAt, isDeclaration } from "../../languages/script/imports.ts";
import type { CoverageQuestion } from "./question.ts";
import { nearestOf } from "./question.ts";
import type { TsConfig } from "./tsconfig.ts";
import { isJavaScript, readTsConfig } from "./tsconfig.ts";
import type { Configured } from "./script-config.ts";
import { aliasTargets, readConfigured } from "./script-config.ts";
import { NodeModules } from "./node-modules.ts";
import type { PackageManifest } from "../../languages/script/package-json.ts";
import { packageNameOf } from "../../languages/script/package-json.ts";

export interface NamedPackage {
  readonly name: string;
  readonly directory: FilePath;
  readonly manifest: PackageManifest;
  /** Its own files may import it by its name. */
  readonly offersItself: boolean;
}

export type Landing =
  | { readonly kind: "source" }
  /** A copy that is installed, or no package of the root at all. */
  | { readonly kind: "outside" }
  | { readonly kind: "declared"; readonly directory: FilePath; readonly file: FilePath }
  | { readonly kind: "nothing"; readonly directory: FilePath };

export interface NamedImport {
  readonly config: FilePath | undefined;
  readonly here: FilePath;
  readonly module: string;
}

export class Landings {
  readonly #question: CoverageQuestion;
  readonly #packages: ReadonlyMap<FilePath, NamedPackage>;
  readonly #directories: ReadonlySet<FilePath>;
  readonly #files: ReadonlySet<FilePath>;
  readonly #given = new Map<string, Promise<Landing | undefined>>();
  readonly #there = new Map<FilePath, Promise<boolean>>();
  readonly #configured = new Map<FilePath, Promise<Configured>>();
  readonly #referred = new Map<FilePath, Promise<readonly TsConfig[]>>();
  readonly #modules: NodeModules;

  constructor(question: CoverageQuestion, packages: ReadonlyMap<FilePath, NamedPackage>) {
    this.#question = question;
    this.#packages = packages;
    this.#directories = new Set(packages.keys());
    this.#files = new Set(question.files);
    this.#modules = new NodeModules((path) => question.real(path));
  }

  /** The directory of the package that a path lies in. */
  holderOf(path: FilePath): FilePath {
    const { root } = this.#question;
    return nearestOf(root, this.#directories, path) ?? root;
  }

  /** The other package that a path leads into, unless to a source. */
  intoByPath(path: FilePath, holder: FilePath): FilePath | undefined {
    const directory = this.#holderAt(path);
    return directory === undefined || directory === holder || this.#isSource(path) ? undefined : directory;
  }

  /** The same for a name that a configuration gives to what was built. */
  async intoByAlias(config: FilePath | undefined, module: string, holder: FilePath): Promise<FilePath | undefined> {
    const landing = await this.#aliased(config, module, holder);
    return landing?.kind === "declared" ? landing.directory : undefined;
  }

  /** Where a name leads, or a whole path. */
  async of({ config, here, module }: NamedImport): Promise<Landing> {
    const path = parseFilePath(module);
    if (path !== undefined) {
      const directory = otherKinds.test(path) ? undefined : this.#holderAt(path);
      return directory === undefined ? { kind: "outside" } : this.#reached(config, directory, this.#targetsAt(path));
    }
    const aliased = await this.#aliased(config, module, this.holderOf(joinPath(here, "x")));
    if (aliased !== undefined) return aliased;
    const name = packageNameOf(module);
    const subpath = module.slice(name.length);
    if (otherKinds.test(subpath)) return { kind: "outside" };
    const meant = await this.#packageFor(here, name);
    if (meant === undefined) {
      const unlinked = (await this.#modules.find(here, name)) === undefined ? this.#named(name) : undefined;
      return unlinked === undefined ? { kind: "outside" } : { kind: "nothing", directory: unlinked.directory };
    }
    const asked = config && (await this.#configuredBy(config)).conditions;
    return this.#reached(config, meant.directory, offeredBy(meant, subpath, asked ?? []));
  }

  // — below: private, in the order they are used —

  /** Undefined for what is not inside of the root, and for what is installed there. */
  #holderAt(path: FilePath): FilePath | undefined {
    const within = relativeTo(this.#question.root, path);
    const isOurs = within !== undefined && !`/${within}/`.includes("/node_modules/");
    return isOurs ? this.holderOf(joinPath(path, "x")) : undefined;
  }

  /** A path means itself, but the directory of a package means what its manifest says. */
  #targetsAt(path: FilePath): readonly FilePath[] {
    const meant = this.#packages.get(path);
    return meant === undefined ? [path] : entriesOf(meant);
  }

  #isSource(path: FilePath): boolean {
    const found = this.#targetsAt(path).flatMap(filesAt);
    return found.some((one) => this.#files.has(one) && !isDeclaration(one) && !isJavaScript(one));
  }

  /** Where a name leads that a configuration gives; a declaration beside the importing file is one of its own. */
  #aliased(config: FilePath | undefined, module: string, holder: FilePath): Promise<Landing | undefined> {
    return memoized(this.#given, `${config}\n${module}\n${holder}`, async () => {
      const paths =
        config === undefined
          ? []
          : (await this.#configuredBy(config)).aliases.flatMap((one) => aliasTargets(one, module));
      if (paths.some((path) => this.#isSource(path))) return { kind: "source" };
      for (const path of paths) {
        const directory = this.intoByPath(path, holder);
        const landing = directory && (await this.#reached(config, directory, this.#targetsAt(path)));
        if (landing !== undefined && landing.kind !== "nothing") return landing;
      }
      const isUntyped = paths.flatMap(filesAt).some((path) => this.#files.has(path) && !isDeclaration(path));
      return isUntyped ? { kind: "source" } : undefined;
    });
  }

  /** What lies where a package is entered. */
  async #reached(config: FilePath | undefined, directory: FilePath, targets: readonly FilePath[]): Promise<Landing> {
    if (config !== undefined && (await this.#isReferred(config, directory, targets))) return { kind: "source" };
    for (const path of targets.flatMap(candidatesAt)) {
      if (this.#files.has(path) && !isDeclaration(path)) return { kind: "source" };
      if (isDeclaration(path) && (await this.#isThere(path))) return { kind: "declared", directory, file: path };
    }
    return { kind: "nothing", directory };
  }

  #isThere(path: FilePath): Promise<boolean> {
    return memoized(this.#there, path, async () => (await this.#question.changedAt(path)) !== undefined);
  }

  #configuredBy(config: FilePath): Promise<Configured> {
    return memoized(this.#configured, config, () => readConfigured(this.#question.read, config));
  }

  /** The package of the root that a name leads to from a directory. */
  async #packageFor(here: FilePath, name: string): Promise<NamedPackage | undefined> {
    const around = ancestors(joinPath(here, "x"), this.#question.root);
    const own = around.map((directory) => this.#packages.get(directory)).find((one) => one !== undefined);
    if (own?.name === name && own.offersItself) return own;
    const installed = await this.#modules.find(here, name);
    return installed && this.#packages.get(installed);
  }

  #named(name: string): NamedPackage | undefined {
    return [...this.#packages.values()].find((one) => one.name === name);
  }

  /** Whether a project that is referred to builds what is offered: then its sources are seen instead. */
  async #isReferred(config: FilePath, directory: FilePath, offered: readonly FilePath[]): Promise<boolean> {
    if ((await this.#configuredBy(config)).seesBuilt) return false;
    const referred = await memoized(this.#referred, config, () => this.#referredBy(config));
    return referred.some(
      ({ path, outputs }) =>
        isInside(directory, path) &&
        (outputs.length === 0 || offered.some((target) => outputs.some((output) => isInside(output, target)))),
    );
  }

  async #referredBy(config: FilePath): Promise<readonly TsConfig[]> {
    const found = new Map<FilePath, TsConfig>();
    const read = async (path: FilePath): Promise<TsConfig[]> => {
      const one = await readTsConfig(this.#question.read, path);
      return one === undefined ? [] : [one];
    };
    for (let level = await read(config); level.length > 0; ) {
      const fresh = level.flatMap(({ references }) => references).filter((path) => !found.has(path));
      level = (await Promise.all([...new Set(fresh)].map(read))).flat();
      for (const one of level) found.set(one.path, one);
    }
    return [...found.values()];
  }
}

/** Styles, pictures and the like have no symbols. */
const otherKinds = /\.(?![cm]?[jt]sx?$)\w+$|\?/;

/** The paths that a manifest gives to a part of its package, what is preferred first. */
function offeredBy(offering: NamedPackage, subpath: string, asked: readonly string[]): FilePath[] {
  const { directory, manifest } = offering;
  const exports = manifest.get("exports");
  if (exports !== undefined && exports !== null) {
    const isTable = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith("."));
    const table = isTable ? exports : { ".": exports };
    const texts = targetsFor(table, `.${subpath}`, new Set([...conditions, ...asked]));
    return texts.flatMap((text) => within(directory, text) ?? []);
  }
  return subpath === "" ? entriesOf(offering) : [joinPath(directory, subpath)];
}

/** What a package is without a word of what it offers. */
function entriesOf({ directory, manifest }: NamedPackage): FilePath[] {
  const texts = ["types", "typings", "main"].flatMap((key) => manifest.text(key) ?? []);
  return [...texts, "index"].flatMap((text) => within(directory, text) ?? []);
}

/** Undefined for what is no path. */
function within(directory: FilePath, text: string): FilePath | undefined {
  return parseFilePath(`${directory}/${text}`);
}

const conditions = ["types", "import", "require", "node", "module-sync", "default"];

function targetsFor(table: Readonly<Record<string, unknown>>, wanted: string, met: ReadonlySet<string>): string[] {
  const exact = table[wanted];
  if (exact !== undefined) return textsOf(exact, met);
  const patterns = Object.keys(table).sort((one, other) => other.indexOf("*") - one.indexOf("*"));
  for (const pattern of patterns) {
    const [before = "", after] = pattern.split("*");
    if (after === undefined || !wanted.startsWith(before) || !wanted.endsWith(after)) continue;
    const rest = wanted.slice(before.length, wanted.length - after.length);
    return textsOf(table[pattern], met).map((text) => text.replaceAll("*", () => rest));
  }
  return [];
}

function textsOf(value: unknown, met: ReadonlySet<string>): string[] {
  return textsIn(value, (key) => met.has(key) || key.startsWith("types@"));
}

/** Sources before declarations, in the order in which a server searches; and the target itself. */
function candidatesAt(target: FilePath): FilePath[] {
  if (isDeclaration(target)) return [target];
  const found = filesAt(target);
  const bare = target.replace(/\.[cm]?jsx?$/, "");
  const more = [".d.mts", ".d.cts"].map((ending) => `${bare}${ending}` as FilePath);
  // Of JavaScript that has no types nothing is known; but where it is a source, it is said elsewhere.
  return [...found.filter((path) => !isJavaScript(path)), ...more, ...found.filter(isJavaScript)];
}
