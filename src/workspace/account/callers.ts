// Callers of a function, as complete as the account of its uses: a use that the call hierarchy lacks may be a call.

import type { Hierarchy, HierarchyNode, Location, PossibleUse } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { contains } from "../../model/place.ts";
import type { Answer } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { AskedUses } from "../asking/asking.ts";
import type { Uses } from "./uses.ts";
import { possibleReasons, restingOn } from "./uses.ts";

/**
 * `depth` beyond one rests on what the server has loaded, because only the uses of the function itself are accounted for.
 */
export async function accountedCallers(
  root: FilePath,
  told: AskedUses<Hierarchy>,
  uses: Answer<Uses>,
  depth: number,
  text: (file: FilePath) => Promise<LineIndex | undefined>,
): Promise<Answer<Hierarchy>> {
  const { value, standing } = await restingOn(told, uses);
  const farther = depth > 1 && uses.value.isAccounted ? await told.coverage() : [];
  const decorating = await pooled(uses.value.locations, atOnce, async (use) => isDecorator(use, text));
  const left = uses.value.locations
    .filter((use, at) => decorating[at] === true || uses.value.found.includes(use))
    .filter((use) => !value.nodes.some((node) => holds(node, use)))
    .map((location): PossibleUse => ({ location, why: "not in the call hierarchy" }));
  const possible = [...uses.value.possible, ...left];
  return {
    value: possible.length === 0 ? value : { ...value, possible },
    standing: standingOf([...standing.reasons, ...farther, ...possibleReasons(root, left)], standing.evidence),
  };
}

/** Texts read at the same time. */
const atOnce = 8;

/** A decorator is a call that call hierarchies leave out. */
async function isDecorator(
  { file, span }: Location,
  text: (file: FilePath) => Promise<LineIndex | undefined>,
): Promise<boolean> {
  if (isExternal(file) || !/\.(?:pyi?|[cm]?[jt]sx?)$/.test(file)) return false;
  const line = (await text(file))?.lineText(span.start.line) ?? "";
  return /@[\w.$]*$/.test(line.slice(0, span.start.column - 1));
}

function holds({ sites, item }: HierarchyNode, { file, span }: Location): boolean {
  const isSite = sites.some((site) => site.file === file && contains(site.span, span.start));
  return isSite || (!isExternal(item.file) && item.file === file && contains(item.nameSpan, span.start));
}
