// What the toy says about one place or one stretch: proposals, calls, hints, tokens, and whether a word can be renamed.
//
// `def f(a, b)` takes two words, and `f(x, ` is a call of it; a type that `def x is y` names is hinted behind `x`.

import type { LineAndUnit, LineIndex } from "../../model/line-index.ts";
import { at, isRecord } from "../../std/json.ts";
import type { ToyDials } from "./toy-dials.ts";
import type { ToyWord } from "./toy-language.ts";
import { typesOf, toyWordAt, wordsOf } from "./toy-language.ts";
import type { ToyDocument } from "./toy-texts.ts";

/** Spec: LSP 3.18 CompletionItemKind.Function. */
const functionKind = 3;

/** The methods that it answers about a document. */
export const fineMethods: readonly string[] = [
  "textDocument/completion",
  "textDocument/signatureHelp",
  "textDocument/inlayHint",
  "textDocument/semanticTokens/full",
  "textDocument/semanticTokens/range",
  "textDocument/prepareRename",
];

export class ToyFine {
  readonly #dials: ToyDials;
  readonly #known: readonly ToyDocument[];

  constructor(dials: ToyDials, known: readonly ToyDocument[]) {
    this.#dials = dials;
    this.#known = known;
  }

  /** Undefined for a method that is not its own. */
  answer(method: string, document: ToyDocument, params: unknown): unknown {
    const position = at(params, ["position"]) as LineAndUnit;
    const range = at(params, ["range"]) as { readonly start: LineAndUnit; readonly end: LineAndUnit } | undefined;
    switch (method) {
      case "textDocument/completion":
        return this.#completions();
      case "textDocument/signatureHelp":
        return this.#signatureHelp(document, this.#offset(document, position));
      case "textDocument/inlayHint":
        return this.#inlayHints(document, range);
      case "textDocument/semanticTokens/full":
        return this.#tokens(document, undefined);
      case "textDocument/semanticTokens/range":
        return this.#tokens(document, range);
      case "textDocument/prepareRename":
        return this.#prepareRename(document, this.#offset(document, position));
      default:
        return undefined;
    }
  }

  /** What an item of a list is, which the list itself does not say. */
  resolved(item: unknown): object | undefined {
    if (!isRecord(item)) return undefined;
    return { ...item, detail: `def ${String(item["data"])}`, documentation: { kind: "markdown", value: "A *word*." } };
  }

  /** All names, whatever is typed: to narrow them is up to the client. */
  #completions(): unknown {
    const names = new Set(this.#words("def").map(({ name }) => name));
    const items = [...names].map((name) => ({ label: name, kind: functionKind, data: name }));
    return this.#dials.completion === "array" ? items : { isIncomplete: this.#dials.completion === "cut", items };
  }

  #signatureHelp(document: ToyDocument, offset: number): object | null {
    const before = document.index.text.slice(0, offset).split("\n").at(-1) ?? "";
    const [, name, args] = /([\p{L}_][\p{L}\p{N}_]*)\(([^()]*)$/u.exec(before) ?? [];
    const signatures = this.#signatures(name);
    if (args === undefined || signatures.length === 0) return null;
    return { signatures, activeSignature: 0, activeParameter: args.split(",").length - 1 };
  }

  #signatures(name: string | undefined): object[] {
    return this.#known.flatMap(({ index }) =>
      [...index.text.matchAll(/def ([\p{L}_][\p{L}\p{N}_]*)(\(([^()\n]*)\))/gu)].flatMap((match) => {
        const [, found, list, inside = ""] = match;
        if (found !== name) return [];
        const label = `${found}${list}`;
        let from = label.indexOf("(") + 1;
        const parameters = inside.split(", ").map((parameter) => {
          const start = from;
          from += parameter.length + 2;
          return { label: this.#dials.parameterLabels === "texts" ? parameter : [start, start + parameter.length] };
        });
        return [{ label, parameters, documentation: `Calls ${found}.` }];
      }),
    );
  }

  #inlayHints(document: ToyDocument, range: { start: LineAndUnit; end: LineAndUnit } | undefined): object[] {
    return typesOf(document.index.text)
      .filter(({ word }) => this.#isWithin(document, word, range))
      .map(({ word, type }) => ({
        position: this.#units(document.index, word.end),
        label: this.#dials.hintLabels === "parts" ? [{ value: ": " }, { value: type }] : `: ${type}`,
        kind: 1,
      }));
  }

  /** Spec: LSP 3.18 "Semantic Tokens": five numbers for each word, places relative to the one before. */
  #tokens(document: ToyDocument, range: { start: LineAndUnit; end: LineAndUnit } | undefined): object {
    let last: LineAndUnit = { line: 0, character: 0 };
    const data = wordsOf(document.index.text)
      .filter((word) => this.#isWithin(document, word, range))
      .flatMap((word) => {
        const start = this.#units(document.index, word.start);
        const end = this.#units(document.index, word.end);
        const line = start.line - last.line;
        const character = line === 0 ? start.character - last.character : start.character;
        last = start;
        return [line, character, end.character - start.character, 0, word.role === "def" ? 1 : 0];
      });
    return { resultId: String(document.version ?? 0), data };
  }

  #prepareRename(document: ToyDocument, offset: number): object | null {
    const word = toyWordAt(document.index.text, offset);
    if (word === undefined) return null;
    const range = { start: this.#units(document.index, word.start), end: this.#units(document.index, word.end) };
    switch (this.#dials.prepareRename) {
      case "placeholder":
        return { range, placeholder: word.name };
      case "range":
        return range;
      case "word":
        return { defaultBehavior: true };
      case "none":
        return null;
    }
  }

  #words(role: ToyWord["role"]): ToyWord[] {
    return this.#known.flatMap(({ index }) => wordsOf(index.text).filter((word) => word.role === role));
  }

  #isWithin(
    document: ToyDocument,
    word: ToyWord,
    range: { start: LineAndUnit; end: LineAndUnit } | undefined,
  ): boolean {
    if (range === undefined) return true;
    return word.end > this.#offset(document, range.start) && word.start < this.#offset(document, range.end);
  }

  #offset(document: ToyDocument, position: LineAndUnit): number {
    return document.index.offsetOfUnits(position, this.#dials.positionEncoding);
  }

  #units(index: LineIndex, offset: number): LineAndUnit {
    return index.unitsOf(offset, this.#dials.positionEncoding);
  }
}
