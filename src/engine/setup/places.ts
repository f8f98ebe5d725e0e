// Files of agents on this machine: where their places lie, and what stands there, without leaving where they belong.
//
// Invariant: a link is followed only to a file in the same home, configuration directory or project; elsewhere nothing is read or written.

import { FileFault } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { Attributes } from "../../host/writing.ts";
import { WriteFault } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import {
  ancestors,
  baseName,
  display,
  isInside,
  joinPath,
  parentOf,
  parseFilePath,
  relativeTo,
} from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";

/** A place, and the directory that it must not lead out of. */
export interface SetupPlace {
  readonly base: FilePath;
  readonly path: FilePath;
}

/** A file as it is now. */
export interface SetupFile extends SetupPlace {
  /** With every link resolved; where it would be, if it is not there. */
  readonly real: FilePath;
  /** Undefined where there is none. */
  readonly text: string | undefined;
  readonly attributes: Attributes;
}

/** Undefined where this system, or this user, has no such place. */
export function placeNamed(host: Host, project: FilePath, template: string): SetupPlace | undefined {
  const [kind = "", ...rest] = template.split("/");
  if (!/^[~{]/.test(kind)) return { base: project, path: joinPath(project, template) };
  const base = bases(host)[kind];
  return base && { base: base.base, path: joinPath(base.path, ...rest) };
}

/** Whether places of a user lie below it, rather than those of a project. */
export function isBaseOfUser(host: Host, base: FilePath): boolean {
  return Object.values(bases(host)).some((place) => place?.base === base);
}

/** How a place is shown to people: from the project, or from the home directory. */
export function shownPlace(host: Pick<Host, "home">, project: FilePath, path: FilePath): string {
  if (isInside(project, path)) return display(project, path);
  const below = host.home === undefined ? undefined : relativeTo(host.home, path);
  return below === undefined ? path : `~/${below}`;
}

/** Refuses what leads elsewhere, is no file, or cannot be read as text. */
export async function readPlace(host: Host, place: SetupPlace): Promise<SetupFile> {
  const { base, path } = place;
  const real = await realPlace(host, place);
  const none = {
    ...place,
    real,
    text: undefined,
    attributes: isInside(base, path) && base === host.home ? { mode: 0o600 } : {},
  };
  const entry = await readable(path, () => host.writing.look(real));
  if (entry === undefined) return none;
  if (entry.kind !== "file") return refuseFile(path, "it is not a regular file", "Move it away");
  if (!entry.isWritable) return refuseFile(path, "it is read-only", "Make it writable");
  if (entry.names > 1)
    return refuseFile(
      path,
      "it has a second name (a hard link), under which the former text would stay",
      "Make it a file of its own",
    );
  const bytes = await readable(path, () => host.files.read(real, textBytes));
  const { text, lossy } = host.files.decode(bytes ?? new Uint8Array());
  if (lossy) return refuseFile(path, "it is not a text in UTF-8", "Save it as UTF-8");
  const { mode, owner } = entry;
  return { ...place, real, text, attributes: owner === undefined ? { mode } : { mode, owner } };
}

/** Where a place really is; refused where a link leads out of its base. */
export async function realPlace(host: Host, { base, path }: SetupPlace): Promise<FilePath> {
  const realBase = (await nearestReal(host, base)) ?? base;
  const real = (await nearestReal(host, path)) ?? path;
  if (!isInside(realBase, real)) {
    return refuse({
      code: "outside_root",
      what: `${path} is not touched.`,
      why: `A link on the way to it leads to ${real}, which is outside of ${base}.`,
      next: "Nothing was written. Put a file there, or leave this agent out by naming others with --agent.",
    });
  }
  const parent = parentOf(real);
  const entry = parent === undefined ? undefined : await readable(path, () => host.writing.look(real));
  if (entry?.kind === "link") return refuseFile(path, "it is a link that leads nowhere", "Remove it");
  return real;
}

/** The refusal of a file that is not as it should be; nothing was touched for it. */
export function refuseFile(path: FilePath, why: string, cure: string): never {
  return refuse({
    code: "file_unreadable",
    what: `${path} is not touched, and nothing else was.`,
    why: `It cannot be changed safely: ${why}.`,
    next: `${cure}, or leave this agent out by naming others with --agent.`,
  });
}

// — below: private, in the order they are used —

/** The directories that a place can begin with. */
function bases(host: Host): Readonly<Record<string, SetupPlace | undefined>> {
  const { home, platform, env } = host;
  const below = (...names: readonly string[]): SetupPlace | undefined =>
    home && { base: home, path: joinPath(home, ...names) };
  const named = (variable: string): SetupPlace | undefined => {
    const path = parseFilePath(env[variable] ?? "");
    return path && { base: path, path };
  };
  const xdg = named("XDG_CONFIG_HOME") ?? below(".config");
  const appData = named("APPDATA") ?? below("AppData", "Roaming");
  const ofSystem = { win32: appData, darwin: below("Library", "Application Support"), linux: xdg, other: xdg };
  const claude = named("CLAUDE_CONFIG_DIR");
  return {
    "~": below(),
    "{xdg}": xdg,
    "{config}": ofSystem[platform],
    "{appdata}": platform === "win32" ? appData : xdg,
    "{claude}": claude ?? below(),
    "{claude-files}": claude ?? below(".claude"),
    "{codex}": named("CODEX_HOME") ?? below(".codex"),
  };
}

/** With every link resolved as far as the way to it is there. */
async function nearestReal(host: Host, path: FilePath): Promise<FilePath | undefined> {
  for (const level of [path, ...ancestors(path)]) {
    const real = await readable(path, () => host.files.real(level));
    if (real === undefined) continue;
    const rest = relativeTo(level, path);
    return rest === undefined || rest === "." ? real : joinPath(real, rest);
  }
  return undefined;
}

async function readable<T>(path: FilePath, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileFault) return refuseFile(path, error.why, "Make it readable");
    if (error instanceof WriteFault)
      return refuseFile(path, `the system says ${error.code} of ${baseName(path)}`, "Make it accessible");
    throw error;
  }
}
