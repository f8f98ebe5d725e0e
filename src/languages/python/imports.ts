// The imports that a Python file writes, read without a parser: statements that begin a line, outside of texts.
//
// Relative imports are left out: they mean the same wherever a server looks for modules.

export interface PythonImport {
  /** With dots between its parts. */
  readonly module: string;
  /** What `from` takes out of it; undefined for a plain `import`. */
  readonly names?: readonly string[];
  /** The program is made to go on without it, or it is for another version or platform. */
  readonly isOptional: boolean;
}

export function pythonImports(text: string): PythonImport[] {
  const last = text.lastIndexOf("import");
  if (last < 0) return [];
  // Most files import at their top, so most of the text need not be looked at.
  const relevant = withLineEnds(text.slice(0, endOfLast(text, last)));
  const found: PythonImport[] = [];
  const blocks: Block[] = [];
  for (const match of code(relevant).matchAll(statements)) {
    const [, indent = "", keyword, rest = ""] = match;
    enter(blocks, indent.length, keyword, rest, found.length);
    if (keyword === "except" && forgives.test(rest)) forgive(blocks, found, true);
    // Who only tells it in other words does not go on without it.
    if (keyword === "raise") forgive(blocks, found, false);
    const isOptional = blocks.some((block) => block.isOptional);
    for (const one of imported(keyword, rest)) found.push({ ...one, isOptional });
  }
  return found;
}

/**
 * Every module that a text may bring in, relative ones with their dots: a module that names are taken from stands
 * beside each of them, because that may be a module too. `*` stands for all. One too many does no harm.
 */
export function pythonModules(text: string): string[] {
  const last = text.lastIndexOf("import");
  const relevant = last < 0 ? "" : withLineEnds(text.slice(0, endOfLast(text, last)));
  const found = [...code(relevant).matchAll(anyImport)].flatMap(([whole, , list = ""]) => {
    const from = /^from\b(.*?)\bimport\b/su.exec(whole)?.[1]?.replaceAll(/\s/g, "");
    const parts = list.replaceAll(/(?<!\s)\s*\.\s*/g, ".").split(",");
    const names = parts.flatMap((one) => /^[\s(]*(\*|[\p{L}_][\p{L}\p{N}_.]*)/u.exec(one)?.[1] ?? []);
    if (from === undefined) return names;
    return [from, ...names.map((name) => (from.endsWith(".") ? `${from}${name}` : `${from}.${name}`))];
  });
  return [...new Set(found)];
}

// — below: private, in the order they are used —

interface Block {
  readonly indent: number;
  readonly keyword: string;
  /** How many imports there were before it. */
  readonly from: number;
  isOptional: boolean;
}

/** Room for the rest of the last statement, and for what is done when it fails. */
const beyondLast = 4_000;

/** What is imported last may be a list in brackets, of any length. */
function endOfLast(text: string, last: number): number {
  return Math.max(last, text.indexOf(")", last)) + beyondLast;
}

// Each text ends at the end of its line, or of the file, at the latest, so that no search begins again and again.
const texts =
  /"""(?:[^\\]|\\[\s\S])*?(?:"""|\\?$)|'''(?:[^\\]|\\[\s\S])*?(?:'''|\\?$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|#[^\n]*/g;
const words = "import|from|try|except|else|elif|if|finally|with|def|class|async|for|while|match|raise";
const statements = new RegExp(`^([ \\t]*)(${words})\\b((?:\\([^()]*\\)|[^\\n(])*)`, "gm");
// Blanks may stand around the dots of a name, and need not stand before one.
const anyImport =
  /(?:\bfrom\b((?:(?!\bfrom\b)[ \t\f.\p{L}\p{N}_])*?)[ \t\f.])?\bimport\b[ \t\f]*(\([^()]*\)?|[^\n;]*)/gu;
const forgives = /^\s*:|^.*\b(?:ImportError|ModuleNotFoundError|Exception)\b/;
const otherMachine = /\bsys\.(?:version_info|platform)\b|\bos\.name\b/;

function withLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

/** One statement a line, without texts and comments. */
function code(text: string): string {
  return text
    .replace(texts, (found) => (found.startsWith("#") ? "" : '""'))
    .replace(/\\\r?\n/g, " ")
    .replace(/^([ \t]*)((?![ \t]).*;[ \t]*(?:import|from)\b.*)/gm, (line, indent: string) =>
      line.replaceAll(/;[ \t]*(?=(?:import|from)\b)/g, `\n${indent}`),
    )
    .replace(
      /^([ \t]*)((?:try|else|finally|if|elif|except)\b[^\n\r\u2028\u2029]*?):[ \t]*(?=(?:import|from)\b)/gm,
      "$1$2:\n$1 ",
    );
}

/** Leaves the blocks that end here, and enters the one that begins. */
function enter(blocks: Block[], indent: number, keyword: string | undefined, rest: string, from: number): void {
  const goesOn = keyword === "except" || keyword === "else" || keyword === "elif" || keyword === "finally";
  while (blocks.some((block) => block.indent > indent)) blocks.pop();
  const before = blocks.at(-1)?.indent === indent ? blocks.at(-1) : undefined;
  if (goesOn && before !== undefined) return;
  if (before !== undefined) blocks.pop();
  if (keyword === undefined || keyword === "import" || keyword === "from" || keyword === "raise") return;
  blocks.push({ indent, keyword, from, isOptional: keyword === "if" && otherMachine.test(rest) });
}

/** What was tried may be missing, and so may what is taken instead. */
function forgive(blocks: readonly Block[], found: PythonImport[], isOptional: boolean): void {
  const block = blocks.findLast(({ keyword }) => keyword === "try");
  if (block === undefined || block.isOptional === isOptional) return;
  block.isOptional = isOptional;
  for (let index = block.from; index < found.length; index++) {
    const one = found[index];
    if (one !== undefined) found[index] = { ...one, isOptional };
  }
}

function imported(keyword: string | undefined, rest: string): Omit<PythonImport, "isOptional">[] {
  if (keyword === "import") {
    return rest.split(",").flatMap((one) => {
      const module = /^\s*([\p{L}_][\p{L}\p{N}_.]*)(?:\s+as\s+\S+)?\s*$/u.exec(one)?.[1];
      return module === undefined ? [] : [{ module }];
    });
  }
  if (keyword !== "from") return [];
  const [, module, list = ""] = /^\s*([\p{L}_][\p{L}\p{N}_.]*)\s+import\b\s*(?:\(\s*)?([\s\S]*)$/u.exec(rest) ?? [];
  if (module === undefined) return [];
  const names = list.split(",").flatMap((one) => /^\s*(\*|[\p{L}\p{N}_]+)/u.exec(one)?.[1] ?? []);
  return [{ module, names }];
}
