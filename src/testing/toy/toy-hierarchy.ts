// Calls and types in the toy language: a word inside the block of `def f` is called by f, and `def b : a` derives b from a.

import type { LineAndUnit, LineIndex } from "../../model/line-index.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { at } from "../../std/json.ts";
import type { ToyDials } from "./toy-dials.ts";
import type { ToyDeclaration, ToyWord } from "./toy-language.ts";
import { declarationsOf, toyWordAt, wordsOf } from "./toy-language.ts";
import type { ToyDocument } from "./toy-texts.ts";

interface Place {
  readonly document: ToyDocument;
  readonly declaration: ToyDeclaration;
}

const invalidParams = -32602;

/** Spec: LSP 3.18 SymbolKind.Function. */
const functionKind = 12;

/** Answers from the documents it is given; undefined for a method that is not its own. */
export class ToyHierarchy {
  readonly #dials: ToyDials;
  readonly #known: readonly ToyDocument[];

  constructor(dials: ToyDials, known: readonly ToyDocument[]) {
    this.#dials = dials;
    this.#known = known;
  }

  prepare(document: ToyDocument, position: LineAndUnit): object[] | null {
    const offset = document.index.offsetOfUnits(position, this.#dials.positionEncoding);
    const name = toyWordAt(document.index.text, offset)?.name;
    const found = this.#declarations().filter(({ declaration }) => declaration.name === name);
    return found.length === 0 ? null : found.map((place) => this.#item(place));
  }

  answer(method: string, params: unknown): unknown {
    const asked = this.#asked(at(params, ["item"]));
    switch (method) {
      case "callHierarchy/incomingCalls":
        return this.#calls((call) => call.word.name === asked.declaration.name)
          .filter(({ caller }) => caller !== undefined)
          .map(({ caller, word }) => ({
            from: caller && this.#item(caller),
            fromRanges: caller && [this.#range(caller.document.index, word)],
          }));
      case "callHierarchy/outgoingCalls":
        return this.#calls(({ caller }) => isSame(caller, asked)).flatMap(({ word }) =>
          this.#declarations()
            .filter(({ declaration }) => declaration.name === word.name)
            .map((to) => ({ to: this.#item(to), fromRanges: [this.#range(asked.document.index, word)] })),
        );
      case "typeHierarchy/supertypes":
        return this.#declarations()
          .filter(({ declaration }) => supertypes(asked).includes(declaration.name))
          .map((place) => this.#item(place));
      case "typeHierarchy/subtypes":
        return this.#declarations()
          .filter((place) => supertypes(place).includes(asked.declaration.name))
          .map((place) => this.#item(place));
      default:
        return undefined;
    }
  }

  /** An item that does not come back as it was sent is not understood. */
  #asked(item: unknown): Place {
    const key = at(item, ["data", "toy"]);
    const found = this.#declarations().find((place) => keyOf(place) === key);
    if (found === undefined) throw new RpcError(invalidParams, "the item is not one of mine");
    return found;
  }

  /** Words that declare nothing, with the innermost declaration around them. */
  #calls(accepts: (call: Call) => boolean): Call[] {
    const declarations = this.#declarations();
    return this.#known.flatMap((document) =>
      wordsOf(document.index.text)
        .filter(({ role }) => role !== "def")
        .map((word) => ({
          word,
          caller: declarations
            .filter(
              ({ document: own, declaration: { start, end } }) =>
                own === document && start <= word.start && word.end <= end,
            )
            .at(-1),
        }))
        .filter(({ word, caller }) => caller === undefined || !isSupertype(caller, word))
        .filter(accepts),
    );
  }

  #declarations(): Place[] {
    const all = (document: ToyDocument, declarations: readonly ToyDeclaration[]): Place[] =>
      declarations.flatMap((declaration) => [{ document, declaration }, ...all(document, declaration.children)]);
    return this.#known.flatMap((document) => all(document, declarationsOf(document.index.text)));
  }

  #item(place: Place): object {
    const { document, declaration } = place;
    return {
      name: declaration.name,
      kind: functionKind,
      detail: "toy",
      uri: document.uri,
      range: this.#range(document.index, declaration),
      selectionRange: this.#range(document.index, { start: declaration.nameStart, end: declaration.nameEnd }),
      data: { toy: keyOf(place) },
    };
  }

  #range(index: LineIndex, span: { readonly start: number; readonly end: number }): object {
    const { positionEncoding } = this.#dials;
    return { start: index.unitsOf(span.start, positionEncoding), end: index.unitsOf(span.end, positionEncoding) };
  }
}

interface Call {
  readonly word: ToyWord;
  readonly caller: Place | undefined;
}

function keyOf({ document, declaration }: Place): string {
  return `${document.uri}#${declaration.nameStart}`;
}

function isSame(a: Place | undefined, b: Place): boolean {
  return a !== undefined && keyOf(a) === keyOf(b);
}

/** The text between the colon behind the name and the end of the line. */
function heritage({ document, declaration }: Place): { readonly text: string; readonly start: number } {
  const start = declaration.nameEnd;
  return { text: /^ *:(.*)/.exec(document.index.text.slice(start))?.[0] ?? "", start };
}

function supertypes(place: Place): string[] {
  return wordsOf(heritage(place).text).map(({ name }) => name);
}

function isSupertype(caller: Place, word: ToyWord): boolean {
  const { text, start } = heritage(caller);
  return start <= word.start && word.end <= start + text.length;
}
