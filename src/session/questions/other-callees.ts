// What else is called when a function is called: the other names that imports give it, and the class that it constructs.
//
// Invariant: only servers that leave such calls out of the answer are asked for them.

import type { FilePlace } from "../../model/place.ts";
import type { HierarchyItem, SymbolKind } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import type { WireHierarchyItem } from "../../protocol/hierarchy.ts";
import { normaliseHierarchyItems } from "../../protocol/hierarchy.ts";
import { pooled } from "../../std/pooled.ts";
import type { AskOptions } from "../ask-host.ts";
import { hierarchyAtOnce } from "../limits.ts";
import { Outlines } from "./outlines.ts";
import { otherNames, positionParams } from "./queries.ts";
import type { Session } from "../session.ts";

export class OtherCallees {
  readonly #session: Session;
  readonly #options: AskOptions;
  readonly #outlines: Outlines;
  readonly #reasons: Reason[] = [];

  constructor(session: Session, options: AskOptions) {
    this.#session = session;
    this.#options = options;
    this.#outlines = new Outlines(session, options);
  }

  /** What keeps the others from being all there are. */
  get reasons(): readonly Reason[] {
    return [...this.#reasons, ...this.#outlines.reasons];
  }

  /** The items whose callers are callers of this one too. */
  async of(item: HierarchyItem): Promise<readonly WireHierarchyItem[]> {
    const { file } = item;
    if (isExternal(file) || !isInside(this.#session.options.root, file) || !callable.has(item.kind)) return [];
    const constructed = await this.#constructed(item, file);
    const own: FilePlace = { file, place: (constructed ?? item).nameSpan.start };
    const places = [...(constructed === undefined ? [] : [own]), ...(await this.#renamed(own))];
    const found = await pooled(places, hierarchyAtOnce, (place) => this.#itemsAt(place));
    return found.flat();
  }

  /** The class around a constructor. */
  async #constructed(item: HierarchyItem, file: FilePath): Promise<HierarchyItem | undefined> {
    const { constructors = [] } = this.#session.options.server.entry.quirks;
    if (!constructors.includes(item.name)) return undefined;
    const around = await this.#outlines.innermost(file, item.nameSpan, ({ kind }) => kind === "class");
    if (around === undefined) return undefined;
    const detail = `calls of ${around.name} are listed, and not those of classes that inherit its ${item.name}`;
    this.#reasons.push({ code: "scoped", detail });
    return around;
  }

  async #renamed(at: FilePlace): Promise<readonly FilePlace[]> {
    if (this.#session.options.server.entry.quirks.renamedImports === undefined) return [];
    const { value, standing } = await otherNames(this.#session, at, this.#options);
    this.#reasons.push(...standing.reasons);
    return value;
  }

  async #itemsAt(at: FilePlace): Promise<readonly WireHierarchyItem[]> {
    const method = "textDocument/prepareCallHierarchy";
    const { result } = await this.#session.ask(method, at.file, positionParams(at), this.#options);
    return normaliseHierarchyItems(result);
  }
}

/** A module that calls is not called. */
const callable: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["function", "method", "constructor", "class", "struct"]);
