// From what a file says to the paths that it may lead to.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { Lead } from "../../languages/leads/lead.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";

interface LeadContext {
  readonly host: Host;
  readonly root: FilePath;
}

/** Where a lead may lead to, as it is written. */
export function pathsOf(
  { host, root }: LeadContext,
  file: FilePath,
  { path, way }: Pick<Lead, "path" | "way">,
): FilePath[] {
  const plain = plainPath(path, host.home);
  const absolute = parseFilePath(plain);
  if (absolute !== undefined) return [absolute];
  const home = parentOf(file) ?? file;
  if (way === "beside") return [joinPath(home, plain)];
  // Headers of the system are searched too, from where a path may climb.
  const bases = plain.includes("..") ? [home, root, ...systemIncludes(root)] : [home, root];
  return bases.map((base) => joinPath(base, plain));
}

/** Directories of the root that were not read: they may contain a link. */
export class UnseenDirectories {
  readonly #context: LeadContext;
  readonly #seen: ReadonlySet<FilePath>;
  readonly #there = new Map<FilePath, Promise<boolean>>();

  constructor(context: LeadContext, files: readonly FilePath[]) {
    this.#context = context;
    this.#seen = new Set(files.flatMap((file) => ancestors(file, context.root)));
  }

  isSeen(path: FilePath): boolean {
    return isInside(this.#context.root, path) && (this.#seen.has(path) || this.#seen.has(parentOf(path) ?? path));
  }

  /** Whether a directory on the way to a path of the root was not read; a path outside of the root always counts. */
  mayBeThere(path: FilePath): Promise<boolean> {
    const { host, root } = this.#context;
    if (!isInside(root, path)) return Promise.resolve(true);
    const way = [path, ...ancestors(path, root)];
    const unseen = way.findLast((one) => !this.#seen.has(one)) ?? path;
    const known =
      this.#there.get(unseen) ?? orIfUnreadable(true, async () => (await host.files.stat(unseen)) !== undefined);
    this.#there.set(unseen, known);
    return known;
  }
}

// — below: private, in the order they are used —

function plainPath(path: string, home: FilePath | undefined): string {
  const plain = path.replaceAll("\\", "/").replace(/^file:(?:\/\/[^/]*)?/i, "");
  const decoded = /^file:/i.test(path) ? decodedUri(plain) : plain;
  return home !== undefined && /^~(?=\/|$)/.test(decoded) ? `${home}${decoded.slice(1)}` : decoded.replaceAll("\0", "");
}

function decodedUri(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Compilers search some of these, and a path that climbs far enough leads to the top from each. */
function systemIncludes(root: FilePath): FilePath[] {
  const top = parseFilePath("/");
  const named = ["/usr/include", "/usr/local/include", "/usr/lib/clang/x/include"].flatMap(
    (one) => parseFilePath(one) ?? [],
  );
  return top === undefined ? [root] : [top, ...named];
}
