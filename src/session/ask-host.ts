// What the parts of a session need to know of it, so that none of them depends on the whole.

import type { Settings } from "../config/settings.ts";
import type { Confinement } from "../host/processes.ts";
import type { Host } from "../host/host.ts";
import type { BridgeEvent, HeardMethod } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import type { HeardNotification } from "../model/records/notification.ts";
import type { Codec } from "../rpc/codec.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Deadline } from "../std/deadline.ts";
import type { Patience } from "../std/patience.ts";
import type { Verdict } from "../std/verdict.ts";
import type { Documents } from "./documents/documents.ts";
import type { FoundServer, InterpreterChoice, LaunchPlan } from "./process/launch.ts";
import type { Programs } from "./process/programs.ts";
import type { Life } from "./process/lifecycle.ts";
import type { OpenDocument } from "./documents/open-document.ts";
import type { Running } from "./process/running.ts";
import type { Withheld } from "./problems/withheld.ts";

export interface SessionOptions {
  readonly host: Host;
  readonly programs: Programs;
  readonly codec: Codec;
  readonly server: FoundServer;
  readonly root: FilePath;
  readonly trusted: boolean;
  /** The project's own interpreter as it is now, where the language has one and trust allows it. */
  readonly interpreter?: () => Promise<InterpreterChoice>;
  readonly settings: Settings;
  readonly emit: (event: BridgeEvent) => void;
  readonly languageId: (path: FilePath) => string;
  readonly isOurs: (path: FilePath) => boolean;
  /** Other paths by which a file is reached, through links in the root. */
  readonly aliases?: (path: FilePath) => readonly FilePath[];
  /** Which of the server's loadable units a file belongs to. */
  readonly project: (path: FilePath) => Promise<string>;
  /** Whether a configuration takes the file into a project, where that can be read. */
  readonly isTaken?: (path: FilePath) => Promise<boolean>;
  /** Documents that are to be open whenever the server is up; the set is the caller's, and may change. */
  readonly kept?: ReadonlySet<FilePath>;
  /** The files that the server may use; without it, or where it says nothing, all that the user may. */
  readonly confine?: (plan: LaunchPlan) => Promise<Confinement | undefined>;
  /** What may be shown of what the server says; without it everything. */
  readonly showing?: {
    /** Why what the server says of a file is withheld; undefined where it is not. */
    withheld(file: FilePath, isSupposing: boolean): Promise<Withheld | undefined>;
    /** Whether the name of something at a place may be shown. */
    mayName(file: FilePath): Promise<boolean>;
  };
  /** Whether policy lets the server be asked this for our own purposes, such as to load a project; everything without it. */
  readonly mayAsk?: (method: string) => boolean;
  /** Sees every message in both directions, on demand. */
  readonly trace?: ((direction: "sent" | "received", message: object) => void) | undefined;
  /** Records what the server says of its own accord, before anything is made of it; also what no caller may hear. */
  readonly notified?: ((notification: HeardNotification) => void) | undefined;
  /** Hears what the server says of its own accord, whole, as far as all callers may hear it. */
  readonly heard?: ((method: HeardMethod, params: object) => void) | undefined;
}

export interface AskOptions extends Patience {
  /** How long to wait for readiness before asking anyway. */
  readonly waitMs: number;
  /** What the caller itself said about that; then it waits for nothing else longer either. */
  readonly patienceMs?: number | undefined;
  /** In place of the time limit that settings and method table give a request. */
  readonly timeoutMs?: number;
  /** Known to change nothing, although the method may; else the method table decides. */
  readonly idempotent?: boolean;
}

export interface Reply {
  /** As the server sent it; the reader judges it. */
  readonly result: unknown;
  readonly document: OpenDocument | undefined;
  readonly running: Running;
  /** How things stood when the question was sent. */
  readonly readiness: Verdict;
}

export interface AskHost {
  readonly options: SessionOptions;
  readonly documents: Documents;
  readonly life: Life;
  /** The incarnation that can be asked now. */
  readonly running: Running | undefined;
  /** Texts that are not on disk are shown to the server now. */
  readonly isSupposing: boolean;
  /** How often the server was replaced by a new incarnation on purpose. */
  readonly renewals: number;
  start(deadline: Deadline, signal?: CancelSignal): Promise<Running>;
  flush(): Promise<void>;
  declareHung(): Promise<void>;
  renew(why: string): Promise<void>;
}
