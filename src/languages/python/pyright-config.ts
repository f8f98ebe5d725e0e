// The search paths for modules in a configuration of Pyright.
//
// Quirk(pyright 1.1.414): extraPaths of a configuration replace those of the client, and the search of `src` as well.

import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath } from "../../model/file-path.ts";
import { at, isRecord } from "../../std/json.ts";
import { parseJsonc } from "../formats/jsonc.ts";
import { tomlLines, tomlTexts } from "../formats/toml.ts";

export interface PyrightConfig {
  /** As they are written; undefined where there are none. */
  readonly extraPaths?: readonly string[];
  readonly environments: readonly { readonly root: string; readonly extraPaths?: readonly string[] }[];
  readonly stubPath?: string;
  /** The virtual environment that is named by its place. */
  readonly venv?: string;
}

/** Where imports of a file are searched first. */
export interface SearchRoot {
  readonly root: FilePath;
  readonly extra: readonly FilePath[];
}

/** A pyrightconfig.json hides what a pyproject.toml says. */
export async function readPyrightConfig(
  root: FilePath,
  read: (path: FilePath) => Promise<string | undefined>,
): Promise<PyrightConfig> {
  const json = await read(joinPath(root, "pyrightconfig.json"));
  if (json !== undefined) return configInJson(json);
  const toml = await read(joinPath(root, "pyproject.toml"));
  return toml === undefined ? { environments: [] } : configInToml(toml);
}

export function configInJson(text: string): PyrightConfig {
  const value = parseJsonc(text);
  const environments = at(value, ["executionEnvironments"]);
  return config({
    extraPaths: strings(at(value, ["extraPaths"])),
    environments: (Array.isArray(environments) ? environments : []).filter(isRecord).map((one) => ({
      root: string(one["root"]),
      extraPaths: strings(one["extraPaths"]),
    })),
    stubPath: string(at(value, ["stubPath"])),
    venvPath: string(at(value, ["venvPath"])),
    venv: string(at(value, ["venv"])),
  });
}

export function configInToml(text: string): PyrightConfig {
  const values = new Map<string, string>();
  const environments: { root?: string | undefined; extraPaths?: string[] | undefined }[] = [];
  for (const { key, value } of tomlLines(text)) {
    const name = /^tool\.(?:based)?pyright\.(.+)$/.exec(key)?.[1];
    if (name === undefined) continue;
    if (name !== "executionEnvironments") values.set(name, value);
    else if (value === "") environments.push({});
    else for (const [, table = ""] of value.matchAll(/\{([^{}]*)\}/g)) environments.push(inlineEnvironment(table));
    const last = environments.at(-1);
    if (name === "executionEnvironments.root" && last !== undefined) last.root = tomlTexts(value)[0];
    if (name === "executionEnvironments.extraPaths" && last !== undefined) last.extraPaths = tomlTexts(value);
  }
  const list = values.get("extraPaths");
  const one = (name: string): string | undefined => tomlTexts(values.get(name) ?? "")[0];
  return config({
    extraPaths: list === undefined ? undefined : tomlTexts(list),
    environments,
    stubPath: one("stubPath"),
    venvPath: one("venvPath"),
    venv: one("venv"),
  });
}

/** The first environment that holds the file counts. */
export function searchRootOf(environments: readonly SearchRoot[], usual: SearchRoot, file: FilePath): SearchRoot {
  return environments.find(({ root }) => isInside(root, file)) ?? usual;
}

// — below: private, in the order they are used —

interface Written {
  readonly extraPaths: readonly string[] | undefined;
  readonly environments: readonly { root?: string | undefined; extraPaths?: readonly string[] | undefined }[];
  readonly stubPath: string | undefined;
  readonly venvPath: string | undefined;
  readonly venv: string | undefined;
}

function config({ extraPaths, environments, stubPath, venvPath, venv }: Written): PyrightConfig {
  return {
    ...(extraPaths === undefined ? {} : { extraPaths }),
    environments: environments.map((one) => ({
      root: one.root ?? ".",
      ...(one.extraPaths === undefined ? {} : { extraPaths: one.extraPaths }),
    })),
    ...(stubPath === undefined ? {} : { stubPath }),
    ...(venvPath === undefined || venv === undefined ? {} : { venv: `${venvPath}/${venv}` }),
  };
}

function inlineEnvironment(table: string): { root?: string | undefined; extraPaths?: string[] | undefined } {
  const list = /\bextraPaths\s*=\s*(\[[^[\]]*\])/.exec(table)?.[1];
  return {
    root: tomlTexts(/\broot\s*=\s*("[^"]*"|'[^']*')/.exec(table)?.[1] ?? "")[0],
    extraPaths: list === undefined ? undefined : tomlTexts(list),
  };
}

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

function string(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
