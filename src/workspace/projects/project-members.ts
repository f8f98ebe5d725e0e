// Which sources no project's configuration takes in: its own checker never judges them, and a server that is asked about
// one judges it by options that were not chosen for it.
//
// Invariant: in doubt a file counts as a member, so that its problems are reported.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import { importedFiles, isRelative, scriptImports } from "../../languages/script/imports.ts";
import { parseJsonc } from "../../languages/formats/jsonc.ts";
import { tomlLines, tomlTexts } from "../../languages/formats/toml.ts";
import type { ReadText, TsConfig } from "../coverage/tsconfig.ts";
import { readTsConfig } from "../coverage/tsconfig.ts";
import { excludes, includes } from "../coverage/tsglob.ts";
import { OpenedProjects } from "../coverage/typescript.ts";

export interface MembersContext {
  readonly root: FilePath;
  readonly files: readonly FilePath[];
  readonly read: ReadText;
}

/** Nothing lies outside where no configuration says what lies inside. */
export async function filesOutside(context: MembersContext): Promise<ReadonlySet<FilePath>> {
  return new Set([...(await scriptsOutside(context)), ...(await pythonOutside(context))]);
}

// — below: private, in the order they are used —

const script = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const scriptConfig = /\/(?:ts|js)config(?:\.[^/]+)?\.json$/;

async function scriptsOutside(context: MembersContext): Promise<readonly FilePath[]> {
  const { files, read } = context;
  const paths = files.filter((path) => scriptConfig.test(path));
  if (paths.length === 0) return [];
  const sources = files.filter((path) => script.test(path));
  const opened = new OpenedProjects(context);
  const nearest = await Promise.all(sources.map((path) => opened.of(path)));
  const left = sources.filter((_, at) => nearest[at] === undefined);
  if (left.length === 0) return [];
  const configs = (await Promise.all(paths.map((path) => readTsConfig(read, path)))).filter(isConfig);
  // What a configuration that cannot be read takes in is not known.
  if (configs.some(({ unknown }) => unknown.length > 0)) return [];
  const outside = new Set(left.filter((path) => !configs.some((config) => config.covers(path))));
  await withoutImported(context, sources, outside);
  return outside.size === sources.length ? [] : [...outside];
}

function isConfig(config: TsConfig | undefined): config is TsConfig {
  return config !== undefined;
}

/** What a file of a project imports belongs to it, whatever its configuration includes. */
async function withoutImported(
  { read }: MembersContext,
  sources: readonly FilePath[],
  outside: Set<FilePath>,
): Promise<void> {
  for (let next = sources.filter((path) => !outside.has(path)); next.length > 0; ) {
    const imported = await Promise.all(
      next.map(async (path) => {
        const relative = scriptImports((await read(path)) ?? "").filter(isRelative);
        return relative.flatMap((specifier) => importedFiles(path, specifier)).filter((one) => outside.has(one));
      }),
    );
    next = [...new Set(imported.flat())];
    for (const path of next) outside.delete(path);
  }
}

interface PythonLimits {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

async function pythonOutside({ root, files, read }: MembersContext): Promise<readonly FilePath[]> {
  const json = await read(joinPath(root, "pyrightconfig.json"));
  const toml = json === undefined ? await read(joinPath(root, "pyproject.toml")) : undefined;
  const limits = json === undefined ? limitsInToml(toml ?? "") : limitsInJson(json);
  if (limits?.include === undefined && limits?.exclude === undefined) return [];
  const wanted = limits.include?.map((spec) => includes(root, plain(spec))) ?? [() => true];
  const unwanted = (limits.exclude ?? []).map((spec) => excludes(root, plain(spec)));
  const sources = files.filter((path) => /\.pyi?$/.test(path));
  const outside = sources.filter(
    (path) => !wanted.some((matches) => matches(path)) || unwanted.some((matches) => matches(path)),
  );
  return outside.length === sources.length ? [] : outside;
}

/** Undefined where another file may say more. */
function limitsInJson(text: string): PythonLimits | undefined {
  const value = parseJsonc(text);
  if (!isRecord(value) || value["extends"] !== undefined) return undefined;
  return { include: strings(value["include"]), exclude: strings(value["exclude"]) };
}

function limitsInToml(text: string): PythonLimits | undefined {
  const values = new Map(
    tomlLines(text).flatMap(({ key, value }): [string, string][] => {
      const name = /^tool\.(?:based)?pyright\.(\w+)$/.exec(key)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );
  if (values.has("extends")) return undefined;
  const list = (name: string): string[] | undefined => {
    const value = values.get(name);
    return value === undefined ? undefined : tomlTexts(value);
  };
  return { include: list("include"), exclude: list("exclude") };
}

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

/** A directory and all that is below it mean the same. */
function plain(spec: string): string {
  return spec.replace(/\/(?:\*\*\/?)?$/, "");
}
