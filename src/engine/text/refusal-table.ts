// What each refusal means to a door: its exit code, whether trying again can help, and its name in the single-tool binding.

import type { RefusalCode } from "../../model/refusal.ts";

/** The stable discriminators of the single `Lsp` tool. */
export const failureKinds = [
  "ServerUnavailable",
  "LanguageNotEnabled",
  "NoServerForExtension",
  "FileNotFound",
  "NotAFile",
  "FileTooLarge",
  "RequestTimeout",
  "SessionDead",
  "CapabilityMissing",
  "Wire",
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface RefusalRow {
  readonly exit: number;
  readonly retryable: boolean;
  readonly kind: FailureKind;
}

/** Exit codes: 2 for what the caller got wrong, 3 for what is not there, 4 for what failed and may work later, 5 for a no. */
export const refusalTable: { readonly [C in RefusalCode]: RefusalRow } = {
  ambiguous_target: { exit: 2, retryable: false, kind: "Wire" },
  bad_input: { exit: 2, retryable: false, kind: "Wire" },
  binary_file: { exit: 2, retryable: false, kind: "NotAFile" },
  capability_missing: { exit: 3, retryable: false, kind: "CapabilityMissing" },
  conflicting_edit: { exit: 4, retryable: true, kind: "Wire" },
  daemon_lost: { exit: 4, retryable: true, kind: "ServerUnavailable" },
  document_quarantined: { exit: 4, retryable: false, kind: "SessionDead" },
  file_not_found: { exit: 2, retryable: false, kind: "FileNotFound" },
  file_too_large: { exit: 2, retryable: false, kind: "FileTooLarge" },
  file_unreadable: { exit: 4, retryable: true, kind: "FileNotFound" },
  internal: { exit: 70, retryable: false, kind: "Wire" },
  language_not_enabled: { exit: 5, retryable: false, kind: "LanguageNotEnabled" },
  malformed_reply: { exit: 4, retryable: true, kind: "Wire" },
  no_server_for_file: { exit: 3, retryable: false, kind: "NoServerForExtension" },
  no_symbol: { exit: 2, retryable: false, kind: "Wire" },
  not_a_file: { exit: 2, retryable: false, kind: "NotAFile" },
  not_initialized: { exit: 4, retryable: true, kind: "SessionDead" },
  not_recorded: { exit: 4, retryable: true, kind: "ServerUnavailable" },
  not_trusted: { exit: 5, retryable: false, kind: "ServerUnavailable" },
  outside_root: { exit: 5, retryable: false, kind: "FileNotFound" },
  overloaded: { exit: 4, retryable: true, kind: "RequestTimeout" },
  policy_denied: { exit: 5, retryable: false, kind: "LanguageNotEnabled" },
  request_failed: { exit: 4, retryable: true, kind: "Wire" },
  resource_exhausted: { exit: 4, retryable: true, kind: "ServerUnavailable" },
  rollback_incomplete: { exit: 4, retryable: false, kind: "Wire" },
  root_locked: { exit: 4, retryable: true, kind: "Wire" },
  script_failed: { exit: 2, retryable: false, kind: "Wire" },
  server_crashed: { exit: 4, retryable: true, kind: "SessionDead" },
  server_hung: { exit: 4, retryable: true, kind: "RequestTimeout" },
  server_not_found: { exit: 3, retryable: false, kind: "ServerUnavailable" },
  server_restarting: { exit: 4, retryable: true, kind: "SessionDead" },
  server_start_failed: { exit: 3, retryable: false, kind: "ServerUnavailable" },
  server_unreachable: { exit: 4, retryable: true, kind: "ServerUnavailable" },
  session_dead: { exit: 4, retryable: false, kind: "SessionDead" },
  stale_document: { exit: 4, retryable: true, kind: "Wire" },
  timed_out: { exit: 4, retryable: true, kind: "RequestTimeout" },
  too_large: { exit: 2, retryable: false, kind: "FileTooLarge" },
  unknown_operation: { exit: 2, retryable: false, kind: "Wire" },
  write_failed: { exit: 4, retryable: true, kind: "Wire" },
};
