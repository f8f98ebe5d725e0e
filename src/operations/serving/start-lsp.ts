// `start_lsp`: starts servers ahead of the first question, or connects to one that someone else runs.

import { z } from "zod";
import { refuse } from "../../model/refusal.ts";
import { parseAddress } from "../../model/address.ts";
import type { StartedServer, StartRequest } from "../../workspace/control.ts";
import type { ControlContext } from "../define.ts";
import { defineControl } from "../define.ts";
import type { Done, StartedJson } from "./started-answer.ts";
import { startedAnswer, startedJson, startedText } from "./started-answer.ts";

const input = {
  root_dir: z.string().optional().describe("The root; the present one without it."),
  language_id: z.string().optional().describe("Only this language's server."),
  ready_timeout_seconds: z.number().min(0).optional().describe("How long to wait until each is ready."),
  connect: z
    .string()
    .optional()
    .describe("host:port of a running server to use instead of starting one; none to start ours again."),
};

export const startLsp = defineControl<"start_lsp", typeof input, readonly StartedServer[], StartedJson>({
  name: "start_lsp",
  title: "Start Language Servers",
  summary: "Start the language servers that a root needs, or that of one language.",
  guidance:
    "Never needed: the first question starts what it needs. Use it to warm up, or to open a root that is allowed.",
  exposure: "full",
  cli: { command: "start", positional: "directory" },
  needs: [],
  input,
  ignores: { scope: "a server that sees a part of the root gives incomplete answers" },
  async run({ control, patience, mayConnect }, { root_dir, language_id, ready_timeout_seconds, connect }) {
    const waitMs = ready_timeout_seconds === undefined ? patience.waitMs : ready_timeout_seconds * 1_000;
    const request = { directory: root_dir, language: language_id, connect: connectRequest(connect, mayConnect) };
    return startedAnswer(await control.start(request, { ...patience, waitMs }));
  },
  isEmpty: (servers) => servers.length === 0,
  toText: (servers, budget) => startedText(done(servers), servers, budget),
  toJson: (servers) => startedJson(done(servers), servers),
  hints: (servers) =>
    servers.length === 0
      ? [{ operation: "detect_lsp_servers", why: "which languages there are, and their servers" }]
      : [{ operation: "get_server_capabilities", why: "what they can be asked" }],
  examples: [{ title: "Start the server for TypeScript", input: { language_id: "typescript" } }],
});

// — below: private, in the order they are used —

function connectRequest(text: string | undefined, mayConnect: ControlContext["mayConnect"]): StartRequest["connect"] {
  if (text === undefined || text === "none") return text;
  const address = parseAddress(text);
  if (address !== undefined) return { address, allow: (hosts, root) => mayConnect(address.host, hosts, root) };
  return refuse({
    code: "bad_input",
    what: `connect is not an address: ${JSON.stringify(text.slice(0, 100))}.`,
    next: "Give host:port, such as localhost:9999.",
  });
}

function done(servers: readonly StartedServer[]): Done {
  return servers.some(({ connectedTo }) => connectedTo !== undefined) ? "connected" : "started";
}
