// The store of answers of one root: what was answered, in which state of the root, and what was read of its files.
//
// Invariant: a row counts only with our seal over all of it, so that what is damaged or foreign is a miss, never an answer.
// Invariant: no fault of the database reaches a caller. A damaged file is made anew once; after any other fault the store
// answers nothing and keeps the reason.
// Invariant: places and hashes are kept, and names; never a line of a file.

import { isSealOf, sealOf } from "../../host/seal.ts";
import type { Database, DatabaseRow, Databases, DatabaseValue } from "../../host/database/databases.ts";
import { DatabaseFault } from "../../host/database/databases.ts";
import type { FilePath } from "../../model/file-path.ts";
import {
  allOfAnswers,
  allOfReadings,
  allOfStates,
  answersKept,
  defaultBusyMs,
  faultsOfFile,
  makeTables,
  statesKept,
} from "./schema.ts";

/** An answer, as it is kept. */
export interface KeptAnswer {
  /** What was asked, as a hash. */
  readonly request: string;
  /** The state of the root that it holds for, as a hash. */
  readonly state: string;
  readonly kind: string;
  readonly filePath: string;
  readonly fileHash: string;
  readonly symbolName: string;
  readonly symbolLine: number;
  /** As JSON. */
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly cachedAt: number;
}

/** The parts that a state is made of, by name, each a hash. */
export type StateParts = Readonly<Record<string, string>>;

export interface StoreSize {
  readonly answers: number;
  readonly states: number;
  readonly bytes: number;
}

export interface StoreChecked {
  readonly answers: number;
  /** Rows that did not carry our seal; they are gone. */
  readonly dropped: number;
  readonly faults: readonly string[];
}

export interface AnswerStoreOptions {
  readonly databases: Databases;
  readonly file: FilePath;
  /** What rows are sealed with. */
  readonly key: string;
  readonly maxBytes: number;
  readonly now: () => number;
  /** How long another process that writes is waited for. */
  readonly busyMs?: number;
}

export class AnswerStore {
  readonly #options: AnswerStoreOptions;
  #open: { readonly database: Database; readonly identity: string | undefined } | undefined;
  #fault: string | undefined;
  /** It is not used before then; never again, for a fault that stays. */
  #offUntil = 0;
  #hasBegunAnew = false;

  constructor(options: AnswerStoreOptions) {
    this.#options = options;
  }

  /** Why it answers nothing, or what went wrong last; undefined while all is well. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Those that were kept for a request, the latest first. */
  answersTo(request: string): readonly KeptAnswer[] {
    const sql = `${allOfAnswers} WHERE request = ? ORDER BY cached_at DESC, state`;
    return this.#reading([], (database) => {
      const rows = database.all(sql, [request]);
      const found = rows.map((row) => this.#answerOf(row));
      // Once is enough to know: what is damaged is never an answer again.
      if (found.includes(undefined))
        this.#drop(
          database,
          rows.filter((_, at) => found[at] === undefined),
        );
      return found.filter((one) => one !== undefined);
    });
  }

  partsOf(state: string): StateParts | undefined {
    return this.#reading(undefined, (database) => {
      const [row] = database.all(`${allOfStates} WHERE digest = ?`, [state]);
      return row === undefined ? undefined : this.#partsIn(row);
    });
  }

  keep(answers: readonly KeptAnswer[], parts: StateParts): void {
    const [first] = answers;
    if (first === undefined) return;
    this.#writing((database) => {
      database.transaction(() => {
        const text = JSON.stringify(parts);
        const seal = this.#seal(["state", first.state, text]);
        const sql = "INSERT OR REPLACE INTO states (digest, parts, seen_at, seal) VALUES (?, ?, ?, ?)";
        database.run(sql, [first.state, text, this.#options.now(), seal]);
        for (const one of answers) this.#keepOne(database, one);
      });
      this.#bound(database);
    });
  }

  used(answer: KeptAnswer): void {
    const sql = "UPDATE answers SET used_at = ? WHERE request = ? AND state = ?";
    this.#writing((database) => database.run(sql, [this.#options.now(), answer.request, answer.state]));
  }

  /** What is known of the files of each directory, as it was kept. */
  readings(): ReadonlyMap<string, string> {
    return this.#reading(new Map<string, string>(), (database) => {
      const known = database.all(allOfReadings, []).flatMap((row): [string, string][] => {
        const { directory, entries, seal } = row;
        if (typeof directory !== "string" || typeof entries !== "string" || typeof seal !== "string") return [];
        return this.#isOurs(["reading", directory, entries], seal) ? [[directory, entries]] : [];
      });
      return new Map(known);
    });
  }

  keepReadings(changed: ReadonlyMap<string, string>, gone: readonly string[]): void {
    if (changed.size === 0 && gone.length === 0) return;
    this.#writing((database) => {
      database.transaction(() => {
        for (const [directory, entries] of changed) {
          const seal = this.#seal(["reading", directory, entries]);
          const sql = "INSERT OR REPLACE INTO readings (directory, entries, seal) VALUES (?, ?, ?)";
          database.run(sql, [directory, entries, seal]);
        }
        for (const directory of gone) database.run("DELETE FROM readings WHERE directory = ?", [directory]);
      });
    });
  }

  size(): StoreSize | undefined {
    return this.#reading<StoreSize | undefined>(undefined, (database) => ({
      answers: numberIn(database, "SELECT count(*) AS n FROM answers"),
      states: numberIn(database, "SELECT count(DISTINCT state) AS n FROM answers"),
      bytes: bytesOf(database),
    }));
  }

  /** Every row, and the file itself; what does not carry our seal is removed. */
  verify(): StoreChecked | undefined {
    return this.#reading<StoreChecked | undefined>(undefined, (database) => {
      const faults = database
        .all(faultsOfFile, [])
        .map((row) => String(row["integrity_check"]))
        .filter((one) => one !== "ok");
      const rows = database.all(allOfAnswers, []);
      const foreign = rows.filter((row) => this.#answerOf(row) === undefined);
      if (foreign.length > 0) this.#drop(database, foreign);
      return { answers: rows.length - foreign.length, dropped: foreign.length, faults };
    });
  }

  /** Every answer of the store, for an export. */
  all(): readonly KeptAnswer[] {
    return this.#reading([], (database) =>
      database.all(`${allOfAnswers} ORDER BY request, state`, []).flatMap((row) => this.#answerOf(row) ?? []),
    );
  }

  /** Forgets everything; returns false where the file cannot be removed. */
  clear(): boolean {
    this.#close();
    return this.#quietly(() => {
      this.#options.databases.remove(this.#options.file);
      this.#offUntil = 0;
      this.#fault = undefined;
    });
  }

  close(): void {
    this.#close();
  }

  // — below: private, in the order they are used —

  #reading<T>(otherwise: T, work: (database: Database) => T): T {
    let found = otherwise;
    this.#quietly(() => {
      found = work(this.#database());
    });
    return found;
  }

  #writing(work: (database: Database) => void): void {
    this.#quietly(() => work(this.#database()));
  }

  /** True when it was done. A damaged file is removed, so that the next use makes another. */
  #quietly(work: () => void): boolean {
    if (this.#options.now() < this.#offUntil) return false;
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      this.#fault = error.message;
      this.#close();
      if (error.kind === "damaged" && !this.#hasBegunAnew) this.#beginAnew();
      else this.#offUntil = isPassing(error) ? this.#options.now() + lockedMs : Number.POSITIVE_INFINITY;
      return false;
    }
  }

  #beginAnew(): void {
    this.#hasBegunAnew = true;
    try {
      this.#options.databases.remove(this.#options.file);
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      this.#offUntil = Number.POSITIVE_INFINITY;
    }
  }

  #database(): Database {
    const { databases, file, busyMs = defaultBusyMs } = this.#options;
    const identity = databases.identityOf(file);
    // A file that was removed or replaced meanwhile would be written in vain.
    if (this.#open !== undefined && this.#open.identity === identity && identity !== undefined)
      return this.#open.database;
    this.#close();
    const database = databases.open(file, busyMs);
    try {
      makeTables(database, busyMs);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#open = { database, identity: databases.identityOf(file) };
    return database;
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    try {
      // A driver may keep the file until its statements are collected; what the log holds must not wait for that.
      open?.database.all("PRAGMA wal_checkpoint(TRUNCATE)", []);
      open?.database.close();
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      this.#fault ??= error.message;
    }
  }

  #keepOne(database: Database, answer: KeptAnswer): void {
    const { request, state, kind, filePath, fileHash, symbolName, symbolLine, value, cachedAt } = answer;
    const values: DatabaseValue[] = [request, state, kind, filePath, fileHash, symbolName, symbolLine, value, cachedAt];
    const sql =
      "INSERT OR REPLACE INTO answers (request, state, kind, file_path, file_hash, symbol_name, symbol_line, value, cached_at, used_at, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    database.run(sql, [...values, this.#options.now(), this.#seal(["answer", ...values])]);
    const older =
      "DELETE FROM answers WHERE request = ? AND state NOT IN (SELECT state FROM answers WHERE request = ? ORDER BY cached_at DESC LIMIT ?)";
    database.run(older, [request, request, statesKept]);
  }

  /** What was used longest ago goes first, until so much is free that it need not be done for every answer. */
  #bound(database: Database): void {
    const { maxBytes } = this.#options;
    const rows = numberIn(database, "SELECT count(*) AS n FROM answers");
    if (bytesOf(database) <= maxBytes && rows <= answersKept) return;
    const left = Math.floor(rows / 2);
    const sql =
      "DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers ORDER BY used_at DESC, rowid DESC LIMIT -1 OFFSET ?)";
    database.run(sql, [left]);
    database.run("DELETE FROM states WHERE digest NOT IN (SELECT state FROM answers)", []);
    database.exec("PRAGMA incremental_vacuum");
    if (bytesOf(database) <= maxBytes) return;
    // What was read of the files is found out again.
    database.run("DELETE FROM readings", []);
    database.exec("PRAGMA incremental_vacuum");
  }

  #answerOf(row: DatabaseRow): KeptAnswer | undefined {
    const { request, state, kind, file_path: filePath, file_hash: fileHash, symbol_name: symbolName } = row;
    const { symbol_line: symbolLine, value, cached_at: cachedAt, seal } = row;
    if (typeof request !== "string" || typeof state !== "string" || typeof kind !== "string") return undefined;
    if (typeof filePath !== "string" || typeof fileHash !== "string" || typeof symbolName !== "string")
      return undefined;
    if (typeof symbolLine !== "number" || typeof value !== "string" || typeof cachedAt !== "number") return undefined;
    const sealed = ["answer", request, state, kind, filePath, fileHash, symbolName, symbolLine, value, cachedAt];
    if (typeof seal !== "string" || !this.#isOurs(sealed, seal)) return undefined;
    return { request, state, kind, filePath, fileHash, symbolName, symbolLine, value, cachedAt };
  }

  #partsIn({ digest, parts, seal }: DatabaseRow): StateParts | undefined {
    if (typeof parts !== "string" || typeof seal !== "string") return undefined;
    return this.#isOurs(["state", digest, parts], seal) ? (JSON.parse(parts) as StateParts) : undefined;
  }

  #drop(database: Database, rows: readonly DatabaseRow[]): void {
    for (const { rowid } of rows)
      if (typeof rowid === "number") database.run("DELETE FROM answers WHERE rowid = ?", [rowid]);
  }

  #seal(sealed: readonly unknown[]): string {
    return sealOf(this.#options.key, JSON.stringify(sealed));
  }

  #isOurs(sealed: readonly unknown[], seal: string): boolean {
    return isSealOf(this.#options.key, JSON.stringify(sealed), seal);
  }
}

/** A process that holds the lock for long would have each answer wait for it. */
const lockedMs = 30_000;

/** Another process holds the lock: a later answer may be kept. */
function isPassing({ message }: DatabaseFault): boolean {
  return /locked|busy/i.test(message);
}

function numberIn(database: Database, sql: string): number {
  const [row] = database.all(sql, []);
  return Number(row?.["n"] ?? 0);
}

function bytesOf(database: Database): number {
  const pages = Number(database.all("PRAGMA page_count", [])[0]?.["page_count"] ?? 0);
  return pages * Number(database.all("PRAGMA page_size", [])[0]?.["page_size"] ?? 0);
}
