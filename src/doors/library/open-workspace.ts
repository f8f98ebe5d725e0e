// The library's face: every operation of the table as a typed method, whose answer is data with its standing.

import { resolve } from "node:path";
import type { z } from "zod";
import type { BridgeEvent } from "../../model/event.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import type { Call } from "../../operations/define.ts";
import { operationTable } from "../../operations/table.ts";
import type { TargetedJson } from "../../operations/targeted.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Unsubscribe } from "../../std/emitter.ts";
import type { Engine, Format, Invocation, Outcome } from "../../engine/engine.ts";
import type { OpenOptions } from "../../engine/open.ts";
import { openEngine } from "../../engine/open.ts";

type Caller = Invocation["caller"];
type Table = (typeof operationTable)[number];
type Named<Name extends Table["name"]> = Extract<Table, { readonly name: Name }>;
type Json<O> = O extends { decode(raw: unknown): Call<infer J> } ? J : never;
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** Several targets give a list of answers, one target gives its own. */
type Result<J, Input> = Input extends { readonly targets: readonly string[] }
  ? Extract<J, readonly TargetedJson<unknown>[]>
  : Exclude<J, readonly TargetedJson<unknown>[]>;

export interface CallOptions {
  readonly signal?: CancelSignal;
  readonly timeoutMs?: number;
}

/** `find_references` is `findReferences`, and so on; input and answer have the names of the contract. */
export type Operations = {
  readonly [Name in Table["name"] as Camel<Name>]: <const Input extends z.input<Named<Name>["schema"]>>(
    input: Input,
    options?: CallOptions,
  ) => Promise<Answer<Result<Json<Named<Name>>, Input>>>;
};

export interface OpenWorkspaceOptions extends Omit<OpenOptions, "directory"> {
  /** What this caller may do; questions and steering by default. */
  readonly allowed?: Caller["allowed"];
}

/** A root that can be asked. A refusal is thrown as a `Refusal`; everything else comes back with its standing. */
export type OpenedWorkspace = Operations &
  AsyncDisposable & {
    readonly engine: Engine;
    /** The same answer as an agent reads it. */
    text(operation: Table["name"], input: object, options?: CallOptions): Promise<string>;
    events(listener: (event: BridgeEvent) => void): Unsubscribe;
    close(): Promise<void>;
  };

/** `directory` lies in the project, and may be relative to where the process runs. */
export async function openWorkspace(directory: string, options: OpenWorkspaceOptions = {}): Promise<OpenedWorkspace> {
  const { allowed = ["read", "control"], ...open } = options;
  const engine = await openEngine({ ...open, directory: resolve(directory) });
  const caller: Caller = { door: "library", allowed };
  const invoke = async (
    operation: string,
    input: object,
    format: Format,
    more: CallOptions = {},
  ): Promise<Answered> => {
    const maxCharacters = format === "json" ? Number.POSITIVE_INFINITY : undefined;
    const outcome = await engine.invoke({ operation, input, caller, format, maxCharacters, ...more });
    if (!outcome.ok) throw new Refusal(outcome.refusal);
    return outcome;
  };
  const methods = operationTable.map(({ name }) => [
    camel(name),
    async (input: object, more?: CallOptions): Promise<Answer<unknown>> => {
      const { body, standing } = await invoke(name, input, "json", more);
      return { value: body.format === "json" ? body.json : body.text, standing };
    },
  ]);
  const operations: Operations = Object.fromEntries(methods);
  return {
    ...operations,
    engine,
    text: async (operation, input, more) => {
      const { body, standingLine } = await invoke(operation, input, "text", more);
      const text = body.format === "text" ? body.text : JSON.stringify(body.json);
      return standingLine === undefined ? text : `${standingLine}\n${text}`;
    },
    events: (listener) => engine.events(listener),
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

type Answered = Outcome & { readonly ok: true };

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
