// How many tokens a text costs a model: a calibrated estimate, because a real tokenizer is megabytes of tables.
//
// The text is cut where the tokenizer itself (o200k) cuts before it merges; such a piece is one token most of the time, and what
// it costs beyond that depends on its kind and length. The weights were fitted on sources of five languages and on our renderings.
// Invariant: a budget must hold, so the estimate leans to the dear side: at most 5 % under, some per cent over.

/** What rare words cost beyond the averages below; a part of every budget, so that hardly a text is dearer than it seems. */
const margin = 1.05;

/** An estimate in whole tokens; 0 only for the empty text. */
export function estimateTokens(text: string): number {
  let cost = 0;
  for (const [piece] of text.matchAll(pieces)) cost += costOf(piece);
  return Math.ceil(cost * margin);
}

// — below: private, in the order they are used —

/** Letters with at most one sign before them and a change of case inside, digits by three, signs, line ends, blanks. */
const pieces =
  /[^\r\n\p{L}\p{N}]?(?:[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+)(?:'(?:[stmd]|re|ve|ll))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

const beyondAscii = /[^\0-\x7f]/;
const isWord = /[A-Za-z]/;
const isCapitals = /^.?[A-Z]{3}/;
const isOneSign = /^ ?(.)\1*[\r\n]*$/;

function costOf(piece: string): number {
  // The commonest case by far.
  if (piece.length === 1 && piece < "\x80") return 1;
  if (beyondAscii.test(piece)) return costBeyondAscii(piece);
  if (isWord.test(piece)) return costOfWord(piece);
  // Digits and blanks are one token at any length that occurs; signs fall apart, unless one is repeated as in a ruler.
  const first = piece.charCodeAt(piece.length > 1 && piece.startsWith(" ") ? 1 : 0);
  if (first <= space || (first >= zero && first <= nine)) return 1 + Math.floor(piece.length / 80);
  if (piece.length <= 3) return 1.02;
  return isOneSign.test(piece) ? 1 + piece.length / 32 : 1 + (piece.length - 3) * 0.34;
}

const space = 0x20;
const zero = 0x30;
const nine = 0x39;

function costOfWord(piece: string): number {
  const lead = piece.charCodeAt(0);
  const length = isWord.test(piece.charAt(0)) ? piece.length : piece.length - 1;
  if (isCapitals.test(piece)) return Math.max(1, length * (lead === space ? 0.3 : 0.38));
  // Unpronounceable runs of letters are abbreviations, which the vocabulary lacks.
  const odd = (unspeakable.test(piece) ? 0.6 : 0) + Math.max(0, length - 12) * 0.2;
  const beyond = Math.max(0, length - 4);
  // It knows words best behind a blank, then at the start of a name, and least behind a sign.
  if (lead === space) return 1 + beyond * 0.028 + odd;
  if (length === piece.length) return 1.02 + beyond * 0.07 + odd;
  return (commonLeads.has(lead) || length === 1 ? 1.04 : 1.35) + beyond * 0.1 + odd;
}

const unspeakable = /[b-df-hj-np-tv-xz]{4}/i;

/** `.` `_` `(` and tab: names follow them so often that both are one token. */
const commonLeads = new Set([0x2e, 0x5f, 0x28, 0x09]);

/** Other scripts are paid by the character: a third of a token where an alphabet is small, most of one where it is large. */
function costBeyondAscii(piece: string): number {
  let cost = 0;
  for (const character of piece) cost += costOfCharacter(character.codePointAt(0) ?? 0);
  return Math.max(1, cost);
}

function costOfCharacter(code: number): number {
  if (code < 0x80) return 0.26;
  if (code < 0x300) return 0.6;
  if (code < 0x370) return 1.4; // Combining accents.
  if (code < 0x2000) return 0.4;
  if (code < 0x3000) return 1; // Punctuation, arrows, joiners.
  return code < 0x1_0000 ? 0.72 : 2;
}
