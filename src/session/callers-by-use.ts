// Callers of a function where the server has no call hierarchy: the functions that its uses stand in.
//
// Invariant: the answer says that these are uses, for not every use is a call.

import type { Hierarchy, HierarchyItem, Location, SymbolKind, SymbolNode } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, isInside } from "../model/file-path.ts";
import { LineIndex } from "../model/line-index.ts";
import type { Span } from "../model/place.ts";
import { contains } from "../model/place.ts";
import type { Answer, Evidence, Reason } from "../model/standing.ts";
import { standingOf } from "../model/standing.ts";
import { pooled } from "../std/pooled.ts";
import type { AskOptions } from "./ask-host.ts";
import { readDocument } from "./document.ts";
import type { Known, Neighbour } from "./hierarchy-walk.ts";
import { walk } from "./hierarchy-walk.ts";
import { hierarchyAtOnce, hierarchyFiles } from "./limits.ts";
import type { At } from "./queries.ts";
import { definition, documentSymbols, references } from "./queries.ts";
import type { Session } from "./session.ts";

export function callersByUse(session: Session, at: At, depth: number, options: AskOptions): Promise<Answer<Hierarchy>> {
  return session.during(options, () => new Uses(session, options).callers(at, depth));
}

class Uses {
  readonly #session: Session;
  readonly #options: AskOptions;
  readonly #outlines = new Map<FilePath, Promise<readonly SymbolNode[]>>();
  readonly #reasons: Reason[];
  readonly #evidence: Evidence[] = [];

  constructor(session: Session, options: AskOptions) {
    this.#session = session;
    this.#options = options;
    const { title } = session.options.server.entry;
    this.#reasons = [{ code: "scoped", detail: `uses, not only calls: ${title} has no call hierarchy` }];
  }

  async callers(at: At, depth: number): Promise<Answer<Hierarchy>> {
    const asked = await this.#asked(at);
    if (asked === undefined) return { value: { items: [], nodes: [] }, standing: this.#standing() };
    const from: Known<At | undefined> = { item: asked, handle: at };
    const walked = await walk([from], depth, ({ handle }) => this.#users(handle));
    this.#reasons.push(...walked.reasons);
    return { value: { items: [asked], nodes: walked.nodes }, standing: this.#standing() };
  }

  /** What stands at the place: declared there, or declared where its definition leads. */
  async #asked(at: At): Promise<HierarchyItem | undefined> {
    const { value } = await definition(this.#session, at, this.#options);
    const places = [...value, { file: at.file, span: { start: at.place, end: at.place } }];
    for (const { file, span } of places) {
      if (isExternal(file) || !isInside(this.#session.options.root, file)) continue;
      const symbol = innermost(await this.#outline(file), span, (node) => contains(node.nameSpan, span.start));
      if (symbol !== undefined) return itemOf(symbol, file);
    }
    const [first] = value;
    return first && { name: await this.#wordAt(at), kind: "function", ...first, nameSpan: first.span };
  }

  /** Nobody calls a file. */
  async #users(of: At | undefined): Promise<Neighbour<At | undefined>[]> {
    if (of === undefined) return [];
    const { value, standing } = await references(this.#session, of, false, this.#options);
    this.#note(standing.reasons, standing.evidence);
    const uses = this.#byFile(value);
    const files = [...uses.keys()].slice(0, hierarchyFiles);
    if (uses.size > files.length) {
      const detail = `only the first ${files.length} of ${uses.size} files with uses were looked at`;
      this.#note([{ code: "capped", detail }]);
    }
    const found = await pooled(files, hierarchyAtOnce, async (file) => {
      const outline = await this.#outline(file);
      return (uses.get(file) ?? []).map((use) => user(outline, file, use));
    });
    return found.flat();
  }

  #byFile(locations: readonly Location[]): Map<FilePath, Location[]> {
    const files = new Map<FilePath, Location[]>();
    for (const location of locations) {
      const { file } = location;
      if (isExternal(file) || !isInside(this.#session.options.root, file)) continue;
      const own = files.get(file);
      if (own === undefined) files.set(file, [location]);
      else own.push(location);
    }
    return files;
  }

  #outline(file: FilePath): Promise<readonly SymbolNode[]> {
    let outline = this.#outlines.get(file);
    if (outline === undefined) {
      outline = documentSymbols(this.#session, file, this.#options).then(({ value, standing }) => {
        this.#note(standing.reasons);
        return value;
      });
      this.#outlines.set(file, outline);
    }
    return outline;
  }

  async #wordAt({ file, place }: At): Promise<string> {
    const { host, settings } = this.#session.options;
    const { text } = await readDocument(host, file, settings.documents.maxBytes);
    const index = new LineIndex(text);
    const offset = index.offsetOf(place);
    const before = /[\p{L}\p{N}_$]*$/u.exec(text.slice(0, offset))?.[0] ?? "";
    return before + (/^[\p{L}\p{N}_$]*/u.exec(text.slice(offset))?.[0] ?? "");
  }

  #note(reasons: readonly Reason[], evidence: readonly Evidence[] = []): void {
    this.#reasons.push(...reasons);
    if (this.#evidence.length === 0) this.#evidence.push(...evidence);
  }

  #standing(): Answer<unknown>["standing"] {
    return standingOf(this.#reasons, this.#evidence);
  }
}

// — below: private, in the order they are used —

const callables: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["function", "method", "constructor", "operator"]);

/** What stands in no function is a use by the file itself. */
function user(outline: readonly SymbolNode[], file: FilePath, use: Location): Neighbour<At | undefined> {
  const symbol = innermost(outline, use.span, ({ kind }) => callables.has(kind));
  if (symbol === undefined) return { item: fileItem(file), handle: undefined, sites: [use] };
  return { item: itemOf(symbol, file), handle: { file, place: symbol.nameSpan.start }, sites: [use] };
}

function fileItem(file: FilePath): HierarchyItem {
  const start = { line: 1, column: 1 };
  const span = { start, end: start };
  return { name: baseName(file), kind: "file", file, span, nameSpan: span };
}

function innermost(
  nodes: readonly SymbolNode[],
  span: Span,
  accepts: (node: SymbolNode) => boolean,
): SymbolNode | undefined {
  for (const node of nodes) {
    const deeper = innermost(node.children, span, accepts);
    if (deeper !== undefined) return deeper;
    if (contains(node.span, span.start) && accepts(node)) return node;
  }
  return undefined;
}

function itemOf({ name, kind, detail, span, nameSpan }: SymbolNode, file: FilePath): HierarchyItem {
  return { name, kind, ...(detail === undefined ? {} : { detail }), file, span, nameSpan };
}
