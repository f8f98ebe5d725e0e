// SQLite on this machine: Node's own where it has one, else the `libsql` package, which is optional.
//
// Invariant: a file is made with the mode 0600 before the driver opens it, and the driver gives those beside it the same.

import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { FilePath } from "../../model/file-path.ts";
import type { Database, DatabaseRow, Databases, DatabaseValue } from "./databases.ts";
import { DatabaseFault } from "./databases.ts";
import { errorCode } from "../error-code.ts";

interface Statement {
  run(...values: readonly DatabaseValue[]): { readonly changes: number | bigint };
  all(...values: readonly DatabaseValue[]): readonly unknown[];
}

/** What both drivers offer. */
interface Connection {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface Driver {
  readonly name: string;
  open(path: string, busyMs: number): Connection;
}

let known: Driver | string | undefined;

export const nodeDatabases: Databases = {
  get driver() {
    const driver = driverHere();
    return typeof driver === "string" ? { missing: driver } : { name: driver.name };
  },
  open(path, busyMs) {
    const driver = driverHere();
    if (typeof driver === "string") throw new DatabaseFault("unusable", driver);
    return guarded(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      closeSync(openSync(path, "a", 0o600));
      chmodSync(path, 0o600);
      return new NodeDatabase(driver.open(path, busyMs));
    });
  },
  identityOf(path) {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}:${found.birthtimeNs}`;
  },
  remove(path: FilePath) {
    for (const ending of ["", "-wal", "-shm", "-journal"]) guarded(() => rmSync(path + ending, { force: true }));
  },
};

// — below: private, in the order they are used —

class NodeDatabase implements Database {
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  exec(sql: string): void {
    guarded(() => this.#connection.exec(sql));
  }

  run(sql: string, values: readonly DatabaseValue[]): number {
    return guarded(() => Number(this.#prepared(sql).run(...values).changes));
  }

  all(sql: string, values: readonly DatabaseValue[]): readonly DatabaseRow[] {
    const rows = guarded(() => this.#prepared(sql).all(...values) as readonly DatabaseRow[]);
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textual(value)])));
  }

  transaction<T>(work: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    guarded(() => this.#connection.close());
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#connection.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #rollBack(): void {
    try {
      this.exec("ROLLBACK");
    } catch (error) {
      // A transaction that the driver has ended by itself cannot be taken back again; what ended it is thrown.
      if (!(error instanceof DatabaseFault)) throw error;
    }
  }
}

function textual(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("utf8");
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.length).toString("utf8")
    : value;
}

/** Looked for once: what is installed later is found by the next process. */
function driverHere(): Driver | string {
  known ??= ownDriver() ?? packagedDriver();
  return known;
}

function ownDriver(): Driver | undefined {
  // Asked before it is loaded, which prints a warning where it is still experimental.
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 13)) return undefined;
  const found = withoutWarning(() => createRequire(import.meta.url)("node:sqlite")) as
    | { readonly DatabaseSync: new (path: string, options: object) => Connection }
    | undefined;
  if (found === undefined) return undefined;
  const { DatabaseSync } = found;
  return { name: "node:sqlite", open: (path, busyMs) => new DatabaseSync(path, { timeout: busyMs }) };
}

function packagedDriver(): Driver | string {
  try {
    const Libsql = createRequire(import.meta.url)("libsql") as new (path: string, options: object) => Connection;
    return { name: "libsql", open: (path, busyMs) => new Libsql(path, { timeout: busyMs }) };
  } catch (error) {
    const why = errorCode(error) === "MODULE_NOT_FOUND" ? "it is not installed" : String(error).split("\n", 1)[0];
    return `Node ${process.versions.node} has no SQLite of its own, and the package libsql cannot be used: ${why}.`;
  }
}

/** It is experimental in some versions, which a person who asks a question need not hear about. */
function withoutWarning<T>(load: () => T): T {
  const emit = process.emitWarning.bind(process);
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emit;
  }
}

function guarded<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof DatabaseFault) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new DatabaseFault(isDamaged(error, message) ? "damaged" : "unusable", message, error);
  }
}

function isDamaged(error: unknown, message: string): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return /SQLITE_(?:CORRUPT|NOTADB)/.test(code) || /malformed|not a database|corrupt/i.test(message);
}
