// What a host is given for its model of what language servers said: items, and the record without which no item exists.
//
// Invariant: an item has a record that names its source, its queries and their time; what was not answered is an absence, and
// no item stands for it.

import type { StandingState } from "../standing.ts";

export const contextKinds = ["diagnostics", "signature", "definition", "outline", "uses", "hints"] as const;
export type ContextKind = (typeof contextKinds)[number];

/** How a file was when servers were asked about it. */
export interface ContextStamp {
  readonly file: string;
  /** When it was last changed; absent for a file that is only supposed, or that cannot be looked at. */
  readonly modified?: string;
  /** Differs whenever the content may differ. */
  readonly stamp?: string;
}

/** Where an item comes from. */
export interface ContextRecord {
  readonly source: "lsp_semantic";
  /** After the content of files, before summaries that rest on heuristics. */
  readonly priority: "supporting";
  /** Without a live server it cannot be computed again. */
  readonly purity: "impure";
  /** The requests that it was made from. */
  readonly query: readonly string[];
  /** When the first of them was sent. */
  readonly queried_at: string;
  readonly server: string;
  readonly server_version?: string;
  readonly standing: StandingState;
  readonly reasons: readonly string[];
  /** The files that it rests on, as they were before the first request. */
  readonly files: readonly ContextStamp[];
}

export interface ContextItem {
  /** Equal for an equal item: a host that has it names it in `already_in_context`. */
  readonly id: string;
  readonly kind: ContextKind;
  /** The symbol or file that it tells of. */
  readonly about: string;
  readonly text: string;
  readonly tokens: number;
  readonly record: ContextRecord;
}

/** A question that got no answer; nothing takes its place. */
export interface ContextAbsence {
  readonly query: string;
  readonly about: string;
  readonly outcome: "timed_out" | "unsupported" | "unavailable" | "error";
  readonly detail: string;
  readonly at: string;
}

export const contextPurposes = ["edit", "review", "fix"] as const;
export type ContextPurpose = (typeof contextPurposes)[number];

/** What was chosen for a focus, as data. */
export interface ChosenContext {
  readonly file: string;
  readonly focus: string;
  readonly purpose: ContextPurpose;
  readonly budget: number;
  /** By the estimate that every budget here is counted with. */
  readonly tokens: number;
  readonly items: readonly ContextItem[];
  /** Questions that got no answer. */
  readonly absent: readonly ContextAbsence[];
  /** Pieces that found no room. */
  readonly left_out: number;
  /** What the host says is in context and is not there. */
  readonly unknown: readonly string[];
}
