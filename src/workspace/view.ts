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
  /** Releases its servers to other callers until the next question. */
  readonly rest: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** What a running server reports about itself. */
export interface ServerView {
  readonly root: FilePath;
  /** The id in the catalogue. */
  readonly server: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** The methods that it has declared or registered, and that may be sent to it. */
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
  /** As `locate`, for a path at which nothing has to exist yet. */
  place(raw: string): Promise<Located & { readonly exists: boolean }>;
  /** Every root that was named, the main root first; without the checkouts inside of them. */
  all(): Promise<readonly Snapshot[]>;
  /** Those of a root's files that the caller may read. */
  readable(root: FilePath, files: readonly FilePath[]): Promise<readonly FilePath[]>;
  /** Diagnostics of earlier answers. */
  readonly baselines: KnownBaselines;
  /** Suggestions of earlier answers. */
  readonly suggestions: Suggestions;
  folders(): readonly FilePath[];
  /** All running servers; if `raw` is given, only the server of that file, which is started if necessary. */
  servers(raw: string | undefined, patience: Patience): Promise<readonly ServerView[]>;
  /**
   * A root as it would be with these texts. Other callers wait for its servers from the first question until `release`,
   * at the latest until the end of the call. Afterwards the servers hold none of the texts.
   */
  suppose(root: FilePath, supposed: Supposed): Promise<SupposedSnapshot>;
  /** The languages of a directory, and which servers for them are installed or missing on this machine. */
  survey(raw: string | undefined): Promise<Survey>;
}

/** The view of an operation that may execute code of the repository. */
export interface RunView extends View {
  /** The toolchain of a directory, or of that of a file; without `raw`, of the main root. Refused if no code may run. */
  workbench(raw?: string): Promise<Workbench>;
  /**
   * Has a server run one of its commands; refused if no code may run, or the operator does not allow the command.
   * `make` applies the edits that the server requests while it runs the command.
   */
  command(request: CommandRequest, patience: Patience, make: MakeEdit): Promise<Answer<CommandRun>>;
}
