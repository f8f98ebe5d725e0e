// Files that are only read by people: whatever is written in one, no code becomes wrong of it.

import type { FilePath } from "../model/file-path.ts";

/** Why not .txt: requirements.txt and CMakeLists.txt are no prose. One that goes may be missed by code that embeds it. */
export function isProse(path: FilePath): boolean {
  return /\.(?:md|markdown|rst|adoc|asciidoc)$/i.test(path);
}
