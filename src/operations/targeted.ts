// Queries about a symbol at a place: each takes one target, or several at once and answers for each on its own.

import { z } from "zod";
import type { Base } from "../model/file-path.ts";
import { display, parseFilePath } from "../model/file-path.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import { orIfRefused, refuse } from "../model/refusal.ts";
import type { Answer, Reason, Standing } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
import type { Budget } from "../render/budget.ts";
import { shared } from "../render/budget.ts";
import { inertLine } from "../render/inert.ts";
import { standingText } from "../render/standing-text.ts";
import { pooled } from "../std/pooled.ts";
import type { Declared, InputOf, Query, QueryContext } from "./define.ts";
import { defineQuery } from "./define.ts";
import type { MissingColumn, ResolvedTarget, TargetInput } from "./target.ts";
import { parseTarget, resolveTarget, targetInput } from "./target.ts";

const manyInput = {
  ...targetInput,
  targets: z.array(z.string()).min(1).max(100).optional(),
};

type Shape = z.ZodRawShape;

/** Like a query, but asked about one target that has been found already. */
export interface TargetDeclared<Name extends string, S extends Shape, Output, Json>
  extends Omit<
    Declared<Name, S, Output, Json, QueryContext>,
    "run" | "limitMs" | "succeeded" | "showsNothing" | "happened" | "examples" | "cli" | "meta"
  > {
  readonly command: string;
  /** Refused unless said otherwise. */
  readonly missingColumn?: MissingColumn;
  one(context: QueryContext, target: ResolvedTarget, input: InputOf<S>): Promise<Answer<Output>>;
  /** About all targets that were answered, together. */
  readonly meta?: (outputs: readonly Output[], returned: string) => Readonly<Record<string, unknown>>;
  readonly examples: Declared<Name, S & typeof manyInput, Targeted<Output>, unknown, QueryContext>["examples"];
}

export type Targeted<T> =
  | { readonly kind: "one"; readonly value: T }
  | { readonly kind: "many"; readonly items: readonly TargetedItem<T>[] };

export type TargetedItem<T> = {
  readonly target: string;
  /** As its reader would write it. */
  readonly shown: string;
} & ({ readonly value: T; readonly standing: Standing } | { readonly refusal: RefusalDetails });

export interface TargetedJson<Json> {
  readonly target: string;
  readonly standing?: Standing;
  readonly result?: Json;
  readonly error?: RefusalDetails;
}

export function defineTargetQuery<Name extends string, S extends Shape, Output, Json>(
  declared: TargetDeclared<Name, S, Output, Json>,
): Query<Name, S & typeof manyInput, Targeted<Output>, Json | readonly TargetedJson<Json>[]> {
  const { meta, missingColumn: _, ...shared } = declared;
  return defineQuery<Name, S & typeof manyInput, Targeted<Output>, Json | readonly TargetedJson<Json>[]>({
    ...shared,
    ...(meta === undefined ? {} : { meta: (output, returned) => meta(valuesOf(output), returned) }),
    cli: { command: declared.command, positional: "target" },
    input: { ...manyInput, ...declared.input },
    examples: declared.examples,
    async run(context, raw) {
      // The schema is the sum of both halves, which the types cannot see through the generic.
      const input = raw as unknown as InputOf<S> & TargetInput & { readonly targets?: readonly string[] };
      if (input.targets !== undefined) return many(declared, context, input, input.targets);
      const target = await resolveTarget(context, input, declared.missingColumn);
      const { value, standing } = doubted(await declared.one(context, target, input), target);
      return { value: { kind: "one", value }, standing };
    },
    isEmpty: (output) =>
      output.kind === "one"
        ? declared.isEmpty(output.value)
        : output.items.some((item) => "value" in item && declared.isEmpty(item.value)),
    toText: (output, budget) =>
      output.kind === "one" ? declared.toText(output.value, budget) : manyText(declared, output.items, budget),
    toJson: (output) =>
      output.kind === "one" ? declared.toJson(output.value) : output.items.map((item) => manyJson(declared, item)),
    hints: (output) => {
      const [first] = valuesOf(output);
      if (first !== undefined) return declared.hints(first);
      return [{ operation: "find_symbol", why: "what the targets may be called" }];
    },
  });
}

function valuesOf<T>(output: Targeted<T>): readonly T[] {
  return output.kind === "one" ? [output.value] : output.items.flatMap((item) => ("value" in item ? [item.value] : []));
}

/** An answer about the wrong one of two is no complete answer, whatever its server says. */
function doubted<T>({ value, standing }: Answer<T>, { doubts }: ResolvedTarget): Answer<T> {
  if (doubts === undefined || doubts.length === 0) return { value, standing };
  return { value, standing: joinStandings([standing, standingOf(doubts)]) };
}

/** So many targets are asked about at the same time. */
const atOnce = 8;

async function many<Name extends string, S extends Shape, Output, Json>(
  declared: TargetDeclared<Name, S, Output, Json>,
  context: QueryContext,
  input: InputOf<S> & TargetInput,
  targets: readonly string[],
): Promise<Answer<Targeted<Output>>> {
  const beside = Object.keys(targetInput).filter((key) => input[key as keyof TargetInput] !== undefined);
  if (beside.length > 0) {
    refuse({
      code: "bad_input",
      what: "targets cannot be combined with other arguments.",
      next: `Leave ${beside.join(", ")} out.`,
    });
  }
  const items = await pooled(targets, atOnce, (target) => answered(declared, context, input, target));
  const refused = items.filter((item) => "refusal" in item).length;
  const reasons: Reason[] =
    refused === 0 ? [] : [{ code: "target_refused", detail: `${refused} of ${items.length} targets got no answer` }];
  const standings = items.flatMap((item) => ("standing" in item ? [item.standing] : []));
  return { value: { kind: "many", items }, standing: joinStandings([...standings, standingOf(reasons)]) };
}

async function answered<Name extends string, S extends Shape, Output, Json>(
  declared: TargetDeclared<Name, S, Output, Json>,
  context: QueryContext,
  input: InputOf<S>,
  target: string,
): Promise<TargetedItem<Output>> {
  const shown = shownTarget(context.view.base, target);
  // One target that cannot be answered takes nothing away from the others.
  return orIfRefused(
    (error) => ({ target, shown, refusal: error.details }),
    async () => {
      const resolved = await resolveTarget(context, parseTarget(target), declared.missingColumn);
      return { target, shown, ...doubted(await declared.one(context, resolved, input), resolved) };
    },
  );
}

/** An agent reads it as it was given; of a person's the door has made every path absolute. */
function shownTarget(base: Base, target: string): string {
  if (typeof base === "string" || target === "") return target;
  const { file_path = "" } = parseTarget(target);
  const path = parseFilePath(file_path);
  return path === undefined ? target : `${display(base, path)}${target.slice(file_path.length)}`;
}

function manyText<Name extends string, S extends Shape, Output, Json>(
  declared: TargetDeclared<Name, S, Output, Json>,
  items: readonly TargetedItem<Output>[],
  budget: Budget,
): string {
  const own = shared(budget, items.length);
  return items
    .map((item) => {
      const head = `== ${inertLine(item.shown)}`;
      if ("refusal" in item)
        return `${head}\n${inertLine([item.refusal.what, item.refusal.why].join(" ").trim(), 500)}`;
      const needsStanding = item.standing.state !== "complete" || declared.isEmpty(item.value);
      return [head, ...(needsStanding ? [standingText(item.standing)] : []), declared.toText(item.value, own)].join(
        "\n",
      );
    })
    .join("\n");
}

function manyJson<Name extends string, S extends Shape, Output, Json>(
  declared: TargetDeclared<Name, S, Output, Json>,
  item: TargetedItem<Output>,
): TargetedJson<Json> {
  if ("refusal" in item) return { target: item.target, error: item.refusal };
  return { target: item.target, standing: item.standing, result: declared.toJson(item.value) };
}
