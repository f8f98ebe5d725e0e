// Which requirements a test claims: the ids in the bracket that ends its title.

/** A promise of the checklists, a fault, a data-safety or a security statement. */
const id = /^(?:(?:SYN|SYC|BRG|NEX|AGL)-\d+|F\d\d|[DS]\d\d)$/;

/** `"frames split at every byte parse alike [BRG-09 F01]"` claims `BRG-09` and `F01`. */
export function claimsOf(title: string): string[] {
  const bracket = /\[([^[\]]*)\]\s*$/.exec(title)?.[1] ?? "";
  return bracket.split(/\s+/).filter((word) => id.test(word));
}

/** The claims of every test in the text of a test file, found without running it. A group claims nothing: its title is in no result. */
export function claimsIn(source: string): string[] {
  return [...source.matchAll(titleLiteral)].flatMap((match) => claimsOf(match[2] ?? ""));
}

/** A whole string literal on one line, closed right after a bracket and followed by the next argument. */
const titleLiteral = /(?<!\bdescribe\(\s{0,9})(["'`])((?:\\.|(?!\1)[^\\\n])*\])\1\s*,/g;
