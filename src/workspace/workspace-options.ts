// What a root is opened with.

import type { Catalog } from "../catalog/table.ts";
import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { Emit, ServerSaying } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import type { HeardNotification } from "../model/records/notification.ts";
import type { Codec } from "../rpc/codec.ts";
import type { AnswerStore } from "../store/cache/answer-store.ts";
import type { ProgramsOfRoots } from "./trust/untrusted-area.ts";
import type { Sessions } from "./servers/sessions.ts";

export interface WorkspaceOptions {
  readonly host: Host;
  readonly codec: Codec;
  readonly root: FilePath;
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly trusted: boolean;
  readonly emit: Emit;
  /** Files and directories by which the operator configures us: no caller may change them. */
  readonly operatorFiles?: readonly FilePath[];
  /** What may run on this machine, for all roots of one engine; each root adds itself. */
  readonly programs?: ProgramsOfRoots;
  /** The sessions of all roots of one engine, which share one budget of memory. */
  readonly pool?: Set<Sessions>;
  /** What is kept of answers for later processes, and which build of ours reads it; nothing is without it. */
  readonly answers?: { readonly build: string; store(): Promise<AnswerStore | undefined> };
  readonly trace?: ((server: string, direction: "sent" | "received", message: object) => void) | undefined;
  /** Records what servers say of their own accord, before anything is made of it. */
  readonly notified?: ((notification: HeardNotification) => void) | undefined;
  /** Hears what the servers of all callers say of their own accord; never one that shows a draft. */
  readonly heard?: ((notice: ServerSaying) => void) | undefined;
}
