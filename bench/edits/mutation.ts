// Changes of sources that a seed chooses: rules say where a file can be changed and to what, a compiler says later what that breaks.
//
// Invariant: the same sources, rules and seed give the same mutations; nothing here knows whether a change is harmful.

import { randomFrom } from "../shared/stats.ts";

export interface Mutation {
  /** Stable as long as the sources are: kind, file, line. */
  readonly id: string;
  readonly kind: string;
  /** Relative to the root. */
  readonly file: string;
  /** Offsets into the text of the file. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The file is not there yet. */
  readonly creates?: boolean;
}

/** A change of a file that no rule finds: one that is made, or one that is no source. */
export interface Special {
  readonly kind: string;
  readonly file: string;
  /** What is replaced, once; a file that is made has nothing to replace. */
  readonly at?: string;
  readonly text: string;
}

/** A source, and the same text with comments and the insides of strings blanked out, offset for offset. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly masked: string;
}

export interface Rule {
  readonly kind: string;
  /** Global and with indices; its group `at` is what is replaced. */
  readonly pattern: RegExp;
  /** What the group becomes; undefined where the rule has nothing to say. */
  to(at: string, source: Source): string | undefined;
  /** The group reaches to the end of the block that begins with it. */
  readonly block?: boolean;
}

export interface Dialect {
  mask(text: string): string;
  /** Where the block ends that begins at the offset. */
  blockEnd(masked: string, start: number): number;
  readonly rules: readonly Rule[];
  readonly specials?: readonly Special[];
}

export function sourceOf(dialect: Dialect, file: string, text: string): Source {
  return { file, text, masked: dialect.mask(text) };
}

/** Every change that a rule allows in a source. */
export function mutationsIn(dialect: Dialect, rule: Rule, source: Source): Mutation[] {
  const found: Mutation[] = [];
  for (const match of source.masked.matchAll(rule.pattern)) {
    const [start, until] = match.indices?.groups?.["at"] ?? [match.index, match.index];
    const end = rule.block === true ? dialect.blockEnd(source.masked, start) : until;
    const text = rule.to(source.text.slice(start, end), source);
    if (text === undefined || text === source.text.slice(start, end)) continue;
    const { line, column } = placeAt(source.text, start);
    const id = `${rule.kind} ${source.file}:${line}:${column}`;
    found.push({ id, kind: rule.kind, file: source.file, start, end, text });
  }
  return found;
}

/** Undefined where the file does not hold what is to be replaced. */
export function specialMutation({ kind, file, at, text }: Special, now: string | undefined): Mutation | undefined {
  const start = at === undefined ? 0 : (now?.indexOf(at) ?? -1);
  if (start < 0 || (at === undefined) !== (now === undefined)) return undefined;
  return { id: `${kind} ${file}`, kind, file, start, end: start + (at?.length ?? 0), text, creates: now === undefined };
}

/** As many as wanted, the kinds in turn, each kind in an order that the seed decides. */
export function chooseMutations(
  dialect: Dialect,
  sources: readonly Source[],
  count: number,
  seed: number,
  specials: readonly Mutation[] = [],
): readonly Mutation[] {
  const random = randomFrom(seed);
  const byKind = new Map<string, Mutation[]>();
  for (const rule of dialect.rules) {
    const all = sources.flatMap((source) => mutationsIn(dialect, rule, source));
    byKind.set(rule.kind, [...(byKind.get(rule.kind) ?? []), ...all]);
  }
  const queues = [...[...byKind.values()].map((all) => shuffled(all, random)), ...specials.map((one) => [one])];
  const chosen: Mutation[] = [];
  for (let turn = 0; chosen.length < count && queues.some((queue) => queue.length > turn); turn++) {
    for (const queue of queues) chosen.push(...queue.slice(turn, turn + 1));
  }
  return chosen.slice(0, count);
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

export function mutated(text: string, { start, end, text: to }: Pick<Mutation, "start" | "end" | "text">): string {
  return `${text.slice(0, start)}${to}${text.slice(end)}`;
}

/** Counted from 1, in UTF-16 units. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** How the change reads, for a report: what goes and what comes, on one line each and short. */
export function described(text: string, { start, end, text: to }: Pick<Mutation, "start" | "end" | "text">): string {
  return `${short(text.slice(start, end))} -> ${short(to)}`;
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line === "" ? "nothing" : `\`${line.length > 60 ? `${line.slice(0, 57)}...` : line}\``;
}
