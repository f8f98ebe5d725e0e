// A small fingerprint of the words in a file: it tells for certain which words the file does not contain.
//
// A Bloom filter over the bytes of the text; only UTF-16 is decoded first: 12 to 24 bits for each distinct word, four probes.
// Invariant: a word that stands in the bytes is always reported; one in about a thousand others is reported as well.

/** A word as filters look it up; made once for a search over many files. */
export interface HashedWord {
  readonly hash: number;
  readonly isAscii: boolean;
}

export interface WordFilter {
  /** A power of two of bits. */
  readonly bits: Uint8Array;
  /** The text holds something beyond ASCII, so that a name may be spelt in several ways. */
  readonly hasOtherSigns: boolean;
}

export function hashWord(word: string): HashedWord {
  const bytes = utf8(word);
  let hash = seed;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, prime);
  return { hash, isAscii: bytes.length === word.length };
}

/** Whether a file with this filter may contain the word. */
export function mayContain({ bits, hasOtherSigns }: WordFilter, { hash, isAscii }: HashedWord): boolean {
  // Letters that look alike are one letter to some languages, so only plain words can be ruled out.
  if (!isAscii && hasOtherSigns) return true;
  const mask = bits.length * 8 - 1;
  const step = stepOf(hash);
  for (let probe = 0, at = hash; probe < probes; probe++, at = (at + step) | 0) {
    const bit = at & mask;
    if (((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

export function filterOf(bytes: Uint8Array): WordFilter {
  const { hashes, hasOtherSigns } = hashesOf(withoutMark(bytes));
  let size = 64;
  while (size < hashes.size * bitsPerWord) size *= 2;
  const bits = new Uint8Array(size / 8);
  const mask = size - 1;
  for (const hash of hashes) {
    const step = stepOf(hash);
    for (let probe = 0, at = hash; probe < probes; probe++, at = (at + step) | 0) {
      const bit = at & mask;
      bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return { bits, hasOtherSigns };
}

// — below: private, in the order they are used —

/** The text without its byte order mark, in UTF-8. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
  if (first === 0xff && second === 0xfe) return fromUtf16(bytes, 0, 1);
  return first === 0xfe && second === 0xff ? fromUtf16(bytes, 1, 0) : bytes;
}

/** `low` and `high` say which byte of a unit is which. */
function fromUtf16(bytes: Uint8Array, low: 0 | 1, high: 0 | 1): Uint8Array {
  const units: string[] = [];
  for (let at = 2; at + 1 < bytes.length; at += 2)
    units.push(String.fromCharCode((bytes[at + low] ?? 0) | ((bytes[at + high] ?? 0) << 8)));
  return Uint8Array.from(utf8(units.join("")));
}

const bitsPerWord = 12;
const probes = 4;
/** FNV-1a. */
const seed = 0x811c9dc5 | 0;
const prime = 0x01000193;

function stepOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) | 1;
}

/** Bytes of words. `$` belongs to words and also separates them, because languages differ. */
const isWordByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 128 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0,
);
const dollar = 36;
/** The first bytes of signs that are rarely letters (the dot of Go's assembly, quotes, arrows), with how many bytes follow. */
const signLeads: Readonly<Record<number, number>> = { 194: 1, 226: 2, 227: 2, 239: 2, 240: 3 };

/** One pass over the bytes; the hash of each word, and of its parts between such signs. */
function hashesOf(bytes: Uint8Array): { readonly hashes: Set<number>; readonly hasOtherSigns: boolean } {
  const hashes = new Set<number>();
  let others = 0;
  let hash = seed;
  let part = seed;
  let length = 0;
  let hasParts = false;
  let more = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 32;
    if (isWordByte[byte] === 1) {
      others |= byte & 128;
      hash = Math.imul(hash ^ byte, prime);
      length++;
      const lead = signLeads[byte];
      const isSign = byte === dollar || lead !== undefined || (more > 0 && byte >= 128);
      more = lead ?? (isSign ? Math.max(0, more - 1) : 0);
      if (isSign) {
        hashes.add(part);
        hasParts = true;
        part = seed;
      } else part = Math.imul(part ^ byte, prime);
    } else if (length > 0) {
      hashes.add(hash);
      if (hasParts) hashes.add(part);
      hash = seed;
      part = seed;
      length = 0;
      hasParts = false;
    }
  }
  return { hashes, hasOtherSigns: others !== 0 };
}

function utf8(word: string): number[] {
  const bytes: number[] = [];
  for (const sign of word) {
    const point = sign.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return bytes;
}
