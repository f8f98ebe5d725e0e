// What a place of C or C++ can mean that the server does not judge, because it is not compiled here: read off the text.
//
// Invariant: a place is ruled out only where no set of macros lets it mean the symbol.

import type { ConditionalDeclaration } from "../conditional/declaration.ts";
import type { Directive, Piece } from "./conditional.ts";
import { cDeclarations, directives, pieces, typeHead } from "./conditional.ts";

/** One file, whose text is read once for all of its places. */
export class UncompiledC {
  readonly #file: string;
  readonly #code: string;
  readonly #chains: readonly (readonly Branch[])[];
  readonly #marks: readonly Directive[];
  #pieces: readonly Piece[] | undefined;
  #declarations: readonly ConditionalDeclaration[] | undefined;

  /** `code` has no comments and strings. */
  constructor(file: string, code: string) {
    this.#file = file;
    this.#code = code;
    this.#marks = directives(code);
    this.#chains = chainsOf(code, this.#marks);
  }

  /** Whether a place names a file that is included: `#include <name.h>`. */
  isIncluded(offset: number): boolean {
    const before = this.#code.slice(this.#code.lastIndexOf("\n", offset - 1) + 1, offset);
    return /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*<[^>]*$/.test(before);
  }

  /** Whether a place stands behind `#if 0`, as what is put aside does: nothing compiles it. */
  isPutAside(offset: number): boolean {
    return this.#branchesAt(offset).some(({ condition }) => /^(?:el)?if[\s(]*0[\s)]*$/.test(condition));
  }

  /**
   * Whether a place means a definition of the name that takes the place of the symbol's own in other builds: its branch of a
   * condition defines the name where another branch declares the symbol.
   */
  isDefinedAgain(name: string, offset: number, declared: readonly number[]): boolean {
    if (declared.length === 0 || !this.#isReadOnce()) return false;
    return this.#branchesAt(offset).some((own) => {
      const chain = this.#chains.find((branches) => branches.includes(own)) ?? [];
      const others = chain.filter((branch) => branch !== own);
      const isDeclaredBeside = declared.every((at) =>
        others.some((branch) => isWithin(branch, at) && this.#isDirectlyIn(branch, at)),
      );
      return isDeclaredBeside && this.#defines(name, own);
    });
  }

  /**
   * Whether a name stands by itself in a class without bases that is not the one whose member the symbol is: there it can
   * mean no member of that other class. `home` holds the symbol's declaration.
   */
  isForeignMember(name: string, offset: number, home: UncompiledC, declaredAt: number): boolean {
    if (!isByItself(this.#code, name, offset)) return false;
    const own = home.#classesAround(declaredAt);
    const [innermost] = own?.slice(-1) ?? [];
    const around = this.#classesAround(offset);
    if (own === undefined || around === undefined || around.length === 0 || innermost === undefined) return false;
    return (
      home.#isDirectMember(declaredAt) &&
      around.every((one) => !one.hasBases && own.every((other) => other.name !== one.name))
    );
  }

  // — below: private, in the order they are used —

  #branchesAt(offset: number): Branch[] {
    return this.#chains.flatMap((branches) => branches.filter((branch) => isWithin(branch, offset)));
  }

  /** A header without a guard may be included again under another condition. */
  #isReadOnce(): boolean {
    if (!/\.(?:h|hh|hpp|hxx|inc|inl|ipp|def|tcc)$/.test(this.#file)) return true;
    return this.#marks.some(({ isGuard }) => isGuard) || /^[ \t]*#[ \t]*pragma[ \t]+once\b/m.test(this.#code);
  }

  #isDirectlyIn({ start }: Branch, offset: number): boolean {
    let depth = 0;
    for (let at = start; at < offset; at++) {
      const sign = this.#code.charAt(at);
      if (sign === "{") depth++;
      else if (sign === "}") depth--;
    }
    return depth === 0;
  }

  /** Whether a branch defines a name, and declares nothing of that name that is defined elsewhere. */
  #defines(name: string, branch: Branch): boolean {
    const text = this.#code.slice(branch.start, branch.end);
    if (/\bextern\b/.test(text)) return false;
    this.#declarations ??= cDeclarations(this.#code);
    const own = this.#declarations.filter((one) => one.name === name && isWithin(branch, one.at));
    return own.some(({ at }) => this.#isDirectlyIn(branch, at)) && own.every((one) => this.#isDefinition(one));
  }

  /** Types and values are defined where they are declared, functions where they have a body. */
  #isDefinition({ kind, end }: ConditionalDeclaration): boolean {
    return kind !== "function" || this.#code.charAt(end - 1) === "}";
  }

  /** The named types around a place, from the outermost in; undefined where that is not known. */
  #classesAround(offset: number): Class[] | undefined {
    const piece = this.#pieceAt(offset);
    if (piece === undefined) return undefined;
    const found: Class[] = [];
    for (let brace = piece.around; brace !== undefined; brace = brace.outer) {
      const { head } = brace;
      const [, , name] = head.includes("(") ? [] : (typeHead.exec(head) ?? []);
      if (name !== undefined) found.unshift({ name, hasBases: /(?<!:):(?!:)/.test(head) });
    }
    return found;
  }

  /** Declared by the body of a class or a struct itself: values of an enumeration reach further. */
  #isDirectMember(offset: number): boolean {
    const [, word] = typeHead.exec(this.#pieceAt(offset)?.around?.head ?? "") ?? [];
    return word === "class" || word === "struct";
  }

  #pieceAt(offset: number): Piece | undefined {
    this.#pieces ??= [...pieces(this.#code)];
    return this.#pieces.find(({ start, end }) => start <= offset && offset < end);
  }
}

interface Class {
  readonly name: string;
  readonly hasBases: boolean;
}

/** One of the texts of which a condition chooses at most one. */
interface Branch {
  /** The line that begins it, without its mark. */
  readonly condition: string;
  readonly start: number;
  readonly end: number;
}

function chainsOf(code: string, marks: readonly Directive[]): Branch[][] {
  const found: Branch[][] = [];
  const open: { readonly branches: Branch[]; begun: Directive }[] = [];
  for (const mark of marks) {
    const last = open.at(-1);
    if (mark.word.startsWith("if")) {
      open.push({ branches: [], begun: mark });
    } else if (last !== undefined && /^(?:el|endif$)/.test(mark.word)) {
      const { at, end } = last.begun;
      const condition = code.slice(at, end).replace(/^[ \t]*#[ \t]*/, "");
      last.branches.push({ condition: condition.trim(), start: end, end: mark.at });
      last.begun = mark;
      if (mark.word === "endif") found.push(open.pop()?.branches ?? []);
    }
  }
  return found;
}

function isWithin({ start, end }: Branch, offset: number): boolean {
  return start <= offset && offset < end;
}

/** Neither behind a value or a scope, nor before what it is the scope of, nor in the text of a macro. */
function isByItself(code: string, name: string, offset: number): boolean {
  const line = code.slice(code.lastIndexOf("\n", offset - 1) + 1, offset);
  return (
    !/(?:\.|->|::)\s*$/.test(code.slice(Math.max(0, offset - 100), offset)) &&
    !/^\s*::/.test(code.slice(offset + name.length, offset + name.length + 20)) &&
    !/^[ \t]*#/.test(line) &&
    !/\\\r?\n$/.test(code.slice(0, offset - line.length).slice(-3))
  );
}
