// What a symbol is, read off its declaration: how far its name reaches, and whether it is reached through a value.

import type { Location, SymbolNode } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Place } from "../../model/place.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { groupOf } from "../../languages/table.ts";
import type { DeclaredName, NameRole, Scope } from "../../languages/names/rules.ts";
import { roleOf, scopeOf } from "../../languages/names/scope.ts";

export interface Declaration {
  readonly scope: Scope;
  readonly role: NameRole;
}

export interface DeclarationContext {
  text(file: FilePath): Promise<LineIndex>;
  /** The outline of a file; refused where there is none. */
  outline(file: FilePath): Promise<readonly SymbolNode[]>;
}

const unknown: Declaration = { scope: "root", role: "unknown" };

/** What is known of the first of the declarations that lies in a file of ours. */
export async function declarationOf(
  context: DeclarationContext,
  declared: readonly Location[],
  name: string,
): Promise<Declaration> {
  for (const { file, span } of declared) {
    if (isExternal(file)) continue;
    try {
      const [index, outline] = await Promise.all([context.text(file), context.outline(file)]);
      return describe(file, index, outline, span.start, name);
    } catch (error) {
      // Without a text or an outline nothing narrows where the name may stand.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return unknown;
}

// — below: private, in the order they are used —

function describe(
  file: FilePath,
  index: LineIndex,
  outline: readonly SymbolNode[],
  at: Place,
  name: string,
): Declaration {
  const path = pathTo(outline, at);
  const node = path.at(-1);
  const isListed = node !== undefined && comparePlaces(node.nameSpan.start, at) === 0;
  const holder = isListed ? path.at(-2) : node;
  const family = groupOf(file);
  const described: DeclaredName = {
    file,
    family,
    name,
    kind: isListed ? node.kind : undefined,
    container: holder?.kind,
    code: maskCommentsAndStrings(index.text, family),
    offset: index.offsetOf(at),
  };
  return { scope: scopeOf(described), role: roleOf(described) };
}

/** The symbols around a place, from the outermost in; the last may be declared at that very place. */
function pathTo(nodes: readonly SymbolNode[], at: Place): readonly SymbolNode[] {
  return namedAt(nodes, at) ?? around(nodes, at);
}

/** What is assigned to a member later is listed under it, outside of its span. */
function namedAt(nodes: readonly SymbolNode[], at: Place): readonly SymbolNode[] | undefined {
  for (const node of nodes) {
    if (comparePlaces(node.nameSpan.start, at) === 0) return [node];
    const inner = namedAt(node.children, at);
    if (inner !== undefined) return [node, ...inner];
  }
  return undefined;
}

function around(nodes: readonly SymbolNode[], at: Place): readonly SymbolNode[] {
  const node = nodes.find(({ span }) => contains(span, at));
  return node === undefined ? [] : [node, ...around(node.children, at)];
}
