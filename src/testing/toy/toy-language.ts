// The toy language: words are symbols, `def x` defines one, and what follows `#` or stands in quotes is no code.
//
// `dec x` announces a word that is defined elsewhere, as a header does, and `def x is y` makes `y` the type of `x`.
// In one text `own x` makes `x` a symbol of that text alone, and `x as y` makes `y` another name of `x`.

/** An occurrence of a word in a text. */
export interface ToyWord {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** `def` before it defines, `own` does for this text alone, `dec` announces, `use` demands a definition somewhere. */
  readonly role: "def" | "own" | "dec" | "use" | "plain";
}

export interface ToyDeclaration {
  readonly name: string;
  /** From `def` to the end of its block: the lines below that are indented deeper. */
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly children: ToyDeclaration[];
}

export interface ToyProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly code: number | string;
}

/** What the toy's syntax errors are numbered. */
export const syntaxErrorCode = 1001;

/** A server of a hundred files reads each of them for every question. */
const known = new Map<string, readonly ToyWord[]>();
const maxKnown = 1_000;

export function wordsOf(text: string): readonly ToyWord[] {
  const found = known.get(text) ?? readWords(text);
  if (known.size >= maxKnown) known.clear();
  known.set(text, found);
  return found;
}

function readWords(text: string): ToyWord[] {
  const words: ToyWord[] = [];
  let before = "";
  for (const match of blankProse(text).matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const [name] = match;
    const role =
      before === "def" || before === "own" || before === "dec" || before === "use" ? before : ("plain" as const);
    if (!isKeyword(name)) words.push({ name, start: match.index, end: match.index + name.length, role });
    before = name;
  }
  return words;
}

/** What the words of a text mean that mean something else than themselves: a symbol of the text, or another word. */
export function meaningsIn(uri: string, words: readonly ToyWord[]): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (const { name, role } of words) if (role === "own") meanings.set(name, `${uri} ${name}`);
  for (const [at, { name }] of words.entries()) {
    const [before, as] = [words[at - 2], words[at - 1]];
    if (as?.name === "as" && before !== undefined) meanings.set(name, meanings.get(before.name) ?? before.name);
  }
  return meanings;
}

/** The word that the offset touches, its end included. */
export function toyWordAt(text: string, offset: number): ToyWord | undefined {
  return wordsOf(text).find(({ start, end }) => start <= offset && offset <= end);
}

/** Each definition that names its type: `def x is y`. */
export function typesOf(text: string): { readonly word: ToyWord; readonly type: string }[] {
  const words = wordsOf(text);
  return words.flatMap((word, at) => {
    const [is, type] = words.slice(at + 1, at + 3);
    return word.role === "def" && is?.name === "is" && type !== undefined ? [{ word, type: type.name }] : [];
  });
}

/** The declarations of a text as a tree; a deeper indentation makes a child. */
export function declarationsOf(text: string): ToyDeclaration[] {
  const roots: ToyDeclaration[] = [];
  const open: { readonly indent: number; readonly node: ToyDeclaration & { end: number } }[] = [];
  for (const line of linesOf(text)) {
    const indent = line.text.length - line.text.trimStart().length;
    if (line.text.trim() === "") continue;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    for (const { node } of open) node.end = line.start + line.text.length;
    for (const word of wordsOf(line.text).filter(({ role }) => role === "def")) {
      const node = {
        name: word.name,
        start: line.start + line.text.lastIndexOf("def", word.start),
        end: line.start + line.text.length,
        nameStart: line.start + word.start,
        nameEnd: line.start + word.end,
        children: [],
      };
      (open.at(-1)?.node.children ?? roots).push(node);
      open.push({ indent, node });
    }
  }
  return roots;
}

/** What is wrong with a text, given all the names that are declared anywhere. */
export function problemsOf(text: string, declared: ReadonlySet<string>): ToyProblem[] {
  const unknown = wordsOf(text)
    .filter(({ role, name }) => role === "use" && !declared.has(name))
    .map(({ name, start, end }) => ({ start, end, message: `unknown name ${name}`, code: "unknown" }));
  const broken = [...text.matchAll(/%%%/g)].map(({ index }) => {
    return { start: index, end: index + 3, message: "syntax error", code: syntaxErrorCode };
  });
  return [...unknown, ...broken].sort((a, b) => a.start - b.start);
}

export function namesDeclared(texts: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const text of texts) for (const { name, role } of wordsOf(text)) if (role === "def") names.add(name);
  return names;
}

function isKeyword(word: string): boolean {
  return word === "def" || word === "dec" || word === "use";
}

/** Comments and quoted texts become spaces, so that offsets stay as they are. */
function blankProse(text: string): string {
  return text.replaceAll(/#.*|"[^"\n]*"/g, (prose) => " ".repeat(prose.length));
}

function linesOf(text: string): { readonly text: string; readonly start: number }[] {
  return [...text.matchAll(/.*/gm)]
    .filter((match) => match[0] !== "")
    .map((match) => ({ text: match[0], start: match.index }));
}
