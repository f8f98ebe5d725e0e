// What the go command reads of a Go file: its package, its imports, and the comments that it obeys.

/**
 * The same for two texts only if the go command makes the same of both. Comments that it does not obey and blank lines
 * are no part of it, unless they stand among those that it does, where it matters what is beside them.
 */
export function goHeader(text: string): string {
  const { tokens, end } = scanned(text);
  const obeyed = text.match(directive) ?? [];
  const header = text.slice(0, end);
  // C code stands in a comment, and is built from all of the file.
  if (tokens.includes('"C"') || tokens.includes("`C`")) return text;
  return [constraint.test(header) ? header : tokens.join(" "), ...obeyed].join("\n");
}

// — below: private, in the order they are used —

const directive = /^[ \t]*\/\/(?:go:|[ \t]*\+build).*$/gm;
const constraint = /^[ \t]*\/\/(?:go:build|[ \t]*\+build)/m;
const token =
  /(?<space>\s+)|(?<comment>\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|"(?:[^"\\\n]|\\.)*"?|`[^`]*`?|[\p{L}_][\p{L}\p{N}_]*|[\s\S]/uy;
const declarations: ReadonlySet<string> = new Set(["func", "type", "var", "const"]);

/** The tokens up to the first declaration that is no import, and where it stands. */
function scanned(text: string): { readonly tokens: readonly string[]; readonly end: number } {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    const match = token.exec(text);
    if (match === null) break;
    const [found] = match;
    if (declarations.has(found)) return { tokens, end: at };
    const isSpace = match.groups?.["space"] !== undefined || match.groups?.["comment"] !== undefined;
    if (!isSpace) tokens.push(found);
    // The end of a line ends a statement.
    else if (found.includes("\n") && tokens.at(-1) !== "\n") tokens.push("\n");
  }
  return { tokens, end: text.length };
}
