// An answer of one of several, or why it has none: what one of them refuses takes nothing from the others.

import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { reasonOfRefusal } from "../../model/standing.ts";

export type Attempt<T> = Answer<T> | { readonly refusal: Refusal };

export async function attempted<T>(asked: Promise<Answer<T>>): Promise<Attempt<T>> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

export function answersOf<T>(attempts: readonly Attempt<T>[]): Answer<T>[] {
  return attempts.flatMap((one) => ("value" in one ? [one] : []));
}

/** What an answer that is made of the rest says of what was refused. */
export function refusalReasons(attempts: readonly Attempt<unknown>[]): Reason[] {
  return attempts.flatMap((one): Reason[] => {
    if (!("refusal" in one)) return [];
    const { what, why } = one.refusal.details;
    return [reasonOfRefusal(one.refusal, [what, why].join(" ").trim())];
  });
}
