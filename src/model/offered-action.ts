// What a server offers to do about code, as plain values: a suggestion that was not applied.

import type { Diagnostic } from "./code-facts.ts";
import type { FilePath } from "./file-path.ts";

/** A step that concerns a file as a whole. */
export type FileStep =
  | {
      readonly kind: "create";
      readonly file: FilePath;
      readonly overwrite: boolean;
      readonly ignoreIfExists: boolean;
      /** The file that it is a copy of: it gets the same byte order mark and permissions. */
      readonly like?: FilePath;
    }
  | {
      readonly kind: "rename";
      readonly from: FilePath;
      readonly to: FilePath;
      readonly overwrite: boolean;
      readonly ignoreIfExists: boolean;
    }
  | {
      readonly kind: "delete";
      readonly file: FilePath;
      readonly recursive: boolean;
      readonly ignoreIfNotExists: boolean;
    };

/** One step of a change; steps are carried out in their order. */
export type ProposedStep =
  | {
      readonly kind: "edit";
      readonly file: FilePath;
      /** Of the content that the new text was made from; none for a file that an earlier step creates. */
      readonly hash: string | undefined;
      readonly before: string;
      readonly text: string;
    }
  | FileStep;

/** A command of the server, by its name and arguments. It is shown, never run. */
export interface OfferedCommand {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

export interface OfferedAction {
  /** The server that offers it, by its id in the catalogue. */
  readonly server: string;
  readonly title: string;
  readonly kind: string | undefined;
  /** The diagnostics it would fix; none for a refactoring. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isPreferred: boolean;
  /** Why the server says that it cannot be used here. */
  readonly disabled: string | undefined;
  /** What it would change; undefined where the server does not say before it is run. */
  readonly steps: readonly ProposedStep[] | undefined;
  readonly command: OfferedCommand | undefined;
  /** Why what it would change is not known, or not to be used. */
  readonly fault: string | undefined;
}

/** The offers at a place, and the problems there. */
export interface Offers {
  readonly diagnostics: readonly Diagnostic[];
  readonly actions: readonly OfferedAction[];
}
