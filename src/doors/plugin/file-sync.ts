// Keeps servers in step with what an agent's own tools do to files.
//
// How a text is sent is not decided here: a file that was written is to be seen as it is on disk now.
// Invariant: a server that does not run is not started for it; it reads the disk when it starts.

import { resolve } from "node:path";
import type { Outcome } from "../../engine/engine.ts";
import type { FileEffect } from "./file-arguments.ts";
import type { LspClient } from "./lsp-client.ts";

export interface SyncOptions {
  readonly client: LspClient;
  /** So many documents are kept open for the agent; the one that was changed longest ago is let go of first. */
  readonly maxDocuments: number;
  /** What could not be told to a server. */
  readonly warn: (message: string) => void;
}

export class FileSync {
  readonly #options: SyncOptions;
  /** Absolute paths; the one that was changed last is at the end. */
  readonly #open = new Set<string>();
  readonly #checks = new Set<Promise<unknown>>();

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  /** Resolves when every server that runs has been told. */
  async apply({ files, does }: FileEffect): Promise<void> {
    const { client } = this.#options;
    const live = files.filter((file) => {
      const language = client.languageOf(file);
      return language !== undefined && client.lives.isLive(language);
    });
    const written: string[] = [];
    for (const file of does === "remove" ? [] : live) if (await this.#written(file)) written.push(file);
    // A directory has no language of its own, and files below it may be open.
    if (does === "remove") for (const file of files) await this.#removed(file);
    if (written.length > 0) this.#check(written);
  }

  /** Resolves when what servers find in the files that were written last has arrived, or is not to be had. */
  async settled(): Promise<void> {
    while (this.#checks.size > 0) await Promise.all(this.#checks);
  }

  // — below: private, in the order they are used —

  /** Whether a server has it open now. */
  async #written(file: string): Promise<boolean> {
    const { client } = this.#options;
    const outcome = await client.ask("open_document", { file_path: file });
    if (!outcome.ok && outcome.refusal.code === "file_not_found") {
      await this.#removed(file);
      return false;
    }
    if (!outcome.ok) this.#failed("textDocument/didChange", file, outcome);
    const path = pathIn(outcome);
    if (path === undefined) return false;
    this.#open.delete(path);
    this.#open.add(path);
    const [oldest] = this.#open;
    if (this.#open.size > this.#options.maxDocuments && oldest !== undefined) await this.#closed(oldest);
    return true;
  }

  async #removed(file: string): Promise<void> {
    const { client } = this.#options;
    const engine = client.engine;
    if (engine === undefined) return;
    const absolute = resolve(engine.facts.root, file).replaceAll("\\", "/");
    const below = engine.now().sessions.flatMap(({ documents }) => documents);
    const gone = [...new Set([...below, ...this.#open])].filter((one) => one.startsWith(`${absolute}/`));
    for (const one of [file, ...gone]) await this.#closed(one);
  }

  async #closed(file: string): Promise<void> {
    const outcome = await this.#options.client.ask("close_document", { file_path: file });
    this.#open.delete(pathIn(outcome) ?? file);
    if (!outcome.ok) this.#failed("textDocument/didClose", file, outcome);
  }

  #failed(method: string, file: string, { refusal }: Outcome & { ok: false }): void {
    this.#options.warn(`${method} of ${file} failed: ${refusal.what}`);
  }

  /** Asks what became of the files: servers that are asked for diagnostics say nothing of their own accord. */
  #check(written: readonly string[]): void {
    const others = [...this.#open].slice(-mostChecked);
    const files = [...new Set([...written, ...others])];
    const work = (async (): Promise<void> => {
      for (const file of files) await this.#options.client.ask("get_diagnostics", { file_path: file });
    })();
    const check = Promise.allSettled([work]).finally(() => this.#checks.delete(check));
    this.#checks.add(check);
  }
}

// — below: private, in the order they are used —

/** A change of one file shows in others; those that the agent worked on last are the likeliest. */
const mostChecked = 16;

function pathIn(outcome: Outcome): string | undefined {
  if (!outcome.ok || outcome.body.format !== "json") return undefined;
  return (outcome.body.json as { readonly file?: string }).file;
}
