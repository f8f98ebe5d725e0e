// A case of the real-server tier: one language server, one fixture, and what is to be expected of it.

import { catalog, serverById } from "../../../src/catalog/table.ts";
import type { ReasonCode } from "../../../src/model/standing.ts";

export type Question = "definition" | "references" | "hover" | "documentSymbols" | "workspaceSymbols" | "diagnostics";

export const questions: readonly Question[] = [
  "definition",
  "references",
  "hover",
  "documentSymbols",
  "workspaceSymbols",
  "diagnostics",
];

/**
 * What a fixture marks, besides `«^»`, the place that is asked about:
 * `def` where a definition leads, `ref` every use with the declaration, `hover` the range a hover names, `sym` the
 * names in the outline of the cursor's file, `found` the hits of a search for `@query`, and `error`, `warning`,
 * `information` and `hint` the problems.
 * Golden texts: `@hover` a part of the hover, `@symbols` the outline, `@messages` the problems in the order of the text.
 */
export const markNames = ["^", "def", "ref", "hover", "sym", "found", "error", "warning", "information", "hint"];
export const goldenNames = ["hover", "symbols", "query", "messages"];

export interface RealCase {
  /** The id of the server in the catalogue. */
  readonly server: string;
  readonly fixture: string;
  /** What the server does not offer. */
  readonly lacks?: readonly Question[];
  /** What keeps an answer from being complete; every answer that is not named here must be. */
  readonly short?: Readonly<Partial<Record<Question, readonly ReasonCode[]>>>;
  /** What happens to the files behind our back, one after another. */
  readonly changes: readonly Change[];
  /** What is asked while the server is killed. */
  readonly killedAt: Question;
}

export interface Change {
  readonly title: string;
  /** Files to write, with the marks that hold from then on. */
  readonly write?: string;
  readonly remove?: readonly string[];
  /** What is asked afterwards. */
  readonly ask: readonly Question[];
}

/** What is to be expected against an answer. */
export function reasonsAgainst(real: RealCase, question: Question): readonly ReasonCode[] {
  // Of most servers it is not known where they cut the list of a search.
  const entry = serverById(catalog, real.server);
  const isKnown = entry?.symbolSearch === "exhaustive" || entry?.symbolLimit !== undefined;
  return real.short?.[question] ?? (question === "workspaceSymbols" && !isKnown ? ["server_not_exhaustive"] : []);
}

/** Joined emoji and combining accents: one sign on the screen, and a different number of units in each encoding. */
export const odd = "👩‍👩‍👧 e\u0301 n\u0303";

/** The files of a crate without dependencies that its server reads and a test does not care about. */
export const shopCrate = `-- .gitignore --
/target
-- Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
-- Cargo.lock --
version = 4

[[package]]
name = "shop"
version = "0.1.0"
`;
