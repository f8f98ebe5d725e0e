// Checkouts inside of a root: roots of their own that no question of this one is asked in, and what of them may use it.
//
// Invariant: a file is left out only where its imports are known to stay in its checkout; in doubt it may use the root.
// Invariant: what the rules do not skip is watched, also in checkouts, so a result is valid until a change is reported.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { Family } from "../../languages/family.ts";
import { familyOf } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import {
  baseName,
  display,
  relativeTo,
  ancestors,
  isInside,
  joinPath,
  parentOf,
  parseFilePath,
} from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { memoized } from "../../std/memoized.ts";
import { pooled } from "../../std/pooled.ts";
import type { SourceIndex } from "../files/source-index.ts";
import { unwatchedIndex } from "../files/source-index.ts";
import { named } from "./question.ts";
import type { Tree, TreeContext } from "./tree.ts";
import { FileTree } from "./tree.ts";
import { followedFamily } from "../../languages/facts.ts";
import { packageNameOf, parsePackage } from "../../languages/script/package-json.ts";
import { goModuleName, isOfModule, replacedModules } from "../../languages/go/manifests.ts";
import { filesAt, isRelative } from "../../languages/script/imports.ts";
import { FileIndex } from "../../languages/modules/file-index.ts";
import { pythonFilesAt, pythonFilesEndingIn } from "../../languages/python/modules.ts";
import type { PathAlias } from "./script-config.ts";
import { aliasTargets, isConfigurationFile, readConfigured } from "./script-config.ts";

/** A worktree, a submodule or a clone. */
interface InnerCheckout {
  readonly directory: FilePath;
  readonly files: readonly FilePath[];
  /** False when part of it was not seen. */
  readonly isWhole: boolean;
}

/** A checkout with those of its files that may use code of the root. */
interface Using {
  readonly directory: FilePath;
  readonly files: readonly FilePath[];
  readonly isWhole: boolean;
}

/** The most directories read of one checkout. */
const usualMaxDirectories = 5_000;
/** The most checkouts read, those in others included. */
const maxCheckouts = 100;
/** Files of one checkout that are read. */
const maxFiles = 20_000;
/** Files read at the same time. */
const atOnce = 32;
/** Data and prose use nothing. */
const unused =
  /\.(?:json[c5]?|ya?ml|toml|lock|md|markdown|txt|rst|css|s[ac]ss|less|html?|xml|ini|cfg|svg|sum|mod|work)$/;

export class InnerCheckouts {
  readonly #context: TreeContext;
  readonly #tree: () => Promise<Tree>;
  readonly #index: Pick<SourceIndex, "factsOf">;
  #walked = new WeakMap<Tree, Promise<readonly InnerCheckout[]>>();
  /** What may use files of one kind, until something changes. */
  readonly #using = new Map<string, Promise<readonly Using[]>>();

  constructor(
    context: TreeContext,
    tree: () => Promise<Tree>,
    index: Pick<SourceIndex, "factsOf"> = unwatchedIndex(context.host),
  ) {
    this.#context = context;
    this.#tree = tree;
    this.#index = index;
  }

  /** Something has changed, here or there. */
  forget(): void {
    this.#using.clear();
  }

  async all(): Promise<readonly InnerCheckout[]> {
    const tree = await this.#tree();
    if (tree.checkouts.length === 0) return [];
    const known = this.#walked.get(tree) ?? this.#walk(tree);
    this.#walked.set(tree, known);
    const found = await known;
    // What could not be read may be readable the next time, without an event.
    if (found.some(({ isWhole }) => !isWhole)) this.#walked.delete(tree);
    return found;
  }

  /** The checkouts that may use a file of the root. */
  async using(file: FilePath): Promise<readonly Using[]> {
    const all = await this.all();
    const family = familyOf(file);
    const ending = family === "other" ? (/\.\w+$/.exec(baseName(file))?.[0] ?? "") : "";
    if (all.length === 0 || (family === "other" && (ending === "" || unused.test(file)))) return [];
    return memoized(this.#using, `${family}${ending}`, () => this.#find(all, family, ending));
  }

  /** Why the uses of a file that were found may not be all. */
  async missed(file: FilePath): Promise<readonly Reason[]> {
    const { root } = this.#context;
    return (await this.using(file)).map(({ directory, files }) => {
      const inner = display(root, directory);
      const why = files.length === 0 ? "it could not be read completely" : `${named(root, files)} may use it`;
      const next = `ask get_cross_repo_references with ${inner} as a consumer root`;
      const detail = `${inner} is a separate checkout, not part of this root, but ${why}: ${next}`;
      return { code: "scoped", detail };
    });
  }

  /** Why a change cannot be called safe; the `open` roots are checked on their own. */
  async doubts(changed: readonly FilePath[], open: readonly FilePath[]): Promise<readonly string[]> {
    const { root } = this.#context;
    const found = new Map<FilePath, Using>();
    for (const file of changed) for (const one of await this.using(file)) found.set(one.directory, one);
    return [...found.values()]
      .filter(({ directory }) => !open.includes(directory))
      .map(({ directory, files }) => {
        const who = files.length === 0 ? "something" : named(root, files);
        return `${who} in ${display(root, directory)}, a separate checkout, may be affected and was not checked`;
      });
  }

  // — below: private, in the order they are used —

  async #walk({ checkouts }: Tree): Promise<readonly InnerCheckout[]> {
    const { host, root, maxDirectories = usualMaxDirectories } = this.#context;
    const rules = await this.#context.skips();
    const found: InnerCheckout[] = [];
    const waiting = [...checkouts];
    for (let directory = waiting.shift(); directory !== undefined; directory = waiting.shift()) {
      const inner = directory;
      if (found.length >= maxCheckouts) {
        found.push({ directory, files: [], isWhole: false });
        break;
      }
      const within = relativeTo(root, inner) ?? "";
      const tree = new FileTree({
        host,
        root: inner,
        skips: async () => (path, isDirectory) => rules(`${within}/${path}`, isDirectory),
        maxDirectories,
      });
      const { files, isWhole, checkouts: deeper } = await tree.now();
      found.push({ directory: inner, files, isWhole });
      waiting.push(...deeper);
    }
    return found;
  }

  async #find(all: readonly InnerCheckout[], family: Family, ending: string): Promise<readonly Using[]> {
    const isOf = (path: FilePath): boolean =>
      ending === "" ? familyOf(path) === family || followedFamily(path) === family : path.endsWith(ending);
    const candidates = all.map((one) => ({ ...one, files: one.files.filter(isOf) }));
    if (candidates.every(({ files, isWhole }) => files.length === 0 && isWhole)) return [];
    const tree = await this.#tree();
    const read = (path: FilePath): Promise<string | undefined> => readText(this.#context.host, path);
    const { root } = this.#context;
    const outward = await outwardOf({ root, family, files: tree.files, checkouts: all, read });
    const found = candidates.map(async ({ directory, files, isWhole }) => {
      const some = files.slice(0, maxFiles);
      const reaching = outward === undefined ? some : await this.#reaching(directory, some, outward);
      return { directory, files: reaching, isWhole: isWhole && some.length === files.length };
    });
    return (await Promise.all(found)).filter(({ files, isWhole }) => files.length > 0 || !isWhole);
  }

  async #reaching(directory: FilePath, files: readonly FilePath[], outward: Outward): Promise<FilePath[]> {
    const reaches = await pooled(files, atOnce, async (file) => {
      const modules = await this.#modulesOf(file);
      return modules === undefined || modules.some((module) => outward(directory, file, module));
    });
    return files.filter((_, index) => reaches[index] === true);
  }

  /** Undefined for what cannot be read or understood. */
  async #modulesOf(file: FilePath): Promise<readonly string[] | undefined> {
    if (followedFamily(file) === undefined) return [];
    const facts = await orIfUnreadable(undefined, () => this.#index.factsOf(file));
    return facts === undefined || facts.isUnclear ? undefined : facts.modules;
  }
}

async function readText({ files }: Host, path: FilePath): Promise<string | undefined> {
  const bytes = await files.read(path, textBytes);
  return bytes && files.decode(bytes).text;
}

// — Whether an import in a checkout inside of a root leads out of it, into the root around it —

interface OutwardContext {
  readonly root: FilePath;
  readonly family: Family;
  /** The files of the root. */
  readonly files: readonly FilePath[];
  readonly checkouts: readonly { readonly directory: FilePath; readonly files: readonly FilePath[] }[];
  readonly read: (path: FilePath) => Promise<string | undefined>;
}

/** Whether a module that a file of a checkout imports may be one of the root around. */
type Outward = (checkout: FilePath, file: FilePath, module: string) => boolean;

/** Undefined for a language whose imports are not followed: any of its files may use any other. */
async function outwardOf(context: OutwardContext): Promise<Outward | undefined> {
  return readers[context.family]?.(context);
}

const readers: Readonly<Partial<Record<Family, (context: OutwardContext) => Promise<Outward>>>> = {
  script: scriptOutward,
  go: goOutward,
  python: pythonOutward,
};

type IsOuter = (path: FilePath) => boolean;

/** Whether a path lies in the root and in no checkout inside of it. */
function outerOf({ root, checkouts }: OutwardContext): IsOuter {
  return (path) => isInside(root, path) && !checkouts.some(({ directory }) => isInside(directory, path));
}

async function scriptOutward(context: OutwardContext): Promise<Outward> {
  const isOuter = outerOf(context);
  const files = new Set(context.files);
  const outer = new Set(await packageNames(context, context.files));
  const own = new Map<FilePath, { readonly names: ReadonlySet<string>; readonly aliases: readonly PathAlias[] }>();
  for (const one of context.checkouts) {
    const names = new Set(await packageNames(context, one.files));
    own.set(one.directory, { names, aliases: await aliasesFor(context, one.directory, one.files) });
  }
  return (checkout, file, module) => {
    if (isRelative(module)) return isOuter(joinPath(parentOf(file) ?? file, module));
    const absolute = module.startsWith("/") ? parseFilePath(module) : undefined;
    if (absolute !== undefined) return isOuter(absolute);
    const { names, aliases } = own.get(checkout) ?? { names: new Set<string>(), aliases: [] };
    const name = packageNameOf(module);
    if (outer.has(name) && !names.has(name)) return true;
    return aliases.some((alias) =>
      aliasTargets(alias, module).some((path) => filesAt(path).some((one) => files.has(one))),
    );
  };
}

async function packageNames({ read }: OutwardContext, files: readonly FilePath[]): Promise<string[]> {
  const manifests = files.filter((file) => baseName(file) === "package.json");
  const texts = await Promise.all(manifests.map(read));
  return texts.flatMap((text) => parsePackage(text).name ?? []);
}

/** Those of configurations in the checkout, and of those above it, which hold where it has none. */
async function aliasesFor(
  { root, files, read }: OutwardContext,
  directory: FilePath,
  inner: readonly FilePath[],
): Promise<PathAlias[]> {
  const above = new Set(ancestors(directory, root));
  const around = files.filter((file) => above.has(parentOf(file) ?? file));
  const paths = [...inner, ...around].filter(isConfigurationFile);
  return (await Promise.all(paths.map((path) => readConfigured(read, path)))).flatMap(({ aliases }) => aliases);
}

async function goOutward(context: OutwardContext): Promise<Outward> {
  const isOuter = outerOf(context);
  const outer = await goNames(context, context.files, isOuter);
  const own = new Map<FilePath, { readonly names: readonly string[]; readonly replaced: readonly string[] }>();
  for (const { directory, files } of context.checkouts) {
    const { modules, replaced } = await goNames(context, files, isOuter);
    own.set(directory, { names: modules, replaced });
  }
  return (checkout, _, module) => {
    const { names = [], replaced = [] } = own.get(checkout) ?? {};
    const foreign = outer.modules.filter((name) => !names.includes(name));
    return [...foreign, ...outer.replaced, ...replaced].some((name) => isOfModule(name, module));
  };
}

/** The modules that files of Go declare, and the names that they give to modules of the root. */
async function goNames(
  { root, read }: OutwardContext,
  files: readonly FilePath[],
  isOuter: IsOuter,
): Promise<{ readonly modules: readonly string[]; readonly replaced: readonly string[] }> {
  const modules: string[] = [];
  const replaced: string[] = [];
  for (const file of files.filter((one) => /^go\.(?:mod|work)$/.test(baseName(one)))) {
    const text = (await read(file)) ?? "";
    if (baseName(file) === "go.mod") modules.push(goModuleName(text));
    const others = replacedModules(text, parentOf(file) ?? root);
    replaced.push(...others.filter(({ directory }) => isOuter(directory)).map(({ name }) => name));
  }
  return { modules, replaced };
}

async function pythonOutward(context: OutwardContext): Promise<Outward> {
  const isOuter = outerOf(context);
  const outer = new FileIndex(context.files);
  const own = new Map(context.checkouts.map(({ directory, files }) => [directory, new FileIndex(files)]));
  const ownFiles = (checkout: FilePath, stem: string): readonly FilePath[] => {
    const index = own.get(checkout);
    return index === undefined ? [] : pythonFilesAt(index, stem);
  };
  return (checkout, file, module) => {
    const [, dots = "", name = ""] = /^(\.*)([^.\n].*)?$/.exec(module) ?? [];
    const path = name
      .split(".")
      .filter((part) => part !== "" && part !== "*")
      .join("/");
    if (dots !== "") {
      const start = ancestors(file)[dots.length - 1];
      return start !== undefined && isOuter(start);
    }
    if (path === "" || pythonFilesEndingIn(outer, path).length === 0) return false;
    // What a checkout has itself, where it is looked for first, is its own.
    const places = [checkout, joinPath(checkout, "src"), parentOf(file) ?? checkout];
    return !places.some((place) => ownFiles(checkout, `${place}/${path}`).length > 0);
  };
}
