// What the operations on hierarchies share: asking in one direction or two, and telling what was found.

import type { Patience } from "../../std/patience.ts";
import type { Hierarchy, HierarchyDirection, HierarchyItem, HierarchyNode, Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { shared, without } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import type { ListedNode } from "../../render/hierarchy-tree.ts";
import { treeNodes, treeTop, treeWithCalls, treeWithoutCalls } from "../../render/hierarchy-tree.ts";
import { inertLine } from "../../render/inert.ts";
import { placesAsCounts } from "../../render/place-list.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { ShownAccount } from "../accounted-places.ts";
import { accountText, shownAccount } from "../accounted-places.ts";
import { mustBeSymbol } from "../must-be-symbol.ts";
import type { LocationJson, ShownTarget } from "../places.ts";
import { shownPath } from "../foreign-text.ts";
import { locationOf, shownTarget, targetText } from "../places.ts";
import { fromHeaders, isReadFromHeaders, typesFromHeaders } from "./type-headers.ts";
import type { ResolvedTarget } from "../target.ts";

export interface FoundHierarchy {
  readonly target: ShownTarget;
  readonly items: readonly HierarchyItem[];
  readonly branches: readonly Branch[];
}

export interface Branch {
  readonly direction: HierarchyDirection;
  readonly nodes: readonly HierarchyNode[];
  readonly listed: readonly ListedNode[];
  /** Places that may be calls, and could not be verified. */
  readonly account?: ShownAccount;
  /** How they were found, where that is not by the server. */
  readonly note?: string | undefined;
  /** Why nothing is known in this direction, although it was asked for beside another. */
  readonly refused?: string;
}

export async function foundHierarchy(
  target: ResolvedTarget,
  directions: readonly HierarchyDirection[],
  depth: number,
  patience: Patience,
): Promise<Answer<FoundHierarchy>> {
  const asked = await Promise.all(directions.map((direction) => oneDirection(target, direction, depth, patience)));
  const answered = asked.flatMap((one) => ("refusal" in one ? [] : [one]));
  if (answered.length === 0) for (const one of asked) if ("refusal" in one) throw one.refusal;
  const items = answered.find((one) => one.items.length > 0)?.items ?? [];
  if (items.length === 0) await mustBeSymbol(target, patience);
  const branches = asked.map((one) => one.branch);
  const standing = joinStandings(asked.map((one) => one.standing));
  return {
    value: { target: shownTarget(target), items, branches },
    standing: { ...standing, ...evidenceOf(answered) },
  };
}

export function hasNoNodes({ branches }: FoundHierarchy): boolean {
  return branches.every(({ nodes }) => nodes.length === 0);
}

/** `none` says that what stands at the place has no such hierarchy, e.g. because it is no function. */
export function hierarchyText({ target, items, branches }: FoundHierarchy, none: string, budget: Budget): string {
  if (items.length === 0) return `${none} at ${targetText(target)}`;
  let text = "";
  for (const branch of branches) {
    const left = without(budget, text === "" ? "" : `${text}\n`);
    text += `${text === "" ? "" : "\n"}${branchText(branch, target, left)}`;
  }
  return text;
}

/** An item of the contract: its name's place, and the range of the whole declaration. */
export interface ItemJson extends LocationJson {
  readonly name: string;
  readonly kind: string;
  readonly detail?: string;
  readonly range: LocationJson;
}

export function itemJson(item: HierarchyItem): ItemJson {
  const { name, kind, detail, file, span, nameSpan } = item;
  return {
    name,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...locationOf({ file, span: nameSpan }),
    range: locationOf({ file, span }),
  };
}

// — below: private, in the order they are used —

type Asked =
  | { readonly branch: Branch; readonly items: readonly HierarchyItem[]; readonly standing: Standing }
  | { readonly branch: Branch; readonly refusal: Refusal; readonly standing: Standing };

async function oneDirection(
  target: ResolvedTarget,
  direction: HierarchyDirection,
  depth: number,
  patience: Patience,
): Promise<Asked> {
  try {
    const { value, standing, note } = await hierarchyOf(target, direction, depth, patience);
    const { snapshot } = target;
    const { possible = [] } = value;
    const account = possible.length === 0 ? {} : { account: await shownAccount(snapshot, { possible, ...none }) };
    const branch = { direction, nodes: value.nodes, listed: listed(snapshot, value.nodes), note, ...account };
    return { branch, items: value.items, standing };
  } catch (error) {
    // The other direction may still be known.
    if (!(error instanceof Refusal)) throw error;
    const refused = inertLine(error.details.what, 300);
    const code = error.code === "capability_missing" ? "scoped" : "target_refused";
    const reason: Reason = { code, detail: `${plurals[direction]} are unknown: ${refused}` };
    const branch = { direction, nodes: [], listed: [], refused };
    return { branch, refusal: error, standing: standingOf([reason]) };
  }
}

/** Where the Python server has no type hierarchy, it is read from the headers of classes. */
async function hierarchyOf(
  target: ResolvedTarget,
  direction: HierarchyDirection,
  depth: number,
  patience: Patience,
): Promise<Answer<Hierarchy> & { readonly note?: string }> {
  const { snapshot, file } = target;
  try {
    return await snapshot.hierarchy(direction, target, depth, patience);
  } catch (error) {
    const isLacking = error instanceof Refusal && error.code === "capability_missing";
    const isOfTypes = direction === "supertypes" || direction === "subtypes";
    if (!isLacking || !isOfTypes || !isReadFromHeaders(file)) throw error;
    return { ...(await typesFromHeaders(snapshot, direction, target, depth, patience)), note: fromHeaders };
  }
}

/** Both directions are answered by the same server from the same document. */
function evidenceOf(answered: readonly { readonly standing: Standing }[]): Pick<Standing, "evidence"> {
  const all = answered.flatMap(({ standing }) => standing.evidence);
  return { evidence: [...new Map(all.map((one) => [JSON.stringify(one), one])).values()] };
}

function listed(snapshot: Snapshot, nodes: readonly HierarchyNode[]): ListedNode[] {
  return nodes.map(({ item, sites, next, isRepeated }) => ({
    name: nameOf(item),
    file: shownFile(snapshot, item),
    ...item.nameSpan.start,
    calls: sites.map(({ span }) => span.start.line).sort((a, b) => a - b),
    next: listed(snapshot, next),
    isRepeated,
  }));
}

/** Code outside of every function is named after its file by some servers, which says where and not what. */
function nameOf({ name, file, kind }: HierarchyItem): string {
  const isWholeFile =
    !isExternal(file) && (kind === "file" || kind === "module") && file.endsWith(name.replaceAll("\\", "/"));
  return isWholeFile ? "(top level)" : inertLine(name, 120);
}

function shownFile(snapshot: Snapshot, { file }: Pick<Location, "file">): string {
  return isExternal(file) ? inertLine(file.external) : shownPath(snapshot.base, file);
}

const none = { through: [], unchecked: 0 } as const;

const singulars = { incoming: "caller", outgoing: "callee", supertypes: "supertype", subtypes: "subtype" } as const;
const plurals = { incoming: "callers", outgoing: "callees", supertypes: "supertypes", subtypes: "subtypes" } as const;

function branchText(branch: Branch, target: ShownTarget, budget: Budget): string {
  const { account } = branch;
  if (account === undefined) return nodesText(branch, target, budget);
  const beside = fitting(
    [() => ({ text: accountText(account) }), () => ({ text: accountText(account, true) })],
    shared(budget, 2),
  );
  return `${nodesText(branch, target, without(budget, `\n${beside}`))}\n${beside}`;
}

function nodesText({ direction, listed: nodes, refused, note }: Branch, target: ShownTarget, budget: Budget): string {
  if (refused !== undefined) return `${plurals[direction]} are unknown: ${refused}`;
  const all = treeNodes(nodes);
  const count = `${nodes.length === 0 ? "no" : nodes.length} ${nodes.length === 1 ? singulars[direction] : plurals[direction]}`;
  const further = all.length > nodes.length ? ` (${all.length} with those beyond)` : "";
  const head = `${count}${further} of ${targetText(target)}${note === undefined ? "" : ` (${note})`}`;
  if (nodes.length === 0) return fitting([() => ({ text: head }), () => ({ text: count })], budget);
  return fitting(
    [
      () => ({ text: `${head}\n${treeWithCalls(nodes)}` }),
      () => ({ text: `${head}\n${treeWithoutCalls(nodes)}`, leavesOut: "call lines left out: too many" }),
      () => ({ text: `${head}\n${treeTop(nodes)}`, leavesOut: "indirect ones left out: too many" }),
      () => ({ text: `${head}\n${placesAsCounts(all)}`, leavesOut: "names left out: too many; counts per file" }),
      () => ({ text: `${count}${further}; too many to list.` }),
    ],
    budget,
  );
}
