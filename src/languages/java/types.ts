// The types of a text of Java: what their headers name as bases, and which members they declare.
//
// Invariant: read by tokens alone. Anonymous classes and constants of enumerations with a body are types, too, since their
// members override. Of Kotlin, Scala and Groovy only the names of types are read: what they extend is unclear.

import { LineIndex } from "../../model/line-index.ts";
import type { Place } from "../../model/place.ts";
import { maskBy } from "../syntax/prose.ts";
import { packageIn } from "./facts.ts";
import { javaSyntax } from "./syntax.ts";

export interface JavaMember {
  readonly name: string;
  /** Where its name begins. */
  readonly place: Place;
  readonly kind: "field" | "method";
  /** The types of its parameters, as they are written; undefined for a field. */
  readonly parameters: readonly string[] | undefined;
  readonly isPrivate: boolean;
  readonly isStatic: boolean;
}

export interface JavaType {
  readonly name: string;
  /** Its name behind those of the types around it: `Item.Tag`. */
  readonly path: string;
  /** Where its name begins; of an anonymous class that of `new`. */
  readonly place: Place;
  /** As they are written, without what stands in angle brackets. */
  readonly bases: readonly string[];
  /** Those of the names that were asked for. */
  readonly members: readonly JavaMember[];
  /** Its header could not be read to the end. */
  readonly isUnclear: boolean;
}

export interface JavaFile {
  readonly package: string;
  readonly imports: readonly JavaImport[];
  readonly types: readonly JavaType[];
}

export interface JavaImport {
  /** Without `.*`. */
  readonly path: string;
  readonly isAll: boolean;
}

export function javaTypesIn(file: string, text: string, members: ReadonlySet<string>): JavaFile {
  const code = maskBy(javaSyntax, text);
  const own = packageIn(code);
  const index = new LineIndex(text);
  if (!file.endsWith(".java")) return { package: own, imports: [], types: otherTypes(code, index) };
  const reader = new TypeReader(code, index, members);
  reader.read();
  return { package: own, imports: importsIn(code), types: reader.types };
}

/** Where the last names of bases stand in code that begins behind the name of a type. */
export function javaBaseNames(code: string): number[] {
  const tokens = tokensOf(code.slice(0, code.indexOf("{") >>> 0));
  return basesIn(tokens).map(({ at }) => at);
}

// — below: private, in the order they are used —

/** Types of which no server of Java says what they extend. */
function otherTypes(code: string, index: LineIndex): JavaType[] {
  const declared =
    /(?<![\p{L}\p{N}_$.])(?:class|interface|object|trait|enum)[ \t]+([\p{L}_$][\p{L}\p{N}_$]*)([^{\n]*)/gu;
  return [...code.matchAll(declared)].map((match) => {
    const [whole, name = "", rest = ""] = match;
    const place = index.placeOf(match.index + whole.length - rest.length - name.length);
    const isUnclear = /:|\b(?:extends|implements|with)\b|[(,]\s*$/.test(rest.replaceAll(/\([^()]*\)/g, ""));
    return { name, path: name, place, bases: [], members: [], isUnclear };
  });
}

function importsIn(code: string): JavaImport[] {
  const statement = /(?<![\p{L}\p{N}_$.])import\s+(?:static\s+)?([\p{L}_$][\p{L}\p{N}_$.\s]*)(\*)?/gu;
  return [...code.matchAll(statement)].map(([, path = "", all]) => ({
    path: path.replaceAll(/\s+/g, "").replace(/\.$/, ""),
    isAll: all !== undefined,
  }));
}

interface Token {
  readonly word: string;
  readonly at: number;
}

function tokensOf(code: string): Token[] {
  const found: Token[] = [];
  for (const { 0: word, index: at } of code.matchAll(
    /[\p{L}_$][\p{L}\p{N}\p{M}_$]*|\p{N}[\p{L}\p{N}_.]*|->|\.\.\.|[^\s]/gu,
  ))
    found.push({ word, at });
  return found;
}

const isName = (word: string | undefined): boolean => word !== undefined && /^[\p{L}_$]/u.test(word);

const isType = (word: string | undefined): boolean =>
  isName(word) &&
  !/^(?:public|protected|private|static|final|abstract|default|synchronized|native|strictfp)$/.test(word ?? "");

/** A type in a type, so deep, is not read: its text is not meant for people. */
const maxDepth = 64;

interface Owner {
  readonly path: string;
  readonly name: string;
  readonly isEnum: boolean;
  readonly members: JavaMember[];
}

class TypeReader {
  readonly types: JavaType[] = [];
  readonly #tokens: readonly Token[];
  readonly #closing: ReadonlyMap<number, number>;
  readonly #opening: ReadonlyMap<number, number>;
  readonly #index: LineIndex;
  readonly #wanted: ReadonlySet<string>;
  #depth = 0;

  constructor(code: string, index: LineIndex, wanted: ReadonlySet<string>) {
    this.#tokens = tokensOf(code);
    this.#closing = pairsOf(this.#tokens);
    this.#opening = new Map([...this.#closing].map(([open, close]) => [close, open]));
    this.#index = index;
    this.#wanted = wanted;
  }

  read(): void {
    this.#body(0, this.#tokens.length, undefined);
  }

  // — below: private, in the order they are used —

  /** Declarations from one token to another. */
  #body(from: number, to: number, owner: Owner | undefined): void {
    let start = owner?.isEnum === true ? this.#constants(from, to, owner) : from;
    let isValue = false;
    for (let at = start; at < to; at++) {
      const word = this.#word(at);
      if (word === "=") isValue = true;
      if (word === ";") isValue = false;
      if (word === "(" || word === "[") {
        const close = this.#closeOf(at, to);
        this.#statements(at + 1, close, owner);
        at = close;
      } else if (word === ";") {
        this.#declare(start, at, owner);
        start = at + 1;
      } else if (word === "{") {
        const close = this.#closeOf(at, to);
        const isType = !isValue && this.#type(start, at, close, owner);
        if (!isType && !isValue) this.#declare(start, at, owner);
        if (!isType && !this.#anonymous(at, close, owner)) this.#statements(at + 1, close, owner);
        // Braces in a value end no declaration.
        if (!isValue) start = close + 1;
        at = close;
      }
    }
  }

  /** The constants of an enumeration; one with a body is a type that extends it. Gives where their list ends. */
  #constants(from: number, to: number, owner: Owner): number {
    let name: number | undefined;
    let isNext = true;
    for (let at = from; at < to; at++) {
      const word = this.#word(at);
      if (word === ";") return at + 1;
      if (word === "(" || word === "{") {
        const close = this.#closeOf(at, to);
        if (word === "{" && name !== undefined) this.#add(this.#word(name), name, [owner.path], at, close, owner);
        else this.#statements(at + 1, close, owner);
        at = close;
      } else if (word === "@") {
        at = this.#annotationEnd(at);
      } else if (word === ",") {
        isNext = true;
      } else if (isNext && isName(word)) {
        isNext = false;
        name = at;
        this.#member(owner, at, { kind: "field", parameters: undefined, isPrivate: false, isStatic: true });
      }
    }
    return to;
  }

  /** Statements and expressions: types in them are local or anonymous. */
  #statements(from: number, to: number, owner: Owner | undefined): void {
    let start = from;
    for (let at = from; at < to; at++) {
      const word = this.#word(at);
      if (word === ";" || word === "}") start = at + 1;
      if (word !== "{") continue;
      const close = this.#closeOf(at, to);
      if (this.#type(start, at, close, owner) || this.#anonymous(at, close, owner)) at = close;
      start = at + 1;
    }
  }

  /** Whether the tokens before a brace declare a type, whose body is read then. */
  #type(start: number, brace: number, close: number, owner: Owner | undefined): boolean {
    for (let at = start; at < brace; at++) {
      const word = this.#word(at);
      if (word === "@" && this.#word(at + 1) !== "interface") at = this.#annotationEnd(at);
      else if (word === "=" || word === "(" || word === "->" || word === "new") return false;
      else if (/^(?:class|interface|enum|record)$/.test(word) && isName(this.#word(at + 1))) {
        // `Foo.class {` is no header, and `record` may be the name of a type.
        if (this.#word(at - 1) === "." || (word === "record" && !/^[(<]$/.test(this.#word(at + 2)))) continue;
        const header = this.#tokens.slice(at + 2, brace);
        const bases = basesIn(header).map(({ path }) => path);
        const name = this.#word(at + 1);
        const own = this.#add(name, at + 1, bases, brace, close, owner, word === "enum");
        if (word === "record") this.#components(at + 2, brace, own);
        return true;
      }
    }
    return false;
  }

  /** `new Name<…>(…) {` */
  #anonymous(brace: number, close: number, owner: Owner | undefined): boolean {
    const open = this.#word(brace - 1) === ")" ? this.#opening.get(brace - 1) : undefined;
    if (open === undefined) return false;
    let at = open - 1;
    for (let depth = 0; at >= 0; at--) {
      const word = this.#word(at);
      if (word === ">") depth++;
      else if (word === "<") depth--;
      else if (word === "(" || word === ")" || word === ";" || word === "{" || word === "}") return false;
      else if (depth === 0) break;
    }
    const last = at;
    while (isName(this.#word(at)) && this.#word(at - 1) === ".") at -= 2;
    if (!isName(this.#word(at)) || this.#word(at - 1) !== "new") return false;
    const path = this.#tokens
      .slice(at, last + 1)
      .map(({ word }) => word)
      .join("");
    this.#add(`new ${path}`, at - 1, [path], brace, close, owner);
    return true;
  }

  #add(
    name: string,
    at: number,
    bases: readonly string[],
    brace: number,
    close: number,
    owner: Owner | undefined,
    isEnum = false,
  ): Owner {
    const path = owner === undefined ? name : `${owner.path}.${name}`;
    const own: Owner = { path, name, isEnum, members: [] };
    const isUnclear = ++this.#depth > maxDepth;
    const place = this.#placeOf(at);
    this.types.push({ name, path, place, bases, members: own.members, isUnclear });
    if (!isUnclear) this.#body(brace + 1, close, own);
    this.#depth--;
    return own;
  }

  /** What a record declares in its header is read through methods of these names. */
  #components(from: number, brace: number, owner: Owner): void {
    let at = from;
    while (at < brace && this.#word(at) !== "(") at++;
    for (const { name } of this.#parameters(at))
      if (name !== undefined)
        this.#member(owner, name, { kind: "method", parameters: [], isPrivate: false, isStatic: false });
  }

  /** The field or the method that tokens declare. */
  #declare(start: number, end: number, owner: Owner | undefined): void {
    if (owner === undefined) return;
    const plain = this.#outside(start, end);
    const words = plain.map((at) => this.#word(at));
    const [isPrivate, isStatic] = [words.includes("private"), words.includes("static")];
    const [open, value] = [words.indexOf("("), words.indexOf("=")];
    if (open >= 0 && (value < 0 || open < value)) {
      const name = words[open - 1];
      const parameters = this.#parameters(plain[open] ?? 0).map(({ type }) => type);
      // A constructor has no type before its name.
      const isConstructor = name === owner.name && !isType(words[open - 2]);
      if (isName(name) && !isConstructor)
        this.#member(owner, plain[open - 1] ?? 0, { kind: "method", parameters, isPrivate, isStatic });
      return;
    }
    let isValue = false;
    for (const [index, word] of words.entries()) {
      if (word === "=" || word === ",") isValue = word === "=";
      const next = words[index + 1] ?? ",";
      const isBefore = next === "[" && isName(words[index + 2]);
      if (!isValue && index > 0 && isName(word) && /^[=,[]$/.test(next) && !isBefore)
        this.#member(owner, plain[index] ?? 0, { kind: "field", parameters: undefined, isPrivate, isStatic });
    }
  }

  /** The tokens outside of annotations and brackets, of which the opening ones stay; angle brackets count before a value. */
  #outside(start: number, end: number): number[] {
    const found: number[] = [];
    let depth = 0;
    let isValue = false;
    for (let at = start; at < end; at++) {
      const word = this.#word(at);
      if (word === "@") at = this.#annotationEnd(at);
      else if (word === "<" && !isValue) depth++;
      else if (word === ">" && !isValue) depth--;
      else if (depth === 0) {
        isValue ||= word === "=";
        found.push(at);
        if (word === "(" || word === "[" || word === "{") at = this.#closeOf(at, end);
      }
    }
    return found;
  }

  #member(owner: Owner, at: number, rest: Omit<JavaMember, "name" | "place">): void {
    const name = this.#word(at);
    if (this.#wanted.has(name)) owner.members.push({ name, place: this.#placeOf(at), ...rest });
  }

  /** What stands in round brackets, parted by commas: a type and the token of a name. */
  #parameters(open: number): { readonly type: string; readonly name: number | undefined }[] {
    const close = this.#closing.get(open) ?? open;
    const found: { type: string; name: number | undefined }[] = [];
    let words: string[] = [];
    let name: number | undefined;
    let depth = 0;
    for (let at = open + 1; at <= close; at++) {
      const word = this.#word(at);
      if (word === "@") at = this.#annotationEnd(at);
      else if (at === close || (word === "," && depth === 0)) {
        if (name !== undefined) found.push({ type: words.slice(0, -1).join(""), name });
        words = [];
        name = undefined;
      } else if (word !== "final") {
        depth += word === "<" ? 1 : word === ">" ? -1 : 0;
        if (depth === 0 && isName(word)) name = at;
        words.push(word);
      }
    }
    return found;
  }

  /** The last token of an annotation. */
  #annotationEnd(at: number): number {
    let end = at + 1;
    while (this.#word(end + 1) === "." && isName(this.#word(end + 2))) end += 2;
    return this.#word(end + 1) === "(" ? this.#closeOf(end + 1, this.#tokens.length) : end;
  }

  #closeOf(open: number, to: number): number {
    return Math.min(this.#closing.get(open) ?? to, to);
  }

  #word(at: number): string {
    return this.#tokens[at]?.word ?? "";
  }

  #placeOf(at: number): Place {
    return this.#index.placeOf(this.#tokens[at]?.at ?? 0);
  }
}

/** Of each opening bracket the closing one. */
function pairsOf(tokens: readonly Token[]): Map<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { word }] of tokens.entries()) {
    if (word === "(" || word === "[" || word === "{") open.push(at);
    else if (word === ")" || word === "]" || word === "}") {
      const last = open.pop();
      if (last !== undefined) found.set(last, at);
    }
  }
  return found;
}

/** What follows `extends` and `implements`, with the place of its last name. */
function basesIn(header: readonly Token[]): { readonly path: string; readonly at: number }[] {
  const found: { path: string; at: number }[] = [];
  let [depth, isBase, path, last] = [0, false, "", 0];
  const end = (): void => {
    if (path !== "") found.push({ path, at: last });
    path = "";
  };
  for (const [index, { word, at }] of header.entries()) {
    if (word === "<" || word === "(") depth++;
    else if (word === ">" || word === ")") depth--;
    else if (depth > 0) continue;
    else if (word === "extends" || word === "implements" || word === "permits") {
      end();
      isBase = word !== "permits";
    } else if (word === "," || word === "{") end();
    else if (isBase && word !== "@" && header[index - 1]?.word !== "@") {
      path += word;
      if (isName(word)) last = at;
    }
  }
  end();
  return found;
}
