// Where the products of the comparison lie: beside the servers, outside every checkout.

import { join } from "node:path";
import { cacheDirectory } from "../servers/cache.mjs";

export function peersDirectory(env) {
  return env.SIGHTLINE_PEERS ?? join(cacheDirectory(env), "..", "peers");
}
