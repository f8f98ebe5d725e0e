// How the diagnostics of files are now: asked of the same operation that answers an agent, so that both see the same.

import type { FilePath } from "../model/file-path.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import { isRecord } from "../std/json.ts";
import { pooled } from "../std/pooled.ts";
import type { Engine, Invocation, Outcome } from "./engine.ts";
import { baselineTimeoutMs, filesPerLook } from "./limits.ts";
import { localPath } from "./local-path.ts";
import { askUnderOne } from "./named-file.ts";
import { refusalTable } from "./refusal-table.ts";

/** `unknown` may be known later; `refused` is for good, as far as anybody can tell. */
export type Look =
  | { readonly kind: "known"; readonly file: FilePath; readonly content: string }
  | { readonly kind: "refused"; readonly refusal: RefusalDetails }
  | { readonly kind: "unknown" };

export interface Looking {
  /** The files that are open in some server. */
  open(): readonly FilePath[];
  /** A file by what it may be called. */
  one(paths: readonly string[]): Promise<Look>;
  /** Files that are known already. One of which nothing can be said now is not in the answer. */
  many(files: readonly FilePath[]): Promise<ReadonlyMap<FilePath, string>>;
}

/** The content of a file without problems. */
export const clean = contentOf([]);

export class DiagnosticsLook implements Looking {
  readonly #engine: Engine;
  readonly #caller: Invocation["caller"];

  constructor(engine: Engine, caller: Invocation["caller"]) {
    this.#engine = engine;
    this.#caller = caller;
  }

  open(): readonly FilePath[] {
    return openFiles(this.#engine);
  }

  async one(paths: readonly string[]): Promise<Look> {
    const outcome = await askUnderOne(paths, (path) => this.#ask([path]));
    if (!outcome.ok) {
      const { refusal } = outcome;
      return refusalTable[refusal.code].retryable ? { kind: "unknown" } : { kind: "refused", refusal };
    }
    const [found] = contentsOf(outcome);
    if (found === undefined) return { kind: "unknown" };
    const [file, content] = found;
    return { kind: "known", file, content };
  }

  async many(files: readonly FilePath[]): Promise<ReadonlyMap<FilePath, string>> {
    const found = new Map<FilePath, string>();
    // One alone tells by itself why it cannot be looked at.
    for (let from = 0; from < files.length && files.length > 1; from += filesPerLook) {
      const outcome = await this.#ask(files.slice(from, from + filesPerLook));
      if (outcome.ok) for (const [file, content] of contentsOf(outcome)) found.set(file, content);
    }
    const rest = files.filter((file) => !found.has(file));
    await pooled(rest, atOnce, async (file) => {
      const look = await this.one([file]);
      if (look.kind === "known") found.set(file, look.content);
      if (look.kind === "refused") found.set(file, `refused: ${look.refusal.code}`);
    });
    return found;
  }

  #ask(paths: readonly string[]): Promise<Outcome> {
    return this.#engine.invoke({
      operation: "get_diagnostics",
      input: { file_paths: paths, severity: "hint", format: "json" },
      caller: this.#caller,
      timeoutMs: baselineTimeoutMs,
      maxCharacters: Number.POSITIVE_INFINITY,
      once: true,
    });
  }
}

export function openFiles(engine: Engine): readonly FilePath[] {
  return [...new Set(engine.status().sessions.flatMap(({ documents }) => documents))];
}

// — below: private, in the order they are used —

const atOnce = 4;

/** By file; an empty list of which it is not known whether it is the truth is no content. */
function contentsOf({ body, standing }: Outcome & { readonly ok: true }): [FilePath, string][] {
  const json = body.format === "json" && isRecord(body.json) ? body.json : {};
  return Object.entries(json).flatMap(([uri, problems]): [FilePath, string][] => {
    const file = localPath(uri);
    if (file === undefined || !Array.isArray(problems)) return [];
    const isSilent = problems.length === 0 && standing.state === "unavailable";
    return isSilent ? [] : [[file, contentOf(problems)]];
  });
}

/** The same problems in another order are the same. */
function contentOf(problems: readonly unknown[]): string {
  return problems
    .map((problem) => JSON.stringify(problem))
    .sort()
    .join("\n");
}
