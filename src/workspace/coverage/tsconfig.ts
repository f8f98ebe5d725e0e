// One tsconfig with all it extends: which files belong to its project.
//
// Invariant: what cannot be read or understood is listed in `unknown`; the project is then not known for sure.

import { parsePackage } from "../../languages/script/package-json.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, isInside, joinPath, parentOf, parseFilePath, relativeTo } from "../../model/file-path.ts";
import { at, isRecord } from "../../std/json.ts";
import { parseShallow } from "../../languages/formats/jsonc.ts";
import { excludes, includes } from "./tsglob.ts";

/** A configuration of which something is not known, and what. */
export interface UnknownConfig {
  readonly path: FilePath;
  readonly why: string;
}

export interface TsConfig {
  readonly path: FilePath;
  readonly allowJs: boolean;
  /** Where its output goes. */
  readonly outputs: readonly FilePath[];
  /** The configurations that its `references` name. */
  readonly references: readonly FilePath[];
  readonly unknown: readonly UnknownConfig[];
  /** Whether `files` lists it. */
  names(file: FilePath): boolean;
  covers(file: FilePath): boolean;
  /** Where a build would write the declarations of a file. */
  declarationOf(file: FilePath): FilePath | undefined;
}

export type ReadText = (path: FilePath) => Promise<string | undefined>;

/** Undefined when there is no such file. */
export async function readTsConfig(read: ReadText, path: FilePath): Promise<TsConfig | undefined> {
  if ((await read(path)) === undefined) return undefined;
  const { links, unknown } = await configurationChain(read, path);
  const settled: Settled = Object.assign({ references: [] }, ...links.map(own));
  const home = parentOf(path) ?? path;
  const place = (spec: Spec): string => spec.text.replaceAll(/\$\{configDir\}/g, () => home);
  const outputs = [settled.outDir, settled.declarationDir].flatMap((spec) =>
    spec === undefined ? [] : [resolve(spec.base, place(spec))],
  );
  const files = new Set(settled.files?.map((spec) => resolve(spec.base, place(spec))));
  const everything = settled.files === undefined ? [{ base: home, text: "**/*" }] : [];
  const wanted = (settled.include ?? everything).map((spec) => includes(spec.base, place(spec)));
  const unwanted = [
    ...(settled.exclude ?? []).map((spec) => excludes(spec.base, place(spec))),
    ...(settled.exclude === undefined ? outputs.map((output) => excludes(output, ".")) : []),
  ];
  const placed = (spec: Spec | undefined): FilePath | undefined => spec && resolve(spec.base, place(spec));
  const allowJs = settled.allowJs ?? settled.checkJs ?? baseName(path).startsWith("jsconfig");
  return {
    path,
    allowJs,
    outputs,
    references: settled.references,
    unknown,
    names: (file) => files.has(file),
    declarationOf: (file) => {
      const within = relativeTo(placed(settled.rootDir) ?? home, file);
      const output = placed(settled.declarationDir ?? settled.outDir);
      const name = (within ?? "").replace(/\.([cm]?)[jt]sx?$/, ".d.$1ts");
      return within === undefined || output === undefined ? undefined : joinPath(output, name);
    },
    covers: (file) =>
      files.has(file) ||
      ((allowJs || !isJavaScript(file)) &&
        wanted.some((matches) => matches(file)) &&
        !unwanted.some((matches) => matches(file))),
  };
}

export function isJavaScript(file: FilePath): boolean {
  return /\.[cm]?jsx?$/.test(file);
}

/** A configuration with its text as a value. */
export interface ConfigurationLink {
  readonly path: FilePath;
  readonly value: unknown;
}

export interface ConfigurationChain {
  /** What a configuration extends, and what that does, the outermost last; each once, where it was extended last. */
  readonly links: readonly ConfigurationLink[];
  readonly unknown: readonly UnknownConfig[];
  /** Something in it is not understood, named in `unknown` or not. */
  readonly isBroken: boolean;
}

/** Reads a configuration with everything that it extends. */
export async function configurationChain(
  read: ReadText,
  path: FilePath,
  above: readonly FilePath[] = [],
  known = new Map<FilePath, ConfigurationChain>(),
): Promise<ConfigurationChain> {
  const value = parseShallow((await read(path)) ?? "");
  if (!isRecord(value) || above.includes(path) || above.length > deepestExtends) {
    const unknown = [{ path, why: "cannot be parsed" }];
    return { links: isRecord(value) ? [] : [{ path, value }], unknown, isBroken: true };
  }
  const extended = value["extends"] ?? [];
  const texts = Array.isArray(extended) ? extended : [extended];
  let isBroken = texts.some((text) => typeof text !== "string");
  const unknown: UnknownConfig[] = [];
  const links = new Map<FilePath, ConfigurationLink>();
  for (const text of texts.filter((one) => typeof one === "string")) {
    const base = await extendedConfig(read, path, text);
    if (base === undefined) {
      unknown.push({ path, why: `extends ${text}, which cannot be found` });
      continue;
    }
    // Configurations may extend the same one on many ways.
    const before = known.get(base);
    const more = before ?? (await configurationChain(read, base, [...above, path], known));
    known.set(base, more);
    if (before === undefined) unknown.push(...more.unknown);
    for (const link of more.links) {
      links.delete(link.path);
      links.set(link.path, link);
    }
    isBroken ||= more.isBroken;
  }
  isBroken ||= unknown.length > 0;
  return { links: [...links.values(), { path, value }], unknown, isBroken };
}

// — below: private, in the order they are used —

const deepestExtends = 20;

/** The file that a line of `extends` means: a path, or a file of an installed package. */
async function extendedConfig(read: ReadText, from: FilePath, text: string): Promise<FilePath | undefined> {
  const base = parentOf(from) ?? from;
  const isPath = /^\.\.?(?:\/|$)/.test(text) || parseFilePath(text) !== undefined;
  const places = isPath ? [resolve(base, text)] : ancestors(from).map((above) => joinPath(above, "node_modules", text));
  for (const place of places) {
    const preferred = isPath ? undefined : parsePackage(await read(joinPath(place, "package.json"))).text("tsconfig");
    const candidates = [
      ...(preferred === undefined ? [] : [joinPath(place, preferred)]),
      ...(place.endsWith(".json")
        ? [place]
        : [joinPath(`${place}.json` as FilePath), joinPath(place, "tsconfig.json")]),
    ];
    for (const candidate of candidates) if ((await read(candidate)) !== undefined) return candidate;
  }
  return undefined;
}

/** A path or pattern, and the directory it is written from. */
interface Spec {
  readonly base: FilePath;
  readonly text: string;
}

interface Settled {
  readonly files?: readonly Spec[];
  readonly include?: readonly Spec[];
  readonly exclude?: readonly Spec[];
  readonly outDir?: Spec;
  readonly declarationDir?: Spec;
  readonly rootDir?: Spec;
  readonly allowJs?: boolean;
  readonly checkJs?: boolean;
  readonly references: readonly FilePath[];
}

/** What one configuration says; references are its own alone. */
function own({ path, value }: ConfigurationLink): Settled {
  const base = parentOf(path) ?? path;
  const specs = (name: string): readonly Spec[] | undefined =>
    texts(at(value, [name]))?.map((text) => ({ base, text }));
  const option = (name: string): unknown => at(value, ["compilerOptions", name]);
  const references = at(value, ["references"]);
  const named = (Array.isArray(references) ? references : []).flatMap((one) => texts(at(one, ["path"])) ?? []);
  const follows = option("disableReferencedProjectLoad") !== true && option("disableSolutionSearching") !== true;
  return Object.fromEntries(
    Object.entries({
      files: specs("files"),
      include: specs("include"),
      exclude: specs("exclude"),
      outDir: specOf(base, option("outDir")),
      declarationDir: specOf(base, option("declarationDir")),
      rootDir: specOf(base, option("rootDir")),
      allowJs: flag(option("allowJs")),
      checkJs: flag(option("checkJs")),
      references: follows ? named.map((text) => configAt(resolve(base, text))) : [],
    }).filter(([, given]) => given !== undefined),
  ) as unknown as Settled;
}

function texts(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function specOf(base: FilePath, value: unknown): Spec | undefined {
  return typeof value === "string" ? { base, text: value } : undefined;
}

function resolve(base: FilePath, text: string): FilePath {
  return parseFilePath(text) ?? joinPath(base, text);
}

/** A reference names a configuration, or the directory that holds one. */
function configAt(path: FilePath): FilePath {
  return path.endsWith(".json") ? path : joinPath(path, "tsconfig.json");
}

/** Whether a file is what a build of this project writes, and so no source. */
export function isOutputOf(config: TsConfig, file: FilePath): boolean {
  const isMade = isJavaScript(file) || /\.d\.[cm]?ts$/.test(file);
  return isMade && config.outputs.some((output) => isInside(output, file));
}
