// Texts that a caller gave for documents and the server has yet to see.
//
// Invariant: of a burst only the last text of each document is shown.
// Invariant: a text that could not be shown is kept for the next attempt, unless a newer one was given.

import type { FilePath } from "../../model/file-path.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import type { InTurn } from "./in-turn.ts";
import { changeCoalesceMs } from "../limits.ts";

export interface GivenContext {
  readonly clock: Clock;
  /** Shared with all other work on documents. */
  readonly turns: InTurn<FilePath>;
  /** Makes the server see it; called in the document's turn. */
  show(path: FilePath, text: string): Promise<unknown>;
}

export class GivenTexts {
  readonly #context: GivenContext;
  readonly #texts = new Map<FilePath, string>();
  #timer: Timer | undefined;

  constructor(context: GivenContext) {
    this.#context = context;
  }

  give(path: FilePath, text: string): void {
    this.#texts.set(path, text);
    this.#timer ??= this.#context.clock.after(changeCoalesceMs, () => {
      this.flush().catch(() => {
        // What could not be shown is kept, and the next question is told.
      });
    });
  }

  /** It is not to be shown any more. */
  drop(path: FilePath): void {
    this.#texts.delete(path);
  }

  async flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    const given = [...this.#texts];
    this.#texts.clear();
    await Promise.all(given.map(([path, text]) => this.#context.turns.run(path, () => this.#show(path, text))));
  }

  async #show(path: FilePath, text: string): Promise<void> {
    try {
      await this.#context.show(path, text);
    } catch (error) {
      if (!this.#texts.has(path)) this.#texts.set(path, text);
      throw error;
    }
  }
}
