// Where an import by the name of a package of the root leads: to a source, to declarations, or to nothing.

import type { FilePath } from "../model/file-path.ts";
import { ancestors, isInside, joinPath } from "../model/file-path.ts";
import { at, isRecord } from "../std/json.ts";
import { kept } from "../std/kept.ts";
import { filesAt, isDeclaration } from "./coverage-imports.ts";
import type { CoverageQuestion } from "./coverage-question.ts";
import type { TsConfig } from "./coverage-tsconfig.ts";
import { isJavaScript, readTsConfig } from "./coverage-tsconfig.ts";
import type { Configured } from "./reach-script-config.ts";
import { readConfigured } from "./reach-script-config.ts";

export interface NamedPackage {
  readonly name: string;
  readonly directory: FilePath;
  readonly manifest: unknown;
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

export function packageNameOf(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}

export class Landings {
  readonly #question: CoverageQuestion;
  readonly #packages: ReadonlyMap<FilePath, NamedPackage>;
  readonly #files: ReadonlySet<FilePath>;
  readonly #configured = new Map<FilePath, Promise<Configured>>();
  readonly #referred = new Map<FilePath, Promise<readonly TsConfig[]>>();
  readonly #installed = new Map<string, Promise<FilePath | undefined>>();
  readonly #holding = new Map<FilePath, Promise<boolean>>();

  constructor(question: CoverageQuestion, packages: ReadonlyMap<FilePath, NamedPackage>) {
    this.#question = question;
    this.#packages = packages;
    this.#files = new Set(question.files);
  }

  async of({ config, here, module }: NamedImport): Promise<Landing> {
    const configured = config && (await this.#configuredBy(config));
    const aliased = aliasedBy(configured, module);
    if (aliased.some((path) => this.#files.has(path) && !isDeclaration(path))) return { kind: "source" };
    const name = packageNameOf(module);
    const subpath = module.slice(name.length);
    if (otherKinds.test(subpath)) return { kind: "outside" };
    const meant = await this.#packageFor(here, name);
    if (meant === undefined) {
      const unlinked = (await this.#lookup(here, name)) === undefined ? this.#named(name) : undefined;
      return unlinked === undefined ? { kind: "outside" } : { kind: "nothing", directory: unlinked.directory };
    }
    const { directory } = meant;
    const offered = offeredBy(meant, subpath, configured?.conditions ?? []);
    if (config !== undefined && (await this.#isReferred(config, directory, offered))) return { kind: "source" };
    for (const target of offered) {
      for (const path of candidatesAt(target)) {
        const isSource = this.#files.has(path) && !isDeclaration(path);
        if (isSource) return { kind: "source" };
        if (isDeclaration(path) && (await this.#question.read(path)) !== undefined) {
          return { kind: "declared", directory, file: path };
        }
      }
    }
    return { kind: "nothing", directory };
  }

  // — below: private, in the order they are used —

  #configuredBy(config: FilePath): Promise<Configured> {
    return kept(this.#configured, config, () => readConfigured(this.#question.read, config));
  }

  /** The package of the root that a name leads to from a directory. */
  async #packageFor(here: FilePath, name: string): Promise<NamedPackage | undefined> {
    const around = ancestors(joinPath(here, "x"), this.#question.root);
    const own = around.map((directory) => this.#packages.get(directory)).find((one) => one !== undefined);
    if (own?.name === name && own.offersItself) return own;
    const installed = await this.#lookup(here, name);
    return installed && this.#packages.get(installed);
  }

  #named(name: string): NamedPackage | undefined {
    return [...this.#packages.values()].find((one) => one.name === name);
  }

  #lookup(here: FilePath, name: string): Promise<FilePath | undefined> {
    return kept(this.#installed, `${here}\n${name}`, async () => {
      for (const directory of ancestors(joinPath(here, "x"))) {
        const holder = joinPath(directory, "node_modules");
        const isHolding = kept(this.#holding, holder, async () => (await this.#question.real(holder)) !== undefined);
        const found = (await isHolding) ? await this.#question.real(joinPath(holder, name)) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }

  /** Whether a project that is referred to builds what is offered: then its sources are seen instead. */
  async #isReferred(config: FilePath, directory: FilePath, offered: readonly FilePath[]): Promise<boolean> {
    if ((await this.#configuredBy(config)).seesBuilt) return false;
    const referred = await kept(this.#referred, config, () => this.#referredBy(config));
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
const otherKinds = /\.(?![cm]?[jt]sx?$)\w+$/;

function aliasedBy(configured: Configured | undefined, module: string): FilePath[] {
  return (configured?.aliases ?? []).flatMap(({ prefix, suffix, targets }) => {
    const fits = module.startsWith(prefix) && module.endsWith(suffix) && module.length >= prefix.length + suffix.length;
    const rest = module.slice(prefix.length, module.length - suffix.length);
    return fits ? targets.flatMap((target) => filesAt(joinPath(target.replace("*", () => rest) as FilePath))) : [];
  });
}

/** The paths that a manifest gives to a part of its package, what is preferred first. */
function offeredBy({ directory, manifest }: NamedPackage, subpath: string, asked: readonly string[]): FilePath[] {
  const exports = at(manifest, ["exports"]);
  const place = (text: string): FilePath => joinPath(directory, text);
  if (exports !== undefined && exports !== null) {
    const isTable = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith("."));
    const table = isTable ? exports : { ".": exports };
    return targetsFor(table, `.${subpath}`, new Set([...conditions, ...asked])).map(place);
  }
  if (subpath !== "") return [place(`.${subpath}`)];
  const entries = ["types", "typings", "main"].flatMap((key) => {
    const text = at(manifest, [key]);
    return typeof text === "string" ? [text] : [];
  });
  return [...entries, "index"].map(place);
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
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, met));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    met.has(key) || key.startsWith("types@") ? textsOf(one, met) : [],
  );
}

/** Sources before declarations, as a server looks for them; and what lies there itself. */
function candidatesAt(target: FilePath): FilePath[] {
  if (isDeclaration(target)) return [target];
  const found = filesAt(target);
  const bare = target.replace(/\.[cm]?jsx?$/, "");
  const more = [".d.mts", ".d.cts"].map((ending) => `${bare}${ending}` as FilePath);
  // Of JavaScript that has no types nothing is known; but where it is a source, it is said elsewhere.
  return [...found.filter((path) => !isJavaScript(path)), ...more, ...found.filter(isJavaScript)];
}
