// Standard input in whole lines; a line that is too long is skipped, and told of when it ends.
//
// Invariant: no more than one line up to the limit is held, however long a line becomes.

import { LongMessage } from "./long-message.ts";

const newline = 0x0a;

export class WholeLines {
  readonly #limit: number;
  readonly #tooLong: (message: LongMessage) => void;
  #held: Buffer[] = [];
  #length = 0;
  /** What is being skipped. */
  #skipped: LongMessage | undefined;

  constructor(limit: number, tooLong: (message: LongMessage) => void) {
    this.#limit = limit;
    this.#tooLong = tooLong;
  }

  /** The lines that end in it, each with its newline. */
  *take(chunk: Buffer): Generator<Buffer> {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.#add(chunk.subarray(from, end + 1));
      from = end + 1;
      const line = this.#end();
      if (line !== undefined) yield line;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#skipped === undefined && this.#length > this.#limit) {
      this.#skipped = new LongMessage();
      for (const held of this.#held) this.#skipped.read(held);
      this.#held = [];
    }
    if (this.#skipped === undefined) this.#held.push(part);
    else this.#skipped.read(part);
  }

  #end(): Buffer | undefined {
    const [held, skipped] = [this.#held, this.#skipped];
    this.#held = [];
    this.#length = 0;
    this.#skipped = undefined;
    if (skipped === undefined) return held.length === 1 ? held[0] : Buffer.concat(held);
    this.#tooLong(skipped);
    return undefined;
  }
}
