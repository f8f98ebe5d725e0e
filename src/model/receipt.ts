// What a plan did that was carried out.

import type { Consequences, TextChange } from "./consequences.ts";
import type { FilePath } from "./file-path.ts";

export interface ChangedFile extends TextChange {
  /** Where it was before, for one that was moved. */
  readonly from?: FilePath;
}

export interface Receipt {
  /** Names the transaction: to undo it, and to ask what became of it. */
  readonly id: string;
  readonly root: FilePath;
  readonly why: string;
  /** Those that really changed; an edit that leaves a file as it is does not touch it. */
  readonly files: readonly ChangedFile[];
  /** Attributes that could not be preserved, and where the content is that another process wrote at the last moment. */
  readonly notes: readonly string[];
  /** Undefined where there was no server to ask. */
  readonly consequences: Consequences | undefined;
}

/** A transaction as it is remembered. */
export interface Transaction {
  readonly id: string;
  readonly root: FilePath;
  readonly why: string;
  /** The operation that made the plan, and its caller; empty where unknown. */
  readonly operation: string;
  readonly caller: string;
  /** The call that asked for it, where it was named. */
  readonly call?: string;
  /** When it began, as ISO 8601. */
  readonly at: string;
  /** `unknown` only while it runs, or where restoring failed: then `detail` lists the state of each file. */
  readonly outcome: "committed" | "aborted" | "undone" | "unknown";
  readonly files: readonly FilePath[];
  /** The change that it takes back. */
  readonly undoes?: string;
  readonly detail?: string;
}
