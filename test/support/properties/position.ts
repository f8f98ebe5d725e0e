// What must hold of offsets, places and wire positions, against a reading of the text that is as naive as can be.

import assert from "node:assert/strict";
import fc from "fast-check";

import type { LineAndUnit, PositionEncoding } from "../../../src/model/line-index.ts";
import { LineIndex } from "../../../src/model/line-index.ts";
import { applyEdits, inverseEdits } from "../../../src/model/text-edit.ts";
import { fromLspPosition, toLspPosition } from "../../../src/protocol/position.ts";
import type { Statement } from "./property.ts";
import { statement } from "./property.ts";

export const encodings: readonly PositionEncoding[] = ["utf-8", "utf-16", "utf-32"];

const lineEnds = ["\n", "\r", "\r\n"];
const wellFormed = [
  "a",
  " ",
  "\t",
  "\0",
  "é",
  "e\u0301",
  "ß",
  "漢",
  "\u2028",
  "\uFEFF",
  "ﷺ",
  "😀",
  "👩‍👩‍👧",
  "🇩🇪",
  "𝒳",
];
const loneSurrogates = ["\uD83D", "\uDE00"];

const text = fc.array(fc.constantFrom(...wellFormed, ...lineEnds, ...loneSurrogates), { maxLength: 30 }).map(join);
const fileText = fc.array(fc.constantFrom(...wellFormed, ...lineEnds), { maxLength: 30 }).map(join);

function join(parts: readonly string[]): string {
  return parts.join("");
}

/** The lines of a text by the words of the protocol, each with the offset at which it begins. */
function naiveLines(whole: string): { start: number; content: string }[] {
  const lines: { start: number; content: string }[] = [];
  let start = 0;
  for (const ending of [...whole.matchAll(/\r\n|\r|\n/g)]) {
    lines.push({ start, content: whole.slice(start, ending.index) });
    start = ending.index + ending[0].length;
  }
  return [...lines, { start, content: whole.slice(start) }];
}

function naiveUnits(piece: string, encoding: PositionEncoding): number {
  if (encoding === "utf-16") return piece.length;
  return encoding === "utf-32" ? [...piece].length : Buffer.byteLength(piece, "utf8");
}

/** Where an offset lies, in units; inside a line's end it counts as the end of the content. */
function naivePosition(whole: string, offset: number, encoding: PositionEncoding): LineAndUnit {
  const lines = naiveLines(whole);
  const line = lines.findLastIndex(({ start }) => start <= offset);
  const { start = 0, content = "" } = lines[line] ?? {};
  return { line, character: naiveUnits(content.slice(0, offset - start), encoding) };
}

function isInsidePair(whole: string, offset: number): boolean {
  return /[\uD800-\uDBFF]/.test(whole.charAt(offset - 1)) && /[\uDC00-\uDFFF]/.test(whole.charAt(offset));
}

function isInsideLineEnd(whole: string, offset: number): boolean {
  return whole.slice(offset - 1, offset + 1) === "\r\n";
}

function offsets(whole: string): number[] {
  return Array.from({ length: whole.length + 1 }, (_, offset) => offset);
}

const lines = statement(
  "lines are cut where the protocol cuts them",
  fc.property(text, (whole) => {
    const index = new LineIndex(whole);
    const expected = naiveLines(whole);
    assert.equal(index.lineCount, expected.length);
    for (const [at, { content }] of expected.entries()) assert.equal(index.lineText(at + 1), content);
    assert.equal(index.lineText(0), undefined);
    assert.equal(index.lineText(expected.length + 1), undefined);
  }),
  [[""], ["\r"], ["\n\r"], ["\r\r\n\n"], ["a\u2028b"], ["\uFEFFa\r\n"]],
);

const places = statement(
  "every offset has one place, and the place leads back to it",
  fc.property(text, (whole) => {
    const index = new LineIndex(whole);
    for (const offset of offsets(whole)) {
      const place = index.placeOf(offset);
      const { line, character } = naivePosition(whole, offset, "utf-16");
      assert.deepEqual(place, { line: line + 1, column: character + 1 });
      assert.equal(index.offsetOf(place), isInsideLineEnd(whole, offset) ? offset - 1 : offset);
    }
  }),
);

const units = statement(
  "every offset has one wire position in each encoding, and that leads back to it",
  fc.property(text, fc.constantFrom(...encodings), (whole, encoding) => {
    const index = new LineIndex(whole);
    for (const offset of offsets(whole)) {
      // Half a character has no position of its own outside utf-16; it counts as the character's beginning.
      const inside = encoding !== "utf-16" && isInsidePair(whole, offset);
      const settled = offset - (inside || isInsideLineEnd(whole, offset) ? 1 : 0);
      const position = index.unitsOf(offset, encoding);
      assert.deepEqual(position, naivePosition(whole, settled, encoding));
      assert.equal(index.offsetOfUnits(position, encoding), settled);
      assert.deepEqual(toLspPosition(index, index.placeOf(settled), encoding), position);
      assert.deepEqual(fromLspPosition(index, position, encoding), index.placeOf(settled));
    }
  }),
);

const anyNumber = fc.oneof(
  fc.integer({ min: -3, max: 40 }),
  fc.constantFrom(0.5, 1.5, -1, 2 ** 31 - 1, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, Infinity, -Infinity),
);

const total = statement(
  "a position outside the text is clamped to a whole offset inside it, never an exception",
  fc.property(text, anyNumber, anyNumber, fc.constantFrom(...encodings), (whole, line, character, encoding) => {
    const index = new LineIndex(whole);
    for (const offset of [
      index.offsetOfUnits({ line, character }, encoding),
      index.offsetOf({ line, column: character }),
      index.offsetOf(index.placeOf(line)),
      index.offsetOfUnits(index.unitsOf(character, encoding), encoding),
    ]) {
      assert.ok(Number.isInteger(offset) && offset >= 0 && offset <= whole.length, `offset ${offset}`);
    }
    if (line >= naiveLines(whole).length)
      assert.equal(index.offsetOfUnits({ line, character }, encoding), whole.length);
  }),
);

/** Edits of a text as pairs of character indexes, in order and apart, with what to put there. */
const edits = fc
  .tuple(fileText, fc.array(fc.tuple(fc.nat(40), fc.nat(3), fileText), { maxLength: 5 }))
  .map(([whole, wishes]) => {
    const characters = [...whole];
    let reached = 0;
    const chosen = wishes.flatMap(([gap, length, newText]) => {
      const start = reached + (gap % 7);
      const end = start + length;
      const cut = (at: number): boolean => characters[at - 1] === "\r" && characters[at] === "\n";
      if (end > characters.length || cut(start) || cut(end)) return [];
      reached = end;
      return [{ start, end, newText }];
    });
    return { characters, chosen };
  });

const edited = statement(
  "edits given in any encoding change exactly the bytes they name, and their inverse restores them",
  fc.property(edits, fc.constantFrom(...encodings), ({ characters, chosen }, encoding) => {
    const whole = characters.join("");
    const index = new LineIndex(whole);
    const offsetOf = (character: number): number => {
      const offset = characters.slice(0, character).join("").length;
      return index.offsetOfUnits(naivePosition(whole, offset, encoding), encoding);
    };
    const given = chosen.map(({ start, end, newText }) => ({ start: offsetOf(start), end: offsetOf(end), newText }));
    const result = applyEdits(whole, given);
    const bytes: Buffer[] = [];
    let reached = 0;
    for (const { start, end, newText } of chosen) {
      bytes.push(Buffer.from(characters.slice(reached, start).join("")), Buffer.from(newText));
      reached = end;
    }
    bytes.push(Buffer.from(characters.slice(reached).join("")));
    assert.deepEqual(Buffer.from(result), Buffer.concat(bytes));
    assert.equal(applyEdits(result, inverseEdits(whole, given)), whole);
  }),
);

export const positionStatements = { lines, places, units, total, edited } satisfies Record<string, Statement>;
