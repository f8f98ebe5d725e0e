// Callers of a function where the server has no call hierarchy: the functions that its uses stand in.
//
// Invariant: the answer says that these are uses, for not every use is a call.

import type { FilePlace } from "../../model/place.ts";
import type { Hierarchy, HierarchyItem, Location, SymbolKind } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside } from "../../model/file-path.ts";
import { LineIndex } from "../../model/line-index.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import type { Answer, Evidence, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { AskOptions } from "../ask-host.ts";
import { readDocument } from "../documents/document.ts";
import type { Known, Neighbour } from "./hierarchy-walk.ts";
import { walk } from "./hierarchy-walk.ts";
import { hierarchyAtOnce, hierarchyFiles } from "../limits.ts";
import { Outlines } from "./outlines.ts";
import { definition, references } from "./queries.ts";
import type { Session } from "../session.ts";

export function callersByUse(
  session: Session,
  at: FilePlace,
  depth: number,
  options: AskOptions,
): Promise<Answer<Hierarchy>> {
  return new Uses(session, options).callers(at, depth);
}

class Uses {
  readonly #session: Session;
  readonly #options: AskOptions;
  readonly #outlines: Outlines;
  readonly #reasons: Reason[];
  readonly #evidence: Evidence[] = [];

  constructor(session: Session, options: AskOptions) {
    this.#session = session;
    this.#options = options;
    this.#outlines = new Outlines(session, options);
    const { title } = session.options.server.entry;
    this.#reasons = [{ code: "scoped", detail: `uses, not only calls: ${title} has no call hierarchy` }];
  }

  async callers(at: FilePlace, depth: number): Promise<Answer<Hierarchy>> {
    const asked = await this.#asked(at);
    if (asked === undefined) return { value: { items: [], nodes: [] }, standing: this.#standing() };
    const from: Known<FilePlace | undefined> = { item: asked, handle: at };
    const walked = await walk([from], depth, ({ handle }) => this.#users(handle));
    this.#reasons.push(...walked.reasons);
    return { value: { items: [asked], nodes: walked.nodes }, standing: this.#standing() };
  }

  /** What stands at the place: declared there, or declared where its definition leads. */
  async #asked(at: FilePlace): Promise<HierarchyItem | undefined> {
    const { value, standing } = await definition(this.#session, at, this.#options);
    this.#evidence.push(...standing.evidence);
    const places = [...value, { file: at.file, span: { start: at.place, end: at.place } }];
    for (const { file, span } of places) {
      if (isExternal(file) || !this.#isOurs(file)) continue;
      const named = await this.#outlines.innermost(file, span, (node) => contains(node.nameSpan, span.start));
      if (named !== undefined) return named;
    }
    const [first] = value;
    return first && { name: await this.#wordAt(at), kind: "function", ...first, nameSpan: first.span };
  }

  /** A file is not called. */
  async #users(of: FilePlace | undefined): Promise<Neighbour<FilePlace | undefined>[]> {
    if (of === undefined) return [];
    const { value, standing } = await references(this.#session, of, false, this.#options);
    this.#reasons.push(...standing.reasons);
    const uses = this.#byFile(value);
    const files = [...uses].slice(0, hierarchyFiles);
    if (uses.size > files.length) {
      const detail = `only the first ${files.length} of ${uses.size} files with uses were checked`;
      this.#reasons.push({ code: "capped", detail });
    }
    const found = await pooled(files, hierarchyAtOnce, ([file, own]) =>
      Promise.all(own.map((use) => this.#user(file, use))),
    );
    return found.flat().filter((user) => user !== undefined);
  }

  /** What stands in no function is a use by the file itself. An outline may list what is imported: there are no calls there. */
  async #user(file: FilePath, use: Location): Promise<Neighbour<FilePlace | undefined> | undefined> {
    const caller = await this.#outlines.innermost(file, use.span, ({ kind }) => callables.has(kind));
    if (caller === undefined) return { item: fileItem(file), handle: undefined, sites: [use] };
    if (comparePlaces(caller.nameSpan.start, use.span.start) === 0) return undefined;
    return { item: caller, handle: { file, place: caller.nameSpan.start }, sites: [use] };
  }

  #byFile(places: readonly Location[]): Map<FilePath, Location[]> {
    const files = new Map<FilePath, Location[]>();
    for (const place of places) {
      const { file } = place;
      if (isExternal(file) || !this.#isOurs(file)) continue;
      const own = files.get(file);
      if (own === undefined) files.set(file, [place]);
      else own.push(place);
    }
    return files;
  }

  #isOurs(file: FilePath): boolean {
    return isInside(this.#session.options.root, file);
  }

  async #wordAt({ file, place }: FilePlace): Promise<string> {
    const { host, settings, root } = this.#session.options;
    const { text } = await readDocument(host, file, settings.documents.maxBytes, root);
    const offset = new LineIndex(text).offsetOf(place);
    const before = /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]*$/u.exec(text.slice(0, offset))?.[0] ?? "";
    return before + (/^[\p{L}\p{N}_$]*/u.exec(text.slice(offset))?.[0] ?? "");
  }

  #standing(): Answer<unknown>["standing"] {
    return standingOf([...this.#reasons, ...this.#outlines.reasons], this.#evidence);
  }
}

const callables: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["function", "method", "constructor", "operator"]);

function fileItem(file: FilePath): HierarchyItem {
  const start = { line: 1, column: 1 };
  const span = { start, end: start };
  return { name: baseName(file), kind: "file", file, span, nameSpan: span };
}
