// Converts between offsets, places and the three position encodings of one text.
//
// Spec: LSP 3.18 "Text Documents": lines end at \n, \r\n or \r; a character beyond the line's end means its end.
// Invariant: all conversions are total. A position outside the text is clamped, never an exception.

import type { Place } from "./place.ts";

export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

export interface LineAndUnit {
  readonly line: number;
  readonly character: number;
}

export class LineIndex {
  readonly text: string;
  /** Offset of each line's first character. */
  readonly #starts: Uint32Array;

  constructor(text: string) {
    this.text = text;
    this.#starts = lineStarts(text);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Text of a 1-based line without its terminator; undefined beyond the end. */
  lineText(line: number): string | undefined {
    if (line < 1 || line > this.lineCount) return undefined;
    return this.text.slice(this.#start(line - 1), this.#contentEnd(line - 1));
  }

  offsetOf(at: Place): number {
    if (at.line > this.lineCount) return this.text.length;
    const line = Math.max(0, Math.floor(at.line) - 1);
    return clamp(this.#start(line) + at.column - 1, this.#start(line), this.#contentEnd(line));
  }

  placeOf(offset: number): Place {
    const line = this.#lineAt(clamp(offset, 0, this.text.length));
    const column = clamp(offset, this.#start(line), this.#contentEnd(line)) - this.#start(line);
    return { line: line + 1, column: column + 1 };
  }

  /** From a wire position in the given encoding to an offset. */
  offsetOfUnits(at: LineAndUnit, encoding: PositionEncoding): number {
    if (at.line < 0) return 0;
    if (at.line >= this.lineCount) return this.text.length;
    const line = Math.floor(at.line);
    const start = this.#start(line);
    const end = this.#contentEnd(line);
    if (encoding === "utf-16") return clamp(start + at.character, start, end);
    let units = 0;
    let here = start;
    while (here < end) {
      const width = codePointWidth(this.text, here);
      const cost = encoding === "utf-32" ? 1 : utf8Length(this.text, here);
      // A position inside a character means the character's beginning.
      if (units + cost > at.character) break;
      units += cost;
      here += width;
    }
    return here;
  }

  /** From an offset to a wire position in the given encoding. */
  unitsOf(offset: number, encoding: PositionEncoding): LineAndUnit {
    const line = this.#lineAt(clamp(offset, 0, this.text.length));
    const start = this.#start(line);
    const target = clamp(offset, start, this.#contentEnd(line));
    if (encoding === "utf-16") return { line, character: target - start };
    let units = 0;
    for (let here = start; here < target; ) {
      const width = codePointWidth(this.text, here);
      if (here + width > target) break;
      units += encoding === "utf-32" ? 1 : utf8Length(this.text, here);
      here += width;
    }
    return { line, character: units };
  }

  #start(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  #contentEnd(line: number): number {
    if (line + 1 >= this.lineCount) return this.text.length;
    const next = this.#start(line + 1);
    const crlf =
      this.text.charCodeAt(next - 1) === LF && this.text.charCodeAt(next - 2) === CR && next - 2 >= this.#start(line);
    return crlf ? next - 2 : next - 1;
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const LF = 10;
const CR = 13;

function lineStarts(text: string): Uint32Array {
  const starts = [0];
  for (let here = 0; here < text.length; here++) {
    const unit = text.charCodeAt(here);
    if (unit === CR && text.charCodeAt(here + 1) === LF) here++;
    if (unit === LF || unit === CR) starts.push(here + 1);
  }
  return Uint32Array.from(starts);
}

function codePointWidth(text: string, offset: number): 1 | 2 {
  const unit = text.charCodeAt(offset);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(offset + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}

function utf8Length(text: string, offset: number): number {
  if (codePointWidth(text, offset) === 2) return 4;
  const unit = text.charCodeAt(offset);
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(Math.floor(value), low), high);
}
