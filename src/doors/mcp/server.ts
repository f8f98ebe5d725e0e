// The MCP door: tools from the operation table on one side, the engine on the other.
//
// Invariant: a failure that a caller can act on is a tool result with `isError`, never a protocol error.

import type { CallToolResult } from "@modelcontextprotocol/server";
import { McpServer } from "@modelcontextprotocol/server";
import type { Engine, Invocation, Outcome } from "../../engine/engine.ts";
import { refusalTable } from "../../engine/refusal-table.ts";
import { refusalText } from "../../engine/refusal-text.ts";
import { Refusal } from "../../model/refusal.ts";
import { operations } from "../../operations/table.ts";
import { mcpInstructions } from "./instructions.ts";

export type TextFormat = "text" | "json";

/** One server instance per connection; everything that lasts is in the engine. */
export function mcpServer(engine: () => Promise<Engine>, version: string, format: TextFormat): McpServer {
  const server = new McpServer(
    { name: "sightline", version },
    { capabilities: { tools: {} }, instructions: mcpInstructions },
  );
  for (const operation of operations) {
    server.registerTool(
      operation.name,
      {
        title: operation.title,
        description: `${operation.summary} ${operation.guidance}`,
        inputSchema: operation.schema,
        annotations: {
          title: operation.title,
          readOnlyHint: operation.kind === "query",
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      async (input, context) => {
        const caller: Invocation["caller"] = { door: "mcp", allowed: ["read"] };
        try {
          const opened = await engine();
          const outcome = await opened.invoke({
            operation: operation.name,
            input,
            caller,
            signal: context.mcpReq.signal,
            format,
          });
          return toWireResult(outcome);
        } catch (error) {
          // The engine itself could not be opened; everything later is already an outcome.
          if (error instanceof Refusal) return toWireResult({ ok: false, refusal: error.details, ms: 0 });
          throw error;
        }
      },
    );
  }
  return server;
}

export function toWireResult(outcome: Outcome): CallToolResult {
  if (!outcome.ok) {
    const { code } = outcome.refusal;
    return {
      isError: true,
      content: [{ type: "text", text: refusalText(outcome.refusal) }],
      _meta: { "sightline/refusal": { code, retryable: refusalTable[code].retryable } },
    };
  }
  const { standing } = outcome;
  const _meta = {
    ...outcome.meta,
    "sightline/standing": { state: standing.state, reasons: standing.reasons, evidence: standing.evidence },
  };
  const { body, standingLine, hint } = outcome;
  const texts =
    body.format === "text"
      ? [standingLine === undefined ? body.text : `${standingLine}\n${body.text}`, hint]
      : [JSON.stringify(body.json), standingLine, body.leftOut, hint];
  const content = texts.flatMap((text) => (text === undefined ? [] : [{ type: "text" as const, text }]));
  return { content, _meta };
}
