// A protocol server that lets the arguments of a tool be judged before the protocol judges them.
//
// Invariant: what is no object at all is a tool result that an agent can read; the protocol's own schema would make it
// an error of the protocol, or drop a name that it does not like.

import type { CallToolResult, JSONRPCRequest, Result, ServerContext } from "@modelcontextprotocol/server";
import { Server } from "@modelcontextprotocol/server";
import { at, isRecord } from "../../std/json.ts";

type Answering = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Describes what is wrong with arguments whose shape the protocol itself would reject. */
export type JudgeOdd = (tool: string, input: unknown) => CallToolResult | undefined;

export class ToolServer extends Server {
  readonly #judge: JudgeOdd;

  constructor(identity: ConstructorParameters<typeof Server>[0], options: OptionsOfServer, judge: JudgeOdd) {
    super(identity, options);
    this.#judge = judge;
  }

  protected override _wrapHandler(method: string, answering: Answering): Answering {
    const inner = super._wrapHandler(method, answering);
    if (method !== "tools/call") return inner;
    return async (request, context) => {
      const name = at(request, ["params", "name"]);
      const input = at(request, ["params", "arguments"]);
      const refused = typeof name === "string" && isOdd(input) ? this.#judge(name, input) : undefined;
      return refused ?? inner(request, context);
    };
  }
}

type OptionsOfServer = NonNullable<ConstructorParameters<typeof Server>[1]>;

function isOdd(input: unknown): boolean {
  if (input === undefined) return false;
  return !isRecord(input) || Object.hasOwn(input, "__proto__");
}
