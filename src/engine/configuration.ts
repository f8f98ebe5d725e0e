// The operator's configuration file: servers and languages laid over the catalogue, and settings over the profile.
//
// Invariant: only a file that the operator names is read; nothing of a repository is.

import { CatalogFault } from "../catalog/catalog-fault.ts";
import type { CatalogOverrides } from "../catalog/override-forms.ts";
import { mergeCatalog } from "../catalog/overrides.ts";
import type { Catalog } from "../catalog/table.ts";
import type { ProfileName } from "../config/profiles.ts";
import { SettingsFault, settingsFor } from "../config/profiles.ts";
import type { Settings, SettingsInput } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import { parseFilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { isRecord } from "../std/json.ts";

export interface Configuration {
  readonly catalog: Catalog;
  readonly settings: Settings;
}

const keys = ["servers", "languages", "settings"];

/** `file` is absolute; without one the catalogue and the profile stand as they are. */
export async function configuration(
  host: Host,
  file: string | undefined,
  base: Catalog,
  profile: ProfileName,
  own: SettingsInput = {},
): Promise<Configuration> {
  if (file === undefined) return { catalog: base, settings: settingsFor(profile, own) };
  const value = await readJson(host, file);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) wrong(file, `${unknown} is not one of ${keys.join(", ")}`);
  const { settings = {}, ...overrides } = value;
  try {
    return {
      // The merge checks every field by itself and names the one that is wrong.
      catalog: mergeCatalog(base, overrides as CatalogOverrides),
      settings: settingsFor(profile, { ...(settings as SettingsInput), ...own }),
    };
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
