// Turns the leads of a file into the paths that they may name, and tells which of those may pass an unread directory.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { Lead } from "../../languages/leads/lead.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";

interface LeadContext {
  readonly host: Host;
  readonly root: FilePath;
}

/** The paths that a lead may name. Links on the way are not resolved. */
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
  // A compiler searches the directories of system headers too, and from there a path with `..` may leave them.
  const bases = plain.includes("..") ? [home, root, ...systemIncludes(root)] : [home, root];
  return bases.map((base) => joinPath(base, plain));
}

/** Knows which directories of the root were not read: each of them may contain a link. */
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

  /** Whether the outermost unread part of a path exists or cannot be checked; always true outside of the root. */
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

/** Directories that compilers search, and `/`, which a path with enough `..` reaches from each; `x` is any version. */
function systemIncludes(root: FilePath): FilePath[] {
  const top = parseFilePath("/");
  const named = ["/usr/include", "/usr/local/include", "/usr/lib/clang/x/include"].flatMap(
    (one) => parseFilePath(one) ?? [],
  );
  return top === undefined ? [root] : [top, ...named];
}
