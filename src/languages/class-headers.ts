// Classes as their headers declare them, read off the text: names and bases.

export interface ClassHeader {
  readonly name: string;
  /** The last part of each base, as it is written: `Base` for `module.Base[T]`. */
  readonly bases: readonly string[];
  readonly offset: number;
  readonly indent: number;
}

/** Every class that Python code declares; `code` has no comments and strings. */
export function pythonClasses(code: string): ClassHeader[] {
  const found: ClassHeader[] = [];
  for (const match of code.matchAll(
    /^([ \t]*)class\s+([\p{L}_][\p{L}\p{N}_]*)(?:\s*\[[^\][]*\])?(?:\s*\(((?:[^()]|\([^()]*\))*)\))?\s*:/gmu,
  )) {
    const [, indent = "", name = "", list = ""] = match;
    found.push({ name, bases: basesIn(list), offset: match.index + indent.length, indent: indent.length });
  }
  return found;
}

/** The class whose body an offset stands in, by indentation. */
export function pythonClassAt(code: string, offset: number): ClassHeader | undefined {
  const line = code.slice(code.lastIndexOf("\n", offset - 1) + 1);
  const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return pythonClasses(code).findLast(
    (one) => one.offset < offset && one.indent < own && !isLeftBefore(code, one, offset),
  );
}

// — below: private, in the order they are used —

function basesIn(list: string): string[] {
  return list
    .replaceAll(/\[(?:[^[\]]|\[[^[\]]*\])*\]/g, "")
    .split(",")
    .flatMap((one) =>
      one.includes("=") ? [] : (/([\p{L}_][\p{L}\p{N}_]*)\s*(?:\([^)]*\))?\s*$/u.exec(one)?.[1] ?? []),
    );
}

/** Whether a line between the class and the offset stands outside of its body. */
function isLeftBefore(code: string, { offset: start, indent }: ClassHeader, offset: number): boolean {
  const until = code.lastIndexOf("\n", offset - 1) + 1;
  let depth = 0;
  for (let at = code.indexOf("\n", start) + 1, end = at; at < until; at = end) {
    end = code.indexOf("\n", at) + 1;
    const line = code.slice(at, end);
    const isOutside = depth === 0 && line.trim() !== "" && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent;
    if (isOutside && !/^\s*\)/.test(line)) return true;
    for (const sign of line)
      if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign)) depth = Math.max(0, depth - 1);
  }
  return false;
}
