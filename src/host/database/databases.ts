// Embedded databases, as an interface: the few acts that a store of answers needs of one.
//
// Invariant: every failure of a database is a `DatabaseFault`, whatever the driver throws.

import type { FilePath } from "../../model/file-path.ts";

export type DatabaseValue = string | number | null;
export type DatabaseRow = Readonly<Record<string, unknown>>;

export interface Database {
  /** Statements without parameters and without rows. */
  exec(sql: string): void;
  /** How many rows were changed. */
  run(sql: string, values: readonly DatabaseValue[]): number;
  /** What a row has as bytes is given as the text that they are in UTF-8, signs in place of what is none. */
  all(sql: string, values: readonly DatabaseValue[]): readonly DatabaseRow[];
  /** All of it or nothing. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export interface Databases {
  /** What speaks to the file, or why nothing on this machine can. */
  readonly driver: { readonly name: string } | { readonly missing: string };
  /** Opens the file, or makes it, readable and writable for its owner alone. Waits so long for another process that writes. */
  open(path: FilePath, busyMs: number): Database;
  /** Which file stands at a path; another one once it was replaced, and undefined once it is gone. */
  identityOf(path: FilePath): string | undefined;
  /** Removes the file with those that the driver keeps beside it. */
  remove(path: FilePath): void;
}

/** `damaged`: the file is no database, or a broken one. `unusable`: locked, read-only, full, or no permission. */
export type DatabaseFaultKind = "damaged" | "unusable";

export class DatabaseFault extends Error {
  override readonly name = "DatabaseFault";
  readonly kind: DatabaseFaultKind;

  constructor(kind: DatabaseFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Where there is none: opening fails, and says why. */
export function noDatabases(missing: string): Databases {
  return {
    driver: { missing },
    open: () => {
      throw new DatabaseFault("unusable", missing);
    },
    identityOf: () => undefined,
    remove: () => {},
  };
}
