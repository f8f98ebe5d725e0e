// Reasons in the form an answer shows: those that count the same things are merged, the worst comes first.

import type { Counted, Reason, ReasonCode } from "../model/standing.ts";
import { reasonStates, standingStates } from "../model/standing.ts";
import { reasonTexts } from "./reason-texts.ts";

export interface MergedReason extends Reason {
  /** Two merged reasons have the same key only if there is nothing in which they differ. */
  readonly key: string;
  readonly parts: readonly Reason[];
}

export function mergedReasons(reasons: readonly Reason[]): readonly MergedReason[] {
  const groups = new Map<string, [Reason, ...Reason[]]>();
  for (const reason of reasons) {
    const group = groups.get(groupOf(reason));
    if (group === undefined) groups.set(groupOf(reason), [reason]);
    else group.push(reason);
  }
  return [...groups.values()].map(mergedGroup).sort((a, b) => weightOf(b.code) - weightOf(a.code));
}

// — below: private, in the order they are used —

/** Only what is counted can be added up; other reasons are each a group. */
function groupOf({ code, detail, counted, next = "" }: Reason): string {
  const parts = counted === undefined ? [code, detail] : [code, counted.thing, counted.trouble, next];
  return parts.join("\n");
}

/** Keys are remembered for as long as a connection lasts, so they have a limit. */
const maxKeyCharacters = 2_000;

function mergedGroup(group: readonly [Reason, ...Reason[]]): MergedReason {
  const [first] = group;
  const key = [first.code, ...group.map(({ detail }) => detail)].join("\n").slice(0, maxKeyCharacters);
  return {
    ...first,
    ...(first.counted === undefined ? {} : { counted: sumOf(first.counted, group) }),
    key,
    parts: group,
  };
}

function sumOf(first: Counted, group: readonly Reason[]): Counted {
  const count = group.reduce((sum, reason) => sum + (reason.counted?.count ?? 0), 0);
  const places = [...new Set(group.flatMap(({ counted }) => counted?.where ?? []))];
  const [where, ...others] = places;
  if (where === undefined) return { ...first, count };
  return { ...first, count, where: others.length === 0 ? where : `${where}, …` };
}

const codes = Object.keys(reasonTexts) as ReasonCode[];

/** By the state that the code implies, then by the order of the table. */
function weightOf(code: ReasonCode): number {
  return standingStates.indexOf(reasonStates[code]) * codes.length - codes.indexOf(code);
}
