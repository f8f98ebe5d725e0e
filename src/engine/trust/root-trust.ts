// Whether a root is trusted, and whether its own configuration may be read: decided before a byte of it is understood.

import type { Host } from "../../host/host.ts";
import { privateFiles } from "../../host/private-file.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, isInside } from "../../model/file-path.ts";
import type { Grant } from "../../store/grants.ts";
import { Grants, GrantsFault } from "../../store/grants.ts";
import type { ConfigFile } from "../configuration.ts";
import { workspaceConfiguration } from "../configuration.ts";
import { identityOf, isSameRepository } from "./repository-identity.ts";

export interface RootTrust {
  readonly trusted: boolean;
  /** The root's own configuration, where it may be read: the very bytes that were compared. */
  readonly own: ConfigFile | undefined;
  readonly notices: readonly BridgeEvent[];
}

export function grantsOf(host: Host, stateDirectory: FilePath = host.stateDirectory): Grants {
  // The host says who could have written a file, so that a machine in memory is not asked about on the real disk.
  return new Grants(host.files, { ...privateFiles, doubt: (path) => host.writing.doubt(path) }, stateDirectory);
}

/** `forThisRun` decides by itself when it is given; else the grants do. */
export async function trustOf(
  host: Host,
  grants: Grants,
  root: FilePath,
  forThisRun: boolean | undefined,
): Promise<RootTrust> {
  const notices: BridgeEvent[] = [];
  const found = await workspaceConfiguration(host, root);
  if (found !== undefined && "why" in found) notices.push({ type: "config.ignored", file: found.path, why: found.why });
  const own = found !== undefined && "bytes" in found ? found : undefined;
  if (forThisRun === true) return { trusted: true, own, notices };
  const grant = forThisRun === false ? undefined : await grantOf(host, grants, root, notices);
  if (own === undefined) return { trusted: grant !== undefined, own, notices };
  const why = grant === undefined ? "the root is not trusted" : unpinned(grant, host.files.hash(own.bytes));
  if (why === undefined) return { trusted: true, own, notices };
  notices.push({ type: "config.ignored", file: filePath(own.path), why });
  return { trusted: grant !== undefined, own: undefined, notices };
}

/** Grants that lie inside the root could have come with it. */
export async function liesInside(host: Host, root: FilePath, path: FilePath): Promise<boolean> {
  return isInside(root, path) || isInside(root, (await host.files.real(path)) ?? path);
}

// — below: private, in the order they are used —

async function grantOf(host: Host, grants: Grants, root: FilePath, notices: BridgeEvent[]): Promise<Grant | undefined> {
  const ignored = (file: FilePath, why: string): undefined => {
    notices.push({ type: "config.ignored", file, why });
  };
  try {
    const grant = await grants.of(root);
    if (grant === undefined) return undefined;
    if (await liesInside(host, root, grants.path)) {
      return ignored(grants.path, "it is inside the root, which could have supplied it");
    }
    const { repository } = grant;
    if (repository !== undefined && isSameRepository(repository, await identityOf(host, root))) return grant;
    const why = repository === undefined ? "the grant does not say which repository" : "this is not the repository";
    return ignored(grants.path, `${why} you trusted at ${root}; sightline trust shows this one and asks again`);
  } catch (error) {
    if (error instanceof GrantsFault) return ignored(error.path, `${error.message}; it is ignored`);
    throw error;
  }
}

/** Why a grant does not speak for the configuration that exists now. */
function unpinned({ pinned }: Grant, hash: string): string | undefined {
  if (pinned === hash) return undefined;
  const since =
    pinned === undefined ? "it was not there when the root was trusted" : "it has changed since the root was trusted";
  return `${since}; sightline trust shows what it says now`;
}
