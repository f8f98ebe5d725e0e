// The library's face: every operation of the table as a typed method, whose answer is data with its standing.

/// <reference lib="esnext.disposable" preserve="true" />

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
import type { LspTool } from "../../engine/lsp-tools.ts";
import { lspTools, lspToolsNow } from "../../engine/lsp-tools.ts";
import type { SingleLspTool } from "../../engine/single/embedded.ts";
import { singleLspTool } from "../../engine/single/embedded.ts";

type Caller = Invocation["caller"];
type Table = (typeof operationTable)[number];
type Named<Name extends Table["name"]> = Extract<Table, { readonly name: Name }>;
type Json<O> = O extends { decode(raw: unknown): Call<infer J> } ? J : never;
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** Read-only lists are accepted as well. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
/** A method answers in data and `text` in words: which of both is no argument here. */
type Input<Name extends Table["name"]> = Frozen<Omit<z.input<Named<Name>["schema"]>, "format">>;

type ManyOf<J> = Extract<J, readonly TargetedJson<unknown>[]>;
type OneOf<J> = Exclude<J, readonly TargetedJson<unknown>[]>;

export interface CallOptions {
  readonly signal?: CancelSignal;
  readonly timeoutMs?: number;
}

/** Several targets give a list of answers, each with its own standing. */
type AskMany<I, J> = (
  input: Omit<I, "targets"> & { readonly targets: readonly string[] },
  options?: CallOptions,
) => Promise<Answer<ManyOf<J>>>;
/** One target gives its own answer. */
type AskOne<I, J> = (
  input: Omit<I, "targets"> & { readonly targets?: undefined },
  options?: CallOptions,
) => Promise<Answer<OneOf<J>>>;
/** A caller that does not know in advance which of both it is gets either. */
type AskEither<I, J> = (input: I, options?: CallOptions) => Promise<Answer<J>>;
type Ask<I, J> = "targets" extends keyof I ? AskMany<I, J> & AskOne<I, J> & AskEither<I, J> : AskEither<I, J>;

/** `find_references` is `findReferences`, and so on; input and answer have the names of the contract. */
export type Operations = {
  readonly [Name in Table["name"] as Camel<Name>]: Ask<Input<Name>, Json<Named<Name>>>;
};

export interface OpenWorkspaceOptions extends Omit<OpenOptions, "directory"> {
  /** What this caller may do; questions and steering by default. */
  readonly allowed?: Caller["allowed"];
}

/** A root that can be asked. A refusal is thrown as a `Refusal`; everything else comes back with its standing. */
export type OpenedWorkspace = Operations & {
  readonly engine: Engine;
  /** Any operation by its name, also one of an extension (`rust_expand_macro`), which has no method of its own. */
  ask(operation: string, input: object, options?: CallOptions): Promise<Answer<unknown>>;
  /** The same answer as an agent reads it. */
  text<Name extends Table["name"]>(operation: Name, input: Input<Name>, options?: CallOptions): Promise<string>;
  /** `lsp_hover` and the like for an agent of one's own: those that the servers which run now can serve. */
  tools(): LspTool[];
  /** The same for a server with these capabilities, which is its `ServerCapabilities`. */
  lspTools(capabilities: unknown): LspTool[];
  /** One tool instead of them, `Lsp`, which dispatches by `kind` and answers in lines. */
  singleTool(): SingleLspTool;
  events(listener: (event: BridgeEvent) => void): Unsubscribe;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
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
  const ask = async (name: string, input: object, more?: CallOptions): Promise<Answer<unknown>> => {
    const { body, standing } = await invoke(name, input, "json", more);
    return { value: body.format === "json" ? body.json : body.text, standing };
  };
  const methods = operationTable.map(({ name }) => [
    camel(name),
    (input: object, more?: CallOptions): Promise<Answer<unknown>> => ask(name, input, more),
  ]);
  const operations: Operations = Object.fromEntries(methods);
  return {
    ...operations,
    engine,
    ask,
    text: async (operation, input, more) => {
      const { body, standingLine, notice } = await invoke(operation, input, "text", more);
      const text = body.format === "text" ? body.text : JSON.stringify(body.json);
      return [notice, standingLine, text].filter((line) => line !== undefined).join("\n");
    },
    tools: () => lspToolsNow(engine, engine.now(), caller),
    singleTool: () => singleLspTool(engine, engine.now(), caller),
    lspTools: (capabilities) => lspTools(engine, capabilities, caller),
    events: (listener) => engine.events(listener),
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

type Answered = Outcome & { readonly ok: true };

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
