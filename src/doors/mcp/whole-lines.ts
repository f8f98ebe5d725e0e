// Standard input in whole lines; a line that is too long or nests too deep is skipped, and reported when it ends.
//
// Invariant: no more than one line up to the limit is held, however long a line becomes.
// Invariant: no line is passed on that nests too deep for a recursive parser.

import { LongMessage } from "./long-message.ts";

const [newline, bracket, brace] = [0x0a, 0x5b, 0x7b];

export interface LineLimits {
  readonly bytes: number;
  /** Objects and lists inside of one another. */
  readonly depth: number;
}

export class WholeLines {
  readonly #limits: LineLimits;
  readonly #skip: (message: LongMessage, why: "long" | "deep") => void;
  #held: Buffer[] = [];
  #length = 0;
  /** What is being skipped. */
  #skipped: LongMessage | undefined;

  constructor(limits: LineLimits, skip: (message: LongMessage, why: "long" | "deep") => void) {
    this.#limits = limits;
    this.#skip = skip;
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
    if (this.#skipped === undefined && this.#length > this.#limits.bytes) {
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
    if (skipped !== undefined) {
      this.#skip(skipped, "long");
      return undefined;
    }
    const line = held.length === 1 ? held[0] : Buffer.concat(held);
    return line === undefined || this.#isDeep(line) ? undefined : line;
  }

  #isDeep(line: Buffer): boolean {
    const message = deepMessage(line, this.#limits.depth);
    if (message !== undefined) this.#skip(message, "deep");
    return message !== undefined;
  }
}

/** What is known of a message that nests deeper than this; undefined for one that does not. */
export function deepMessage(bytes: Buffer, depth: number): LongMessage | undefined {
  if (!opensMore(bytes, depth)) return undefined;
  const message = new LongMessage();
  message.read(bytes);
  return message.deepest > depth ? message : undefined;
}

/** Few lines have so many brackets at all, so that few are read twice. */
function opensMore(line: Buffer, times: number): boolean {
  let opened = 0;
  for (const byte of line) if ((byte === bracket || byte === brace) && ++opened > times) return true;
  return false;
}
