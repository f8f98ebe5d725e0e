// What a directory holds and what this machine has for it: languages with their files, servers found and missing.
//
// Invariant: nothing is started; a server is at most asked for its version.

import type { Language, ServerEntry } from "../catalog/entry.ts";
import type { Catalog } from "../catalog/table.ts";
import { serversFor } from "../catalog/table.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside } from "../model/file-path.ts";
import type { Discovery } from "../session/discovery.ts";
import type { FoundServer } from "../session/launch.ts";
import { installHint } from "../session/refusals.ts";
import type { Routing } from "./routing.ts";

export interface Survey {
  readonly directory: FilePath;
  /** The most frequent first. */
  readonly languages: readonly SurveyedLanguage[];
}

export interface SurveyedLanguage {
  readonly language: string;
  readonly files: number;
  /** The first of its servers that is here, and the linters that the project is set up for. */
  readonly installed: readonly InstalledServer[];
  /** Who would serve it, when nobody is here. */
  readonly missing: MissingServer | undefined;
}

export interface InstalledServer {
  readonly server: string;
  readonly command: FilePath;
  readonly args: readonly string[];
  readonly version: string | undefined;
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
  readonly platform: Host["platform"];
}

export async function survey(context: SurveyContext): Promise<Survey> {
  const { directory, routing } = context;
  const found = new Map<string, { readonly language: Language; readonly near: FilePath; files: number }>();
  await routing.look();
  for (const file of await context.files()) {
    if (!isInside(directory, file)) continue;
    const language = routing.languageOf(file);
    if (language === undefined) continue;
    const known = found.get(language.id) ?? { language, near: file, files: 0 };
    known.files++;
    found.set(language.id, known);
  }
  const rows = [...found.values()].sort((a, b) => b.files - a.files);
  const languages = await Promise.all(
    rows.map(({ language, near, files }) => surveyed(context, language, near, files)),
  );
  return { directory, languages };
}

// — below: private, in the order they are used —

async function surveyed(
  context: SurveyContext,
  language: Language,
  near: FilePath,
  files: number,
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
  for (const entry of await context.routing.lintersFor(near)) {
    const discovery = await context.find(entry);
    if ("found" in discovery) installed.push(asInstalled(discovery.found));
  }
  return { language: language.id, files, installed, missing };
}

function asInstalled({ entry, command, args, version }: FoundServer): InstalledServer {
  return { server: entry.id, command, args, version };
}
