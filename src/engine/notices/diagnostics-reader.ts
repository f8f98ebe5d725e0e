// How the diagnostics of files are now: asked of the same operation that answers an agent, so that both see the same.

import type { FilePath } from "../../model/file-path.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import type { Clock } from "../../std/clock.ts";
import type { Deadline } from "../../std/deadline.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { isRecord } from "../../std/json.ts";
import { pooled } from "../../std/pooled.ts";
import type { Engine, Invocation, Outcome } from "../engine.ts";
import { baselineTimeoutMs, filesPerLook } from "../limits.ts";
import { localPath } from "../local-path.ts";
import { askUnderOne } from "../named-file.ts";
import { refusalTable } from "../text/refusal-table.ts";

/** `unknown` may be known later; `refused` is permanent, as far as is known. */
export type SeenDiagnostics =
  | { readonly kind: "known"; readonly file: FilePath; readonly content: string }
  | { readonly kind: "refused"; readonly refusal: RefusalDetails }
  | { readonly kind: "unknown" };

export interface DiagnosticsReader {
  /** The files that are open in some server. */
  open(): Promise<readonly FilePath[]>;
  /** A file by what it may be called. */
  one(paths: readonly string[]): Promise<SeenDiagnostics>;
  /** Files that are known already. One of which nothing can be said now is not in the answer. */
  many(files: readonly FilePath[]): Promise<ReadonlyMap<FilePath, string>>;
}

/** The content of a file without problems. */
export const clean = contentOf([]);

export class EngineDiagnostics implements DiagnosticsReader {
  readonly #engine: Engine;
  readonly #caller: Invocation["caller"];
  readonly #clock: Clock;

  constructor(engine: Engine, caller: Invocation["caller"], clock: Clock) {
    this.#engine = engine;
    this.#caller = caller;
    this.#clock = clock;
  }

  open(): Promise<readonly FilePath[]> {
    return openFiles(this.#engine);
  }

  async one(paths: readonly string[]): Promise<SeenDiagnostics> {
    return this.#one(paths, deadlineIn(this.#clock, baselineTimeoutMs));
  }

  /** However many there are, it takes no longer than one may take. */
  async many(files: readonly FilePath[]): Promise<ReadonlyMap<FilePath, string>> {
    const deadline = deadlineIn(this.#clock, baselineTimeoutMs);
    const found = new Map<FilePath, string>();
    const waitedFor = new Set<FilePath>();
    // A single file is asked about below, where the refusal is its own.
    for (let from = 0; from < files.length && files.length > 1 && !deadline.passed; from += filesPerLook) {
      const outcome = await this.#ask(files.slice(from, from + filesPerLook), deadline);
      if (!outcome.ok) continue;
      for (const [file, content] of contentsOf(outcome)) found.set(file, content);
      for (const file of namedIn(outcome)) waitedFor.add(file);
    }
    const rest = files.filter((file) => !found.has(file));
    await pooled(rest, atOnce, async (file) => {
      if (deadline.passed) return;
      // In a joint answer one unreported file makes all files without diagnostics unknown; alone they answer at once.
      const look = await this.#one([file], waitedFor.has(file) ? deadline.within(secondLookMs) : deadline);
      if (look.kind === "known") found.set(file, look.content);
      if (look.kind === "refused") found.set(file, `refused: ${look.refusal.code}`);
    });
    return found;
  }

  async #one(paths: readonly string[], deadline: Deadline): Promise<SeenDiagnostics> {
    const outcome = await askUnderOne(paths, (path) => this.#ask([path], deadline));
    if (!outcome.ok) {
      const { refusal } = outcome;
      return refusalTable[refusal.code].retryable ? { kind: "unknown" } : { kind: "refused", refusal };
    }
    const [found] = contentsOf(outcome);
    if (found === undefined) return { kind: "unknown" };
    const [file, content] = found;
    return { kind: "known", file, content };
  }

  #ask(paths: readonly string[], deadline: Deadline): Promise<Outcome> {
    return this.#engine.invoke({
      operation: "get_diagnostics",
      input: { file_paths: paths, severity: "hint", format: "json" },
      caller: this.#caller,
      timeoutMs: deadline.remaining(),
      maxCharacters: Number.POSITIVE_INFINITY,
      once: true,
      unasked: true,
    });
  }
}

export async function openFiles(engine: Engine): Promise<readonly FilePath[]> {
  return [...new Set((await engine.status()).sessions.flatMap(({ documents }) => documents))];
}

// — below: private, in the order they are used —

const atOnce = 16;

/** Known diagnostics are answered at once; a server that was waited for already is not waited for again. */
const secondLookMs = 1_000;

type Answered = Outcome & { readonly ok: true };

/** By file; an empty list of which it is not known whether it is the truth is no content. */
function contentsOf(outcome: Answered): [FilePath, string][] {
  return listsOf(outcome).flatMap(([file, problems]): [FilePath, string][] => {
    const isSilent = problems.length === 0 && outcome.standing.state === "unavailable";
    return isSilent ? [] : [[file, contentOf(problems)]];
  });
}

function namedIn(outcome: Answered): FilePath[] {
  return listsOf(outcome).map(([file]) => file);
}

function listsOf({ body }: Answered): [FilePath, readonly unknown[]][] {
  const json = body.format === "json" && isRecord(body.json) ? body.json : {};
  return Object.entries(json).flatMap(([uri, problems]): [FilePath, readonly unknown[]][] => {
    const file = localPath(uri);
    return file === undefined || !Array.isArray(problems) ? [] : [[file, problems]];
  });
}

/** The same problems in another order are the same. */
function contentOf(problems: readonly unknown[]): string {
  return problems
    .map((problem) => JSON.stringify(problem))
    .sort()
    .join("\n");
}
