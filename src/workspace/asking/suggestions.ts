// Remembers suggested actions for a while, each under an id, so that a later call can name one.
//
// Invariant: an id names what it named when it was given out, or nothing; ids of one engine mean nothing to another.
// Invariant: remembering one carries nothing out. Before one is applied, its files must be unchanged: see `restsOn`.

import type { FilePath } from "../../model/file-path.ts";
import type { OfferedAction, Offers, ProposedStep } from "../../model/offered-action.ts";
import type { Clock } from "../../std/clock.ts";
import { isRecord } from "../../std/json.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Attempt } from "../servers/attempts.ts";
import { answersOf, attempted, refusalReasons } from "../servers/attempts.ts";

export interface Offered {
  readonly root: FilePath;
  readonly action: OfferedAction;
}

/** A step without the text that it was made from: its hash shows whether the file still has that text. */
type KeptStep = Exclude<ProposedStep, { kind: "edit" }> | Omit<Extract<ProposedStep, { kind: "edit" }>, "before">;

export interface Suggestion {
  readonly root: FilePath;
  readonly action: Omit<OfferedAction, "steps"> & { readonly steps: readonly KeptStep[] | undefined };
}

/** A file that a suggestion is about, and the hash of what it held; undefined for one that is made by it. */
export interface RestsOn {
  readonly file: FilePath;
  readonly hash: string | undefined;
}

const maxKept = 500;
const maxCharacters = 32 * 1024 * 1024;

/** What was unused for so long is no longer needed. */
const lifetimeMs = 30 * 60_000;

/** What a value takes beside its text, in characters. */
const perValue = 8;

interface Kept {
  readonly suggestion: Suggestion;
  readonly characters: number;
  usedAt: number;
}

export class Suggestions {
  readonly #clock: Clock;
  /** Random, so that an id of another run names nothing here. */
  readonly #prefix: string;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;
  #given = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    const drawn = Math.floor(random() * 36 ** 3);
    this.#prefix = drawn.toString(36).padStart(3, "0");
  }

  get size(): number {
    return this.#kept.size;
  }

  /** One that is too large on its own gets an id that names nothing. */
  keep({ root, action }: Offered): string {
    this.#given++;
    const id = `f${this.#prefix}${this.#given.toString(36)}`;
    const suggestion: Suggestion = { root, action: { ...action, steps: action.steps?.map(withoutBefore) } };
    const characters = sizeOf(suggestion);
    if (characters > maxCharacters) return id;
    this.#kept.set(id, { suggestion, characters, usedAt: this.#clock.now() });
    this.#characters += characters;
    this.#makeRoom();
    return id;
  }

  get(id: string): Suggestion | undefined {
    this.#makeRoom();
    const known = this.#kept.get(id);
    if (known === undefined) return undefined;
    known.usedAt = this.#clock.now();
    this.#kept.delete(id);
    this.#kept.set(id, known);
    return known.suggestion;
  }

  #makeRoom(): void {
    const oldest = this.#clock.now() - lifetimeMs;
    for (const [id, { characters, usedAt }] of this.#kept) {
      if (this.#kept.size <= maxKept && this.#characters <= maxCharacters && usedAt >= oldest) return;
      this.#kept.delete(id);
      this.#characters -= characters;
    }
  }
}

/** What must still hold when a suggestion is carried out. */
export function restsOn({ action }: Suggestion): RestsOn[] {
  return (action.steps ?? []).flatMap((step): RestsOn[] =>
    step.kind === "edit" ? [{ file: step.file, hash: step.hash }] : [],
  );
}

/** What linters offer beside the server of the language; a linter that fails costs a reason, never the answer. */
export async function allOffers(
  first: Promise<Answer<Offers>>,
  linters: readonly Promise<Answer<Offers>>[],
  unasked: readonly Reason[],
): Promise<Answer<Offers>> {
  const [own, others] = await Promise.all([attempted(first), Promise.all(linters.map(attempted))]);
  const answers = answersOf([own, ...others]);
  if (answers.length === 0) return first;
  // A linter without fixes has said so by not declaring any; there is nothing that could be missing.
  const reasons = refusalReasons([own, ...others.filter((one) => !isUnable(one))]);
  return {
    value: {
      diagnostics: answers.flatMap(({ value }) => value.diagnostics),
      actions: answers.flatMap(({ value }) => value.actions),
    },
    standing: joinStandings([...answers.map(({ standing }) => standing), standingOf([...reasons, ...unasked])]),
  };
}

// — below: private, in the order they are used —

function withoutBefore(step: ProposedStep): KeptStep {
  if (step.kind !== "edit") return step;
  const { before: _, ...rest } = step;
  return rest;
}

/** All of it, for a server words nearly all of it; without recursion, for it also decides how deep it goes. */
function sizeOf(suggestion: Suggestion): number {
  let characters = 0;
  const open: unknown[] = [suggestion];
  while (open.length > 0) {
    const value = open.pop();
    characters += perValue + (typeof value === "string" ? value.length : 0);
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) open.push(key, inner);
  }
  return characters;
}

/** Refused as the server of the language refuses, where no other server has answered. */

function isUnable(attempt: Attempt<Offers>): boolean {
  return "refusal" in attempt && attempt.refusal.code === "capability_missing";
}
