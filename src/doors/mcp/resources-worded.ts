// A protocol server that says in words what is wrong with the parameters of resources and prompts.
//
// Why not: the handlers. The protocol's own schema comes before them, and its complaint is a defect with a dump of the schema.

import type { JSONRPCRequest, Result, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { at, isRecord } from "../../std/json.ts";
import { ToolServer } from "./tool-server.ts";

type Answering = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

export class WordedServer extends ToolServer {
  protected override _wrapHandler(method: string, answering: Answering): Answering {
    const inner = super._wrapHandler(method, answering);
    const judge = judges.get(method);
    if (judge === undefined) return inner;
    return async (request, context) => {
      const wrong = judge(request.params);
      if (wrong !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, wrong);
      return inner(request, context);
    };
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
