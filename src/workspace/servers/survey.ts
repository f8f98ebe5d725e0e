// What a directory holds and what this machine has for it: languages with their files, servers found and missing.
//
// Invariant: nothing is started; a server is at most asked for its version.

import type { LanguageEntry, ServerEntry } from "../../catalog/entry.ts";
import type { Catalog } from "../../catalog/table.ts";
import { serversFor } from "../../catalog/table.ts";
import type { Host } from "../../host/host.ts";
import { addressText } from "../../model/address.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside } from "../../model/file-path.ts";
import type { Discovery } from "../../session/process/discovery.ts";
import type { FoundServer } from "../../session/process/launch.ts";
import { installHint } from "../../session/refusals.ts";
import type { Routing } from "./routing.ts";

export interface Survey {
  readonly directory: FilePath;
  /** The most frequent first. */
  readonly languages: readonly SurveyedLanguage[];
}

export interface SurveyedLanguage {
  readonly language: string;
  readonly files: number;
  /** A few of them, the shortest names first: nearer to the top, and rarely generated. */
  readonly samples: readonly FilePath[];
  /** The first of its servers that is here, and the linters that the project is set up for. */
  readonly installed: readonly InstalledServer[];
  /** The server that would serve it, if none is installed. */
  readonly missing: MissingServer | undefined;
  /** The one that would serve it if it were registered, where only registered ones are started. */
  readonly unregistered: UnregisteredServer | undefined;
}

export interface InstalledServer {
  readonly server: string;
  /** The command line that starts it; undefined for a server that someone else runs. */
  readonly command: readonly [FilePath, ...string[]] | undefined;
  /** Where a server that someone else runs is reached. Whether it is there is not tried. */
  readonly address: string | undefined;
  readonly version: string | undefined;
}

/** One that is here, and that policy does not start. */
export interface UnregisteredServer {
  readonly server: string;
  readonly path: FilePath;
}

export interface MissingServer {
  readonly server: string;
  readonly why: string;
  readonly install: string | undefined;
}

export interface SurveyContext {
  readonly directory: FilePath;
  files(): Promise<readonly FilePath[]>;
  readonly routing: Routing;
  readonly catalog: Catalog;
  find(entry: ServerEntry): Promise<Discovery>;
  unregistered(language: string): Promise<UnregisteredServer | undefined>;
  readonly platform: Host["platform"];
}

export async function survey(context: SurveyContext): Promise<Survey> {
  const { directory, routing } = context;
  const found = new Map<string, { readonly language: LanguageEntry; readonly files: FilePath[] }>();
  await routing.refresh();
  for (const file of await context.files()) {
    if (!isInside(directory, file)) continue;
    const language = routing.languageOf(file);
    if (language === undefined) continue;
    const known = found.get(language.id) ?? { language, files: [] };
    known.files.push(file);
    found.set(language.id, known);
  }
  const rows = [...found.values()].sort((a, b) => b.files.length - a.files.length);
  const languages = await Promise.all(rows.map(({ language, files }) => surveyed(context, language, files)));
  return { directory, languages };
}

// — below: private, in the order they are used —

const samplesKept = 5;

async function surveyed(
  context: SurveyContext,
  language: LanguageEntry,
  files: readonly FilePath[],
): Promise<SurveyedLanguage> {
  const installed: InstalledServer[] = [];
  let missing: MissingServer | undefined;
  for (const entry of serversFor(context.catalog, language.id)) {
    const discovery = await context.find(entry);
    if ("found" in discovery) {
      installed.push(asInstalled(discovery.found));
      missing = undefined;
      break;
    }
    missing ??= { server: entry.id, why: discovery.missing, install: installHint(entry, context.platform) };
  }
  const samples = [...files].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, samplesKept);
  const [near] = samples;
  for (const entry of near === undefined ? [] : await context.routing.lintersFor(near)) {
    const discovery = await context.find(entry);
    if ("found" in discovery) installed.push(asInstalled(discovery.found));
  }
  const unregistered = installed.length > 0 ? undefined : await context.unregistered(language.id);
  return { language: language.id, files: files.length, samples, installed, missing, unregistered };
}

function asInstalled(found: FoundServer): InstalledServer {
  const { entry, version } = found;
  const address = found.address && addressText(found.address);
  const command = found.address === undefined ? ([found.command, ...found.args] as const) : undefined;
  return { server: entry.id, command, address, version };
}
