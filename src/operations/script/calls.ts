// The questions of one script: each is asked by the road of every other call, and what its answers are worth is added up.
//
// Invariant: a question that was refused makes the whole answer partial: the script may have caught the refusal.

import type { RefusalDetails } from "../../model/refusal.ts";
import { orIfRefused, refuse } from "../../model/refusal.ts";
import type { Answer, Evidence, Reason, Standing, StandingState } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import { isRecord, parsedJson } from "../../std/json.ts";
import { Slots } from "../../std/pooled.ts";
import { counted } from "../../std/words.ts";
import type { Operation, QueryContext } from "../define.ts";
import type { ScriptMethod } from "./methods.ts";
import { helpOf, mustBeMethod } from "./methods.ts";
import { ownMethods } from "./own-methods.ts";
import { inputOf, optionsIn, shownValue } from "./values.ts";

/** What the answers of a script are worth together. */
export interface ScriptTally {
  readonly answers: number;
  readonly complete: number;
  readonly refused: number;
}

interface CallsContext extends QueryContext {
  readonly ask: (operation: string, input: object) => Promise<Answer<unknown>>;
  readonly methods: readonly ScriptMethod[];
  readonly operations: readonly Operation[];
}

/** Questions that are open at the same time; a method of ours may need many. */
export const atOnce = 8;

/** Reasons that are told apart; what comes after differs only in its words. */
const reasonsKept = 50;

const notWaitedFor: Reason = {
  code: "target_refused",
  detail: "the script returned without waiting for all of its questions",
  next: "Await each, or all with Promise.all; forEach does not wait.",
};

export class ScriptCalls {
  readonly #context: CallsContext;
  readonly #reasons = new Map<string, Reason>();
  readonly #evidence = new Map<string, Evidence>();
  readonly #refusals = new Map<string, number>();
  readonly #states = new Map<StandingState, number>();
  readonly #slots = new Slots(atOnce);
  #answers = 0;
  #open = 0;

  constructor(context: CallsContext) {
    this.#context = context;
  }

  /** A question of the sandbox, as a text, answered as one. */
  async answer(question: string): Promise<string> {
    this.#open++;
    const answered = await orIfRefused(
      ({ details }) => this.#refused(details),
      async () => {
        const { value, standing } = await this.#asked(parsedJson(question));
        const { state, reasons } = standing;
        const told =
          state === "complete" ? { state } : { state, reasons: reasons.map(({ code, detail }) => ({ code, detail })) };
        return { value: shownValue(this.#context.view.root, value), standing: told };
      },
    ).finally(() => this.#open--);
    return JSON.stringify(answered);
  }

  get tally(): ScriptTally {
    const refused = [...this.#refusals.values()].reduce((sum, count) => sum + count, 0);
    return { answers: this.#answers + refused, complete: this.#states.get("complete") ?? 0, refused };
  }

  /** The worst of all that it used. */
  get standing(): Standing {
    const { answers, refused } = this.tally;
    const codes = [...this.#refusals].map(([code, count]) => `${code} ${count}`).join(", ");
    const missing: Reason[] = [];
    if (refused > 0) {
      const detail = `${refused} of ${counted(answers, "question")} got no answer (${codes})`;
      missing.push({ code: "target_refused", detail });
    }
    if (this.#open > 0) missing.push(notWaitedFor);
    const states = [...this.#states.keys()].map((state) => ({ state, reasons: [], evidence: [] }));
    return joinStandings([
      standingOf([...missing, ...this.#reasons.values()], [...this.#evidence.values()]),
      ...states,
    ]);
  }

  // — below: private, in the order they are used —

  async #asked(question: unknown): Promise<Answer<unknown>> {
    const { method, subject, options } = isRecord(question) ? question : {};
    if (typeof method !== "string") {
      refuse({ code: "bad_input", what: "This is no question.", next: "Call the methods of sl." });
    }
    const { methods, operations, view, patience } = this.#context;
    const ask = (operation: string, input: object): Promise<Answer<unknown>> => this.#counted(operation, input);
    if (method === "help") return { value: helpOf(subject, methods, operations), standing: standingOf([]) };
    const own = Object.hasOwn(ownMethods, method) ? ownMethods[method] : undefined;
    if (own !== undefined) {
      const answered = await own.run({ view, patience, ask }, subject, optionsIn(options, method));
      this.#keep(answered.standing);
      return answered;
    }
    const known = mustBeMethod(method, methods, operations);
    return ask(known.operation.name, inputOf(known, subject, options));
  }

  async #counted(operation: string, input: object): Promise<Answer<unknown>> {
    const answered = await this.#slots.use(() => this.#context.ask(operation, input));
    const { state } = answered.standing;
    this.#answers++;
    this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
    this.#keep(answered.standing);
    return answered;
  }

  #keep({ reasons, evidence }: Standing): void {
    for (const reason of reasons) {
      const key = `${reason.code} ${reason.detail}`;
      if (this.#reasons.size < reasonsKept || !this.#knows(reason)) this.#reasons.set(key, reason);
    }
    for (const { server, version } of evidence) {
      this.#evidence.set(`${server} ${version ?? ""}`, { server, ...(version === undefined ? {} : { version }) });
    }
  }

  #knows({ code }: Reason): boolean {
    return [...this.#reasons.values()].some((one) => one.code === code);
  }

  #refused(details: RefusalDetails): { readonly refusal: RefusalDetails } {
    const { code, what, why, next } = details;
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
    return {
      refusal: { code, what, ...(why === undefined ? {} : { why }), ...(next === undefined ? {} : { next }) },
    };
  }
}
