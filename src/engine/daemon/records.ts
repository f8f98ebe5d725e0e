// The daemons that are there, by the records that they wrote.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { readLimit } from "./limits.ts";
import { daemonsIn } from "./place.ts";
import type { DaemonRecord } from "./record.ts";
import { parseDaemonRecord } from "./record.ts";

/** Those that have written a record; whether one is alive is known when it greets. */
export async function daemonsOf(host: Host, stateDirectory: FilePath): Promise<DaemonRecord[]> {
  const all = daemonsIn(stateDirectory);
  const names = (await host.files.list(all)) ?? [];
  const records = await Promise.all(names.map(({ name }) => recordIn(host, joinPath(all, name))));
  return records.filter((record) => record !== undefined);
}

async function recordIn(host: Host, directory: FilePath): Promise<DaemonRecord | undefined> {
  const bytes = await host.files.read(joinPath(directory, "daemon.json"), readLimit);
  return bytes && parseDaemonRecord(host.files.decode(bytes).text, directory);
}
