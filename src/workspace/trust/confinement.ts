// What a server of a root that is not trusted may read, write and execute, where the system can hold it to that.
//
// Invariant: nothing in the repository has a say: the places are those whose text may be shown, and those that programs need
// which the operator has installed or named.
// Invariant: no place is allowed that holds a home directory or the root, and nothing in the root may be executed but a
// server that comes with Sightline: where Sightline is a package of the root, so is that server.

import type { LinksRead } from "../../host/files.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { Confinement } from "../../host/processes.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, filePath, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import type { ProgramPlan } from "../../session/process/launch.ts";
import { pooled } from "../../std/pooled.ts";
import type { Machine } from "./installed-places.ts";
import {
  installedPlaces,
  listedDirectories,
  programPlaces,
  readByPrograms,
  systemPrograms,
} from "./installed-places.ts";
import type { ShownPlaces } from "../showing/places.ts";

export interface ConfinementContext {
  readonly host: Host;
  readonly root: FilePath;
  readonly places: Pick<ShownPlaces, "own">;
  /** What the operator allows besides. */
  readonly allowed: readonly FilePath[];
  /** The search paths of the operator's interpreter. */
  modules(): Promise<readonly FilePath[]>;
}

/** What is confined: the program, and what the operator and the catalogue say to it. */
export type Planned = Pick<ProgramPlan, "command" | "args" | "env" | "settings" | "initializationOptions"> & {
  /** The server comes with Sightline, and may lie in the root. */
  readonly isShipped: boolean;
  /** Directories below the user's own for caches. */
  readonly caches: readonly string[];
};

export async function confinementOf(context: ConfinementContext, plan: Planned): Promise<Confinement> {
  const { host, root } = context;
  // Only what the server gets of the environment counts: the rest may lead into the repository.
  const machine = { home: host.home, platform: host.platform, env: plan.env };
  const own = await context.places.own();
  const mayAllow = narrowEnough(host, own);
  const system = await pooled(systemPrograms, atOnce, (place) => narrowed(host, place, mayAllow, 0));
  const installed = [...system.flat(), ...[...programPlaces(machine), ...installedPlaces(machine)].filter(mayAllow)];
  const searched = unique(listedDirectories(machine, "PATH").flatMap((one) => parseFilePath(one) ?? []));
  const named = [plan.command, ...plan.args.flatMap((arg) => parseFilePath(arg) ?? [])];
  const around = (program: FilePath): Promise<FilePath[]> => aroundProgram(host, program, mayAllow);
  const programs = await pooled([...named, ...searched.map((one) => joinPath(one, "any"))], atOnce, around);
  const isNew = (program: FilePath): boolean => !installed.some((place) => isInside(place, program));
  const led = [...(await linkedPrograms(host, searched, isNew)), ...(await namedByScript(host, plan.command))];
  const wrapped = await pooled(unique(led).filter(isNew), atOnce, async (program) =>
    isAmongPrograms(program) ? around(program) : [program],
  );
  const said = [...absoluteIn(plan.settings), ...absoluteIn(plan.initializationOptions)];
  const gate = (places: readonly FilePath[]): Promise<FilePath[]> => outsideOf(host, own, mayAllow, places);
  return {
    read: unique([
      ...own,
      ...(await gate([...readByPrograms(machine), ...said, ...(await context.modules())])),
      ...(await packagesAbove(host, root)),
    ]),
    write: unique([root, ...(await gate([devices, ...cachesOf(machine, plan), ...dataDirectories(host, plan)]))]),
    execute: unique([
      ...(plan.isShipped ? [plan.command] : []),
      ...(await gate([...installed, ...programs.flat(), ...wrapped.flat(), ...context.allowed])),
    ]),
  };
}

export function refuseUnconfined(title: string): never {
  refuse({
    code: "not_trusted",
    what: `${title} is not started: this machine cannot prevent it from reading files outside the root.`,
    why: "The setting untrusted.confine is `always`, and the root is not trusted. It needs Linux with Landlock, and Perl.",
    next: "Have the operator trust this root (--trust), or set untrusted.confine to `auto`.",
  });
}

// — below: private, in the order they are used —

/** Directories and programs read at the same time. */
const atOnce = 16;

/** A place that holds a home directory or what is served would allow far more than what was meant. */
function narrowEnough({ home, accountHome }: Host, own: readonly FilePath[]): (place: FilePath) => boolean {
  const wide = [home, accountHome, ...own].filter((one) => one !== undefined);
  return (place) => parentOf(place) !== undefined && !wide.some((one) => isInside(place, one));
}

/** A place of the system, or what lies in it where it holds too much: a root below `/usr` does not take all of it away. */
async function narrowed(
  host: Host,
  place: FilePath,
  mayAllow: (place: FilePath) => boolean,
  depth: number,
): Promise<FilePath[]> {
  if (mayAllow(place)) return [place];
  const entries = depth < deepest ? ((await orIfUnreadable(undefined, () => host.files.list(place))) ?? []) : [];
  const inner = entries.filter(({ kind }) => kind !== "other").map(({ name }) => joinPath(place, name));
  return (await pooled(inner, atOnce, (one) => narrowed(host, one, mayAllow, depth + 1))).flat();
}

const deepest = 3;

/**
 * The last word on every place: it is named by where it really lies, neither it nor any link on the way to it lies in the
 * repository, and it holds neither a home directory nor a root.
 */
async function outsideOf(
  host: Host,
  own: readonly FilePath[],
  mayAllow: (place: FilePath) => boolean,
  places: readonly FilePath[],
): Promise<FilePath[]> {
  const isOwn = (path: FilePath): boolean => own.some((place) => isInside(place, path));
  const found = await pooled(unique(places), atOnce, async (place) => {
    const trail = await orIfUnreadable(undefined, () => host.files.trail(place));
    const real = trail?.at(-1);
    return real === undefined || trail?.some(isOwn) === true || !mayAllow(real) ? [] : [real];
  });
  return unique(found.flat());
}

/**
 * Where the links of a search path lead, as far as that is new. A system has hundreds of links, and most lead to places
 * that are allowed already, which the links on the way tell: only the others are looked for on the disk.
 */
async function linkedPrograms(
  { files }: Host,
  searched: readonly FilePath[],
  isNew: (program: FilePath) => boolean,
): Promise<FilePath[]> {
  const real = (path: FilePath): Promise<FilePath | undefined> => orIfUnreadable(undefined, () => files.real(path));
  // `/bin` is `/usr/bin` under another name on most machines.
  const directories = (await pooled(searched, atOnce, real)).filter((one) => one !== undefined);
  const read: LinksRead = new Map();
  const found = await pooled(unique(directories), atOnce, async (directory) => {
    const entries = (await orIfUnreadable(undefined, () => files.list(directory))) ?? [];
    const links = entries.filter(({ kind }) => kind === "other").map(({ name }) => joinPath(directory, name));
    return pooled(links, atOnce, async (link) => (await files.trail(link, read)).at(-1) ?? link);
  });
  const ends = await pooled(unique(found.flat()).filter(isNew), atOnce, real);
  return ends.filter((end) => end !== undefined);
}

/** What lies where programs do is one; a link on the search path may lead to anything. */
function isAmongPrograms(path: FilePath): boolean {
  return /\/(?:s?bin|\.bin|Scripts|node_modules)\//.test(path);
}

/** The operator has wrappers: scripts that start what they name by its path. */
async function namedByScript({ files, processes }: Host, command: FilePath): Promise<FilePath[]> {
  if ((await processes.interpreterOf(command)) === undefined) return [];
  const bytes = await orIfUnreadable(undefined, () => files.read(command, scriptBytes));
  const paths = bytes === undefined ? [] : (files.decode(bytes).text.match(/\/[^\s"'`;:|&<>(){}$\\]+/g) ?? []);
  const found = new Set(paths.slice(0, maxNamed).flatMap((path) => parseFilePath(path) ?? []));
  const kinds = await pooled([...found], atOnce, (path) => orIfUnreadable(undefined, () => files.stat(path)));
  return [...found].filter((_, index) => kinds[index]?.kind === "file");
}

const scriptBytes = 64 * 1024;
const maxNamed = 100;

/** What a program needs lies around it, and around where a link to it leads. */
async function aroundProgram(
  host: Host,
  program: FilePath,
  mayAllow: (place: FilePath) => boolean,
): Promise<FilePath[]> {
  const real = (await orIfUnreadable(undefined, () => host.files.real(program))) ?? program;
  const around = await Promise.all([program, real].map((one) => besideProgram(host, one, mayAllow)));
  return around.flat();
}

/** Its package, its environment, or the directories beside the one it is in. */
async function besideProgram(
  host: Host,
  program: FilePath,
  mayAllow: (place: FilePath) => boolean,
): Promise<FilePath[]> {
  const directory = parentOf(program);
  if (directory === undefined) return [];
  const inPackages = program.indexOf("/node_modules/");
  const packages = inPackages < 0 ? undefined : parseFilePath(program.slice(0, inPackages + "/node_modules".length));
  if (packages !== undefined) return [packages];
  const above = parentOf(directory);
  if (above !== undefined && /^s?bin$|^Scripts$/.test(baseName(directory))) {
    // A directory at the top of the machine may hold anything.
    const isOwn = parentOf(parentOf(above) ?? above) !== undefined && mayAllow(above);
    return isOwn ? [above] : besidePrograms.map((name) => joinPath(above, name));
  }
  return [(await packageOf(host, directory, mayAllow)) ?? directory];
}

const besidePrograms = ["bin", "sbin", "lib", "lib64", "libexec", "include", "share"];

/** The directory of the package that a script is a part of. */
async function packageOf(
  { files }: Host,
  directory: FilePath,
  mayAllow: (place: FilePath) => boolean,
): Promise<FilePath | undefined> {
  for (const one of [directory, ...ancestors(directory)].filter(mayAllow)) {
    const manifest = await orIfUnreadable(undefined, () => files.stat(joinPath(one, "package.json")));
    if (manifest !== undefined) return one;
  }
  return undefined;
}

/** Every absolute path that a value holds. */
function absoluteIn(value: unknown): FilePath[] {
  const found: FilePath[] = [];
  for (const waiting = [value]; waiting.length > 0; ) {
    const one = waiting.pop();
    if (typeof one === "string") found.push(...[parseFilePath(one) ?? []].flat());
    else if (typeof one === "object" && one !== null) waiting.push(...Object.values(one));
  }
  return found;
}

/** Packages above the root are found by what is in it. A link in their place may be the repository's. */
async function packagesAbove(host: Host, root: FilePath): Promise<FilePath[]> {
  const places = ancestors(root).map((one) => joinPath(one, "node_modules"));
  const real = await pooled(places, atOnce, (place) => orIfUnreadable(undefined, () => host.files.real(place)));
  return places.filter((place, index) => real[index] === place);
}

const devices = filePath("/dev/null");

function cachesOf({ env, home }: Machine, { caches }: Planned): FilePath[] {
  const base = parseFilePath(env["XDG_CACHE_HOME"] ?? "") ?? (home && joinPath(home, ".cache"));
  const named = parseFilePath(env["GOCACHE"] ?? "");
  const ours = base === undefined ? [] : caches.map((name) => joinPath(base, name));
  return named !== undefined && caches.length > 0 ? [...ours, named] : ours;
}

/** Directories of our own that an argument names to the server. */
function dataDirectories({ stateDirectory }: Host, { args }: Planned): FilePath[] {
  return args
    .flatMap((arg) => parseFilePath(arg) ?? [])
    .filter((one) => isInside(joinPath(stateDirectory, "servers"), one));
}

function unique(paths: readonly FilePath[]): FilePath[] {
  return [...new Set(paths)];
}
