// The ignore files at the top of a root, read with care: they are the repository's, and may be anything.

import type { Host } from "../host/host.ts";
import { FileFault } from "../host/files.ts";
import type { IgnoreFile } from "../host/ignore-rules.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath } from "../model/file-path.ts";

/** No real one comes near; a larger one is not believed. */
const maxBytes = 1024 * 1024;

/** What cannot be read is as good as absent: then more is watched. */
export async function topIgnoreFiles(host: Host, root: FilePath): Promise<IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  for (const name of [".git/info/exclude", ".gitignore", ".ignore"]) {
    const text = await readInside(host, root, joinPath(root, name));
    if (text !== undefined) found.push({ directory: "", text });
  }
  return found;
}

async function readInside(host: Host, root: FilePath, path: FilePath): Promise<string | undefined> {
  const real = await host.files.real(path);
  if (real === undefined || !isInside(root, real)) return undefined;
  const stat = await host.files.stat(real);
  if (stat?.kind !== "file" || stat.size > maxBytes) return undefined;
  try {
    const bytes = await host.files.read(real);
    return bytes && host.files.decode(bytes).text;
  } catch (error) {
    if (error instanceof FileFault) return undefined;
    throw error;
  }
}
