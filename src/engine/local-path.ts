// From a URI that a client names to a path of this machine.

import { isExternal } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { fromUri } from "../protocol/uri.ts";

/** Undefined for other schemes and other machines: they are not ours to open. An encoded slash is no part of a name. */
export function localPath(uri: string): FilePath | undefined {
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hostname, pathname } = new URL(uri);
  if (protocol !== "file:" || hostname !== "" || /%2f/i.test(pathname)) return undefined;
  const path = fromUri(uri);
  return isExternal(path) ? undefined : path;
}
