// An expected "no": a closed code, what happened, why, and what to do next.
//
// Invariant: every failure that a caller can meet and act on is a Refusal. Cancellations and defects are not.

export const refusalCodes = [
  "ambiguous_target",
  "bad_input",
  "binary_file",
  "capability_missing",
  "conflicting_edit",
  "daemon_lost",
  "document_quarantined",
  "file_not_found",
  "file_too_large",
  "file_unreadable",
  "internal",
  "language_not_enabled",
  "malformed_reply",
  "no_server_for_file",
  "no_symbol",
  "not_a_file",
  "not_initialized",
  "not_recorded",
  "not_trusted",
  "outside_root",
  "overloaded",
  "policy_denied",
  "request_failed",
  "resource_exhausted",
  "rollback_incomplete",
  "root_locked",
  "script_failed",
  "server_crashed",
  "server_hung",
  "server_not_found",
  "server_restarting",
  "server_start_failed",
  "server_unreachable",
  "session_dead",
  "stale_document",
  "timed_out",
  "too_large",
  "unknown_operation",
  "write_failed",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

export interface RefusalDetails {
  readonly code: RefusalCode;
  /** What happened, in one sentence a person understands. */
  readonly what: string;
  /** The cause, where it is known. */
  readonly why?: string;
  /** What the caller can do next. */
  readonly next?: string;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfterMs?: number;
  /** Facts for programs: exit code, stderr, method, candidates. Never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly details: RefusalDetails;

  constructor(details: RefusalDetails, cause?: unknown) {
    super(details.what, cause === undefined ? undefined : { cause });
    this.details = details;
  }

  get code(): RefusalCode {
    return this.details.code;
  }
}

export function refuse(details: RefusalDetails): never {
  throw new Refusal(details);
}

/** What `work` resolves to, or what its refusal is made into; cancellation and defects pass through. */
export async function orIfRefused<T, U>(otherwise: (refusal: Refusal) => U, work: () => Promise<T>): Promise<T | U> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return otherwise(error);
    throw error;
  }
}
