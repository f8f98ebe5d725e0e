// What configurations of TypeScript say about imports, with everything that they extend.
//
// Invariant: what cannot be read, found or followed makes a configuration unsupported; then where imports lead is not relied on.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { at, isRecord } from "../../std/json.ts";
import type { ConfigurationLink, ReadText } from "./tsconfig.ts";
import { configurationChain } from "./tsconfig.ts";

export interface PathAlias {
  /** What stands before and after the star; the whole name and nothing where there is none. */
  readonly prefix: string;
  readonly suffix: string;
  /** Without one it names one module, and none below it. */
  readonly hasStar: boolean;
  /** Whole paths, with a star for what the star stands for. */
  readonly targets: readonly string[];
}

/** Whole paths that an alias leads a module to. A target without a star is the same one for every module. */
export function aliasTargets({ prefix, suffix, hasStar, targets }: PathAlias, module: string): FilePath[] {
  const fits = module.startsWith(prefix) && module.endsWith(suffix) && module.length >= prefix.length + suffix.length;
  const rest = module.slice(prefix.length, module.length - suffix.length);
  const meant = fits && (hasStar || rest === "") ? targets : [];
  return meant.flatMap((target) => parseFilePath(target.replace("*", () => rest)) ?? []);
}

export interface Configured {
  readonly path: FilePath;
  readonly aliases: readonly PathAlias[];
  /** It has a rule for relative imports that is not followed here, or cannot be read to its end. */
  readonly isUnsupported: boolean;
  /** It asks for what was built of the projects that it refers to. */
  readonly seesBuilt: boolean;
  /** Conditions of its own for what packages offer. */
  readonly conditions: readonly string[];
  /** The package that gives JSX its meaning. */
  readonly jsxSource: string | undefined;
  /** How code is judged: the options, its own and those it extends, that decide what is an error. */
  readonly judged: string;
  /** Options that are on and do nothing but add errors. */
  readonly alsoJudges: ReadonlySet<string>;
  /** The configurations that it extends, directly or not. */
  readonly bases: readonly FilePath[];
  /** It says itself which files it covers. */
  readonly isSelecting: boolean;
  /** It names sources of installed packages among its own. */
  readonly listsPackages: boolean;
}

export function isConfigurationFile(file: FilePath): boolean {
  return /\/[^/]*[jt]sconfig[^/]*\.json$/.test(file);
}

/** Configurations above a directory, which servers also search. */
export function configurationsAbove(directory: FilePath): FilePath[] {
  return ancestors(directory)
    .slice(1)
    .flatMap((above) => ["tsconfig.json", "jsconfig.json"].map((name) => joinPath(above, name)));
}

/** Whether what one configuration finds nothing wrong with is right for another as well. */
export function findsAllOf(one: Configured | undefined, other: Configured): boolean {
  return one?.judged === other.judged && [...other.alsoJudges].every((name) => one.alsoJudges.has(name));
}

export async function readConfigured(read: ReadText, path: FilePath): Promise<Configured> {
  const { links, isBroken } = await configurationChain(read, path);
  // Declaration files are checked where nothing else is said, unless it is a configuration of JavaScript.
  const options: Record<string, unknown> = { skipLibCheck: baseName(path) === "jsconfig.json" };
  for (const { value } of links) Object.assign(options, at(value, ["compilerOptions"]));
  const source = options["jsxImportSource"];
  const conditions = options["customConditions"];
  return {
    path,
    aliases: aliasesOf(parentOf(path) ?? path, links),
    isUnsupported: isBroken || options["rootDirs"] !== undefined || options["moduleSuffixes"] !== undefined,
    seesBuilt: options["disableSourceOfProjectReferenceRedirect"] === true,
    conditions: (Array.isArray(conditions) ? conditions : []).filter((one) => typeof one === "string"),
    jsxSource: typeof source === "string" ? source : undefined,
    judged: JSON.stringify(
      Object.entries(options)
        .filter(([name]) => !onlyEmits.has(name) && !onlyJudges.has(name))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    alsoJudges: new Set(
      Object.entries(options).flatMap(([name, value]) => (onlyJudges.get(name) === value ? [name] : [])),
    ),
    bases: links.slice(0, -1).map((link) => link.path),
    isSelecting: ["files", "include"].some((name) => at(links.at(-1)?.value, [name]) !== undefined),
    listsPackages: links.some(({ value }) => ["files", "include"].some((name) => namesPackages(at(value, [name])))),
  };
}

/**
 * The same configuration in one text that means the same wherever it stands: whole paths, and nothing to extend.
 * Undefined where it cannot be read to its end.
 */
export async function standaloneConfiguration(read: ReadText, path: FilePath): Promise<string | undefined> {
  const { links, isBroken } = await configurationChain(read, path);
  if (isBroken) return undefined;
  const home = parentOf(path) ?? path;
  const options: Record<string, unknown> = {};
  const lists: Record<string, unknown> = {};
  let aliased = home;
  for (const link of links) {
    if (at(link.value, ["compilerOptions", "paths"]) !== undefined) aliased = parentOf(link.path) ?? link.path;
    layOver(link, home, options, lists);
  }
  const base = options["baseUrl"];
  options["paths"] = wholeAliases(
    typeof base === "string" ? (parseFilePath(base) ?? home) : aliased,
    home,
    options["paths"],
  );
  if (options["types"] === undefined)
    options["typeRoots"] ??= ancestors(path).map((one) => joinPath(one, "node_modules/@types"));
  if (lists["files"] === undefined) lists["include"] ??= [`${home}/**/*`];
  const references = at(links.at(-1)?.value, ["references"]);
  const referred = (Array.isArray(references) ? references : []).flatMap((one) => {
    const target = at(one, ["path"]);
    return typeof target === "string" ? [{ path: wholePath(home, home, target) }] : [];
  });
  return JSON.stringify({
    compilerOptions: options,
    ...lists,
    ...(referred.length === 0 ? {} : { references: referred }),
  });
}

// — below: private, in the order they are used —

/** Options whose values are paths, or lists of them. */
const pathOptions: ReadonlySet<string> = new Set(
  "baseUrl rootDir rootDirs outDir outFile declarationDir typeRoots tsBuildInfoFile".split(" "),
);

/** Adds what one configuration says to what those say that it extends. */
function layOver(
  { path, value }: ConfigurationLink,
  home: FilePath,
  options: Record<string, unknown>,
  lists: Record<string, unknown>,
): void {
  const directory = parentOf(path) ?? path;
  const place = (text: unknown): unknown => wholePath(directory, home, text);
  const own = at(value, ["compilerOptions"]);
  for (const [name, option] of Object.entries(isRecord(own) ? own : {}))
    options[name] = !pathOptions.has(name) ? option : Array.isArray(option) ? option.map(place) : place(option);
  for (const name of ["files", "include", "exclude"]) {
    const list = at(value, [name]);
    if (Array.isArray(list)) lists[name] = list.map(place);
  }
}

function wholeAliases(directory: FilePath, home: FilePath, paths: unknown): unknown {
  if (!isRecord(paths)) return undefined;
  return Object.fromEntries(
    Object.entries(paths).map(([pattern, targets]) => [
      pattern,
      Array.isArray(targets) ? targets.map((target) => wholePath(directory, home, target)) : targets,
    ]),
  );
}

function wholePath(directory: FilePath, home: FilePath, text: unknown): unknown {
  if (typeof text !== "string") return text;
  const whole = text.replaceAll(/\$\{configDir\}/g, () => home);
  return parseFilePath(whole) ?? joinPath(directory, whole);
}

/** Every reading of `paths` and `baseUrl`: a base may give the one and what extends it the other. */
function aliasesOf(home: FilePath, links: readonly ConfigurationLink[]): PathAlias[] {
  const place = (from: FilePath, text: string): string => {
    const whole = text.replaceAll(/\$\{configDir\}/g, () => home);
    return parseFilePath(whole) ?? joinPath(from, whole);
  };
  const homeOf = ({ path }: ConfigurationLink): FilePath => parentOf(path) ?? path;
  const baseUrls = links.flatMap((link) => {
    const text = at(link.value, ["compilerOptions", "baseUrl"]);
    return typeof text === "string" ? [place(homeOf(link), text) as FilePath] : [];
  });
  const aliases = links.flatMap((link) => {
    const paths = at(link.value, ["compilerOptions", "paths"]);
    return Object.entries(isRecord(paths) ? paths : {}).map(([pattern, targets]): PathAlias => {
      const [prefix = "", suffix = ""] = pattern.split("*");
      const texts = (Array.isArray(targets) ? targets : []).filter((one) => typeof one === "string");
      const froms = [homeOf(link), ...baseUrls];
      const hasStar = pattern.includes("*");
      return { prefix, suffix, hasStar, targets: texts.flatMap((text) => froms.map((from) => place(from, text))) };
    });
  });
  return [...aliases, ...baseUrls.map((base) => ({ prefix: "", suffix: "", hasStar: true, targets: [`${base}/*`] }))];
}

/** Whether a list names sources of installed packages; declaration files do not count, as they import no source. */
function namesPackages(list: unknown): boolean {
  const texts = (Array.isArray(list) ? list : []).filter((one) => typeof one === "string");
  return texts.some((text) => /(?:^|\/)node_modules\//.test(text) && !/\.d\.(?:\w+\.)?[cm]?ts$/.test(text));
}

/** Options that change no type and only make an error of something, each with the value at which it does. */
const onlyJudges: ReadonlyMap<string, unknown> = new Map([
  ..."noUnusedLocals noUnusedParameters noImplicitReturns noFallthroughCasesInSwitch noImplicitOverride"
    .split(" ")
    .map((name) => [name, true] as const),
  // What cannot be written as a declaration is an error.
  ...["declaration", "composite"].map((name) => [name, true] as const),
  ...["noPropertyAccessFromIndexSignature", "erasableSyntaxOnly", "isolatedDeclarations"].map(
    (name) => [name, true] as const,
  ),
  ...["allowUnreachableCode", "allowUnusedLabels", "skipLibCheck"].map((name) => [name, false] as const),
]);

/** Options that decide what is written; what they make an error is about what is written, too. */
const onlyEmits: ReadonlySet<string> = new Set([
  ..."outDir outFile noEmit declarationMap declarationDir emitDeclarationOnly sourceMap inlineSourceMap".split(" "),
  ..."inlineSources sourceRoot mapRoot incremental tsBuildInfoFile removeComments newLine noEmitOnError".split(" "),
  ..."preserveWatchOutput pretty listFiles listEmittedFiles diagnostics extendedDiagnostics emitBOM".split(" "),
  ..."noEmitHelpers stripInternal traceResolution explainFiles plugins disableReferencedProjectLoad".split(" "),
  ..."disableSolutionSearching disableSizeLimit disableSourceOfProjectReferenceRedirect".split(" "),
]);
