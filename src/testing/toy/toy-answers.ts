// The toy's answers, each in the shape that its dial asks for.

import type { LineAndUnit, LineIndex } from "../../model/line-index.ts";
import { ownMark } from "./toy-actions.ts";
import type { ToyDials } from "./toy-dials.ts";
import type { ToyDeclaration } from "./toy-language.ts";
import {
  declarationsOf,
  meaningsIn,
  namesDeclared,
  problemsOf,
  syntaxErrorCode,
  typesOf,
  toyWordAt,
  wordsOf,
} from "./toy-language.ts";
import type { ToyDocument } from "./toy-texts.ts";

interface Range {
  readonly start: LineAndUnit;
  readonly end: LineAndUnit;
}
interface Location {
  readonly uri: string;
  readonly range: Range;
}

/** Spec: LSP 3.18 SymbolKind.Function. */
const functionKind = 12;

/** Spec: LSP 3.18 DocumentHighlightKind. */
const highlightKinds = { plain: 1, dec: 1, use: 2, def: 3, own: 3 };

/** Answers from the documents it is given; it neither waits nor remembers. */
export class ToyAnswers {
  readonly #dials: ToyDials;
  readonly #known: () => readonly ToyDocument[];

  constructor(dials: ToyDials, known: () => readonly ToyDocument[]) {
    this.#dials = dials;
    this.#known = known;
  }

  definition(document: ToyDocument, position: LineAndUnit): unknown {
    const meaning = this.#meaningAt(document, position);
    return this.#inShape([...this.#located(meaning, "def"), ...this.#located(meaning, "own")]);
  }

  /** Where it is announced, or else defined. */
  declaration(document: ToyDocument, position: LineAndUnit): unknown {
    const name = this.#nameAt(document, position);
    const announced = this.#located(name, "dec");
    return this.#inShape(announced.length > 0 ? announced : this.#located(name, "def"));
  }

  /** The definition of its type. */
  typeDefinition(document: ToyDocument, position: LineAndUnit): unknown {
    const name = this.#nameAt(document, position);
    const types = this.#known().flatMap(({ index }) => typesOf(index.text).filter(({ word }) => word.name === name));
    return this.#inShape(types.flatMap(({ type }) => this.#located(type, "def")));
  }

  /** Every definition that names it as its type. */
  implementation(document: ToyDocument, position: LineAndUnit): unknown {
    const name = this.#nameAt(document, position);
    const found = this.#known().flatMap(({ uri, index }) =>
      typesOf(index.text)
        .filter(({ type }) => type === name)
        .map(({ word }) => ({ uri, range: this.#range(index, word) })),
    );
    return this.#inShape(found);
  }

  highlights(document: ToyDocument, position: LineAndUnit): object[] {
    const name = this.#nameAt(document, position);
    return wordsOf(document.index.text)
      .filter((word) => word.name === name)
      .map((word) => ({ range: this.#range(document.index, word), kind: highlightKinds[word.role] }));
  }

  #located(meaning: string | undefined, role: string): Location[] {
    return this.#occurrences(meaning)
      .filter((occurrence) => occurrence.role === role)
      .map(({ location }) => location);
  }

  #inShape(found: readonly Location[]): unknown {
    const [first] = found;
    switch (this.#dials.definition) {
      case "one":
        return found.length === 1 ? first : found;
      case "list":
        return found;
      case "links":
        return found.map(({ uri, range }) => ({ targetUri: uri, targetRange: range, targetSelectionRange: range }));
    }
  }

  references(document: ToyDocument, position: LineAndUnit, includeDeclaration: boolean): Location[] {
    return this.#occurrences(this.#meaningAt(document, position))
      .filter(({ role }) => includeDeclaration || (role !== "def" && role !== "dec" && role !== "own"))
      .map(({ location }) => location);
  }

  hover(document: ToyDocument, position: LineAndUnit): unknown {
    const word = toyWordAt(document.index.text, this.#offset(document, position));
    if (word === undefined) return null;
    const range = this.#range(document.index, word);
    const value = `def ${word.name}`;
    switch (this.#dials.hover) {
      case "markup":
        return { contents: { kind: "markdown", value }, range };
      case "string":
        return { contents: value, range };
      case "pair":
        return { contents: { language: "toy", value } };
      case "list":
        return { contents: [{ language: "toy", value }, "a word"], range };
    }
  }

  documentSymbols(document: ToyDocument): unknown {
    const declarations = declarationsOf(document.index.text);
    if (this.#dials.documentSymbols === "flat") {
      return this.#flat(document, declarations, (declaration) => this.#range(document.index, declaration));
    }
    const node = (declaration: ToyDeclaration): object => ({
      name: declaration.name,
      kind: functionKind,
      range: this.#range(document.index, declaration),
      selectionRange: this.#nameRange(document.index, declaration),
      children: declaration.children.map(node),
    });
    return declarations.map(node);
  }

  workspaceSymbols(query: string): unknown {
    return this.#known().flatMap((document) => {
      const nameOnly = (declaration: ToyDeclaration): Range => this.#nameRange(document.index, declaration);
      const all = this.#flat(document, declarationsOf(document.index.text), nameOnly);
      return all.filter(({ name }) => this.#isSought(name, query)).map((symbol) => this.#asAsked(symbol));
    });
  }

  diagnostics(document: ToyDocument): object[] {
    const declared = namesDeclared(this.#known().map(({ index }) => index.text));
    return problemsOf(document.index.text, declared).map(({ code, message, ...span }) => ({
      range: this.#range(document.index, span),
      severity: message === `unknown name ${this.#dials.mildName}` ? 2 : 1,
      code,
      source: code === syntaxErrorCode ? "toy syntax" : "toy",
      message,
      ...ownMark(this.#dials, message),
    }));
  }

  #isSought(name: string, query: string): boolean {
    if (this.#dials.symbolQuery === "part") return name.toLowerCase().includes(query.toLowerCase());
    return query !== "" && name.startsWith(query);
  }

  #asAsked(symbol: { readonly name: string; readonly location: Location }): object {
    if (this.#dials.workspaceSymbols === "old") return symbol;
    return { ...symbol, location: { uri: symbol.location.uri } };
  }

  #flat(
    document: ToyDocument,
    declarations: readonly ToyDeclaration[],
    rangeOf: (declaration: ToyDeclaration) => Range,
    container?: string,
  ): FlatSymbol[] {
    return declarations.flatMap((declaration) => [
      {
        name: declaration.name,
        kind: functionKind,
        location: { uri: document.uri, range: rangeOf(declaration) },
        ...(container === undefined ? {} : { containerName: container }),
      },
      ...this.#flat(document, declaration.children, rangeOf, declaration.name),
    ]);
  }

  #occurrences(meaning: string | undefined): { readonly role: string; readonly location: Location }[] {
    return this.#known().flatMap(({ uri, index }) => {
      const words = wordsOf(index.text);
      const meanings = meaningsIn(uri, words);
      return words
        .filter(({ name }) => (meanings.get(name) ?? name) === meaning)
        .map((word) => ({ role: word.role, location: { uri, range: this.#range(index, word) } }));
    });
  }

  #meaningAt(document: ToyDocument, position: LineAndUnit): string | undefined {
    const name = this.#nameAt(document, position);
    return name && (meaningsIn(document.uri, wordsOf(document.index.text)).get(name) ?? name);
  }

  #nameAt(document: ToyDocument, position: LineAndUnit): string | undefined {
    return toyWordAt(document.index.text, this.#offset(document, position))?.name;
  }

  #offset(document: ToyDocument, position: LineAndUnit): number {
    return document.index.offsetOfUnits(position, this.#dials.positionEncoding);
  }

  #range(index: LineIndex, span: { readonly start: number; readonly end: number }): Range {
    const { positionEncoding } = this.#dials;
    return { start: index.unitsOf(span.start, positionEncoding), end: index.unitsOf(span.end, positionEncoding) };
  }

  #nameRange(index: LineIndex, { nameStart, nameEnd }: ToyDeclaration): Range {
    return this.#range(index, { start: nameStart, end: nameEnd });
  }
}

interface FlatSymbol {
  readonly name: string;
  readonly kind: number;
  readonly location: Location;
  readonly containerName?: string;
}
