// Judges where configurations and links of packages lead: outside files affect every file, or only their importers.

import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import type { Withheld } from "../../session/problems/withheld.ts";
import type { ConfigurationLead } from "./configuration-leads.ts";
import type { NamesContext, OutsidePackages } from "./outside-names.ts";
import { outsideModules } from "./outside-names.ts";
import { mostSearched, SearchedDirectories } from "./searched-directories.ts";

export interface ConfiguredContext extends NamesContext {
  /** Packages that lead outside, where the language has them in `node_modules`. */
  readonly packages: OutsidePackages | undefined;
}

export interface ConfiguredLead {
  readonly file: FilePath;
  readonly lead: ConfigurationLead;
}

/** Why every file may see what lies outside. */
interface TouchingAll {
  readonly whole: Withheld;
}

export interface JudgedConfiguration {
  readonly whole?: undefined;
  /** Directories outside in which imports and includes are searched. */
  readonly searched: SearchedDirectories;
  /** Where a package or a module that is imported by name lies, if that is outside. */
  readonly found: (name: string) => Promise<string | undefined>;
  /** Why an overlay may see files outside. */
  readonly supposed: Withheld | undefined;
}

export async function judgeConfigured(
  context: ConfiguredContext,
  configured: readonly ConfiguredLead[],
): Promise<JudgedConfiguration | TouchingAll> {
  const { root, host, packages, places } = context;
  const byItself = packages?.takenByItself;
  if (byItself !== undefined) return { whole: linkOutside(root, byItself) };
  const searched = new Set<FilePath>();
  const modules = new Map<string, string>();
  let supposed: Withheld | undefined;
  for (const { file, lead } of configured) {
    const why = leadOutside(root, file, undefined, lead.written, lead.unclear);
    if (lead.way !== "environment") {
      const outside = await outsideBy(context, lead);
      if (outside === "searched") searched.add(lead.path);
      if (outside === "taken" || searched.size > mostSearched) return { whole: why };
      continue;
    }
    const held = lead.unclear === undefined ? await outsideModules(context, lead.path) : undefined;
    // Names of that module are seen without being imported.
    if (held === undefined || held.has("__builtins__")) return { whole: why };
    if (held.size > 0) supposed ??= why;
    for (const name of held.keys()) modules.set(name, lead.written);
  }
  const found = async (name: string): Promise<string | undefined> => {
    const link = await packages?.leadOf(name);
    return link === undefined ? modules.get(name) : display(root, link);
  };
  return { searched: await SearchedDirectories.among(host, places, [...searched]), found, supposed };
}

/** What a file of the root leads to. */
export function leadOutside(
  root: FilePath,
  file: FilePath,
  line: number | undefined,
  written: string,
  unclear?: string,
): Withheld {
  const where = `${display(root, file)}${line === undefined ? "" : `:${line}`}`;
  if (unclear !== undefined) return { where, why: `where ${where} leads cannot be determined: ${unclear}` };
  return { where, why: `${where} leads to ${written}, outside the root` };
}

export function linkOutside(root: FilePath, link: FilePath): Withheld {
  const where = display(root, link);
  return { where, why: `${where} is a link to a place outside the root` };
}

// — below: private, in the order they are used —

/** Whether a lead brings in what lies outside, or has it searched. */
async function outsideBy(
  { packages, places }: ConfiguredContext,
  { path, written, way, unclear }: ConfigurationLead,
): Promise<"taken" | "searched" | undefined> {
  if (unclear !== undefined) return "taken";
  if (way === "named") return (await packages?.leadOf(written)) === undefined ? undefined : "taken";
  if ((await places.outsideOf(path)) === undefined) return undefined;
  return way === "searched" ? "searched" : "taken";
}
