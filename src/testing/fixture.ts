// The fixture language: several files, marked places and golden texts in one string.
//
// A line `-- path --` begins a file, `-- @name --` a golden text; what stands before the first such line is a comment.
// Inside a file `«^»` is the cursor, `«name»` a point and `«name|text»` a range. Ranges nest, and a name that occurs
// several times names a set.
// Invariant: marks are taken out before any place is computed, so a place is one of the text that a server sees.

import { LineIndex } from "../model/line-index.ts";
import type { Span } from "../model/place.ts";

export interface Mark {
  /** `^` for the cursor. */
  readonly name: string;
  /** The path as the fixture spells it. */
  readonly file: string;
  readonly span: Span;
  /** What the range holds, without marks; empty for a point. */
  readonly text: string;
}

/** Parses a fixture; throws when a mark or a header is malformed, or a path occurs twice. */
export function parseFixture(source: string): Fixture {
  const files = new Map<string, string>();
  const golden = new Map<string, string>();
  const marks: Mark[] = [];
  for (const section of sections(source)) {
    const { name, text } = section;
    if (files.has(name) || golden.has(name.slice(1))) throw new Error(`fixture: ${name} occurs twice`);
    if (name.startsWith("@")) golden.set(name.slice(1), text);
    else {
      const plain = stripMarks(name, text);
      files.set(name, plain.text);
      marks.push(...plain.marks);
    }
  }
  return new Fixture(files, golden, marks);
}

/** The files of a fixture, and its marks, which a test must all use. */
export class Fixture {
  readonly files: ReadonlyMap<string, string>;
  readonly #golden: ReadonlyMap<string, string>;
  readonly #marks: readonly Mark[];
  readonly #used = new Set<Mark | string>();

  constructor(files: ReadonlyMap<string, string>, golden: ReadonlyMap<string, string>, marks: readonly Mark[]) {
    this.files = files;
    this.#golden = golden;
    this.#marks = marks;
  }

  /** The place of `«^»`. */
  get cursor(): Mark {
    return this.mark("^");
  }

  /** The only mark of this name. */
  mark(name: string): Mark {
    const [only, ...more] = this.marks(name);
    if (only === undefined) throw new Error(`fixture: there is no mark «${name}»`);
    if (more.length > 0) throw new Error(`fixture: «${name}» occurs ${more.length + 1} times`);
    return only;
  }

  /** All marks of this name in the order of the text; none is an answer too. */
  marks(name: string): readonly Mark[] {
    const found = this.#marks.filter((mark) => mark.name === name);
    for (const mark of found) this.#used.add(mark);
    return found;
  }

  /** The text of a golden section, named without its `@`; undefined when the fixture has none. */
  golden(name: string): string | undefined {
    this.#used.add(`@${name}`);
    return this.#golden.get(name);
  }

  /** Throws when a mark or a golden text was never used: then the test does not test what it shows. */
  assertAllUsed(): void {
    const marks = this.#marks.filter((mark) => !this.#used.has(mark)).map((mark) => `«${mark.name}» in ${mark.file}`);
    const texts = [...this.#golden.keys()].map((name) => `@${name}`).filter((name) => !this.#used.has(name));
    const unused = [...marks, ...texts];
    if (unused.length > 0) throw new Error(`fixture: never used: ${unused.join(", ")}`);
  }
}

// — below: private, in the order they are used —

function sections(source: string): { readonly name: string; readonly text: string }[] {
  const found: { name: string; text: string }[] = [];
  for (const line of source.split(/(?<=\n)/)) {
    const header = /^-- (\S|\S.*\S) --\r?\n?$/.exec(line)?.[1];
    const last = found.at(-1);
    if (header !== undefined) found.push({ name: header, text: "" });
    else if (last !== undefined) last.text += line;
    else if (line.includes("«")) throw new Error("fixture: a mark stands before the first file");
  }
  return found;
}

interface OpenMark {
  readonly name: string;
  readonly start: number;
}

const token = /«([^«»|\n]*)(»|\|)|[«»]/g;

function stripMarks(file: string, marked: string): { readonly text: string; readonly marks: readonly Mark[] } {
  const found: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  const open: OpenMark[] = [];
  let text = "";
  let copied = 0;
  for (const match of marked.matchAll(token)) {
    text += marked.slice(copied, match.index);
    copied = match.index + match[0].length;
    const [whole, name, end] = match;
    if (whole === "»") {
      const closed = open.pop();
      if (closed === undefined) throw new Error(`fixture: a » without its « in ${file}`);
      found.push({ ...closed, end: text.length });
    } else if (name === undefined || !isName(name)) throw new Error(`fixture: a malformed mark in ${file}`);
    else if (end === "»") found.push({ name, start: text.length, end: text.length });
    else open.push({ name, start: text.length });
  }
  const [left] = open;
  if (left !== undefined) throw new Error(`fixture: «${left.name}| is never closed in ${file}`);
  text += marked.slice(copied);
  const index = new LineIndex(text);
  const marks = found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map(({ name, start, end }): Mark => {
      const span = { start: index.placeOf(start), end: index.placeOf(end) };
      return { name, file, span, text: text.slice(start, end) };
    });
  return { text, marks };
}

function isName(name: string): boolean {
  return name === "^" || /^[\w.-]+$/.test(name);
}
