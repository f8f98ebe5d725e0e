// Which real servers this machine has, from the manifest of `tools/servers.mjs`, and the report of the others.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import type { Launch, ServerEntry } from "../../src/catalog/entry.ts";
import type { Catalog } from "../../src/catalog/table.ts";
import { catalog, makeCatalog, serverById } from "../../src/catalog/table.ts";
import { cacheDirectory } from "../../tools/servers/cache.mjs";
import { reportToRun } from "../support/run-report.ts";
import { isInSoak } from "../support/soak.ts";
import type { RealCase } from "./reading/real-case.ts";

interface Installed {
  readonly command: readonly string[];
  readonly version: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly servers: Readonly<Record<string, Installed>>;
  readonly missing: readonly { readonly id: string; readonly why: string }[];
}

/** The cases whose server is here. The others are named at the end of the run. */
export function present(cases: readonly RealCase[]): readonly RealCase[] {
  return cases.filter(({ server }) => hasServer(server));
}

/** Whether the server is here; if not, that is told at the end of the run. */
export function hasServer(server: string): boolean {
  const manifest = readManifest();
  const name = manifestIds[server] ?? server;
  const why = manifest.missing.find(({ id }) => id === name)?.why;
  if (manifest.servers[name] !== undefined || (isEmbedded(server) && why === undefined)) return true;
  // With the suite that goes without it, so that the requirements which rest on its rows can be named.
  const suite = expect.getState().testPath;
  reportToRun("missing.jsonl", { name: server, why: why ?? "not in the manifest; run: npm run servers", suite });
  return false;
}

/**
 * Whether a suite of many layouts runs on a server now: a second server of a language, which finds what the first does,
 * goes through them in the soak alone, and that is told at the end of the run.
 */
export function hasInDepth(server: string): boolean {
  if (!hasServer(server)) return false;
  return !secondServers.has(server) || isInSoak(server);
}

/** The cases whose server is here and goes through all layouts now. */
export function presentInDepth(cases: readonly RealCase[]): readonly RealCase[] {
  return cases.filter(({ server }) => hasInDepth(server));
}

/** How a server of the manifest is started. */
export function commandOf(id: string): readonly string[] | undefined {
  return readManifest().servers[manifestIds[id] ?? id]?.command;
}

/** `told` is what the server said of itself, which not every one does. */
export function reportServer(id: string, told: string | undefined): void {
  const version = readManifest().servers[manifestIds[id] ?? id]?.version ?? told ?? "of unknown version";
  reportToRun("servers.jsonl", { id, version });
}

/** The catalogue with this one server for each of its languages, started from where it is installed or by a launch. */
export function catalogOf(id: string, launch?: Launch): Catalog {
  const entry = serverById(catalog, id);
  if (entry === undefined) throw new Error(`the catalogue has no ${id}`);
  const languages = catalog.languages
    .filter(({ servers }) => servers.includes(id))
    .map((language) => ({ ...language, servers: [id], linters: [] }));
  return makeCatalog({
    languages,
    servers: [launch === undefined ? installedEntry(entry) : { ...entry, launch }],
    decided: [],
  });
}

// — below: private, in the order they are used —

const secondServers: ReadonlySet<string> = new Set(["typescript-language-server"]);

/** The manifest names two servers by the package they come in. */
const manifestIds: Readonly<Record<string, string>> = { "typescript-native": "typescript" };

function readManifest(): Manifest {
  const file = join(cacheDirectory(process.env), "manifest.json");
  if (!existsSync(file)) return { servers: {}, missing: [] };
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

/** Comes with the checkout and is found by the product itself. */
function isEmbedded(id: string): boolean {
  return serverById(catalog, id)?.launch.kind === "embedded";
}

function installedEntry(entry: ServerEntry): ServerEntry {
  const { launch } = entry;
  if (launch.kind !== "command") return entry;
  const installed = readManifest().servers[entry.id];
  const [program, script] = installed?.command ?? [];
  if (program === undefined) throw new Error(`${entry.id} is not installed`);
  // A script is run by Node, and must be asked for its version in the same way.
  const before = basename(program).startsWith("node") && script !== undefined ? [script] : [];
  const env = { ...launch.env, ...installed?.env };
  const started: Launch = { kind: "command", command: program, args: [...before, ...launch.args], env };
  const { versionArgs } = entry.quirks;
  const quirks =
    versionArgs === undefined ? entry.quirks : { ...entry.quirks, versionArgs: [...before, ...versionArgs] };
  return { ...entry, launch: started, quirks };
}
