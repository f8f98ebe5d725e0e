// Where the configuration of a project leads a server: files that it takes in, and directories in which it searches.
//
// Invariant: what a server may read in another way than we do is said to be unclear.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { flagTexts, responseTexts } from "./configured-flags.ts";
import { cargoTexts, crateTexts, goTexts, pyrightTexts, manifestTexts, tsconfigTexts } from "./configured-manifests.ts";
import type { ConfiguredText } from "./configured-texts.ts";

export interface ConfigurationLead extends Omit<ConfiguredText, "base"> {
  readonly path: FilePath;
}

/** `flags` are those of a file that a flag names. */
export type ConfigurationFamily = "script" | "c" | "flags" | "python" | "go" | "rust";

/** How settings are read that a configuration of a family names. */
export const settingsFamilies: Readonly<Record<ConfigurationFamily, "script" | "python">> = {
  script: "script",
  c: "script",
  flags: "script",
  python: "python",
  go: "script",
  rust: "script",
};

/** Configurations that lie where files are not listed. */
export const unlistedConfigurations: Readonly<Partial<Record<ConfigurationFamily, readonly string[]>>> = {
  c: ["build/compile_commands.json"],
};

/** Whose servers believe the file; undefined for one that is no configuration. */
export function configurationFamily(file: string): ConfigurationFamily | undefined {
  return names.find(([, name]) => name.test(file))?.[0];
}

/** One that is extended by another is read like that. */
export function configurationLeads(
  file: FilePath,
  text: string,
  family: ConfigurationFamily = configurationFamily(file) ?? "script",
): ConfigurationLead[] {
  const home = parentOf(file) ?? file;
  const found = readers[family](file, text, (written) => pathOf(home, written));
  return found.flatMap(({ base, ...lead }): ConfigurationLead[] => {
    const path = pathOf(base ?? home, lead.written);
    if (path !== undefined) return [{ ...lead, path }];
    return [{ ...lead, path: home, unclear: "it contains characters that are not valid in a path" }];
  });
}

/** The files that one which is named as settings may be. */
export function settingsAt({ path }: ConfigurationLead): FilePath[] {
  return path.endsWith(".json") ? [path] : [path, joinPath(path, `../${baseName(path)}.json`)];
}

// — below: private, in the order they are used —

const names: readonly (readonly [ConfigurationFamily, RegExp])[] = [
  ["script", /(?:^|\/)(?:[tj]sconfig[^/]*\.json|package\.json)$/],
  ["c", /(?:^|\/)(?:compile_commands\.json|compile_flags\.txt|\.clangd)$/],
  ["python", /(?:^|\/)(?:pyrightconfig\.json|pyproject\.toml)$/],
  ["go", /(?:^|\/)go\.(?:mod|work)$/],
  ["rust", /(?:^|\/)(?:Cargo\.toml|\.?rust-project\.json)$/],
];

type Reader = (
  file: FilePath,
  text: string,
  pathOf: (written: string) => FilePath | undefined,
) => readonly ConfiguredText[];

const readers: Readonly<Record<ConfigurationFamily, Reader>> = {
  script: (file, text, place) => (baseName(file) === "package.json" ? manifestTexts(text) : tsconfigTexts(text, place)),
  c: flagTexts,
  flags: (_, text) => responseTexts(text),
  python: (file, text) => pyrightTexts(text, file.endsWith(".toml")),
  go: (_, text) => goTexts(text),
  rust: (file, text) => (file.endsWith(".json") ? crateTexts(text) : cargoTexts(text)),
};

/** What is before the first wildcard. */
function pathOf(base: FilePath, written: string): FilePath | undefined {
  const plain = written.split(/[*?{]/, 1)[0] ?? "";
  const cut = plain === written || plain.endsWith("/") ? plain : plain.slice(0, plain.lastIndexOf("/") + 1);
  if (cut.includes("\0")) return undefined;
  return parseFilePath(cut) ?? joinPath(base, cut);
}
