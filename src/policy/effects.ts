// The effect classes that operations declare, their callers, and the files that a change would write.

/** `control` changes which servers run and what is open, never a file. */
export type EffectClass = "read" | "control" | "propose" | "write" | "exec" | "network";

/** The caller of an operation. Agents cannot grant themselves more than their door allows. */
export interface Caller {
  readonly door: "mcp" | "cli" | "library" | "hooks";
  readonly allowed: readonly EffectClass[];
  /**
   * Distinguishes the callers of one engine: each has its own drafts and phases, and each agent its own history;
   * programs share the history of their door, and a person sees all.
   */
  readonly id?: string;
  /** The agent that the operator has bound to this caller. */
  readonly agent?: string;
  /** Several clients share this id and cannot be distinguished: only what a call can name is remembered for them. */
  readonly isShared?: boolean;
  /** Patterns of protected files that the operator lets this caller change. */
  readonly writable?: readonly string[];
  /** Directories that the client itself, not the agent, says it works in: they may be opened. Absolute. */
  readonly roots?: readonly string[];
}

/** One of the paths of a file. */
export interface NamedPath {
  /** Absolute. */
  readonly path?: string;
  /** The path as it is read from each of the roots and checkouts that hold it; the operator may open it by any. */
  readonly names: readonly string[];
}

/** A path that would be written. */
export interface JudgedFile extends NamedPath {
  /** Others run or believe what it holds, whatever it is called. */
  readonly isGuarded?: boolean;
  /** It would become a program where there was none, in a root that is trusted or not. */
  readonly arms?: { readonly trusted: boolean };
  /** The file that it leads to, where it is but another name. */
  readonly leadsTo?: string;
}
