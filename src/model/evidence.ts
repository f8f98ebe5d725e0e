// What is recorded of calls: the closed union of the records of an evidence chain.
//
// Invariant: a record names things (files, symbols, servers, rules) and counts them. It holds no text of a file, no
// token and nothing of the environment; raw answers are packets beside the chain, and only where the operator wants them.

/** Where a record stands in its chain. */
export interface ChainPosition {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
}

/** The first record of every chain. */
export interface ChainRecord {
  readonly type: "chain";
  readonly version: 1;
  readonly chain: string;
  readonly root: string;
  readonly sightline: string;
  /** The process that writes it, as far as the system can distinguish processes. */
  readonly process: Readonly<Record<string, string | number>>;
  readonly raw: RawEvidence;
  /** The latest chains of the root when this one began, each with its last record: a chain that vanishes is missed. */
  readonly others: readonly ChainPosition[];
}

/** What is kept of what servers answer: nothing, its form without texts, or all of it. */
export type RawEvidence = "off" | "redacted" | "full";

/** By policy: whether the call was allowed, and by which rule. */
export interface RecordedDecision {
  readonly allowed: boolean;
  readonly rule: string;
  readonly version: string;
}

/** A packet of raw answers: its content hash, and where it lies. */
export interface PacketReference {
  readonly hash: string;
  readonly file: string;
  readonly at: number;
  readonly bytes: number;
}

/** One call of an operation, by whatever door it came. */
export interface CallRecord {
  readonly type: "call";
  /** Joins the records of one call. */
  readonly call: string;
  readonly operation: string;
  readonly door: string;
  /** Which agent or client, where several are distinguished. */
  readonly caller?: string;
  readonly effect?: string;
  readonly decision?: RecordedDecision;
  /** Files, places and symbols in the words of the call. */
  readonly targets: readonly string[];
  /** The draft that it was asked inside of. */
  readonly session?: string;
  /** The state of the answer, or the code of the refusal, or `cancelled`. */
  readonly outcome: string;
  readonly reasons: readonly string[];
  /** False for a refusal, and for a build, a test run or a change that was answered and went badly. */
  readonly succeeded: boolean;
  /** The size of the answer as it was given. */
  readonly bytes: number;
  readonly ms: number;
  /** Not called by name: a client was informed of the state. */
  readonly unasked?: true;
  readonly packet?: PacketReference;
}

/** The requests that one call sent to one server. */
export interface BatchRecord {
  readonly type: "lsp_query_batch";
  readonly call: string;
  readonly server: string;
  readonly version?: string;
  /** How many of each method. */
  readonly queries: Readonly<Record<string, number>>;
  readonly targets: readonly string[];
  /** How many further targets are not listed. */
  readonly moreTargets?: number;
  readonly outcomes: Readonly<Partial<Record<"responded" | "timed_out" | "error" | "cancelled", number>>>;
  /** Of all replies together, on the wire. */
  readonly bytes: number;
  /** Sent or answered after the call was over. */
  readonly late?: true;
}

/** Diagnostics that a server published about a file of its own accord. */
export interface PublishedFile {
  readonly file: string;
  /** Of the document that they are about, where the server says it. */
  readonly version?: number;
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
  /** SHA-256 of what was published last. */
  readonly hash: string;
  /** How often something was published since the record before, where that is more than once. */
  readonly times?: number;
}

/** What one server said of its own accord, written before an answer or an event that may rest on it leaves. */
export interface NotificationRecord {
  readonly type: "lsp_notification_batch";
  readonly server: string;
  readonly version?: string;
  /** The root of the session, where it is not that of the chain. */
  readonly root?: string;
  /** How many of each method. */
  readonly notifications: Readonly<Record<string, number>>;
  readonly files: readonly PublishedFile[];
  /** How often something was published of files that are not listed. */
  readonly moreFiles?: number;
  readonly packet?: PacketReference;
}

export interface RecordedFile {
  readonly file: string;
  /** Where it was before, for one that is moved. */
  readonly from?: string;
  /** SHA-256 of its content; absent where there is no file. */
  readonly before?: string;
  readonly after?: string;
}

/** Written before the first file is touched: no change is made without a record. */
export interface ChangeBegunRecord {
  readonly type: "change_begun";
  readonly call: string;
  readonly operation: string;
  readonly root: string;
  readonly files: readonly RecordedFile[];
}

export interface RecordedProblems {
  readonly errors: number;
  readonly warnings: number;
}

/** Written, durably, before the answer of a change leaves. */
export interface ChangeRecord {
  readonly type: "change";
  readonly call: string;
  /** The transaction in the change journal. */
  readonly id: string;
  readonly root: string;
  readonly files: readonly string[];
  /** Absent where there was no server to ask. */
  readonly diagnostics?: {
    readonly introduced: RecordedProblems;
    readonly resolved: RecordedProblems;
    /** In the files that were checked; absent where it is not known. */
    readonly before?: RecordedProblems;
    readonly after?: RecordedProblems;
    readonly filesChecked: number;
    readonly filesUnchecked: number;
    readonly safe: boolean | "unknown";
  };
}

/** What an operation wants recorded of its own result, in its own figures. */
export interface NoteRecord {
  readonly type: "context" | "validation" | "diagnostic_regression";
  readonly call: string;
  readonly [figure: string]: unknown;
}

/** Files of the oldest chain were removed because of the settings for retention. */
export interface RetentionRecord {
  readonly type: "retention";
  /** The last record that is gone; chains that began before its chain are gone as a whole. */
  readonly through: ChainPosition;
  readonly files: number;
}

/** Records that could not be written, after the change they are about was made. */
export interface GapRecord {
  readonly type: "gap";
  readonly lost: number;
  readonly why: string;
}

export type EvidenceRecord =
  | ChainRecord
  | CallRecord
  | BatchRecord
  | NotificationRecord
  | ChangeBegunRecord
  | ChangeRecord
  | NoteRecord
  | RetentionRecord
  | GapRecord;

/** A record as it stands in a chain. */
export type ChainedRecord = EvidenceRecord & {
  readonly seq: number;
  readonly prev: string;
  /** ISO 8601. */
  readonly at: string;
  readonly hash: string;
};
