// What happens sideways: the closed union of events that doors, traces and tests observe.
//
// Invariant: events describe; nothing in the product waits for an event listener.

import type { Diagnostic } from "./code-facts.ts";
import type { FoundProblem, ProblemCount } from "./consequences.ts";
import type { FilePath } from "./file-path.ts";

export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The one internal state machine of a session; other vocabularies are projections of it. */
export type SessionStateName = "absent" | "starting" | "initializing" | "ready" | "stopping" | "stopped" | "failed";

export interface ExitReport {
  readonly code: number | null;
  readonly signal: string | null;
  /**
   * `memory` for the exits a memory killer or an allocator failure causes; `disconnected` where a connection was lost
   * to a server that someone else runs, which may be running still.
   */
  readonly cause: "requested" | "crash" | "memory" | "hung" | "protocol" | "disconnected";
  /** The last 4 KiB of standard error. */
  readonly stderr: string;
}

export type BridgeEvent =
  | {
      readonly type: "session.state";
      readonly server: string;
      readonly from: SessionStateName;
      readonly to: SessionStateName;
      readonly detail?: string;
    }
  | {
      readonly type: "session.starting";
      readonly server: string;
      readonly command: readonly string[];
      readonly root: FilePath;
      readonly restricted: boolean;
      /** The system keeps it from files outside of the root. */
      readonly confined: boolean;
    }
  /** A server that someone else runs is dialled. */
  | { readonly type: "session.connecting"; readonly server: string; readonly address: string; readonly root: FilePath }
  /** Something of a repository is executed: its build, its tests, its documentation. */
  | { readonly type: "program.starting"; readonly command: readonly string[]; readonly cwd: FilePath }
  /** With the root where it was: in several roots there may be servers of the same name. */
  | {
      readonly type: "session.crashed";
      readonly server: string;
      readonly root?: FilePath;
      readonly exit: ExitReport;
      readonly restarts: number;
    }
  | { readonly type: "session.restarting"; readonly server: string; readonly attempt: number; readonly delayMs: number }
  | { readonly type: "session.gave_up"; readonly server: string; readonly root?: FilePath; readonly why: string }
  | {
      readonly type: "session.ready";
      readonly server: string;
      readonly root?: FilePath;
      readonly ms: number;
      readonly how: string;
    }
  | { readonly type: "session.evicted"; readonly server: string; readonly why: "idle" | "memory" }
  | { readonly type: "session.replaced"; readonly server: string; readonly detail: string }
  | {
      readonly type: "session.capabilities";
      readonly server: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly type: "project.loaded"; readonly server: string; readonly project: FilePath; readonly ms: number }
  | {
      readonly type: "project.closed";
      readonly server: string;
      readonly project: FilePath;
      /** `gone`: the document by which it was loaded is no longer open. */
      readonly why: "memory" | "gone";
    }
  | { readonly type: "root.opened"; readonly root: FilePath; readonly trusted: boolean }
  | { readonly type: "root.closed"; readonly root: FilePath }
  /** A root that was named when starting cannot be served; the others are. */
  | { readonly type: "root.failed"; readonly root: string; readonly why: string }
  /** The engine lives in a daemon, which was started for this client or ran already. */
  | { readonly type: "daemon.reached"; readonly root: string; readonly pid: number; readonly started: boolean }
  | { readonly type: "daemon.lost"; readonly why: string }
  /** No daemon could be had, so this process serves the root itself. */
  | { readonly type: "daemon.unavailable"; readonly why: string }
  /** A server that was to be warm when the first call comes. */
  | { readonly type: "prewarm.failed"; readonly server: string; readonly why: string }
  /** `fault` says why an installed server does not run. */
  | { readonly type: "server.missing"; readonly server: string; readonly hint: string; readonly fault?: string }
  /** A server that serves a language of the root is on this machine; policy starts only those that are registered. */
  | { readonly type: "server.unregistered"; readonly server: string; readonly path: FilePath }
  /** Variables of our own environment that no child gets, or not whole: what they name lies in what is not trusted. */
  | { readonly type: "environment.left_out"; readonly variables: readonly string[] }
  | {
      readonly type: "server.message";
      readonly server: string;
      readonly level: MessageLevel;
      readonly text: string;
      readonly shown: boolean;
    }
  | {
      readonly type: "progress";
      readonly server: string;
      readonly token: string;
      readonly stage: "begin" | "report" | "end";
      readonly title: string;
      readonly message?: string;
      readonly percentage?: number;
    }
  | {
      readonly type: "diagnostics";
      readonly server: string;
      readonly file: FilePath;
      readonly version?: number;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** A server that is asked for diagnostics says that those of every file may be others now. */
  | { readonly type: "diagnostics.refresh"; readonly server: string }
  | {
      readonly type: "document.quarantined";
      readonly server: string;
      readonly file: FilePath;
      readonly crashes: number;
    }
  | { readonly type: "wire.noise"; readonly server: string; readonly bytes: number; readonly sample: string }
  | { readonly type: "wire.fault"; readonly server: string; readonly what: string }
  | {
      readonly type: "files.changed";
      readonly created: number;
      readonly changed: number;
      readonly deleted: number;
      /** The first of them. */
      readonly paths: readonly FilePath[];
    }
  /** A change that an earlier process could not finish was undone; `left` says what was not, and why. */
  | {
      readonly type: "edit.recovered";
      readonly root: FilePath;
      readonly id: string;
      readonly why: string;
      readonly left: string;
    }
  | { readonly type: "edit.unrecovered"; readonly root: FilePath; readonly why: string }
  | { readonly type: "watcher.lost"; readonly why: string }
  | { readonly type: "loop.blocked"; readonly ms: number; readonly cause: string }
  | {
      readonly type: "operation";
      readonly name: string;
      /** The id of the caller, where it has one. */
      readonly caller?: string;
      readonly ms: number;
      readonly outcome: string;
      readonly steps: readonly string[];
      /** The rule that allowed or denied it, and the version of the policy; not of a call that was not understood. */
      readonly rule?: string;
      readonly policy?: string;
    }
  /** A skill moved on to a phase, by this call. */
  | {
      readonly type: "phase.entered";
      readonly caller: string;
      readonly skill: string;
      readonly phase: string;
      readonly operation: string;
    }
  /** A call out of order: refused in mode `block`, passed in mode `warn`. */
  | {
      readonly type: "phase.violated";
      readonly caller: string;
      readonly skill: string;
      readonly phase: string;
      readonly operation: string;
      readonly mode: string;
      readonly reason: string;
    }
  /** A change that was validated brought errors. */
  | {
      readonly type: "diagnostic_regression";
      /** The id of the caller, where it has one. */
      readonly caller?: string;
      /** The changed files. */
      readonly files: readonly FilePath[];
      readonly errors: ProblemCount;
      /** The first of the new errors. */
      readonly introduced: readonly FoundProblem[];
    }
  /** A caller asked for another level of the log; one of the eight words of the protocol of agents. */
  | { readonly type: "log.level"; readonly level: string; readonly caller?: string }
  /**
   * An answer that was kept: proven to hold still, or not found, or now kept for later calls. `why` says what the proof
   * lacks, or what has changed.
   */
  | {
      readonly type: "answer.kept";
      readonly outcome: "hit" | "miss" | "kept" | "not kept";
      readonly question: string;
      readonly file: FilePath;
      readonly why: string;
    }
  | { readonly type: "config.ignored"; readonly file: FilePath; readonly why: string }
  | { readonly type: "defect"; readonly where: string; readonly message: string; readonly stack?: string };

/**
 * What a server says of its own accord, whole, for a host in the same process that passes it on to its agent.
 * `textDocument/diagnostic`: what a server answered when it was asked, in the form of what others publish.
 */
export type HeardMethod =
  | "textDocument/publishDiagnostics"
  | "textDocument/diagnostic"
  | "window/showMessage"
  | "window/logMessage";

export interface ServerSaying {
  readonly server: string;
  readonly root: FilePath;
  readonly method: HeardMethod;
  /** As the server sent it; of a file that leads outside of the root without its messages. */
  readonly params: object;
}

export type MessageLevel = "error" | "warning" | "info" | "log" | "debug";

export type Emit = (event: BridgeEvent) => void;
