// The files that agents have here, each with what of ours belongs into it.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";
import type { ScopedPlaces, SetupAgent, SetupScope } from "./agents.ts";
import { jsonHooks, jsonServer } from "./json-parts.ts";
import { isOpencodePlugin, opencodeHookPlugin } from "./opencode-plugin.ts";
import { guideSection, ownFile, tomlServer } from "./other-parts.ts";
import type { PartKind, SetupPart } from "./parts.ts";
import type { SetupPlace } from "./places.ts";
import { placeNamed } from "./places.ts";

/** A part of one agent, and where it belongs. */
export interface PlacedPart {
  readonly agent: SetupAgent;
  readonly part: SetupPart;
  readonly place: SetupPlace;
}

/** What an agent can be given in a scope; empty where it keeps no such files. */
export async function setupParts(
  host: Host,
  project: FilePath,
  agent: SetupAgent,
  scope: SetupScope,
): Promise<readonly PlacedPart[]> {
  const found: PlacedPart[] = [];
  for (const [places, part] of partRows(agent, project)) {
    const place = await placeIn(host, project, places, scope);
    if (place !== undefined) found.push({ agent, part, place });
  }
  return found;
}

export function partNamed(agent: SetupAgent, kind: PartKind, project: FilePath): SetupPart | undefined {
  return partRows(agent, project).find(([, part]) => part.kind === kind)?.[1];
}

export async function skillsPlace(
  host: Host,
  project: FilePath,
  agent: SetupAgent,
  scope: SetupScope,
): Promise<SetupPlace | undefined> {
  return agent.skills && placeIn(host, project, agent.skills, scope);
}

/** Whether an agent is set up for the user, or in the project. */
export async function isSetUp(host: Host, project: FilePath, agent: SetupAgent, scope: SetupScope): Promise<boolean> {
  for (const sign of agent.signs) {
    const isOfUser = /^[~{]/.test(sign);
    const place = isOfUser || scope === "project" ? placeNamed(host, project, sign) : undefined;
    if (place !== undefined && (await isThere(host, place.path))) return true;
  }
  for (const name of agent.programs) if (await isProgram(host, name)) return true;
  return false;
}

// — below: private, in the order they are used —

function partRows(agent: SetupAgent, project: FilePath): readonly (readonly [ScopedPlaces, SetupPart])[] {
  const { entry, hooks, guide } = agent;
  const rest = agent.namesRoot === true ? ["mcp", "--root", project] : ["mcp"];
  const rows: (readonly [ScopedPlaces, SetupPart])[] = [
    [entry.places, entry.format === "toml" ? tomlServer(entry, rest) : jsonServer(entry, rest)],
  ];
  if (hooks?.kind === "json") rows.push([hooks.places, jsonHooks(hooks, agent.id)]);
  if (hooks?.kind === "plugin") rows.push([hooks.places, ownFile("the plugin", opencodeHookPlugin, isOpencodePlugin)]);
  if (guide !== undefined) rows.push([guide, guideSection]);
  return rows;
}

async function placeIn(
  host: Host,
  project: FilePath,
  places: ScopedPlaces,
  scope: SetupScope,
): Promise<SetupPlace | undefined> {
  const named = (places[scope] ?? []).flatMap((template) => placeNamed(host, project, template) ?? []);
  for (const place of named) if (await isThere(host, place.path)) return place;
  return named[0];
}

async function isThere(host: Host, path: FilePath): Promise<boolean> {
  return (await orIfUnreadable(undefined, () => host.files.stat(path))) !== undefined;
}

async function isProgram(host: Host, name: string): Promise<boolean> {
  const isWindows = host.platform === "win32";
  const endings = isWindows ? [".exe", ".cmd"] : [""];
  for (const directory of (host.env["PATH"] ?? host.env["Path"] ?? "").split(isWindows ? ";" : ":")) {
    const place = parseFilePath(directory);
    for (const ending of place === undefined ? [] : endings) {
      if (place !== undefined && (await isThere(host, joinPath(place, name + ending)))) return true;
    }
  }
  return false;
}
