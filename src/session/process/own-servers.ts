// Language servers that Sightline has installed for the user, as they lie below the state directory.
//
// Invariant: a directory counts only with its seal. It is written last, in a directory that is then moved to its place,
// so half an installation is never found.

import type { ServerEntry } from "../../catalog/entry.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { ownFileBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";

export interface OwnServer {
  /** The id of its catalogue entry. */
  readonly server: string;
  readonly version: string;
  readonly directory: FilePath;
  /** What is run: our own Node or a program of the directory first, where the server is a script. */
  readonly command: FilePath;
  readonly before: readonly FilePath[];
}

export const sealName = "sealed.json";

/** What a seal states; paths are relative to its directory. */
export interface Seal {
  readonly server: string;
  readonly version: string;
  readonly program: string;
  /** What runs the program: `node` is our own Node, another one lies in the directory. */
  readonly runner?: string;
}

type Reading = Pick<Host, "files" | "stateDirectory" | "nodePath" | "writing">;

/** Apart from the data of servers, which a server that is confined may write. */
export const ownServersName = "installed";

export function ownServersDirectory({ stateDirectory }: Pick<Host, "stateDirectory">): FilePath {
  return joinPath(stateDirectory, ownServersName);
}

/** All that are whole, by id and version. */
export async function ownServers(host: Reading): Promise<OwnServer[]> {
  const parent = ownServersDirectory(host);
  const entries = (await orIfUnreadable(undefined, () => host.files.list(parent))) ?? [];
  const names = entries
    .filter(({ kind, name }) => kind === "directory" && !name.startsWith("."))
    .map(({ name }) => name);
  const found: OwnServer[] = [];
  for (const name of names.sort(byName)) {
    const server = await ownServerAt(host, joinPath(parent, name));
    if (server !== undefined && name === `${server.server}@${server.version}`) found.push(server);
  }
  return found;
}

/** Those of an entry: the version that the entry pins first, then the newest. */
export async function ownServersOf(host: Reading, { id, recipe, launch }: ServerEntry): Promise<OwnServer[]> {
  // An operator can give the entry another program, which is not the one that the recipe installs.
  if (recipe === undefined || launch.kind !== "command" || launch.command !== recipe.bin) return [];
  const all = (await ownServers(host)).filter(({ server }) => server === id).reverse();
  const isPinned = ({ version }: OwnServer): boolean => version === recipe.version;
  return [...all.filter(isPinned), ...all.filter((one) => !isPinned(one))];
}

/** The server in one directory; undefined where it is not whole, or another user could have written it. */
export async function ownServerAt(host: Reading, directory: FilePath): Promise<OwnServer | undefined> {
  const file = joinPath(directory, sealName);
  const bytes = await orIfUnreadable(undefined, () => host.files.read(file, ownFileBytes));
  if (bytes === undefined || (await host.writing.doubt(file)) !== undefined) return undefined;
  const seal = sealIn(host.files.decode(bytes).text);
  if (seal === undefined) return undefined;
  const { server, version, runner } = seal;
  const program = joinPath(directory, seal.program);
  if ((await orIfUnreadable(undefined, () => host.files.stat(program)))?.kind !== "file") return undefined;
  if (runner === undefined) return { server, version, directory, command: program, before: [] };
  const command = runner === "node" ? parseFilePath(host.nodePath) : joinPath(directory, runner);
  return command && { server, version, directory, command, before: [program] };
}

// — below: private, in the order they are used —

function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function sealIn(text: string): Seal | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
  if (!isRecord(parsed)) return undefined;
  const { server, version, program, runner } = parsed;
  if (typeof server !== "string" || typeof version !== "string" || !isBelow(program)) return undefined;
  if (runner !== undefined && !isBelow(runner)) return undefined;
  return { server, version, program, ...(runner === undefined ? {} : { runner }) };
}

/** A path that stays in its directory. */
function isBelow(path: unknown): path is string {
  return (
    typeof path === "string" && /^[^/\\]/.test(path) && !/^[A-Za-z]:/.test(path) && !path.split(/[/\\]/).includes("..")
  );
}
