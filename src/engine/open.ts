// Opens an engine on a directory of this machine.

import { catalog as builtIn } from "../catalog/table.ts";
import type { Catalog } from "../catalog/table.ts";
import type { ProfileName } from "../config/profiles.ts";
import type { SettingsInput } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import { nodeCodec } from "../host/node-codec.ts";
import { openNodeHost } from "../host/node-host.ts";
import type { BridgeEvent } from "../model/event.ts";
import { parseFilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { Emitter } from "../std/emitter.ts";
import { findRoot } from "../workspace/root.ts";
import { Roots } from "../workspace/roots.ts";
import { Workspace } from "../workspace/workspace.ts";
import { configuration, workspaceConfiguration } from "./configuration.ts";
import type { Engine } from "./engine.ts";
import { LocalEngine } from "./local-engine.ts";

export interface OpenOptions {
  /** Where to look for the root; the root itself when `exact`. */
  readonly directory: string;
  readonly exact?: boolean;
  readonly profile?: ProfileName;
  readonly settings?: SettingsInput;
  /** The operator's configuration file, absolute. */
  readonly configFile?: string;
  readonly trusted?: boolean;
  readonly catalog?: Catalog;
  readonly host?: Host;
  readonly trace?: (server: string, direction: "sent" | "received", message: object) => void;
}

export async function openEngine(options: OpenOptions): Promise<Engine> {
  const host = options.host ?? (await openNodeHost());
  const path = parseFilePath(options.directory);
  const start = path && (await host.files.real(path));
  if (start === undefined || (await host.files.stat(start))?.kind !== "directory") {
    return refuse({
      code: "file_not_found",
      what: `${options.directory} is not a directory.`,
      next: "Name the directory of a project.",
    });
  }
  const root = options.exact === true ? start : await findRoot(host, start);
  // A listener that throws must not take the engine along, and there is nowhere left to report it to.
  const events = new Emitter<BridgeEvent>(() => {});
  const emit = (event: BridgeEvent): void => events.emit(event);
  host.loop.start((ms, cause) => emit({ type: "loop.blocked", ms, cause }));
  const { catalog, settings } = await configuration(
    host,
    { explicit: options.configFile, trustedRoot: options.trusted === true ? root : undefined },
    options.catalog ?? builtIn,
    options.profile ?? "standard",
    options.settings,
  );
  const workspace = new Workspace({
    host,
    codec: nodeCodec,
    root,
    catalog,
    settings,
    trusted: options.trusted === true,
    emit,
    trace: options.trace,
  });
  const unread = options.trusted === true ? undefined : await workspaceConfiguration(host, root);
  const notices: BridgeEvent[] =
    unread === undefined ? [] : [{ type: "config.ignored", file: unread, why: "the root is not trusted" }];
  return new LocalEngine(
    new Roots(workspace),
    host.clock,
    events,
    async () => host.loop.stop(),
    () => host.hold(),
    notices,
  );
}
