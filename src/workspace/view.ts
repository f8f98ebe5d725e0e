// What one call sees: at most one snapshot of each root, taken when it is first needed.
//
// Invariant: nothing here can change a project file; the type has no such method.

import type { Patience } from "../std/patience.ts";
import type { Base, FilePath } from "../model/file-path.ts";
import type { Answer } from "../model/standing.ts";
import type { RequestMethod } from "../protocol/methods.ts";
import type { CommandRun, MakeEdit } from "../session/edits/execute-command.ts";
import type { KnownBaselines } from "./asking/baselines.ts";
import type { Snapshot } from "./snapshot.ts";
import type { CommandRequest } from "./servers/server-commands.ts";
import type { Suggestions } from "./asking/suggestions.ts";
import type { Supposed } from "./supposition.ts";
import type { Survey } from "./servers/survey.ts";
import type { Workbench } from "./runs/workbench.ts";

/** A file that a caller named, in the root that it belongs to. */
export interface Located {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
}

export interface SupposedSnapshot {
  readonly snapshot: Snapshot;
  /** Lets others have their servers until the next question. */
  readonly rest: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** What a running server says of itself. */
export interface ServerView {
  readonly root: FilePath;
  /** The id in the catalogue. */
  readonly server: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** What it has declared or registered, and may be asked. */
  readonly supported: readonly RequestMethod[];
  /** As it declared them. */
  readonly capabilities: unknown;
  /** The address of a server that someone else runs. */
  readonly connectedTo?: string;
}

export interface View {
  /** The root that relative paths start from. */
  readonly root: FilePath;
  /** What paths are shown relative to. */
  readonly base: Base;
  /** A path that a caller gave, as a file of one of the roots; refused when it is in none. */
  locate(raw: string): Promise<Located>;
  /** The same for a path at which there may be nothing yet. */
  place(raw: string): Promise<Located & { readonly exists: boolean }>;
  /** Every root that was named, the first one first; a checkout inside of one is not among them. */
  all(): Promise<readonly Snapshot[]>;
  /** Those of a root's files that the caller may read. */
  readable(root: FilePath, files: readonly FilePath[]): Promise<readonly FilePath[]>;
  /** Diagnostics of earlier answers. */
  readonly baselines: KnownBaselines;
  /** Suggestions of earlier answers. */
  readonly suggestions: Suggestions;
  folders(): readonly FilePath[];
  /** The servers that run, or the one of a file, which is started for it. */
  servers(raw: string | undefined, patience: Patience): Promise<readonly ServerView[]>;
  /**
   * The root of a file as it would be with these texts. Its servers are kept from other callers from the first question
   * until it is released, at the end of the call at the latest; nothing of the texts is left in them.
   */
  suppose(root: FilePath, supposed: Supposed): Promise<SupposedSnapshot>;
  /** What a directory of a root holds, and what this machine has for it. */
  survey(raw: string | undefined): Promise<Survey>;
}

/** The view of an operation that may execute what the repository brings. */
export interface RunView extends View {
  /** The toolchain at a directory, or at that of a file; the main root without one. Refused where nothing may be executed. */
  workbench(raw?: string): Promise<Workbench>;
  /**
   * Has a server run one of its commands; refused where nothing may be executed, or the operator does not allow it.
   * `make` carries out what the server wants to have changed by it.
   */
  command(request: CommandRequest, patience: Patience, make: MakeEdit): Promise<Answer<CommandRun>>;
}
