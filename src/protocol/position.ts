// Positions as they travel on the wire, and their conversion to places.
//
// Invariant: an LspPosition is zero-based in the negotiated encoding and is never seen above the session.

import type { LineIndex, PositionEncoding } from "../model/line-index.ts";
import type { Place, Span } from "../model/place.ts";
import type { WirePosition, WireRange } from "./wire-shapes.ts";

declare const brand: unique symbol;
export type LspPosition = WirePosition & { readonly [brand]?: "LspPosition" };

export function toLspPosition(index: LineIndex, at: Place, encoding: PositionEncoding): LspPosition {
  return index.unitsOf(index.offsetOf(at), encoding);
}

export function fromLspPosition(index: LineIndex, at: WirePosition, encoding: PositionEncoding): Place {
  return index.placeOf(index.offsetOfUnits(at, encoding));
}

export function fromLspRange(index: LineIndex, range: WireRange, encoding: PositionEncoding): Span {
  return { start: fromLspPosition(index, range.start, encoding), end: fromLspPosition(index, range.end, encoding) };
}

/** Without the text only utf-16 positions can be converted, and they need nothing else. */
export function fromUtf16Range(range: WireRange): Span {
  return { start: fromUtf16Position(range.start), end: fromUtf16Position(range.end) };
}

/** Servers are known to send -1 for "nowhere"; a place is never before the first. */
function fromUtf16Position(at: WirePosition): Place {
  return { line: Math.max(0, at.line) + 1, column: Math.max(0, at.character) + 1 };
}

/** What a server may put where a position encoding is expected. */
export function parseEncoding(value: unknown): PositionEncoding {
  return value === "utf-8" || value === "utf-32" ? value : "utf-16";
}
