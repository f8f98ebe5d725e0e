// Path patterns with `*`, `?`, `[…]` and `**`, matched in time proportional to pattern times path.
//
// Why not: regular expressions. Patterns come from repositories and servers, and one with many stars would let a
// backtracking matcher run for hours.

/** `**` stands for any number of parts, any other segment for one. */
export type Segment = "**" | { readonly literal: string } | { readonly tokens: readonly Token[] };

type Token = "any" | "star" | { readonly character: string } | CharacterClass;

interface CharacterClass {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [low: string, high: string])[];
}

/** The segments between the slashes of a pattern; undefined for one that can match nothing, such as `a[`. */
export function compilePattern(pattern: string): readonly Segment[] | undefined {
  const characters = [...pattern];
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  let at = 0;
  while (at < characters.length) {
    const character = characters[at] ?? "";
    at += 1;
    if (character === "/") {
      segments.push(toSegment(tokens));
      tokens = [];
    } else if (character === "*") {
      tokens.push("star");
    } else if (character === "?") {
      tokens.push("any");
    } else if (character === "[") {
      const parsed = parseClass(characters, at);
      if (parsed === undefined) return undefined;
      tokens.push(parsed.found);
      at = parsed.end;
    } else if (character === "\\") {
      const escaped = characters[at];
      if (escaped === undefined) return undefined;
      if (escaped !== "/") {
        tokens.push({ character: escaped });
        at += 1;
      }
    } else {
      tokens.push({ character });
    }
  }
  segments.push(toSegment(tokens));
  return segments;
}

export function matchesSegment(segment: Segment, part: string): boolean {
  if (segment === "**") return true;
  if ("literal" in segment) return segment.literal === part;
  return matchesTokens(segment.tokens, part);
}

/**
 * How far a path gets through a pattern: `isWhole` if it matches, `isPrefix` if something below it might.
 * The part at `literalAt`, if any, must be spelt out in the pattern.
 */
export function followPattern(
  pattern: readonly Segment[],
  parts: readonly string[],
  literalAt = -1,
): { readonly isWhole: boolean; readonly isPrefix: boolean } {
  let places = withSkips(pattern, new Set([0]));
  for (const [index, part] of parts.entries()) {
    const next = new Set<number>();
    for (const place of places) {
      const segment = pattern[place];
      if (segment === undefined) continue;
      const isLiteral = segment !== "**" && "literal" in segment;
      if ((index === literalAt && !isLiteral) || !matchesSegment(segment, part)) continue;
      next.add(segment === "**" ? place : place + 1);
    }
    places = withSkips(pattern, next);
  }
  let isPrefix = false;
  for (const place of places) if (place < pattern.length) isPrefix = true;
  return { isWhole: places.has(pattern.length), isPrefix };
}

/** Adds the places that are reached because `**` may stand for nothing. */
function withSkips(pattern: readonly Segment[], places: Set<number>): Set<number> {
  // A set visits what is added while it is walked, so several `**` in a row are skipped too.
  for (const place of places) if (pattern[place] === "**") places.add(place + 1);
  return places;
}

function toSegment(tokens: readonly Token[]): Segment {
  if (tokens.length >= 2 && tokens.every((token) => token === "star")) return "**";
  let literal = "";
  for (const token of tokens) {
    if (typeof token === "string" || !("character" in token)) return { tokens };
    literal += token.character;
  }
  return { literal };
}

function matchesTokens(tokens: readonly Token[], part: string): boolean {
  const characters = [...part];
  let at = 0;
  let read = 0;
  let lastStar = -1;
  let starRead = 0;
  while (read < characters.length) {
    const token = tokens[at];
    if (token === "star") {
      lastStar = at;
      starRead = read;
      at += 1;
    } else if (token !== undefined && matchesToken(token, characters[read] ?? "")) {
      at += 1;
      read += 1;
    } else if (lastStar >= 0) {
      // Only the last star need give way: whatever an earlier one could take, this one can take as well.
      starRead += 1;
      at = lastStar + 1;
      read = starRead;
    } else {
      return false;
    }
  }
  while (tokens[at] === "star") at += 1;
  return at === tokens.length;
}

function matchesToken(token: Token, character: string): boolean {
  if (typeof token === "string") return true;
  if ("character" in token) return token.character === character;
  const isInside = token.ranges.some(([low, high]) => low <= character && character <= high);
  return isInside !== token.isNegated;
}

function parseClass(
  characters: readonly string[],
  start: number,
): { readonly found: CharacterClass; readonly end: number } | undefined {
  let at = start;
  const isNegated = characters[at] === "!" || characters[at] === "^";
  if (isNegated) at += 1;
  const ranges: (readonly [string, string])[] = [];
  const first = at;
  while (at === first || characters[at] !== "]") {
    const named = parseNamedClass(characters, at);
    if (named !== undefined) {
      if (named.ranges === undefined) return undefined;
      ranges.push(...named.ranges);
      at = named.end;
      continue;
    }
    const low = parseMember(characters, at);
    if (low === undefined) return undefined;
    at = low.end;
    const isRange = characters[at] === "-" && characters[at + 1] !== "]";
    const high = isRange ? parseMember(characters, at + 1) : low;
    if (high === undefined) return undefined;
    ranges.push([low.character, high.character]);
    at = high.end;
  }
  return { found: { isNegated, ranges }, end: at + 1 };
}

function parseMember(
  characters: readonly string[],
  at: number,
): { readonly character: string; readonly end: number } | undefined {
  const isEscaped = characters[at] === "\\";
  const character = characters[isEscaped ? at + 1 : at];
  return character === undefined ? undefined : { character, end: at + (isEscaped ? 2 : 1) };
}

/** Reads `[:alpha:]` and its like. Without `ranges` it is a name that means nothing. */
function parseNamedClass(
  characters: readonly string[],
  at: number,
): { readonly ranges: readonly (readonly [string, string])[] | undefined; readonly end: number } | undefined {
  if (characters[at] !== "[" || characters[at + 1] !== ":") return undefined;
  const close = characters.indexOf("]", at + 2);
  if (close < 0 || characters[close - 1] !== ":") return undefined;
  const pairs = namedClasses.get(characters.slice(at + 2, close - 1).join(""));
  const ranges = pairs?.map((pair) => [pair.charAt(0), pair.charAt(1)] as const);
  return { ranges, end: close + 1 };
}

/** From the first to the second character of each pair. */
const namedClasses: ReadonlyMap<string, readonly string[]> = new Map([
  ["alnum", ["09", "az", "AZ"]],
  ["alpha", ["az", "AZ"]],
  ["blank", ["  ", "\t\t"]],
  ["cntrl", ["\0\x1f", "\x7f\x7f"]],
  ["digit", ["09"]],
  ["graph", ["!~"]],
  ["lower", ["az"]],
  ["print", [" ~"]],
  ["punct", ["!/", ":@", "[`", "{~"]],
  ["space", ["\t\r", "  "]],
  ["upper", ["AZ"]],
  ["xdigit", ["09", "af", "AF"]],
]);
