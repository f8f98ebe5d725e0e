// The first words to a server.

import type { InitializeParams } from "vscode-languageserver-protocol";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";
import { ourVersion } from "../../model/own-version.ts";
import { clientCapabilities } from "../../protocol/client-capabilities.ts";
import { toUri } from "../../protocol/uri.ts";
import { at } from "../../std/json.ts";
import type { LaunchPlan } from "./launch.ts";
import { versionTextLimit } from "../limits.ts";

export function initializeParams(host: Host, plan: LaunchPlan, folders: readonly FilePath[]): object {
  const [first] = folders;
  const rootUri = toUri(first ?? plan.cwd);
  return {
    // A server that watches our process ends with us, which one that someone else runs must not.
    processId: plan.address === undefined ? host.pid : null,
    clientInfo: { name: "sightline", version: ourVersion },
    locale: "en",
    rootUri,
    rootPath: first ?? plan.cwd,
    workspaceFolders: folders.map((folder) => ({ uri: toUri(folder), name: baseName(folder) })),
    capabilities: clientCapabilities(plan.experimental),
    ...(plan.initializationOptions === undefined ? {} : { initializationOptions: plan.initializationOptions }),
  } satisfies InitializeParams;
}

export interface ServerIdentity {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

export function serverIdentity(result: unknown): ServerIdentity {
  const name = at(result, ["serverInfo", "name"]);
  const version = at(result, ["serverInfo", "version"]);
  return {
    name: typeof name === "string" ? name : undefined,
    version: typeof version === "string" ? shortVersion(version) : undefined,
  };
}

/** Quirk(gopls 0.23.0): its version is a JSON text of several kilobytes about its whole build. */
function shortVersion(version: string): string {
  const told = version.startsWith("{") ? /"Version":"([^"]*)"\}$/.exec(version)?.[1] : undefined;
  return (told ?? version).slice(0, versionTextLimit);
}
