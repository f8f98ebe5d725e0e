// From a catalogue entry and what was found for it to what is really started or connected to, in a trusted root or not.
//
// Invariant: in an untrusted root a server runs in its restricted form or not at all. One that someone else runs cannot be
// held to such a form, so it is used only if it needs none.

import type { ServerEntry } from "../../catalog/entry.ts";
import type { JsonObject } from "../../catalog/json.ts";
import { foreignForm } from "../../catalog/passive.ts";
import type { Host } from "../../host/host.ts";
import type { Confinement, Environment } from "../../host/processes.ts";
import type { Address } from "../../model/address.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { mergeJson } from "../../std/json.ts";
import type { Programs } from "./programs.ts";

/** What there is for an entry: a program of this machine, or a server that someone else runs. */
export type FoundServer = FoundProgram | FoundAddress;

/** An executable that may run. */
export interface FoundProgram {
  readonly entry: ServerEntry;
  readonly address?: undefined;
  readonly command: FilePath;
  readonly args: readonly string[];
  /** It comes with Sightline, and so it may lie in the root that has Sightline installed. */
  readonly isShipped?: boolean;
  /** As the executable itself reports it, if it was asked. */
  readonly version?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Whether it is there is known only when it is needed: a server may take a connection that says nothing for a client. */
export interface FoundAddress {
  readonly entry: ServerEntry;
  readonly address: Address;
  readonly version?: undefined;
}

export type LaunchPlan = ProgramPlan | ConnectPlan;

export interface ProgramPlan extends PlanForServer {
  readonly address?: undefined;
  readonly command: FilePath;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly confinement?: Confinement | undefined;
}

export interface ConnectPlan extends PlanForServer {
  readonly address: Address;
  /** No other client has documents open in it, as the operator says. */
  readonly alone: boolean;
}

/** What a server is told, however it is reached. */
interface PlanForServer {
  readonly cwd: FilePath;
  readonly initializationOptions: JsonObject | undefined;
  readonly settings: JsonObject | undefined;
  readonly experimental: JsonObject | undefined;
  readonly restricted: boolean;
  /** The restricted form may answer less than the full one. */
  readonly smaller: boolean;
  /** Where it looks for modules, as it was when it was started. */
  readonly modules: ModulePlaces | undefined;
}

/** The project's own interpreter, as far as trust lets it be named; `withheld` when trust kept one back. */
export interface InterpreterChoice {
  readonly use?: FilePath;
  readonly withheld: boolean;
  readonly modules?: ModulePlaces;
}

/** Where a server looks for modules beside the root. */
export interface ModulePlaces {
  /** Directories of installed packages, in the order of search. */
  readonly installed: readonly FilePath[];
  /** Directories inside the root that the server is told to search as well. */
  readonly extra: readonly FilePath[];
  /** The stubs that come with the server. */
  readonly typeshed: FilePath | undefined;
  /** Differs whenever something of this is different, or packages have come or gone. */
  readonly stamp: string;
}

export async function planLaunch(
  host: Host,
  programs: Programs,
  found: FoundProgram,
  root: FilePath,
  trusted: boolean,
  interpreter: InterpreterChoice,
): Promise<ProgramPlan>;
export async function planLaunch(
  host: Host,
  programs: Programs,
  found: FoundServer,
  root: FilePath,
  trusted: boolean,
  interpreter: InterpreterChoice,
): Promise<LaunchPlan>;
export async function planLaunch(
  host: Host,
  programs: Programs,
  found: FoundServer,
  root: FilePath,
  trusted: boolean,
  interpreter: InterpreterChoice,
): Promise<LaunchPlan> {
  const { entry } = found;
  const form = found.address === undefined || entry.restricted.kind === "safe" ? entry.restricted : foreignForm;
  if (!trusted && form.kind === "refused") {
    refuse({
      code: "not_trusted",
      what: `${entry.title} is not ${found.address === undefined ? "started" : "used"} in a root that is not trusted.`,
      why: `${form.why}.`,
      next: "Have the operator trust this root (--trust), if its code may run.",
    });
  }
  const adjusted = !trusted && form.kind === "adjusted" ? form : undefined;
  const settings = merged(entry.settings, adjusted?.settings);
  const plan: PlanForServer = {
    cwd: root,
    initializationOptions: merged(entry.initializationOptions, adjusted?.initializationOptions),
    settings: withModules(withInterpreter(settings, entry, interpreter.use), entry, interpreter.modules),
    experimental: entry.quirks.experimental,
    restricted: !trusted && form.kind !== "safe",
    smaller: adjusted?.smaller === true && (adjusted.interpreter === undefined || interpreter.withheld),
    modules: interpreter.modules,
  };
  if (found.address !== undefined) {
    const { launch } = entry;
    return { ...plan, address: found.address, alone: launch.kind === "tcp" && launch.alone === true };
  }
  return {
    ...plan,
    command: found.command,
    args: [...found.args, ...(adjusted?.args ?? [])].map((arg) =>
      arg.replaceAll("{dataDir}", dataDirectory(host, entry, root)),
    ),
    env: await programs.environment(found.env, adjusted?.env),
  };
}

function merged(base: JsonObject | undefined, over: JsonObject | undefined): JsonObject | undefined {
  return mergeJson(base, over) as JsonObject | undefined;
}

function withInterpreter(
  settings: JsonObject | undefined,
  entry: ServerEntry,
  interpreter: FilePath | undefined,
): JsonObject | undefined {
  return withSetting(settings, interpreter === undefined ? undefined : entry.quirks.interpreterSetting, interpreter);
}

function withModules(
  settings: JsonObject | undefined,
  { quirks: { searchPaths } }: ServerEntry,
  modules: ModulePlaces | undefined,
): JsonObject | undefined {
  if (searchPaths === undefined || modules === undefined || modules.extra.length === 0) return settings;
  return withSetting(merged(searchPaths.only, settings), searchPaths.setting, modules.extra);
}

function withSetting(settings: JsonObject | undefined, path: readonly string[] | undefined, value: unknown) {
  if (path === undefined) return settings;
  const nested = path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
  return mergeJson(settings ?? {}, nested) as JsonObject;
}

/** One per server and root: two servers on one directory would lock each other out. */
function dataDirectory(host: Host, entry: ServerEntry, root: FilePath): string {
  const name = host.files.hash(new TextEncoder().encode(root)).slice(0, 16);
  return joinPath(host.stateDirectory, "servers", `${entry.id}-${name}`);
}
