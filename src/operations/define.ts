// What an operation is: one record from which doors, documentation and policy derive everything else.
//
// Invariant: a query gets a snapshot, which has no writing method; so its effect is a type, not a promise.

import type { z } from "zod";
import type { Answer } from "../model/standing.ts";
import type { RequestMethod } from "../protocol/methods.ts";
import type { Patience, Snapshot } from "../workspace/snapshot.ts";

export interface QueryContext {
  readonly snapshot: Snapshot;
  readonly patience: Patience;
}

export interface Query<Name extends string, Input extends z.ZodType, Output> {
  readonly kind: "query";
  readonly name: Name;
  readonly title: string;
  /** One line, for lists and help. */
  readonly summary: string;
  /** What an agent should know to choose it, and when plain text search is better. */
  readonly guidance: string;
  /** Requests the server must support; keys of the method table. A test proves that the examples send them. */
  readonly needs: readonly RequestMethod[];
  readonly input: Input;
  run(context: QueryContext, input: z.output<Input>): Promise<Answer<Output>>;
  /** For models: compact, total, pure. */
  toText(output: Output, maxCharacters: number): string;
  /** For programs: the key names of the contract. */
  toJson(output: Output): unknown;
  /** The sensible next operation after this outcome, if there is one. */
  hint(output: Output): string | undefined;
  /** Each succeeds on this repository, as a test proves. */
  readonly examples: readonly { readonly title: string; readonly input: z.input<Input> }[];
}

export function defineQuery<Name extends string, Input extends z.ZodType, Output>(
  query: Omit<Query<Name, Input, Output>, "kind">,
): Query<Name, Input, Output> {
  return { kind: "query", ...query };
}
