// What is known when a context is put together: the focus, what its names lead to, and the files within reach.

import type { Diagnostic, HoverText, Location } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Place } from "../../model/place.ts";
import type { ContextPurpose } from "../../model/records/context-item.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { FileOutline } from "../impact/outline.ts";
import type { Has } from "./has.ts";
import type { AskedAnswer, Inquiry } from "./inquiry.ts";
import type { FileNames, Lines } from "./used-names.ts";

export interface Focus {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly index: LineIndex;
  /** Undefined for the whole file. */
  readonly lines: Lines | undefined;
  readonly purpose: ContextPurpose;
  /** Files that were modified, whose problems belong to the context. */
  readonly changed: readonly FilePath[];
  readonly has: Has;
  readonly budget: number;
}

export interface FoundName {
  readonly name: string;
  readonly place: Place;
  readonly weight: number;
  readonly definition: AskedAnswer<readonly Location[]> | undefined;
  readonly hover: AskedAnswer<HoverText | undefined> | undefined;
  readonly type: AskedAnswer<readonly Location[]> | undefined;
}

export interface NamedFile {
  readonly file: FilePath;
  readonly relation: "own" | "defining" | "imported" | "beside" | "other";
  readonly outline: AskedAnswer<FileOutline>;
}

export interface User {
  /** What it uses. */
  readonly of: string;
  readonly file: FilePath;
  readonly line: number;
  readonly asked: AskedAnswer<unknown> | undefined;
}

export interface DiagnosedFile {
  readonly file: FilePath;
  readonly asked: AskedAnswer<{ readonly diagnostics: readonly Diagnostic[] }>;
}

export interface Scene {
  readonly focus: Focus;
  /** The lines of the focus. */
  readonly within: Lines;
  /** The lines of the declaration around it. */
  readonly around: Lines;
  readonly names: FileNames;
  /** The words that a reader of the focus sees. */
  readonly shown: ReadonlySet<string>;
  readonly inquiry: Inquiry;
  readonly files: readonly NamedFile[];
}
