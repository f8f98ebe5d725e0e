// Configurations of Pyright below that of the root: a server of the root judges no file by them.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, display, isInside, joinPath, parentOf } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import { parseShallow } from "../../languages/formats/jsonc.ts";
import { tomlLines, tomlTexts } from "../../languages/formats/toml.ts";
import { named } from "../coverage/question.ts";

type ReadText = (path: FilePath) => Promise<string | undefined>;

/** Why files may be wrong although their server finds nothing: a configuration that it does not read holds for them. */
export async function innerPython(
  root: FilePath,
  followed: readonly FilePath[],
  files: readonly FilePath[],
  read: ReadText,
): Promise<string[]> {
  const scripts = followed.filter((file) => /\.pyi?$/.test(file));
  const inner = files.filter((file) => configurations.has(baseName(file)) && parentOf(file) !== root);
  if (scripts.length === 0 || inner.length === 0) return [];
  const own = judgedBy((await settingsAt(root, read)) ?? nothing);
  const found = new Map<FilePath, FilePath>();
  for (const path of inner) {
    const home = parentOf(path) ?? path;
    const settings = settingsIn(path, (await read(path)) ?? "");
    if (settings === undefined || judgedBy(settings) === own) continue;
    const places = [home, ...includedBy(settings).map((text) => joinPath(home, text))];
    const file = scripts.find((one) => places.some((place) => isInside(place, one)));
    if (file !== undefined) found.set(path, file);
  }
  const [first] = found;
  if (first === undefined) return [];
  if (found.size > 1) return [`${named(root, [...found.keys()])}: apply to these files and were not checked`];
  return [`${display(root, first[0])} applies to ${display(root, first[1])}, with options that were not checked`];
}

// — below: private, in the order they are used —

const configurations: ReadonlySet<string> = new Set(["pyrightconfig.json", "pyproject.toml"]);

/** The settings with their values as they are written, or nearly so. */
type Settings = ReadonlyMap<string, string>;

const nothing: Settings = new Map();

async function settingsAt(directory: FilePath, read: ReadText): Promise<Settings | undefined> {
  for (const name of configurations) {
    const path = joinPath(directory, name);
    const text = await read(path);
    if (text !== undefined) return settingsIn(path, text);
  }
  return undefined;
}

/** Undefined for a file that says nothing to Pyright; what cannot be read says something unknown. */
function settingsIn(path: FilePath, text: string): Settings | undefined {
  if (path.endsWith(".json")) {
    const value = parseShallow(text);
    if (!isRecord(value)) return new Map([["not understood", text]]);
    return new Map(Object.entries(value).map(([name, one]) => [name, JSON.stringify(one)]));
  }
  const lines = tomlLines(text).flatMap(({ key, value }) => {
    const [, name] = /^tool\.(?:based)?pyright(?:\.(.+))?$/.exec(key) ?? [];
    return name === undefined && !/^tool\.(?:based)?pyright$/.test(key) ? [] : [[name ?? "", value] as const];
  });
  return lines.length === 0 ? undefined : new Map(lines.filter(([name, value]) => name !== "" || value !== ""));
}

function judgedBy(settings: Settings): string {
  const judging = [...settings].filter(([name]) => name !== "include" && name !== "exclude");
  return JSON.stringify(judging.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Up to the first sign of a pattern. */
function includedBy(settings: Settings): string[] {
  return tomlTexts(settings.get("include") ?? "").map((text) => {
    const sign = text.search(/[*?]/);
    return (sign < 0 ? text : text.slice(0, Math.max(0, text.lastIndexOf("/", sign)))) || ".";
  });
}
