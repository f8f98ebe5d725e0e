// What a caller may steer: which servers run, which roots and documents are open. Never a project file.

import type { Patience } from "../std/patience.ts";
import type { Address } from "../model/address.ts";
import type { FilePath } from "../model/file-path.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import type { FileChangeKind } from "../host/watch.ts";

export interface StartRequest {
  /** Where the root is; the main root without it. */
  readonly directory?: string | undefined;
  /** Only the servers of this language; else all that the code of the root needs. */
  readonly language?: string | undefined;
  /** A server that someone else runs, in place of one of ours; `none` for one of ours again. */
  readonly connect?: ConnectRequest | "none" | undefined;
}

export interface ConnectRequest {
  readonly address: Address;
  /** Refuses what policy forbids; `hosts` are those that the operator names for the root. */
  readonly allow: (hosts: readonly string[], root: FilePath) => void;
}

export interface StartedServer {
  /** Its id; the language where none was found. */
  readonly server: string;
  readonly root: FilePath;
  /** The address of a server that someone else runs. */
  readonly connectedTo?: string | undefined;
  /** Why it has not said yet that it is ready; undefined when it has. */
  readonly waitsFor?: string | undefined;
  /** Undefined when it is up; else why it is not. */
  readonly failure?: RefusalDetails | undefined;
}

export interface Folder {
  readonly root: FilePath;
  /** False when it was one already, or lies in one and belongs to it. */
  readonly isNew: boolean;
}

/** A root that is open for one question. */
export interface Borrowed {
  readonly root: FilePath;
  release(): Promise<void>;
}

export interface Removed {
  readonly root: FilePath;
  /** False when it was no root; then nothing has changed. */
  readonly wasServed: boolean;
}

export interface OpenedDocument {
  readonly file: FilePath;
  readonly language: string;
}

/** A change that a caller reports; the disk has the last word on what it was. */
export interface ReportedChange {
  readonly path: string;
  readonly kind: FileChangeKind;
}

export interface Control {
  /** Starts what the root needs, waits until each is ready or the patience ends; one failing never stops another. */
  start(request: StartRequest, patience: Patience): Promise<readonly StartedServer[]>;
  /** Ends the servers of all roots, or of one, and starts them anew; one that was given up gets another chance. */
  restart(directory: string | undefined, patience: Patience): Promise<readonly StartedServer[]>;
  /** Only inside a root that is open, where the operator allows it, or what the client itself has declared. */
  addFolder(raw: string, declared?: readonly string[]): Promise<Folder>;
  /** The same for one question only; it affects no other answers. */
  borrowFolder(raw: string, declared?: readonly string[]): Promise<Borrowed>;
  removeFolder(raw: string): Promise<Removed>;
  /** Opens a document with its text on disk, and keeps it open. */
  openDocument(raw: string, patience: Patience): Promise<OpenedDocument>;
  /** `wasOpen` is false when no server had it open. */
  closeDocument(raw: string): Promise<{ readonly file: FilePath; readonly wasOpen: boolean }>;
  /** Reads these files from disk now, whatever the watcher says. */
  filesChanged(changes: readonly ReportedChange[]): Promise<void>;
}
