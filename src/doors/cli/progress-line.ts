// One line on a person's terminal that says what servers are busy with, and goes when the answer comes.

import { progressText } from "../../engine/text/progress-text.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { Terminal } from "./terminal.ts";

const longest = 78;

export class ProgressLine {
  readonly #terminal: Terminal;
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  event(event: BridgeEvent): void {
    if (!this.#terminal.screen.err) return;
    if (event.type === "session.ready") this.clear();
    const text = progressText(event);
    if (text === undefined) return;
    this.clear();
    this.#terminal.err(text.slice(0, longest));
    this.#isShown = true;
  }

  clear(): void {
    if (this.#isShown) this.#terminal.err("\r\u001b[K");
    this.#isShown = false;
  }
}
