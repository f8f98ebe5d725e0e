// Coverage of clangd: it indexes what the compile databases of opened files name, and what that includes.

import { compileDatabaseBytes } from "../../host/read-limits.ts";
import type { FactKind } from "../files/source-index.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, joinPath, parseFilePath } from "../../model/file-path.ts";
import { isRecord } from "../../std/json.ts";
import type { Coverage, CoverageQuestion } from "./question.ts";
import { anchorsFor, grouped, notLoaded } from "./question.ts";

export async function clangCoverage(question: CoverageQuestion): Promise<Coverage> {
  const compiled = new Set<FilePath>([question.file, ...question.open]);
  for (const file of [question.file, ...question.open]) {
    for (const path of (await databaseOf(question, file))?.compiled ?? []) compiled.add(path);
  }
  const missing = question.files.filter((path) => sources.test(path) && !compiled.has(path));
  // A file that no database names is parsed with flags that are guessed, so opening it would prove nothing.
  const databases = await grouped(missing, async (path) => {
    const database = await databaseOf(question, path);
    return database?.compiled.has(path) === true ? database.path : undefined;
  });
  return {
    reasons: notLoaded(question, missing, "in no compile_commands.json that is loaded"),
    anchors: anchorsFor(databases, { inBackground: true }),
  };
}

/** The files that a compile database names. */
export function compiledFiles(text: string): ReadonlySet<FilePath> {
  const found = new Set<FilePath>();
  for (const entry of listIn(text)) {
    if (!isRecord(entry) || typeof entry["file"] !== "string") continue;
    const directory = typeof entry["directory"] === "string" ? parseFilePath(entry["directory"]) : undefined;
    const path = parseFilePath(entry["file"]) ?? (directory && joinPath(directory, entry["file"]));
    if (path !== undefined) found.add(path);
  }
  return found;
}

// — below: private, in the order they are used —

const sources = /\.(?:c|cc|cpp|cxx|c\+\+|C|m|mm|cu)$/;

const databaseKind: FactKind<ReadonlySet<FilePath>> = {
  read: compiledFiles,
  maxBytes: compileDatabaseBytes,
  isUnwatched: true,
};

interface Database {
  readonly path: FilePath;
  readonly compiled: ReadonlySet<FilePath>;
}

/** The nearest database above a file, beside the sources or in `build`. */
async function databaseOf(question: CoverageQuestion, file: FilePath): Promise<Database | undefined> {
  for (const directory of ancestors(file, question.root)) {
    for (const name of ["compile_commands.json", "build/compile_commands.json"]) {
      const path = joinPath(directory, name);
      const compiled = await question.facts(databaseKind, path);
      if (compiled !== undefined) return { path, compiled };
    }
  }
  return undefined;
}

function listIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
