// Holds the lists together: every promise is claimed by a test, or open, or met in another way, and only one of these.

import { ids } from "./requirement.ts";

export interface Claim {
  readonly id: string;
  readonly path: string;
}

export interface Lists {
  readonly requirements: readonly string[];
  readonly open: readonly string[];
  readonly differs: readonly string[];
}

/** Faults, data-safety and security statements have numbers of their own; a test may claim them too. */
const faults = numbered("F", 1, 78);
const otherNumbers = [...numbered("D", 1, 11), ...numbered("S", 1, 42)];

/** Faults of framing, protocol, process, changed files, watching, clock and resources; caches, records and a shared daemon come with their features. */
const faultsDue = [...numbered("F", 1, 50), ...numbered("F", 54, 56), ...numbered("F", 72, 78)];

/** What is wrong, one line for each kind of fault; nothing when the lists and the tests agree. */
export function gate(lists: Lists, claims: readonly Claim[]): string[] {
  const claimed = new Set(claims.map(({ id }) => id));
  const listed = [...lists.open, ...lists.differs];
  const known = new Set([...lists.requirements, ...faults, ...otherNumbers]);
  const atHome = new Set(claims.filter(({ path }) => /^(?:test\/faults|src)\//.test(path)).map(({ id }) => id));
  return [
    ...report(
      "listed as open or different but unknown",
      listed.filter((id) => !lists.requirements.includes(id)),
    ),
    ...report("listed more than once", repeated(listed)),
    ...report("defined more than once", repeated(lists.requirements)),
    ...report(
      "claimed but unknown",
      [...claimed].filter((id) => !known.has(id)),
    ),
    ...report(
      "claimed, so take it off its list",
      listed.filter((id) => claimed.has(id)),
    ),
    ...report(
      "neither claimed nor open nor different",
      lists.requirements.filter((id) => !claimed.has(id) && !listed.includes(id)),
    ),
    ...report(
      "a fault without a test in test/faults or beside the code",
      faultsDue.filter((id) => !atHome.has(id)),
    ),
  ];
}

/** `SYN-01 SYN-02 SYN-03 SYN-05` reads `SYN-01..03 SYN-05`. */
export function compact(list: readonly string[]): string {
  const runs: { first: string; last: string }[] = [];
  for (const id of list) {
    const run = runs.at(-1);
    if (run !== undefined && id === successor(run.last)) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs
    .map(({ first, last }) => (first === last ? first : `${first}..${/\d+$/.exec(last)?.[0] ?? ""}`))
    .join(" ");
}

function report(what: string, found: readonly string[]): string[] {
  return found.length === 0 ? [] : [`${what}: ${compact(found)}`];
}

function repeated(list: readonly string[]): string[] {
  return list.filter((id, index) => list.indexOf(id) !== index);
}

function successor(id: string): string {
  return id.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, "0"));
}

function numbered(letter: string, from: number, to: number): string[] {
  return ids(letter, from, to).map((id) => id.replace("-", ""));
}
