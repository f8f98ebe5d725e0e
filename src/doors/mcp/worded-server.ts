// A protocol server that says in words what is wrong with the parameters of tools, resources and prompts.
//
// Why not: the handlers. The protocol's own schema comes before them, and its complaint is a defect with a dump of the schema.
// Invariant: arguments of a tool that are no object are a tool result that an agent can read; the protocol's own schema
// would make them an error of the protocol, or drop a name that it does not like.

import type { CallToolResult, JSONRPCRequest, Result, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { at, isRecord } from "../../std/json.ts";

type Answering = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Describes what is wrong with arguments whose shape the protocol itself would reject. */
type JudgeOdd = (tool: string, input: unknown) => CallToolResult | undefined;

type OptionsOfServer = NonNullable<ConstructorParameters<typeof Server>[1]>;

export class WordedServer extends Server {
  readonly #judge: JudgeOdd;

  constructor(identity: ConstructorParameters<typeof Server>[0], options: OptionsOfServer, judge: JudgeOdd) {
    super(identity, options);
    this.#judge = judge;
  }

  protected override _wrapHandler(method: string, answering: Answering): Answering {
    const inner = super._wrapHandler(method, answering);
    const judge = judges.get(method);
    return async (request, context) => {
      const wrong = judge?.(request.params);
      if (wrong !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, wrong);
      return (method === "tools/call" ? this.#refused(request) : undefined) ?? inner(request, context);
    };
  }

  #refused(request: JSONRPCRequest): CallToolResult | undefined {
    const name = at(request, ["params", "name"]);
    const input = at(request, ["params", "arguments"]);
    return typeof name === "string" && isOdd(input) ? this.#judge(name, input) : undefined;
  }
}

// — below: private, in the order they are used —

type Judge = (params: unknown) => string | undefined;

const judges: ReadonlyMap<string, Judge> = new Map([
  ["resources/read", wrongAddress],
  ["resources/subscribe", wrongAddress],
  ["resources/unsubscribe", wrongAddress],
  ["prompts/get", wrongPrompt],
]);

function wrongAddress(params: unknown): string | undefined {
  if (typeof at(params, ["uri"]) === "string") return undefined;
  return "uri must be the address of a resource, as a string. See resources/list and resources/templates/list.";
}

function wrongPrompt(params: unknown): string | undefined {
  if (typeof at(params, ["name"]) !== "string")
    return "name must be the name of a prompt, as a string. See prompts/list.";
  const given = at(params, ["arguments"]) ?? {};
  if (!isRecord(given)) return "arguments must be an object of strings.";
  const odd = Object.keys(given).filter((name) => typeof given[name] !== "string");
  return odd.length === 0
    ? undefined
    : `Arguments of a prompt must be strings; ${odd.join(", ").slice(0, 200)} is not.`;
}

function isOdd(input: unknown): boolean {
  if (input === undefined) return false;
  return !isRecord(input) || Object.hasOwn(input, "__proto__");
}
