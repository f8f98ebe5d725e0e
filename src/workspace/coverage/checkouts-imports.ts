// Whether an import in a checkout inside of a root leads out of it, into the root around it.

import type { Family } from "../../languages/family.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { packageNameOf, parsePackage } from "../../languages/script/package-json.ts";
import { goModuleName, isOfModule, replacedModules } from "../../languages/go/manifests.ts";
import { filesAt, isRelative } from "../../languages/script/imports.ts";
import { FileIndex } from "../../languages/modules/file-index.ts";
import { pythonFilesAt, pythonFilesEndingIn } from "../../languages/python/modules.ts";
import type { PathAlias } from "./script-config.ts";
import { aliasTargets, isConfigurationFile, readConfigured } from "./script-config.ts";

interface OutwardContext {
  readonly root: FilePath;
  readonly family: Family;
  /** The files of the root. */
  readonly files: readonly FilePath[];
  readonly checkouts: readonly { readonly directory: FilePath; readonly files: readonly FilePath[] }[];
  readonly read: (path: FilePath) => Promise<string | undefined>;
}

/** Whether a module that a file of a checkout imports may be one of the root around. */
export type Outward = (checkout: FilePath, file: FilePath, module: string) => boolean;

/** Undefined for a language whose imports are not followed: any of its files may use any other. */
export async function outwardOf(context: OutwardContext): Promise<Outward | undefined> {
  return readers[context.family]?.(context);
}

// — below: private, in the order they are used —

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
