// Finds the request id in a message that is too long to be held or too deep to be parsed, while its bytes pass by,
// wherever in the message the id is.
//
// Invariant: what is retained of a message is bounded, and not trusted: what is not a message names no request.

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, colon, comma] = [code('"'), code("\\"), code(":"), code(",")];
const opening: ReadonlySet<number> = new Set([code("{"), code("[")]);
const closing: ReadonlySet<number> = new Set([code("}"), code("]")]);

/** An id that is longer is not repeated. */
const maxToken = 512;

export class LongMessage {
  #depth = 0;
  #deepest = 0;
  #isInText = false;
  #isEscaped = false;
  /** What stands in the message itself, not deeper, since the last colon or comma. */
  #token: number[] = [];
  #key: unknown;
  #id: unknown;
  #isRequest = false;

  /** The id of a request; null for everything that cannot be answered by its id. */
  get id(): string | number | null {
    const isId = typeof this.#id === "string" || Number.isSafeInteger(this.#id);
    return this.#isRequest && isId ? (this.#id as string | number) : null;
  }

  /** How many objects and lists stand inside of one another. */
  get deepest(): number {
    return this.#deepest;
  }

  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInText) this.#readText(byte);
      else this.#readBetween(byte);
    }
  }

  #readText(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInText = false;
  }

  #readBetween(byte: number): void {
    if (this.#depth === 1 && byte === colon) {
      this.#key = this.#taken();
    } else if (this.#depth === 1 && (byte === comma || closing.has(byte))) {
      this.#member(this.#key, this.#taken());
      this.#key = undefined;
    } else this.#keep(byte);
    if (byte === quote) this.#isInText = true;
    else if (opening.has(byte)) this.#deepest = Math.max(this.#deepest, ++this.#depth);
    else if (closing.has(byte)) this.#depth--;
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length <= maxToken) this.#token.push(byte);
  }

  #taken(): unknown {
    const token = this.#token;
    this.#token = [];
    if (token.length > maxToken) return undefined;
    try {
      return JSON.parse(Buffer.from(token).toString("utf8"));
    } catch (error) {
      // An object or a list, of which only the bracket was retained, or no JSON at all.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  #member(key: unknown, value: unknown): void {
    if (key === "id") this.#id = value;
    if (key === "method") this.#isRequest = true;
  }
}
