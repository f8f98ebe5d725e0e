// Where imports of TypeScript and JavaScript lead: by path, by an alias of a configuration, or by the name of a package.
//
// Invariant: a name leads out of the root only where a package of that name is installed, and is no link back into it.

import { NodeModules } from "../coverage/node-modules.ts";
import { packageNameOf, parsePackage } from "../../languages/script/package-json.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, parentOf } from "../../model/file-path.ts";
import { textsIn } from "../../std/json.ts";
import { filesAt, importedFiles, isRelative, runtimesOf, scriptImports } from "../../languages/script/imports.ts";
import { holdersOf, nearestOf } from "../coverage/question.ts";
import type { FileIndex } from "../../languages/modules/file-index.ts";
import type { Placed } from "../../languages/modules/placed.ts";
import { joined, leadsAnywhere, outside } from "../../languages/modules/placed.ts";
import type { Configured, PathAlias } from "../coverage/script-config.ts";
import { aliasTargets, configurationsAbove, isConfigurationFile, readConfigured } from "../coverage/script-config.ts";
import { ScriptProjects } from "./script-projects.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { ReadText } from "../coverage/tsconfig.ts";
import { readTsConfig } from "../coverage/tsconfig.ts";
import { script } from "../../languages/script/language.ts";
import type { Importer } from "./graph.ts";

export interface ScriptPlacesContext {
  readonly root: FilePath;
  /** Every root that is open, this one among them. */
  readonly roots: readonly FilePath[];
  readonly files: readonly FilePath[];
  readonly read: (path: FilePath) => Promise<string | undefined>;
  /** The path with every link resolved; undefined when there is nothing. */
  real(path: FilePath): Promise<FilePath | undefined>;
}

export function isScriptFile(file: FilePath): boolean {
  return script.endings.test(file);
}

/** The files that a relative import may mean. */
export function relativeCandidates(file: FilePath, module: string): FilePath[] {
  return scriptFiles(importedFiles(file, module));
}

/**
 * Whether a file or a package may join or leave what a program of scripts is made of: no other file that is in it for
 * certain brings it in.
 */
export async function bringsMore(
  changes: readonly TextChange[],
  importers: readonly Importer[],
  projectOf: (file: FilePath) => FilePath | undefined,
  read: ReadText,
): Promise<boolean> {
  const projects = [...new Set(changes.flatMap(({ file }) => projectOf(file) ?? []))];
  const configs = new Map(
    await Promise.all(
      projects.map(async (one) => [one, await readTsConfig(read, joinPath(one, "tsconfig.json"))] as const),
    ),
  );
  const changed = new Set(changes.map(({ file }) => file));
  const others = importers.filter(({ file }) => isScriptFile(file) && !changed.has(file));
  return changes.some((change) => {
    const modules = isScriptFile(change.file) ? difference(change) : [];
    if (modules.length === 0) return false;
    const project = projectOf(change.file);
    const config = project && configs.get(project);
    const mates = others.filter(({ file }) => projectOf(file) === project && config?.covers(file) === true);
    const known = new Set(mates.flatMap((mate) => mate.modules));
    const files = new Set(mates.flatMap(({ placed }) => placed.files));
    return modules.some((module) => {
      if (module.startsWith("node:")) return false;
      if (!isRelative(module)) return !known.has(module);
      return !relativeCandidates(change.file, module).some((path) => files.has(path) || changed.has(path));
    });
  });
}

export class ScriptPlaces {
  readonly #context: ScriptPlacesContext;
  readonly #aliases: readonly PathAlias[];
  readonly #jsxSources: readonly string[];
  readonly #packages: ReadonlyMap<string, readonly Package[]>;
  /** Directories of manifests, with what they say. */
  readonly #manifests: ReadonlyMap<FilePath, Manifest>;
  readonly #holders: ReadonlySet<FilePath>;
  readonly #modules: NodeModules;
  /** A configuration has a rule for relative imports that is not followed here, or cannot be read. */
  readonly isUnsupported: boolean;
  readonly projects: ScriptProjects;

  static async of(context: ScriptPlacesContext): Promise<ScriptPlaces> {
    const above: FilePath[] = [];
    for (const path of configurationsAbove(context.root))
      if ((await context.read(path)) !== undefined) above.push(path);
    const paths = [...context.files.filter(isConfigurationFile), ...above];
    const configs = await Promise.all(paths.map((file) => readConfigured(context.read, file)));
    const named = context.files.filter((file) => file.endsWith("/package.json"));
    const manifests = await Promise.all(named.map((file) => readManifest(context, file)));
    return new ScriptPlaces(context, configs, manifests);
  }

  private constructor(context: ScriptPlacesContext, configs: readonly Configured[], manifests: readonly Manifest[]) {
    this.#context = context;
    this.#modules = new NodeModules((path) => context.real(path));
    this.#aliases = configs.flatMap(({ aliases }) => aliases);
    this.#jsxSources = [...new Set(configs.flatMap(({ jsxSource }) => jsxSource ?? []))];
    this.isUnsupported = configs.some(({ isUnsupported }) => isUnsupported);
    const packages = new Map<string, Package[]>();
    for (const { name, ...one } of manifests) {
      if (name !== undefined) packages.set(name, [...(packages.get(name) ?? []), { name, ...one }]);
    }
    this.#packages = packages;
    this.#manifests = new Map(manifests.map((one) => [one.directory, one]));
    this.#holders = holdersOf(context.files, "package.json");
    this.projects = new ScriptProjects(context, configs);
  }

  async place(file: FilePath, module: string, index: FileIndex): Promise<Placed> {
    if (isRelative(module)) {
      const found = this.#found(module, relativeCandidates(file, module), index);
      return isNothing(found) ? leadsAnywhere : found;
    }
    if (/^(?:node|https?|data|bun|jsr|npm|virtual):/.test(module)) return outside;
    const aliased = this.#found(module, this.#aliased(module), index);
    const byName = await this.#byName(file, module);
    // The configuration of the file is not determined, so an alias never hides what a name means.
    return joined([aliased, isNothing(aliased) ? byName : { ...byName, isAnywhere: false }]);
  }

  /** What a file brings in without a word: elements of JSX are typed by a module that a configuration names. */
  async implied(file: FilePath, index: FileIndex): Promise<Placed> {
    if (!/\.(?:[jt]sx|[cm]?js|vue|astro)$/.test(file)) return outside;
    const sources = [...this.#jsxSources, "react"];
    const modules = sources.flatMap((source) => runtimesOf(source).map((module) => ({ source, module })));
    const all = modules.map(async ({ source, module }) => {
      const found = await this.place(file, module, index);
      // One that is not there says nothing; but a source that was named explicitly is there, wherever it is.
      return { ...found, isAnywhere: found.isAnywhere && source !== "react" };
    });
    return joined(await Promise.all(all));
  }

  // — below: private, in the order they are used —

  /** The files that are there; a manifest among them may offer any file below it, or even beyond. */
  #found(module: string, candidates: readonly FilePath[], index: FileIndex): Placed {
    const files = candidates.filter((path) => index.has(path));
    const isItself = module.endsWith("package.json");
    const offering = isItself
      ? []
      : files.flatMap((path) => (path.endsWith("/package.json") ? (parentOf(path) ?? []) : []));
    const exportsOutsideItself = offering.some(
      (directory) => this.#manifests.get(directory)?.exportsOutsideItself === true,
    );
    return { ...outside, files, trees: offering, isAnywhere: exportsOutsideItself };
  }

  /** Every file that an alias of any configuration may mean, whichever configuration covers the importing file. */
  #aliased(module: string): FilePath[] {
    const targets = this.#aliases.flatMap((one) => aliasTargets(one, module));
    return targets.flatMap((target) => scriptFiles(filesAt(target)));
  }

  #byName(file: FilePath, module: string): Placed | Promise<Placed> {
    if (module.startsWith("#")) return this.#own(file);
    return module.startsWith("/") ? leadsAnywhere : this.#named(file, module);
  }

  /** A name that a package gives to its own files, or to those of others. */
  async #own(file: FilePath): Promise<Placed> {
    const holder = nearestOf(this.#rootOf(file), this.#holders, file);
    if (holder === undefined) return leadsAnywhere;
    const others = this.#manifests.get(holder)?.imports ?? [];
    const places = others.map((name) => this.#named(joinPath(holder, "package.json"), name));
    return joined([{ ...outside, trees: [holder] }, ...(await Promise.all(places))]);
  }

  async #named(file: FilePath, module: string): Promise<Placed> {
    const name = packageNameOf(module);
    const known = this.#packages.get(name) ?? [];
    const here = parentOf(file) ?? file;
    const installed = await this.#modules.find(here, name);
    const linked = installed !== undefined && this.#isOurs(installed) ? installed : undefined;
    const meant = [...known, ...(linked === undefined ? [] : [this.#manifests.get(linked) ?? bare(linked)])];
    if (meant.length > 0) {
      const referred = meant.some(({ isBuilt }) => isBuilt) ? await this.projects.referredBy(file) : [];
      const isSource = ({ directory }: Manifest): boolean => referred.some((path) => isInside(directory, path));
      return {
        ...outside,
        trees: meant.map(({ directory }) => directory),
        isAnywhere: meant.some(({ exportsOutsideItself }) => exportsOutsideItself),
        // What refers to another project sees its sources, and never what was built from them.
        built: meant.filter((one) => one.isBuilt && !isSource(one)).map(({ directory }) => directory),
      };
    }
    const isOutside = installed !== undefined || (await this.#modules.find(here, typesOf(name))) !== undefined;
    return isOutside || builtIn.has(name) ? outside : leadsAnywhere;
  }

  #isOurs(path: FilePath): boolean {
    return this.#context.roots.some((root) => isInside(root, path)) && !path.includes("/node_modules/");
  }

  #rootOf(file: FilePath): FilePath {
    return this.#context.roots.find((root) => isInside(root, file)) ?? this.#context.root;
  }
}

interface Manifest {
  readonly name: string | undefined;
  readonly directory: FilePath;
  /** It offers no source of the root, but at the most descriptions: it is built first. */
  readonly isBuilt: boolean;
  /** It offers files that are not below it. */
  readonly exportsOutsideItself: boolean;
  /** The packages that it has names of its own for. */
  readonly imports: readonly string[];
}

type Package = Manifest & { readonly name: string };

function bare(directory: FilePath): Manifest {
  return { name: undefined, directory, isBuilt: false, exportsOutsideItself: false, imports: [] };
}

function isNothing({ files, trees }: Placed): boolean {
  return files.length === 0 && trees.length === 0;
}

const builtIn: ReadonlySet<string> = new Set(
  "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib".split(
    " ",
  ),
);

async function readManifest({ files, read }: ScriptPlacesContext, file: FilePath): Promise<Manifest> {
  const manifest = parsePackage(await read(file));
  const directory = parentOf(file) ?? file;
  const offered = ["types", "typings", "main", "module", "exports", "typesVersions"].flatMap((key) =>
    offeredIn(manifest.get(key)),
  );
  const all = new Set(files);
  const found = offered.flatMap((text) => {
    const [before = ""] = text.split("*");
    if (text.includes("*")) return files.filter((one) => one.startsWith(joinPath(directory, before)));
    return relativeCandidates(file, `./${text}`).filter((one) => all.has(one));
  });
  const isDescribed = found.some((one) => declarations.test(one));
  const isSource = found.some((one) => /\.(?:[cm]?ts|tsx|vue|svelte|astro)$/.test(one) && !declarations.test(one));
  return {
    name: manifest.name,
    directory,
    isBuilt: offered.length > 0 && (found.length === 0 || (isDescribed && !isSource)),
    exportsOutsideItself: offered.some((text) => !isInside(directory, joinPath(directory, text))),
    imports: textsIn(manifest.get("imports")).filter((text) => !text.startsWith(".")),
  };
}

const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;
const conditions = /^(?:\.|types\b|(?:import|require|node|module|module-sync|browser|default)$|[^a-z@])/;

/** The exported paths, without those that only a custom condition selects. */
function offeredIn(value: unknown): string[] {
  return textsIn(value, (key) => conditions.test(key));
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

function difference({ before = "", after = "" }: TextChange): string[] {
  const [was, is] = [new Set(scriptImports(before)), new Set(scriptImports(after))];
  return [...[...was].filter((one) => !is.has(one)), ...[...is].filter((one) => !was.has(one))];
}
