// The ignore files of a root, read with care: they are the repository's, and may be anything.

import type { Host } from "../../host/host.ts";
import { textOrNothing } from "../../host/files.ts";
import type { IgnoreFile } from "../../host/watch/ignore-rules.ts";
import { ignoreRules } from "../../host/watch/ignore-rules.ts";
import { ignoreFileBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import type { ByContent } from "./by-content.ts";
import { comparedByStamp } from "./by-content.ts";

export class TopIgnoreFiles {
  readonly #host: Host;
  readonly #root: FilePath;
  readonly #texts: ByContent<string | undefined>;

  constructor(host: Host, root: FilePath) {
    this.#host = host;
    this.#root = root;
    this.#texts = comparedByStamp(host);
  }

  /** As they are now. What cannot be read is as good as absent: then more is watched. */
  async read(): Promise<IgnoreFile[]> {
    const paths = [".git/info/exclude", ".gitignore", ".ignore"].map((name) => joinPath(this.#root, name));
    const texts = await Promise.all(
      paths.map((path) => this.#texts.of(path, () => readInside(this.#host, this.#root, path))),
    );
    return texts.flatMap((text) => (text === undefined ? [] : [{ directory: "", text }]));
  }
}

/** Those of the files that no ignore file hides, at the top of the root or below. */
export async function unignored(
  host: Host,
  root: FilePath,
  all: readonly FilePath[],
  some: readonly FilePath[],
): Promise<FilePath[]> {
  const below = all.filter((path) => baseName(path) === ".gitignore" && parentOf(path) !== root);
  const nested = await Promise.all(
    below.map(async (path) => {
      const text = await readInside(host, root, path);
      return { directory: relativeTo(root, parentOf(path) ?? root) ?? "", text: text ?? "" };
    }),
  );
  const isIgnored = ignoreRules([...(await new TopIgnoreFiles(host, root).read()), ...nested]);
  return some.filter((path) => !isIgnored(relativeTo(root, path) ?? path));
}

async function readInside(host: Host, root: FilePath, path: FilePath): Promise<string | undefined> {
  const real = await host.files.real(path);
  if (real === undefined || !isInside(root, real)) return undefined;
  return textOrNothing(host.files, real, ignoreFileBytes);
}
