// LSP glob patterns as predicates on paths.
//
// Spec: LSP 3.18 "Pattern": `*` and `?` within a segment, `**` over any number of segments, `{a,b}`, `[a-z]`, `[!a-z]`.

export function globMatcher(pattern: string): (path: string) => boolean {
  const expression = compile(pattern.replace(/^\.\//, ""));
  return (path) => expression.test(path);
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(`^${translate(pattern)}$`, "su");
  } catch {
    // A class that is none, like `[z-a]`: the pattern can only mean itself.
    return new RegExp(`^${escapeAll(pattern)}$`, "su");
  }
}

function translate(pattern: string): string {
  let out = "";
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (pattern.startsWith("**/", at)) {
      out += "(?:[^/]+/)*";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      out += ".*";
      at += 1;
    } else if (char === "*") out += "[^/]*";
    else if (char === "?") out += "[^/]";
    else if (char === "{") {
      out += "(?:";
      depth++;
    } else if (char === "}" && depth > 0) {
      out += ")";
      depth--;
    } else if (char === "," && depth > 0) out += "|";
    else if (char === "[" && pattern.indexOf("]", at + 2) > 0) {
      const end = pattern.indexOf("]", at + 2);
      out += characterClass(pattern.slice(at + 1, end));
      at = end;
    } else out += escape(char);
  }
  return depth === 0 ? out : escapeAll(pattern);
}

function characterClass(body: string): string {
  const negated = body.startsWith("!") || body.startsWith("^");
  const members = (negated ? body.slice(1) : body).replace(/[\\\]^[]/g, "\\$&");
  return `[${negated ? "^/" : ""}${members}]`;
}

function escape(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

/** Unbalanced braces: the pattern can only mean itself. */
function escapeAll(pattern: string): string {
  return [...pattern].map(escape).join("");
}
