// Numbers and lists in sentences: `1 file`, `2 files`, `a, b and 3 more`.

/** The number with its noun, which is given in the singular and may be of several words. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** The form of a verb that fits the number: `agreeing(count, "was", "were")`. */
export function agreeing(count: number, one: string, several: string): string {
  return count === 1 ? one : several;
}

/** The first so many names, and how many more there are. */
export function firstNames(names: readonly string[], limit: number): string {
  const more = names.length - limit;
  return more > 0 ? `${names.slice(0, limit).join(", ")} and ${more} more` : names.join(", ");
}

/** A text of several lines on one, without tabs. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, (blanks) => (/[\r\n\t]/.test(blanks) ? " " : blanks));
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
