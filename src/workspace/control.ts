// What a caller may steer: which servers run, which roots and documents are open. Never a project file.

import type { FilePath } from "../model/file-path.ts";
import type { Patience } from "./snapshot.ts";

export interface StartRequest {
  /** Where the root is; the present root without it. */
  readonly directory?: string | undefined;
  /** Only the servers of this language; else all that the root needs. */
  readonly language?: string | undefined;
}

export interface StartedServer {
  readonly server: string;
  readonly root: FilePath;
  /** Undefined when it is up; else why it is not. */
  readonly failure?: string | undefined;
}

export interface Control {
  /** Starts what the root needs, waits until each is ready or the patience ends; one failing never stops another. */
  start(request: StartRequest, patience: Patience): Promise<readonly StartedServer[]>;
  /** Ends the servers (all, or those of one root) and starts them anew; one that was given up gets another chance. */
  restart(request: StartRequest, patience: Patience): Promise<readonly StartedServer[]>;
  addFolder(raw: string): Promise<FilePath>;
  removeFolder(raw: string): Promise<FilePath>;
  folders(): readonly FilePath[];
  /** Opens a document with its text on disk, and keeps it open. */
  openDocument(raw: string, patience: Patience): Promise<FilePath>;
  closeDocument(raw: string): Promise<FilePath>;
  /** Looks at the disk for these files now, whatever the watcher says. */
  filesChanged(
    changes: readonly { readonly path: string; readonly kind: "created" | "changed" | "deleted" }[],
  ): Promise<void>;
  setLogLevel(level: LogLevel): void;
}

export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof logLevels)[number];
