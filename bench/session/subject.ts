// The servers that are measured, each as both sides need it: as a catalogue for us, as a bare command for the bypass.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineServer } from "../../src/catalog/entry.ts";
import type { Catalog } from "../../src/catalog/table.ts";
import { catalog as builtIn, makeCatalog, serverById } from "../../src/catalog/table.ts";
import type { Host } from "../../src/host/host.ts";
import { filePath } from "../../src/model/file-path.ts";
import { clientCapabilities } from "../../src/protocol/client-capabilities.ts";
import { childEnvironment } from "../../src/session/process/child-env.ts";
import { programsServing } from "../../src/testing/kits/programs-kit.ts";
import { Discoverer } from "../../src/session/process/discovery.ts";
import type { RawCommand } from "../shared/raw-client.ts";

export const subjectNames = ["typescript", "toy"] as const;
export type SubjectName = (typeof subjectNames)[number];

export interface Subject {
  readonly name: SubjectName;
  readonly title: string;
  readonly catalog: Catalog;
  readonly command: RawCommand;
  readonly capabilities: object;
}

const toyScript = fileURLToPath(new URL("../../src/testing/toy/toy-main.js", import.meta.url));

/** Undefined when the server is not there; a measurement without it says so. */
export async function findSubject(name: SubjectName, host: Host, root: string): Promise<Subject | undefined> {
  if (name === "toy" && !existsSync(toyScript)) return undefined;
  const catalog = catalogOf(name);
  const entry = serverById(catalog, name === "toy" ? "toy" : "typescript-native");
  if (entry === undefined) return undefined;
  const discovery = await new Discoverer(host, programsServing(host, filePath(root)), () => {}).find(
    entry,
    filePath(root),
  );
  if (!("found" in discovery) || discovery.found.address !== undefined) return undefined;
  const { command, args } = discovery.found;
  return {
    name,
    title: entry.title,
    catalog,
    command: { command, args, env: childEnvironment(host.env) },
    // The same words as ours, so that both servers do the same work.
    capabilities: clientCapabilities(undefined),
  };
}

export function catalogOf(name: SubjectName): Catalog {
  return name === "toy" ? toyCatalog() : builtIn;
}

function toyCatalog(): Catalog {
  const entry = defineServer({
    id: "toy",
    title: "toy server",
    launch: { kind: "command", command: process.execPath, args: [toyScript] },
    roots: { groups: [], pick: "nearest", singleFile: true },
    install: {},
    readiness: { kind: "immediate" },
    diagnostics: "push-versioned",
    references: "exhaustive",
    restricted: { kind: "safe" },
  });
  return makeCatalog({
    languages: [{ id: "toy", extensions: [".toy"], servers: ["toy"] }],
    servers: [entry],
    decided: [],
  });
}
