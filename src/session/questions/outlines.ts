// The outlines of files, each asked for once, to find out which declaration a place stands in.

import type { HierarchyItem, SymbolNode } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Span } from "../../model/place.ts";
import { contains } from "../../model/place.ts";
import type { Reason } from "../../model/standing.ts";
import type { AskOptions } from "../ask-host.ts";
import { documentSymbols } from "./queries.ts";
import type { Session } from "../session.ts";

export class Outlines {
  readonly #session: Session;
  readonly #options: AskOptions;
  readonly #known = new Map<FilePath, Promise<readonly SymbolNode[]>>();
  /** What keeps any of the outlines from being all there is. */
  readonly reasons: Reason[] = [];

  constructor(session: Session, options: AskOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** The innermost declaration around the beginning of a span that is accepted. */
  async innermost(
    file: FilePath,
    span: Span,
    accepts: (node: SymbolNode) => boolean,
  ): Promise<HierarchyItem | undefined> {
    const node = innermostOf(await this.#of(file), span, accepts);
    if (node === undefined) return undefined;
    const { name, kind, detail } = node;
    const nameSpan = nameSpanOf(node, this.#session.documents.get(file)?.index);
    return { name, kind, ...(detail === undefined ? {} : { detail }), file, span: node.span, nameSpan };
  }

  #of(file: FilePath): Promise<readonly SymbolNode[]> {
    let outline = this.#known.get(file);
    if (outline === undefined) {
      outline = this.#ask(file);
      this.#known.set(file, outline);
    }
    return outline;
  }

  async #ask(file: FilePath): Promise<readonly SymbolNode[]> {
    const { value, standing } = await documentSymbols(this.#session, file, this.#options);
    this.reasons.push(...standing.reasons);
    return value;
  }
}

function innermostOf(
  nodes: readonly SymbolNode[],
  span: Span,
  accepts: (node: SymbolNode) => boolean,
): SymbolNode | undefined {
  for (const node of nodes) {
    const deeper = innermostOf(node.children, span, accepts);
    if (deeper !== undefined) return deeper;
    if (contains(node.span, span.start) && accepts(node)) return node;
  }
  return undefined;
}

/** Servers with flat outlines give the whole declaration for the name; what is asked of it must stand on the name itself. */
function nameSpanOf({ name, nameSpan }: SymbolNode, index: LineIndex | undefined): Span {
  const start = nameSpan.start;
  const rest = index?.lineText(start.line)?.slice(start.column - 1);
  const at = rest === undefined || name === "" ? -1 : rest.indexOf(name);
  if (at <= 0) return nameSpan;
  const column = start.column + at;
  return { start: { line: start.line, column }, end: { line: start.line, column: column + name.length } };
}
