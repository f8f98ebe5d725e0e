// Measures how deep a JSON text nests, before anything recursive touches it.

const QUOTE = 34;
const BACKSLASH = 92;

export function isTooDeep(text: string, limit: number): boolean {
  // Two characters per level: a short text cannot be deep.
  if (text.length < limit * 2) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(text, at);
      if (at === -1) return false;
    } else if (unit === 91 || unit === 123) {
      if (++depth > limit) return true;
    } else if (unit === 93 || unit === 125) {
      depth--;
    }
  }
  return false;
}

/** Offset of the closing quote, or -1; jumps by native search, so long strings cost little. */
function endOfString(text: string, open: number): number {
  let at = open;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}
