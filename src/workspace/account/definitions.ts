// Where places lead, asked of the servers in batches, within a limit of places and of time, and nothing twice.
//
// Invariant: an answer is kept only while nothing in the root has changed, and only where it leads somewhere: what leads
// nowhere may do so because it is not loaded yet.

import type { Location } from "../../model/code-facts.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import type { Deadline } from "../../std/deadline.ts";
import { pooled } from "../../std/pooled.ts";
import { keyOfPlace } from "../../model/code-facts.ts";
import type { FilePlace } from "../../model/place.ts";

export type DefinitionAnswer =
  | { readonly kind: "leads"; readonly locations: readonly Location[] }
  | { readonly kind: "nowhere" }
  /** The server is still loading, so that leading nowhere means nothing. */
  | { readonly kind: "unready" }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export interface DefinitionLimits {
  /** So many places are asked about while `patient` has not passed. */
  readonly places: number;
  readonly patient: Deadline;
  /** Beyond that number as long as this has not passed. */
  readonly brief: Deadline;
}

export type AskDefinition = (at: FilePlace, deadline: Deadline) => Promise<Answer<readonly Location[]>>;

/** Questions that wait at a server at the same time: enough that it never waits for us. */
const atOnce = 32;
const maxKept = 100_000;

/** What was found out about places, until something in the root changes. */
export class DefinitionMemo {
  readonly #kept = new Map<string, readonly Location[]>();
  #generation = 0;

  get generation(): number {
    return this.#generation;
  }

  forget(): void {
    this.#generation++;
    this.#kept.clear();
  }

  drop(key: string): void {
    this.#kept.delete(key);
  }

  get(key: string): readonly Location[] | undefined {
    return this.#kept.get(key);
  }

  keep(key: string, locations: readonly Location[], generation: number): void {
    if (generation !== this.#generation || this.#kept.size >= maxKept) return;
    this.#kept.set(key, locations);
  }
}

export class Definitions {
  readonly #ask: AskDefinition;
  readonly #limitsFromNow: () => DefinitionLimits;
  /** From the first question on: what a server takes to start and to load is no part of them. */
  #limits: DefinitionLimits | undefined;
  readonly #memo: DefinitionMemo | undefined;
  #asked = 0;

  /** Without a memo every place is asked about, e.g. where texts are supposed. */
  constructor(ask: AskDefinition, limitsFromNow: () => DefinitionLimits, memo: DefinitionMemo | undefined) {
    this.#ask = ask;
    this.#limitsFromNow = limitsFromNow;
    this.#memo = memo;
  }

  /** Where one place leads; nothing where that is not known. */
  async of(at: FilePlace): Promise<readonly Location[]> {
    const answer = await this.at(at);
    return answer.kind === "leads" ? answer.locations : [];
  }

  at(at: FilePlace): Promise<DefinitionAnswer> {
    return this.#one(at, this.patience);
  }

  /** How long servers may be asked about the same symbol in other ways as well. */
  get patience(): Deadline {
    return this.#started().patient;
  }

  /** The place is asked about again next time: it leads to what is built, and builds are not watched. */
  forget(at: FilePlace): void {
    this.#memo?.drop(keyOfPlace(at.file, at.place));
  }

  /** An answer for each place, in the same order; undefined for those that the limits leave out. */
  ofAll(places: readonly FilePlace[]): Promise<(DefinitionAnswer | undefined)[]> {
    return pooled(places, atOnce, async (at) => {
      const { places: most, patient, brief } = this.#started();
      const until = this.#asked < most ? patient : brief;
      const known = this.#memo?.get(keyOfPlace(at.file, at.place));
      if (known !== undefined) return { kind: "leads", locations: known };
      if (until.passed) return undefined;
      this.#asked++;
      const answer = await this.#one(at, until);
      return answer.kind === "refused" && answer.refusal.code === "timed_out" ? undefined : answer;
    });
  }

  // — below: private, in the order they are used —

  #started(): DefinitionLimits {
    this.#limits ??= this.#limitsFromNow();
    return this.#limits;
  }

  async #one(at: FilePlace, until: Deadline): Promise<DefinitionAnswer> {
    const key = keyOfPlace(at.file, at.place);
    const known = this.#memo?.get(key);
    if (known !== undefined) return { kind: "leads", locations: known };
    const generation = this.#memo?.generation ?? 0;
    try {
      const { value, standing } = await this.#ask(at, until);
      const isReady = !standing.reasons.some(({ code }) => code === "indexing");
      if (value.length === 0) return { kind: isReady ? "nowhere" : "unready" };
      if (isReady) this.#memo?.keep(key, value, generation);
      return { kind: "leads", locations: value };
    } catch (error) {
      // What cannot be asked about stays possible; it takes nothing from the other places.
      if (error instanceof Refusal) return { kind: "refused", refusal: error };
      throw error;
    }
  }
}
