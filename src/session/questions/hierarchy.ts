// Who calls whom and which type derives from which, as far away as asked for.
//
// Invariant: an item goes back to the incarnation that made it, exactly as it was made.

import type { FilePlace } from "../../model/place.ts";
import type { Hierarchy, HierarchyDirection, HierarchyItem, Location } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { WireCall, WireHierarchyItem } from "../../protocol/hierarchy.ts";
import { normaliseCalls, normaliseHierarchyItems } from "../../protocol/hierarchy.ts";
import type { RequestMethod, Requests } from "../../protocol/methods.ts";
import { pooled } from "../../std/pooled.ts";
import type { AskOptions, Reply } from "../ask-host.ts";
import { RangeReaders } from "./convert.ts";
import type { Known, Neighbour } from "./hierarchy-walk.ts";
import { walk } from "./hierarchy-walk.ts";
import { hierarchyAtOnce } from "../limits.ts";
import { OtherCallees } from "./other-callees.ts";
import { answerWithStanding, exhaustiveness, positionParams } from "./queries.ts";
import type { Session } from "../session.ts";

/** Asked once more where the server was replaced, or the file changed, while it was walked. */
export async function hierarchy(
  session: Session,
  direction: HierarchyDirection,
  at: FilePlace,
  depth: number,
  options: AskOptions,
): Promise<Answer<Hierarchy>> {
  try {
    return await attempt(session, direction, at, depth, options);
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
  }
  try {
    return await attempt(session, direction, at, depth, options);
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    throw new Refusal({
      code: "server_restarting",
      what: `The hierarchy could not be read: it takes several requests to ${session.options.server.entry.title}, and its state changed between them.`,
      why: "The server was replaced or the file was changed, in both of two attempts.",
      next: "Ask again.",
    });
  }
}

/** Callers and subtypes may be anywhere, so only a whole workspace can tell them all. */
export function isAnywhere(direction: HierarchyDirection): boolean {
  return direction === "incoming" || direction === "subtypes";
}

// — below: private, in the order they are used —

/** The server was replaced, or the file changed, since the items were made. */
class Outdated extends Error {
  override readonly name = "Outdated";
}

async function attempt(
  session: Session,
  direction: HierarchyDirection,
  at: FilePlace,
  depth: number,
  options: AskOptions,
): Promise<Answer<Hierarchy>> {
  const prepare = isCall(direction) ? "textDocument/prepareCallHierarchy" : "textDocument/prepareTypeHierarchy";
  const prepared = await session.ask(prepare, at.file, positionParams(at), options);
  const own = answerWithStanding(session, prepared, undefined, isAnywhere(direction) ? exhaustiveness(session) : []);
  const reasons: Reason[] = [...own.standing.reasons];
  const readers = new RangeReaders(session, prepared.running);
  const roots: Known<WireHierarchyItem>[] = [];
  for (const item of normaliseHierarchyItems(prepared.result)) {
    const fact = await fromLspItem(readers, item);
    if (fact !== undefined) roots.push({ item: fact, handle: item });
  }
  const follow = async (handle: WireHierarchyItem): Promise<Neighbour<WireHierarchyItem>[]> => {
    const { calls, standing } = await step(session, direction, at, handle, prepared, options);
    reasons.push(...standing);
    return neighbours(readers, direction, handle, calls);
  };
  const elsewhere = direction === "incoming" ? new OtherCallees(session, options) : undefined;
  const walked = await walk(roots, depth, async ({ item, handle }) => {
    const others = (await elsewhere?.of(item)) ?? [];
    const found = await pooled([handle, ...others], hierarchyAtOnce, follow);
    return found.flat();
  });
  reasons.push(...(elsewhere?.reasons ?? []));
  const value = { items: roots.map(({ item }) => item), nodes: walked.nodes };
  return { value, standing: standingOf([...reasons, ...walked.reasons], own.standing.evidence) };
}

function isCall(direction: HierarchyDirection): direction is "incoming" | "outgoing" {
  return direction === "incoming" || direction === "outgoing";
}

async function fromLspItem(readers: RangeReaders, item: WireHierarchyItem): Promise<HierarchyItem | undefined> {
  const found = await readers.of(item.uri);
  if (found === undefined) return undefined;
  return {
    name: item.name,
    kind: item.kind,
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    file: found.file,
    span: found.read(item.range),
    nameSpan: found.read(item.selectionRange),
  };
}

const methods = {
  incoming: "callHierarchy/incomingCalls",
  outgoing: "callHierarchy/outgoingCalls",
  supertypes: "typeHierarchy/supertypes",
  subtypes: "typeHierarchy/subtypes",
} as const satisfies Record<HierarchyDirection, RequestMethod>;

type Follow = (typeof methods)[HierarchyDirection];

/** The file that was asked about stays open meanwhile: closing it might unload what is being asked. */
async function step(
  session: Session,
  direction: HierarchyDirection,
  at: FilePlace,
  item: WireHierarchyItem,
  prepared: Reply,
  options: AskOptions,
): Promise<{ readonly calls: readonly WireCall[]; readonly standing: readonly Reason[] }> {
  const reply = await session.ask<Follow>(
    methods[direction],
    at.file,
    (document, running) => {
      const isSame = running === prepared.running && document?.version === prepared.document?.version;
      if (!isSame) throw new Outdated("the items are of another time");
      // What it sent is what it takes.
      return { item: item.verbatim } as Requests[Follow];
    },
    options,
  );
  const calls = isCall(direction)
    ? normaliseCalls(reply.result, direction === "incoming" ? "from" : "to")
    : normaliseHierarchyItems(reply.result).map((type) => ({ item: type, ranges: [] }));
  return { calls, standing: answerWithStanding(session, reply, undefined).standing.reasons };
}

/** Spec: `fromRanges` are always places of the caller: the other end of an incoming call, this end of an outgoing one. */
async function neighbours(
  readers: RangeReaders,
  direction: HierarchyDirection,
  asked: WireHierarchyItem,
  calls: readonly WireCall[],
): Promise<Neighbour<WireHierarchyItem>[]> {
  await Promise.all([...new Set(calls.map(({ item }) => item.uri))].map((uri) => readers.of(uri)));
  const found: Neighbour<WireHierarchyItem>[] = [];
  for (const { item, ranges } of calls) {
    const fact = await fromLspItem(readers, item);
    const caller = await readers.of(direction === "incoming" ? item.uri : asked.uri);
    if (fact === undefined || caller === undefined) continue;
    const sites = ranges.map((range): Location => ({ file: caller.file, span: caller.read(range) }));
    found.push({ item: fact, handle: item, sites });
  }
  return found;
}
