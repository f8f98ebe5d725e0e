// The symbols that a question about an impact is about, and those that it leads to.

import type { Patience } from "../../std/patience.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { Ledger } from "./ledger.ts";
import type { DeclaredSymbol, FileOutlines } from "./outline.ts";

export type Risk = "high" | "medium" | "low" | "unknown";
export type ImpactChange = "added" | "modified" | "deleted" | "renamed";

export interface ChangedSymbol {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly shown: string;
  readonly symbol: DeclaredSymbol;
  /** Where its name stands. */
  readonly place: Place;
  /** A test itself, which is to be run when it changes. */
  readonly isTest: boolean;
  /** How it changed, where that is known. */
  readonly change?: ImpactChange | undefined;
}

export interface ImpactCaller {
  /** The path of the symbol around the use. */
  readonly name: string;
  /** Absolute, or the name of a document that is no file. */
  readonly path: string;
  readonly shown: string;
  readonly line: number;
  /** The lines on which it uses the symbol. */
  readonly uses: readonly number[];
  readonly isTest: boolean;
  /** The innermost symbol around the use, whether or not it can be asked about. */
  readonly around?: DeclaredSymbol | undefined;
  /** What it is, where that can be asked about in turn. */
  readonly symbol: DeclaredSymbol | undefined;
}

export interface ImpactRequest {
  readonly changed: readonly ChangedSymbol[];
  readonly isTransitive: boolean;
  readonly outlines: FileOutlines;
  readonly ledger: Ledger;
  readonly patience: Patience;
}
