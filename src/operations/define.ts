// What an operation is: one record from which doors, documentation and policy derive everything else.
//
// Invariant: a query gets a view, which has no writing method; so its effect is a type, not a promise.

import type { Patience } from "../std/patience.ts";
import { z } from "zod";
import type { BridgeEvent, LogLevel } from "../model/event.ts";
import type { RefusalCode } from "../model/refusal.ts";
import type { Sandbox } from "../model/sandbox/sandbox.ts";
import type { Answer, Standing } from "../model/standing.ts";
import type { RequestMethod } from "../protocol/methods.ts";
import type { Budget } from "../render/budget.ts";
import type { Receipt } from "../model/receipt.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Control } from "../workspace/control.ts";
import type { CallerDrafts } from "../workspace/change/drafts.ts";
import type { Edits } from "../workspace/change/edits.ts";
import type { RunView, View } from "../workspace/view.ts";
import type { SharedInput } from "./shared-input.ts";
import type { CallerPhases } from "./serving/skill-phases.ts";
import { joinStandings } from "../model/standing.ts";
import type { Proposal } from "./edit/foreseeing.ts";
import { withConsequences } from "./edit/foreseeing.ts";
import type { RequestGroup } from "./requests.ts";
import { draftInput, sharedInput } from "./shared-input.ts";
import type { Ignores } from "./decode.ts";
import { decode, ignoredIn } from "./decode.ts";

export interface QueryContext {
  readonly view: View;
  readonly patience: Patience;
}

/** What a control operation works with: it changes which servers run and what is open, never a project file. */
export interface ControlContext extends QueryContext {
  readonly control: Control;
  /** From which level on the caller hears of what happens. */
  readonly setLogLevel: (level: LogLevel) => void;
  /** Directories that the client itself says it works in; see `Caller.roots`. */
  readonly declared?: readonly string[] | undefined;
  /** Refuses where the caller may not connect to a host; `hosts` are those that the operator names. */
  readonly mayConnect: (host: string, hosts: readonly string[], root: string) => void;
}

/** What an operation works with that runs programs of the repository. */
export interface RunContext extends QueryContext {
  readonly view: RunView;
  /** For what a program wants to have changed, where that is wanted and allowed. */
  readonly edits: Edits;
}

/** What an operation works with that keeps speculative texts in memory; it changes no file. */
export interface DraftContext extends QueryContext {
  /** Those of this caller only. */
  readonly drafts: CallerDrafts;
}

/** What a plan is made with; it changes no file. */
export interface PlanContext extends DraftContext {
  readonly edits: Pick<Edits, "mustBeAllowed">;
}

/** What an operation works with that deals with transactions themselves. */
export interface EditContext extends DraftContext {
  readonly edits: Edits;
}

/** What an operation works with that is about the phases of skills. */
export interface PhaseContext extends QueryContext {
  /** Those of this caller. */
  readonly phases: CallerPhases;
}

/** What an operation works with that asks other operations, for a program of its caller. */
export interface ProgramContext extends QueryContext {
  /**
   * Asks another operation by the road of every call, as the same caller and within the same deadline: it is judged,
   * bounded and recorded by itself. Throws its refusal.
   */
  readonly ask: (operation: string, input: object, signal: CancelSignal) => Promise<Answer<unknown>>;
  readonly sandbox: Sandbox;
}

/** Everything that the engine offers; each kind of operation sees its part of it. */
export interface CallContext extends ControlContext, RunContext, EditContext, PhaseContext, ProgramContext {
  readonly view: RunView;
}

/** What an edit proposes: what is to be said of it, and the plan. */
export interface Proposed<About> extends Proposal {
  readonly about: About;
}

export interface Edited<About> extends Proposed<About> {
  /** Undefined for what was only proposed. */
  readonly receipt: Receipt | undefined;
}

/** The sensible next operation after an outcome; shown only where the caller has it. */
export interface Hint {
  readonly operation: string;
  /** One short clause: what its answer would show. */
  readonly why: string;
}

/** What the words after a command are; `symbol` is a target that is named, never a place, `program` a file of code. */
type Positional =
  | "target"
  | "target and directories"
  | "symbol"
  | "file"
  | "files"
  | "query"
  | "directory"
  | "text"
  | "program"
  | "none";

/** How the command line offers it. */
export interface CliForm {
  readonly command: string;
  /** What stands after the command without an option. */
  readonly positional: Positional;
  /** The argument that a further word after those is, as in `rename a.ts#old new`. */
  readonly last?: string;
}

type Shape = z.ZodRawShape;
export type InputOf<S extends Shape> = z.output<z.ZodObject<S & typeof sharedInput>>;

/** An operation as its author declares it. */
export interface Declared<Name extends string, S extends Shape, Output, Json, Context> {
  readonly name: Name;
  readonly title: string;
  /** One line, for lists and help. */
  readonly summary: string;
  /** What an agent should know to choose it beside the summary, and when plain text search is better; one sentence or two. */
  readonly guidance: string;
  /** `core` is what an agent needs every day. */
  readonly exposure: "core" | "full";
  /** Also offered where a model asks language servers nothing by itself: context, validation and status. */
  readonly passive?: true;
  /** Offered beside scripts, for what those cannot do, where a client is shown little else. */
  readonly withScripts?: true;
  /** A query that is about something else than texts, or brings its own; others can be asked inside a draft. */
  readonly outsideDrafts?: true;
  readonly cli: CliForm;
  /** Requests the server must support; keys of the method table. A test proves that the examples send them. */
  readonly needs: readonly RequestMethod[];
  /** Requests of which one does as well, where the server lacks what is needed. */
  readonly orElse?: readonly RequestMethod[];
  /** What else it is built on, by groups of requests: nothing that is not declared is sent. */
  readonly asks?: readonly RequestGroup[];
  readonly input: S;
  /** Arguments that other programs of the field send: accepted, said to change nothing, and why; not shown. */
  readonly ignores?: Ignores;
  run(context: Context, input: InputOf<S>): Promise<Answer<Output>>;
  /** How long a call may take in all, where that is not what every call may. */
  limitMs?(input: InputOf<S>): number;
  /** An empty answer is a claim, so it always says how it stands. */
  isEmpty(output: Output): boolean;
  /** Whether what was asked for went well, where it can also go badly: a build, a test run. */
  succeeded?(output: Output): boolean;
  /** Whether it was about no change, or checked no file: such an answer does not show what a change would do. */
  showsNothing?(output: Output): boolean;
  /** For models: compact, total, pure. The standing is shown beside it, so the text need not repeat it. */
  toText(output: Output, budget: Budget, standing?: Standing): string;
  /** For programs: the key names of the contract. */
  toJson(output: Output): Json;
  /** What others than the caller are to hear of it. */
  happened?(output: Output): readonly BridgeEvent[];
  /** In order of preference. */
  hints(output: Output): readonly Hint[];
  /** Figures about the answer for the operator of the agent; `returned` is the body as it is sent. */
  meta?(output: Output, returned: string): Readonly<Record<string, unknown>>;
  /** Each succeeds in the example shop, or is refused as it says; a test proves it. */
  readonly examples: readonly Example<S>[];
}

export interface Example<S extends Shape> {
  readonly title: string;
  /** Denied unless the operator says otherwise: what an example of it shows is the refusal. */
  readonly refused?: RefusalCode;
  readonly input: z.input<z.ZodObject<S & typeof sharedInput>>;
}

/** A call whose arguments were understood. */
export interface Call<Json> {
  readonly shared: SharedInput;
  /** The arguments that it does nothing with, and why. */
  readonly ignored: readonly string[];
  /** The draft that a query is asked inside of. */
  readonly draft: string | undefined;
  /** What this very call does: an edit that is only to be shown proposes. */
  readonly effect: CallEffect;
  readonly limitMs: number | undefined;
  run(context: CallContext): Promise<Performed<Json>>;
}

export interface Performed<Json> {
  readonly standing: Standing;
  readonly isEmpty: boolean;
  readonly succeeded: boolean;
  readonly showsNothing: boolean;
  readonly hints: readonly Hint[];
  readonly happened: readonly BridgeEvent[];
  toText(budget: Budget): string;
  toJson(): Json;
  meta(returned: () => string): Readonly<Record<string, unknown>> | undefined;
}

/**
 * A query reads; a control changes which servers run and what is open; a run executes what the repository brings; a
 * draft keeps texts in memory; an edit proposes a plan, and carries it out where that is wanted and allowed.
 */
export type Kind = "query" | "control" | "run" | "draft" | "edit";

export type CallEffect = "read" | "control" | "exec" | "propose" | "write";

/** An operation as doors and the engine see it: what it computes in between is its own affair. */
export interface Operation<Name extends string = string, S extends Shape = Shape, Json = unknown> {
  readonly kind: Kind;
  readonly name: Name;
  readonly title: string;
  readonly summary: string;
  readonly guidance: string;
  readonly exposure: "core" | "full";
  readonly passive?: true;
  readonly withScripts?: true;
  readonly cli: CliForm;
  readonly needs: readonly RequestMethod[];
  readonly orElse?: readonly RequestMethod[];
  readonly asks?: readonly RequestGroup[];
  readonly schema: z.ZodObject<S & typeof sharedInput>;
  readonly examples: readonly { readonly title: string; readonly input: object; readonly refused?: RefusalCode }[];
  /** Calls may take longer, or less, than calls usually may, as their arguments say. */
  readonly hasOwnLimit: boolean;
  decode(raw: unknown): Call<Json>;
}

export type Query<Name extends string, S extends Shape, Output, Json> = Operation<Name, S, Json> &
  Declared<Name, S, Output, Json, QueryContext>;

export function defineQuery<Name extends string, S extends Shape, Output, Json>(
  declared: Declared<Name, S, Output, Json, QueryContext>,
): Query<Name, S, Output, Json> {
  return { ...operationOf("query", declared), ...declared };
}

export function defineControl<Name extends string, S extends Shape, Output, Json>(
  declared: Declared<Name, S, Output, Json, ControlContext>,
): Operation<Name, S, Json> & Declared<Name, S, Output, Json, ControlContext> {
  return { ...operationOf("control", declared), ...declared };
}

export function defineRun<Name extends string, S extends Shape, Output, Json>(
  declared: Declared<Name, S, Output, Json, RunContext>,
): Operation<Name, S, Json> & Declared<Name, S, Output, Json, RunContext> {
  return { ...operationOf("run", declared), ...declared };
}

export function defineDraft<Name extends string, S extends Shape, Output, Json>(
  declared: Declared<Name, S, Output, Json, DraftContext>,
): Operation<Name, S, Json> & Declared<Name, S, Output, Json, DraftContext> {
  return { ...operationOf("draft", declared), ...declared };
}

/** It reads by the questions that it asks, and each of them is judged by itself. */
export function defineScript<Name extends string, S extends Shape, Output, Json>(
  declared: Declared<Name, S, Output, Json, ProgramContext>,
): Operation<Name, S, Json> & Declared<Name, S, Output, Json, ProgramContext> {
  return { ...operationOf("query", declared), ...declared };
}

export function definePhase<Name extends string, S extends Shape, Output, Json>(
  kind: "query" | "control",
  declared: Declared<Name, S, Output, Json, PhaseContext>,
): Operation<Name, S, Json> & Declared<Name, S, Output, Json, PhaseContext> {
  return { ...operationOf(kind, declared), ...declared };
}

/** What deals with changes that were made: an edit that makes no plan of its own but takes one back, or a question about them. */
export function defineTransaction<Name extends string, S extends Shape, Output, Json>(
  kind: "edit" | "query",
  declared: Declared<Name, S, Output, Json, EditContext>,
): Operation<Name, S, Json> & Declared<Name, S, Output, Json, EditContext> {
  return { ...operationOf(kind, declared), ...declared };
}

export interface DeclaredEdit<Name extends string, S extends Shape, About, Json>
  extends Omit<Declared<Name, S, Edited<About>, Json, EditContext>, "run"> {
  /** Reads only. */
  plan(context: PlanContext, input: InputOf<S>): Promise<Answer<Proposed<About>>>;
  /** Whether this call wants it carried out, and not only shown. */
  applies(input: InputOf<S>): boolean;
  /** What must be held from the plan until it is carried out. */
  around?<T>(context: DraftContext, input: InputOf<S>, work: () => Promise<T>): Promise<T>;
  /** After it was carried out: what depends on it. */
  committed?(context: DraftContext, input: InputOf<S>): void;
}

/** The one road of every change: a plan, which policy judges when it is handed to the writer, and a receipt. */
export function defineEdit<Name extends string, S extends Shape, About, Json>(
  edit: DeclaredEdit<Name, S, About, Json>,
): Operation<Name, S, Json> & Declared<Name, S, Edited<About>, Json, EditContext> {
  const declared: Declared<Name, S, Edited<About>, Json, EditContext> = {
    // A withheld edit must not count as success.
    succeeded: ({ withheld }) => withheld === undefined,
    showsNothing: ({ plan }) => plan.steps.length === 0,
    ...edit,
    run(context, input) {
      const carriedOut = async (): Promise<Answer<Edited<About>>> => {
        const planned = await edit.plan(context, input);
        const { value: proposed, standing } = await withConsequences(context, planned, edit.applies(input));
        const isWanted = edit.applies(input) && proposed.withheld === undefined && proposed.plan.steps.length > 0;
        if (!isWanted) return { value: { ...proposed, receipt: undefined }, standing };
        const done = await context.edits.commit(proposed.plan, context.patience);
        edit.committed?.(context, input);
        return { value: { ...proposed, receipt: done.value }, standing: joinStandings([standing, done.standing]) };
      };
      return edit.around === undefined ? carriedOut() : edit.around(context, input, carriedOut);
    },
  };
  return { ...operationOf("edit", declared, (input) => edit.applies(input)), ...declared };
}

/** What an edit does that is to be carried out is to write; that of every other kind follows from it. */
const effectOf: { readonly [K in Kind]: CallEffect } = {
  query: "read",
  control: "control",
  run: "exec",
  draft: "propose",
  edit: "write",
};

function operationOf<Name extends string, S extends Shape, Output, Json>(
  kind: Kind,
  declared: Declared<Name, S, Output, Json, CallContext>,
  applies: (input: InputOf<S>) => boolean = () => true,
): Operation<Name, S, Json> {
  // What an operation declares under a common name takes its place.
  const inDraft = kind === "query" && declared.outsideDrafts !== true ? draftInput : {};
  const schema = z.strictObject({ ...sharedInput, ...inDraft, ...declared.input }) as unknown as Operation<
    Name,
    S,
    Json
  >["schema"];
  return {
    ...declared,
    kind,
    schema,
    hasOwnLimit: declared.limitMs !== undefined,
    decode(raw) {
      const input = decode(schema, raw, declared.ignores);
      return {
        shared: input as SharedInput,
        ignored: ignoredIn(raw, declared.ignores ?? {}),
        draft: kind === "query" ? (input as SharedInput).session_id : undefined,
        effect: applies(input) ? effectOf[kind] : "propose",
        limitMs: declared.limitMs?.(input),
        async run(context) {
          const { value, standing } = await declared.run(context, input);
          return {
            standing,
            isEmpty: declared.isEmpty(value),
            succeeded: declared.succeeded?.(value) ?? true,
            showsNothing: declared.showsNothing?.(value) ?? false,
            hints: declared.hints(value),
            happened: declared.happened?.(value) ?? [],
            toText: (budget) => declared.toText(value, budget, standing),
            toJson: () => declared.toJson(value),
            meta: (returned) => declared.meta?.(value, returned()),
          };
        },
      };
    },
  };
}
