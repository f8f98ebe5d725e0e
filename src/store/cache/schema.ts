// The tables of the store of answers, and the limits of what is kept in them.
//
// Invariant: a file with another version of the tables is taken for none of ours: it is damaged to us, and made anew.

import type { Database } from "../../host/database/databases.ts";
import { DatabaseFault } from "../../host/database/databases.ts";

/** Another number whenever the tables change, or what a row means. */
const schemaVersion = 1;

/** How long another process that writes is waited for. */
export const defaultBusyMs = 5_000;

/** Answers to the same question, each for another state of the root: as many branches as a person goes back and forth between. */
export const statesKept = 6;

/** Answers kept for a root at the most, whatever they take. */
export const answersKept = 200_000;

/** Asks the file for what it is, and makes the tables where it is new. */
export function makeTables(database: Database, busyMs: number): void {
  const version = Number(database.all("PRAGMA user_version", [])[0]?.["user_version"] ?? 0);
  if (version === schemaVersion) return setUp(database, busyMs);
  const [names] = database.all("SELECT count(*) AS n FROM sqlite_master", []);
  if (version !== 0 || Number(names?.["n"] ?? 0) > 0)
    throw new DatabaseFault("damaged", `it has tables of version ${version}, and not of ${schemaVersion}`);
  database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  setUp(database, busyMs);
  database.transaction(() => {
    for (const statement of tables) database.exec(statement);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
}

/**
 * Every column is named, and every text is read as bytes: libsql ends the process where a damaged file has a text, or the
 * name of a column, that is not UTF-8.
 */
export const allOfAnswers = `SELECT rowid AS rowid, ${["request", "state", "kind", "file_path", "file_hash", "symbol_name", "value", "seal"].map(asBytes).join(", ")}, ${["symbol_line", "cached_at"].map(asNumber).join(", ")} FROM answers`;
export const allOfStates = `SELECT ${["digest", "parts", "seal"].map(asBytes).join(", ")} FROM states`;
export const allOfReadings = `SELECT ${["directory", "entries", "seal"].map(asBytes).join(", ")} FROM readings`;
export const faultsOfFile = `SELECT ${asBytes("integrity_check")} FROM pragma_integrity_check`;

function asBytes(column: string): string {
  return `CAST(${column} AS BLOB) AS ${column}`;
}

function asNumber(column: string): string {
  return `CAST(${column} AS INTEGER) AS ${column}`;
}

function setUp(database: Database, busyMs: number): void {
  database.all("PRAGMA journal_mode = WAL", []);
  database.exec(`PRAGMA busy_timeout = ${busyMs}`);
  database.exec("PRAGMA synchronous = NORMAL");
}

const tables = [
  `CREATE TABLE IF NOT EXISTS states (
    digest TEXT NOT NULL PRIMARY KEY, parts TEXT NOT NULL, seen_at INTEGER NOT NULL, seal TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS answers (
    rowid INTEGER PRIMARY KEY, request TEXT NOT NULL, state TEXT NOT NULL, kind TEXT NOT NULL, file_path TEXT NOT NULL,
    file_hash TEXT NOT NULL, symbol_name TEXT NOT NULL, symbol_line INTEGER NOT NULL, value TEXT NOT NULL,
    cached_at INTEGER NOT NULL, used_at INTEGER NOT NULL, seal TEXT NOT NULL, UNIQUE (request, state))`,
  "CREATE INDEX IF NOT EXISTS answers_by_use ON answers (used_at)",
  `CREATE TABLE IF NOT EXISTS readings (
    directory TEXT NOT NULL PRIMARY KEY, entries TEXT NOT NULL, seal TEXT NOT NULL)`,
  // The table that peers keep, as far as ours holds the same: one row for each symbol and state.
  `CREATE VIEW IF NOT EXISTS symbol_refs AS
    SELECT file_path, file_hash, symbol_name, symbol_line, json_extract(value, '$.locations') AS locations, cached_at
    FROM answers WHERE kind = 'uses'`,
];
