// What the toy server knows, and its answers from that: everything but the wire.

import type { Files } from "../../host/files.ts";
import type { FilePath } from "../../model/file-path.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { at } from "../../std/json.ts";
import { resolvedAction, toyActions } from "./toy-actions.ts";
import { ToyAnswers } from "./toy-answers.ts";
import type { ToyDials } from "./toy-dials.ts";
import { ToyFine, fineMethods } from "./toy-fine.ts";
import { toyWordAt, wordsOf } from "./toy-language.ts";
import { ToyHierarchy } from "./toy-hierarchy.ts";
import type { ToyDocument, ToyTextChange } from "./toy-texts.ts";
import { ToyTexts } from "./toy-texts.ts";
import type { LineAndUnit, PositionEncoding } from "../../model/line-index.ts";

const invalidParams = -32602;
const contentModified = -32801;
/** Spec: LSP 3.18 FileChangeType. */
const deletedType = 3;

const start = { line: 0, character: 0 };
const tired = { range: { start, end: start }, severity: 1, code: "tired", source: "toy", message: "tired" };

export class ToyKnowledge {
  isIndexed = false;
  readonly texts: ToyTexts;
  /** How the next diagnostic reports look, in order; `null` is no report at all. */
  readonly reports: ("full" | "null")[] = [];
  readonly #dials: ToyDials;
  #modified: number;
  /** The document was asked about that the dial names, and no text has changed since. */
  #isTired = false;

  constructor(dials: ToyDials, files: Pick<Files, "read" | "list" | "decode">) {
    this.#dials = dials;
    this.texts = new ToyTexts(files, dials.extension);
    this.#modified = dials.contentModified;
  }

  async open(root: FilePath): Promise<void> {
    await this.texts.index(root);
    this.isIndexed = !this.#dials.slowIndex;
  }

  /** Undefined for a method it does not have; throws an RpcError as a server answers with an error. */
  answer(method: string, params: unknown): unknown {
    const { lacks, whileIndexing } = this.#dials;
    if (lacks.includes(method)) return undefined;
    if (this.#modified > 0 && /^(?:textDocument|workspace)\//.test(method)) {
      this.#modified--;
      throw new RpcError(contentModified, "content modified");
    }
    const error = this.#dials.errors[method];
    if (error !== undefined) throw new RpcError(error.code, error.message);
    if (Object.hasOwn(this.#dials.replies, method)) return this.#dials.replies[method];
    if (!this.isIndexed && whileIndexing !== "known") return whileIndexing === "null" ? null : [];
    if (method === "workspace/symbol") return this.#answers().workspaceSymbols(String(at(params, ["query"])));
    if (method === "workspace/diagnostic") return this.#allReports();
    if (method === "completionItem/resolve") return this.#fine().resolved(params);
    if (/^(?:call|type)Hierarchy\//.test(method)) return this.#hierarchy().answer(method, params);
    if (method === "textDocument/switchSourceHeader") return this.#counterpart(String(at(params, ["uri"])));
    if (method === "rust-analyzer/expandMacro") return this.#expansion(params);
    if (method === "workspace/willRenameFiles") return toyMove(this.#known(), params);
    if (method === "codeAction/resolve" && this.#dials.fixes === "lazy") return resolvedAction(params);
    if (!method.startsWith("textDocument/")) return undefined;
    const document = this.texts.get(String(at(params, ["textDocument", "uri"])));
    if (document === undefined) throw new RpcError(invalidParams, "no such document");
    return this.#aboutDocument(method, document, params);
  }

  diagnosticsOf(document: ToyDocument): object[] {
    return this.#answers().diagnostics(document);
  }

  /** Takes in what happened to a document; false when the message is about something else. */
  async take(method: string, params: unknown): Promise<boolean> {
    const uri = String(at(params, ["textDocument", "uri"]));
    const version = Number(at(params, ["textDocument", "version"]));
    switch (method) {
      case "textDocument/didOpen":
        this.texts.didOpen(uri, version, String(at(params, ["textDocument", "text"])));
        return true;
      case "textDocument/didChange": {
        this.#isTired = false;
        const changes = this.#understood(at(params, ["contentChanges"]));
        this.texts.didChange(uri, version, changes, this.#dials.positionEncoding);
        return true;
      }
      case "textDocument/didClose":
        await this.texts.didClose(uri);
        return true;
      case "workspace/didChangeWatchedFiles":
        this.#isTired = false;
        for (const { uri: changed, type } of (at(params, ["changes"]) ?? []) as { uri: string; type: number }[])
          await (type === deletedType ? this.texts.forget(changed) : this.texts.readAgain(changed));
        return true;
      default:
        return false;
    }
  }

  #aboutDocument(method: string, document: ToyDocument, params: unknown): unknown {
    if (fineMethods.includes(method)) return this.#fine().answer(method, document, params);
    const answers = this.#answers();
    const position = at(params, ["position"]) as { line: number; character: number };
    switch (method) {
      case "textDocument/definition":
        return answers.definition(document, position);
      case "textDocument/declaration":
        return answers.declaration(document, position);
      case "textDocument/typeDefinition":
        return answers.typeDefinition(document, position);
      case "textDocument/implementation":
        return answers.implementation(document, position);
      case "textDocument/documentHighlight":
        return answers.highlights(document, position);
      case "textDocument/references":
        return answers.references(document, position, at(params, ["context", "includeDeclaration"]) === true);
      case "textDocument/hover":
        return answers.hover(document, position);
      case "textDocument/documentSymbol":
        return answers.documentSymbols(document);
      case "textDocument/rename":
        return toyRename(this.#dials, this.#known(), document, params);
      case "textDocument/codeAction":
        return this.#dials.fixes === "none" ? undefined : toyActions(this.#dials, document, params);
      case "textDocument/formatting":
      case "textDocument/rangeFormatting":
        return toyFormatting(document, params, this.#dials.positionEncoding);
      case "textDocument/prepareCallHierarchy":
      case "textDocument/prepareTypeHierarchy":
        return this.#hierarchy().prepare(document, position);
      case "textDocument/diagnostic":
        return this.#report(document, at(params, ["previousResultId"]));
      default:
        return undefined;
    }
  }

  /** `a.toy` has `a_head.toy`, and the other way round; an empty text for one that has none. */
  #counterpart(uri: string): string {
    const other = uri.includes("_head.") ? uri.replace("_head.", ".") : uri.replace(/\.(?=\w+$)/, "_head.");
    return this.texts.get(other)?.uri ?? "";
  }

  /** A word stands for its definition and a use of it. */
  #expansion(params: unknown): object | null {
    const document = this.texts.get(String(at(params, ["textDocument", "uri"])));
    const position = at(params, ["position"]) as { line: number; character: number };
    if (document === undefined) throw new RpcError(invalidParams, "no such document");
    const offset = document.index.offsetOfUnits(position, this.#dials.positionEncoding);
    const word = toyWordAt(document.index.text, offset);
    return word === undefined ? null : { name: word.name, expansion: `def ${word.name}\nuse ${word.name}` };
  }

  #report(document: ToyDocument, previous: unknown): object | null {
    if (this.reports.shift() === "null") return null;
    const items = [...this.diagnosticsOf(document), ...(this.#isTired ? [tired] : [])];
    const { tiredAfter } = this.#dials;
    if (tiredAfter !== "" && document.uri.endsWith(tiredAfter)) this.#isTired = true;
    const resultId = JSON.stringify(items);
    return previous === resultId ? { kind: "unchanged", resultId } : { kind: "full", resultId, items };
  }

  #allReports(): object | undefined {
    if (!this.#dials.workspaceDiagnostics) return undefined;
    const items = this.texts.all().map((document) => ({
      kind: "full",
      uri: document.uri,
      version: document.version ?? null,
      items: this.diagnosticsOf(document),
    }));
    return { items };
  }

  /** With the dial on, a whole text is not understood and the document stays as it was. */
  #understood(changes: unknown): readonly ToyTextChange[] {
    const list = Array.isArray(changes) ? (changes as ToyTextChange[]) : [];
    return this.#dials.incrementalOnly ? list.filter(({ range }) => range !== undefined) : list;
  }

  #answers(): ToyAnswers {
    return new ToyAnswers(this.#dials, () => this.#known());
  }

  #fine(): ToyFine {
    return new ToyFine(this.#dials, this.#known());
  }

  #hierarchy(): ToyHierarchy {
    return new ToyHierarchy(this.#dials, this.#known());
  }

  #known(): readonly ToyDocument[] {
    return this.isIndexed ? this.texts.all() : this.texts.open;
  }
}

// — How the toy lays out a text: two blanks or a tab in front of a line are one step, and nothing stands behind its words —

interface Range {
  readonly start: LineAndUnit;
  readonly end: LineAndUnit;
}

/** One edit for each line that is not as it should be, the last first, which is as good as any other order. */
function toyFormatting(document: ToyDocument, params: unknown, encoding: PositionEncoding): object[] {
  const { index } = document;
  const range = at(params, ["range"]) as Range | undefined;
  const width = Number(at(params, ["options", "tabSize"]));
  const step = at(params, ["options", "insertSpaces"]) === true ? " ".repeat(width) : "\t";
  const edits: object[] = [];
  for (let line = index.lineCount; line >= 1; line--) {
    if (range !== undefined && (line - 1 < range.start.line || line - 1 > range.end.line)) continue;
    const text = index.lineText(line) ?? "";
    const indent = /^[ \t]*/.exec(text)?.[0] ?? "";
    const newText = `${step.repeat([...indent.matchAll(/\t| {2}/g)].length)}${text.trim()}`.trimEnd();
    if (newText === text) continue;
    const start = index.offsetOf({ line, column: 1 });
    edits.push({
      range: { start: index.unitsOf(start, encoding), end: index.unitsOf(start + text.length, encoding) },
      newText,
    });
  }
  return edits;
}

// — What the toy would change: a word wherever it stands for the same, and the name of a file wherever it is used as a word —

/** Every occurrence of the word at a place; it takes any text for a name, as servers do. */
function toyRename(
  dials: ToyDials,
  known: readonly ToyDocument[],
  document: ToyDocument,
  params: unknown,
): object | null {
  const { positionEncoding } = dials;
  const offset = document.index.offsetOfUnits(at(params, ["position"]) as LineAndUnit, positionEncoding);
  const word = toyWordAt(document.index.text, offset);
  return word === undefined ? null : edited(known, positionEncoding, word.name, String(at(params, ["newName"])));
}

/** `use a` names what `a.toy` is called. */
function toyMove(known: readonly ToyDocument[], params: unknown): object {
  const [file] = at(params, ["files"]) as readonly { readonly oldUri: string; readonly newUri: string }[];
  return edited(known, "utf-16", stem(file?.oldUri), stem(file?.newUri));
}

function edited(
  known: readonly ToyDocument[],
  encoding: ToyDials["positionEncoding"],
  name: string,
  newText: string,
): object {
  const documentChanges = known.flatMap(({ uri, version, index }) => {
    const edits = wordsOf(index.text)
      .filter((word) => word.name === name)
      .map(({ start, end }) => ({
        range: { start: index.unitsOf(start, encoding), end: index.unitsOf(end, encoding) },
        newText,
      }));
    return edits.length === 0 ? [] : [{ textDocument: { uri, version: version ?? null }, edits }];
  });
  return { documentChanges };
}

function stem(uri = ""): string {
  return /([^/]+)\.[^./]+$/.exec(uri)?.[1] ?? "";
}
