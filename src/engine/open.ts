// Opens an engine on a directory of this machine.

import type { Host } from "../host/host.ts";
import { nodeCodec } from "../host/node-codec.ts";
import { openNodeHost } from "../host/node-host.ts";
import type { BridgeEvent } from "../model/event.ts";
import { Emitter } from "../std/emitter.ts";
import { Roots } from "../workspace/roots.ts";
import { Workspace } from "../workspace/workspace.ts";
import type { Engine } from "./engine.ts";
import { LocalEngine } from "./local-engine.ts";
import type { RootOptions } from "./preparation.ts";
import { prepare, rootOf } from "./preparation.ts";

export interface OpenOptions extends RootOptions {
  /** Where to look for the root; the root itself when `exact`. */
  readonly directory: string;
  readonly exact?: boolean;
  /** Further roots, each as it is. */
  readonly directories?: readonly string[];
  /** Directories below which a caller may open further roots later. */
  readonly allowedRoots?: readonly string[];
  readonly host?: Host;
  readonly trace?: (server: string, direction: "sent" | "received", message: object) => void;
}

export async function openEngine(options: OpenOptions): Promise<Engine> {
  const host = options.host ?? (await openNodeHost());
  const root = await rootOf(host, options.directory, options.exact === true);
  const { catalog, settings, trusted, notices } = await prepare(host, root, options);
  // A listener that throws must not take the engine along, and there is nowhere left to report it to.
  const events = new Emitter<BridgeEvent>(() => {});
  const emit = (event: BridgeEvent): void => events.emit(event);
  host.loop.start((ms, cause) => emit({ type: "loop.blocked", ms, cause }));
  const workspace = new Workspace({
    host,
    codec: nodeCodec,
    root,
    catalog,
    settings,
    trusted,
    emit,
    trace: options.trace,
  });
  return new LocalEngine(
    new Roots(workspace),
    host.clock,
    events,
    async () => host.loop.stop(),
    () => host.hold(),
    notices,
  );
}
