// The servers of the catalogue as this machine has them: found or not, by which program, in which version.

import type { ServerEntry } from "../catalog/entry.ts";
import type { Catalog } from "../catalog/table.ts";
import type { Host } from "../host/host.ts";
import { addressText } from "../model/address.ts";
import type { FilePath } from "../model/file-path.ts";
import { Discoverer } from "../session/process/discovery.ts";
import { programsOfRoots } from "../workspace/trust/untrusted-area.ts";
import { installHint } from "../session/refusals.ts";

export interface ServerHere {
  readonly server: string;
  readonly title: string;
  readonly role: "types" | "lint";
  readonly languages: readonly string[];
  readonly installed: boolean;
  /** What would be started. */
  readonly command?: readonly string[];
  /** Where a server that someone else runs would be connected to; whether it is there is not tried. */
  readonly address?: string;
  /** As the program itself says it, where it can be asked without starting it as a server. */
  readonly version?: string;
  /** Why it is not there. */
  readonly missing?: string;
  readonly install?: string;
}

/** In the order of the catalogue; searches for a few at a time, because each may have to be run once. */
export async function serversHere(
  host: Host,
  catalog: Catalog,
  root: FilePath,
  trusted: boolean,
): Promise<ServerHere[]> {
  const { area, programs } = programsOfRoots(host, () => {});
  area.serve(root, trusted);
  const discoverer = new Discoverer(host, programs, () => {});
  const found: ServerHere[] = [];
  const waiting = [...catalog.servers.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, entry] = next;
      found[index] = await serverHere(host, catalog, discoverer, entry, root);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return found;
}

const atOnce = 8;

async function serverHere(
  host: Host,
  catalog: Catalog,
  discoverer: Discoverer,
  entry: ServerEntry,
  root: FilePath,
): Promise<ServerHere> {
  const languages = catalog.languages
    .filter(({ servers, linters = [] }) => servers.includes(entry.id) || linters.includes(entry.id))
    .map(({ id }) => id);
  const about = { server: entry.id, title: entry.title, role: entry.role, languages };
  const discovery = await discoverer.find(entry, root);
  if ("found" in discovery) {
    const { found } = discovery;
    if (found.address !== undefined) return { ...about, installed: true, address: addressText(found.address) };
    const { command, args, version } = found;
    return { ...about, installed: true, command: [command, ...args], ...(version === undefined ? {} : { version }) };
  }
  const install = installHint(entry, host.platform);
  const { missing } = discovery;
  return { ...about, installed: false, missing, ...(install === undefined ? {} : { install }) };
}
