// What a change does to the problems of a root: which come, which go, and how much of that is known.
//
// Invariant: `safe` is true only where every file that could change was checked completely, before and after,
// or where the change leaves every token as it was.
// Invariant: the class of a change follows from counted problems alone; what could not be compared is never called clean.

import type { Diagnostic } from "./code-facts.ts";
import type { RecordedProblems } from "./evidence.ts";
import type { FilePath } from "./file-path.ts";

/** A file before and after a change; undefined where there is none. */
export interface TextChange {
  readonly file: FilePath;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface FoundProblem {
  readonly file: FilePath;
  readonly diagnostic: Diagnostic;
}

/** A file that could change and of which it is not finally known. */
export interface Unchecked {
  readonly file: FilePath;
  readonly why: string;
}

/** Why a file was not checked once it was known that the change breaks something. */
export const afterError = "not checked: an error was found before";

/** Why a changed file was not checked that no server serves. */
export const noServer = "no server can check it";

export interface Consequences {
  /** At their places in the new texts. */
  readonly introduced: readonly FoundProblem[];
  /** At the places they had in the former texts. */
  readonly resolved: readonly FoundProblem[];
  /** False as soon as one error is new; warnings alone make nothing unsafe. */
  readonly safe: boolean | "unknown";
  /** Checked completely, before and after. */
  readonly checked: readonly FilePath[];
  readonly unchecked: readonly Unchecked[];
  /** Why it is unknown, beside the files that were not checked. */
  readonly doubts: readonly string[];
  /** What else was found out, which makes the verdict neither better nor worse. */
  readonly remarks?: readonly string[];
  /** The time was up before every file was checked. */
  readonly timedOut: boolean;
  /** The problems of the files that were checked, before and after; undefined where none had to be. */
  readonly totals?: { readonly before: RecordedProblems; readonly after: RecordedProblems };
}

/**
 * `clean`: nothing new. `warnings_only`: new warnings, no new error. `new_errors`: at least one error is new.
 * `baseline_error`: nothing new, and a changed file has errors that it had before. `lsp_unavailable`: a changed file
 * could not be compared, so nothing is said of the change.
 */
export const changeClasses = ["clean", "warnings_only", "new_errors", "baseline_error", "lsp_unavailable"] as const;
export type ChangeClass = (typeof changeClasses)[number];

/** Problems of one severity; `before` is what there was, by the same comparison. */
export interface ProblemCount {
  readonly before: number;
  readonly now: number;
  readonly introduced: number;
  readonly resolved: number;
}

export interface ProblemCounts {
  readonly errors: ProblemCount;
  readonly warnings: ProblemCount;
}

export interface ComparedChange {
  readonly consequences: Pick<Consequences, "introduced" | "resolved">;
  /** Problems that the compared files have now, and those of them in changed files. */
  readonly now: { readonly errors: number; readonly warnings: number; readonly editedErrors: number };
  /** Whether both states of every changed file were compared. */
  readonly isCompared: boolean;
}

export function classOf({ consequences: { introduced }, now, isCompared }: ComparedChange): ChangeClass {
  if (severityCount(introduced, "error") > 0) return "new_errors";
  if (!isCompared) return "lsp_unavailable";
  if (severityCount(introduced, "warning") > 0) return "warnings_only";
  return now.editedErrors > 0 ? "baseline_error" : "clean";
}

export function countsOf({
  consequences: { introduced, resolved },
  now,
}: Omit<ComparedChange, "isCompared">): ProblemCounts {
  const count = (severity: "error" | "warning", present: number): ProblemCount => {
    const come = severityCount(introduced, severity);
    const gone = severityCount(resolved, severity);
    return { before: present - come + gone, now: present, introduced: come, resolved: gone };
  };
  return { errors: count("error", now.errors), warnings: count("warning", now.warnings) };
}

/** A problem as data: places from 1, the file by its whole path. */
export interface ProblemOfFile {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly code?: string;
  readonly source?: string;
  readonly message: string;
}

/** Where the former text of a file is from. */
export type FormerSource = "caller" | "HEAD" | "unknown";

/** What `validate_change` answers, as data. */
export interface ValidationJson extends ProblemCounts {
  readonly class: ChangeClass;
  /** The changed files, each with where its former text is from. */
  readonly files: readonly { readonly file: string; readonly before: FormerSource }[];
  readonly introduced: readonly ProblemOfFile[];
  readonly resolved: readonly ProblemOfFile[];
  /** There now; whether they were there before is not known. */
  readonly uncertain: readonly ProblemOfFile[];
  readonly checked_files: number;
  readonly unchecked_files: readonly { readonly file: string; readonly reason: string }[];
  readonly doubts: readonly string[];
  readonly remarks: readonly string[];
  readonly timeout: boolean;
}

// — below: private, in the order they are used —

function severityCount(problems: readonly FoundProblem[], severity: "error" | "warning"): number {
  return problems.filter(({ diagnostic }) => diagnostic.severity === severity).length;
}
