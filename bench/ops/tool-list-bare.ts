// A server with nothing behind it, as the SDK's own guide writes one: so many tools, each with a dozen arguments.

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const count = Number(process.argv[2] ?? "1");
const inputSchema = z.strictObject(
  Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`argument_${at}`, z.string().optional()])),
);

serveStdio(() => {
  const server = new McpServer({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } });
  for (let at = 0; at < count; at++) {
    server.registerTool(`tool_${at}`, { description: "Does nothing at all.", inputSchema }, async () => ({
      content: [],
    }));
  }
  return server;
});
