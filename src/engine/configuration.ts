// Configuration files: servers and languages laid over the catalogue, and settings over the profile. What the operator
// names explicitly comes before the workspace's own file, and that before what is found automatically.
//
// Invariant: the file of a workspace names commands, so it is read only in a root that is trusted.

import { CatalogFault } from "../catalog/catalog-fault.ts";
import type { CatalogOverrides } from "../catalog/override-forms.ts";
import { mergeCatalog } from "../catalog/overrides.ts";
import type { Catalog } from "../catalog/table.ts";
import type { ProfileName } from "../config/profiles.ts";
import { SettingsFault, settingsFor } from "../config/profiles.ts";
import type { Settings, SettingsInput } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parseFilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { isRecord, mergeJson } from "../std/json.ts";

export interface Configuration {
  readonly catalog: Catalog;
  readonly settings: Settings;
}

const keys = ["servers", "languages", "settings"];

/** Where a repository may keep its own. */
export const workspaceFile = ".sightline/lsp.json";

export interface ConfigurationFiles {
  /** Absolute; named by the operator. */
  readonly explicit?: string | undefined;
  /** The root, when it is trusted. */
  readonly trustedRoot?: FilePath | undefined;
}

export async function configuration(
  host: Host,
  files: ConfigurationFiles,
  base: Catalog,
  profile: ProfileName,
  own: SettingsInput = {},
): Promise<Configuration> {
  const workspace = files.trustedRoot && (await workspaceConfiguration(host, files.trustedRoot));
  // The later one wins: the operator's own file over the workspace's, and what a caller gives over both.
  const paths = [workspace, files.explicit].filter((path) => path !== undefined);
  let catalog = base;
  let settings: SettingsInput = {};
  for (const file of paths) {
    const { settings: more = {}, ...overrides } = await readConfiguration(host, file);
    // The merge checks every field by itself and names the one that is wrong.
    catalog = named(file, () => mergeCatalog(catalog, overrides as CatalogOverrides));
    settings = mergeJson(settings, more) as SettingsInput;
    named(file, () => settingsFor(profile, settings));
  }
  return { catalog, settings: settingsFor(profile, mergeJson(settings, own) as SettingsInput) };
}

/** The path of the workspace's file, if there is one inside the root. */
export async function workspaceConfiguration(host: Host, root: FilePath): Promise<FilePath | undefined> {
  const real = await host.files.real(joinPath(root, workspaceFile));
  return real !== undefined && isInside(root, real) ? real : undefined;
}

async function readConfiguration(host: Host, file: string): Promise<Record<string, unknown>> {
  const value = await readJson(host, file);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  return unknown === undefined ? value : wrong(file, `${unknown} is not one of ${keys.join(", ")}`);
}

/** A fault in the work is a fault of this file. */
function named<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CatalogFault || error instanceof SettingsFault) return wrong(file, error.message);
    throw error;
  }
}

async function readJson(host: Host, file: string): Promise<Record<string, unknown>> {
  const path = parseFilePath(file);
  const bytes = path && (await host.files.read(path));
  if (bytes === undefined) return wrong(file, "there is no such file");
  try {
    const value: unknown = JSON.parse(host.files.decode(bytes).text);
    return isRecord(value) ? { ...value } : wrong(file, "it is not an object");
  } catch (error) {
    if (error instanceof SyntaxError) return wrong(file, error.message);
    throw error;
  }
}

function wrong(file: string, why: string): never {
  throw new Refusal({
    code: "bad_input",
    what: `The configuration ${file} cannot be used.`,
    why: `${why}.`,
    next: "Correct it and start again; nothing was started.",
  });
}
