// Where the fetched packages lie: beside the servers.

import { dirname, join } from "node:path";
import { cacheDirectory } from "../servers/cache.mjs";

export function packagesDirectory(env) {
  return join(dirname(cacheDirectory(env)), "packages");
}
