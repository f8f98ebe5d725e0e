// Where imports of TypeScript and JavaScript lead: by path, by an alias of a configuration, or by the name of a package.
//
// Invariant: a name leads out of the root only where a package of that name is installed, and is no link back into it.

import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parentOf } from "../model/file-path.ts";
import { at, isRecord } from "../std/json.ts";
import { kept } from "../std/kept.ts";
import { importedFiles, isRelative } from "./coverage-imports.ts";
import { holdersOf, nearestOf } from "./coverage-question.ts";
import { parseJsonc } from "./coverage-jsonc.ts";
import type { FileIndex } from "./reach-index.ts";
import type { Placed } from "./reach-placed.ts";
import { anywhere, outside } from "./reach-placed.ts";

export interface ScriptContext {
  readonly root: FilePath;
  readonly files: readonly FilePath[];
  readonly read: (path: FilePath) => Promise<string | undefined>;
  /** The path with every link resolved; undefined when there is nothing. */
  real(path: FilePath): Promise<FilePath | undefined>;
}

/** The files that a relative import may mean. */
export function relativeCandidates(file: FilePath, module: string): FilePath[] {
  return scriptFiles(importedFiles(file, module));
}

export class ScriptPlaces {
  readonly #context: ScriptContext;
  readonly #aliases: readonly Alias[];
  readonly #packages: ReadonlyMap<string, Package>;
  readonly #manifests: ReadonlySet<FilePath>;
  readonly #installed = new Map<string, Promise<FilePath | undefined>>();
  /** Whether a directory has installed packages. */
  readonly #holding = new Map<FilePath, Promise<boolean>>();
  /** A configuration has a rule for relative imports that is not followed here, or cannot be read. */
  readonly isOdd: boolean;

  static async of(context: ScriptContext): Promise<ScriptPlaces> {
    const configs = await Promise.all(context.files.filter(isConfiguration).map((file) => readAliases(context, file)));
    const manifests = context.files.filter((file) => file.endsWith("/package.json"));
    const packages = await Promise.all(manifests.map((file) => readPackage(context, file)));
    return new ScriptPlaces(
      context,
      configs,
      packages.flatMap((one) => one ?? []),
    );
  }

  private constructor(context: ScriptContext, configs: readonly Configured[], packages: readonly Package[]) {
    this.#context = context;
    this.#aliases = configs.flatMap(({ aliases }) => aliases);
    this.isOdd = configs.some(({ isOdd }) => isOdd);
    const isReferred = configs.some(({ hasReferences }) => hasReferences);
    // What refers to another project sees its sources, and never what was built from them.
    this.#packages = new Map(packages.map((one) => [one.name, isReferred ? { ...one, isBuilt: false } : one]));
    this.#manifests = holdersOf(context.files, "package.json");
  }

  async place(file: FilePath, module: string, index: FileIndex): Promise<Placed> {
    const isThere = (path: FilePath): boolean => index.has(path);
    if (isRelative(module)) {
      const files = relativeCandidates(file, module).filter(isThere);
      return files.length > 0 ? { ...outside, files } : anywhere;
    }
    if (/^(?:node|https?|data|bun|jsr|npm|virtual):/.test(module)) return outside;
    const aliased = this.#aliased(module).filter(isThere);
    if (aliased.length > 0) return { ...outside, files: aliased };
    if (module.startsWith("#")) return this.#own(file);
    if (module.startsWith("/")) return anywhere;
    return this.#named(file, module);
  }

  // — below: private, in the order they are used —

  /** Every file that an alias of any configuration may mean: who is covered by which is not looked at. */
  #aliased(module: string): FilePath[] {
    return this.#aliases.flatMap(({ prefix, suffix, targets }) => {
      const fits =
        module.startsWith(prefix) && module.endsWith(suffix) && module.length >= prefix.length + suffix.length;
      if (!fits) return [];
      const rest = module.slice(prefix.length, module.length - suffix.length);
      return targets.flatMap((target) =>
        relativeCandidates(
          target.from,
          target.text.replace("*", () => rest),
        ),
      );
    });
  }

  /** A name that a package gives to its own files, or to those of others. */
  #own(file: FilePath): Placed {
    const holder = nearestOf(this.#context.root, this.#manifests, file);
    return holder === undefined ? anywhere : { ...outside, trees: [holder] };
  }

  async #named(file: FilePath, module: string): Promise<Placed> {
    const name = module.split("/", module.startsWith("@") ? 2 : 1).join("/");
    const known = this.#packages.get(name);
    const here = parentOf(file) ?? file;
    const installed = await this.#lookup(here, name);
    const linked = installed !== undefined && this.#isOurs(installed) ? installed : undefined;
    const trees = [...(known === undefined ? [] : [known.directory]), ...(linked === undefined ? [] : [linked])];
    if (trees.length > 0) return { ...outside, trees, built: known?.isBuilt === true ? [known.directory] : [] };
    const isOutside = installed !== undefined || (await this.#lookup(here, typesOf(name))) !== undefined;
    return isOutside || builtIn.has(name) ? outside : anywhere;
  }

  /** Where a package is installed, seen from a directory, with links resolved. */
  #lookup(from: FilePath, name: string): Promise<FilePath | undefined> {
    return kept(this.#installed, `${from}\n${name}`, async () => {
      const holder = joinPath(from, "node_modules");
      const isHolding = await kept(this.#holding, from, async () => (await this.#context.real(holder)) !== undefined);
      const found = isHolding ? await this.#context.real(joinPath(holder, name)) : undefined;
      const above = parentOf(from);
      return found ?? (above === undefined ? undefined : this.#lookup(above, name));
    });
  }

  #isOurs(path: FilePath): boolean {
    return isInside(this.#context.root, path) && !path.includes("/node_modules/");
  }
}

interface Alias {
  /** What stands before and after the star; the whole name and nothing where there is none. */
  readonly prefix: string;
  readonly suffix: string;
  readonly targets: readonly { readonly from: FilePath; readonly text: string }[];
}

interface Configured {
  readonly aliases: readonly Alias[];
  readonly isOdd: boolean;
  readonly hasReferences: boolean;
}

interface Package {
  readonly name: string;
  readonly directory: FilePath;
  /** Nothing that it offers is a file of the root: it is built first. */
  readonly isBuilt: boolean;
}

const builtIn: ReadonlySet<string> = new Set(
  "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib".split(
    " ",
  ),
);

function isConfiguration(file: FilePath): boolean {
  return /\/[^/]*[jt]sconfig[^/]*\.json$/.test(file);
}

async function readAliases(context: ScriptContext, file: FilePath): Promise<Configured> {
  const value = parseJsonc((await context.read(file)) ?? "");
  const option = (name: string): unknown => at(value, ["compilerOptions", name]);
  const home = parentOf(file) ?? file;
  const baseUrl = option("baseUrl");
  // Importing from a file of the directory is importing from the directory.
  const from = joinPath(home, typeof baseUrl === "string" ? baseUrl : ".", "tsconfig.json");
  const paths = option("paths");
  const aliases = Object.entries(isRecord(paths) ? paths : {}).map(([pattern, targets]): Alias => {
    const [prefix = "", suffix] = pattern.split("*");
    const texts = (Array.isArray(targets) ? targets : []).filter((one) => typeof one === "string");
    return { prefix, suffix: suffix ?? "", targets: texts.map((text) => ({ from, text })) };
  });
  const based: Alias[] =
    typeof baseUrl === "string" ? [{ prefix: "", suffix: "", targets: [{ from, text: "*" }] }] : [];
  const references = at(value, ["references"]);
  return {
    aliases: [...aliases, ...based],
    isOdd: !isRecord(value) || option("rootDirs") !== undefined || option("moduleSuffixes") !== undefined,
    hasReferences: Array.isArray(references) && references.length > 0,
  };
}

async function readPackage({ files, read }: ScriptContext, file: FilePath): Promise<Package | undefined> {
  const manifest = parseJsonc((await read(file)) ?? "");
  const name = at(manifest, ["name"]);
  const directory = parentOf(file);
  if (typeof name !== "string" || directory === undefined) return undefined;
  const offered = ["types", "typings", "main", "module", "exports"].flatMap((key) => textsIn(at(manifest, [key])));
  const all = new Set(files);
  const isThere = (text: string): boolean => {
    const [before = ""] = text.split("*");
    if (text.includes("*")) return files.some((one) => one.startsWith(joinPath(directory, before)));
    return relativeCandidates(file, `./${text}`).some((one) => all.has(one));
  };
  return { name, directory, isBuilt: offered.length > 0 && !offered.some(isThere) };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return isRecord(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Files that a server reads besides TypeScript, and what describes files of another kind. */
function scriptFiles(candidates: readonly FilePath[]): FilePath[] {
  const [base = ""] = candidates;
  const bare = base.replace(/\.[cm]?jsx?$/, "");
  const more = [".js", ".jsx", ".mjs", ".cjs", ".json", ".d.mts", ".d.cts", ".vue", ".svelte", ".astro"].flatMap(
    (ending) => [bare + ending, base + ending, `${base}/index${ending}`],
  );
  const described = base.replace(/\.(\w+)$/, ".d.$1.ts");
  return [...new Set([...candidates, ...more, described, `${base}/package.json`])] as FilePath[];
}

/** The package of types that stands for one without. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, "").replace("/", "__")}`;
}
