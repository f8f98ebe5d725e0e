// `start_lsp`: starts servers ahead of the first question.

import { z } from "zod";
import { refuse } from "../../model/refusal.ts";
import type { StartedServer } from "../../workspace/control.ts";
import { defineControl } from "../define.ts";
import type { StartedJson } from "./started-answer.ts";
import { startedAnswer, startedJson, startedText } from "./started-answer.ts";

const input = {
  root_dir: z.string().optional().describe("The root; the present one without it."),
  language_id: z.string().optional().describe("Only this language's server."),
  ready_timeout_seconds: z.number().min(0).optional().describe("How long to wait until each is ready."),
  connect: z.string().optional().describe("Not supported yet."),
  scope: z.string().optional().describe("Not supported."),
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
  async run({ control, patience }, { root_dir, language_id, ready_timeout_seconds, connect, scope }) {
    if (connect !== undefined) {
      refuse({
        code: "bad_input",
        what: "Connecting to an already running server is not supported yet.",
        next: "Omit connect: servers are started directly.",
      });
    }
    if (scope !== undefined) {
      refuse({
        code: "bad_input",
        what: "scope is not supported.",
        why: "A server that sees only part of the root would give incomplete answers.",
        next: "Omit it, or give a narrower root_dir.",
      });
    }
    const waitMs = ready_timeout_seconds === undefined ? patience.waitMs : ready_timeout_seconds * 1_000;
    const request = { directory: root_dir, language: language_id };
    return startedAnswer(await control.start(request, { ...patience, waitMs }));
  },
  isEmpty: (servers) => servers.length === 0,
  toText: (servers, budget) => startedText("started", servers, budget),
  toJson: (servers) => startedJson("started", servers),
  hints: (servers) =>
    servers.length === 0
      ? [{ operation: "detect_lsp_servers", why: "which languages there are, and their servers" }]
      : [{ operation: "get_server_capabilities", why: "what they can be asked" }],
  examples: [{ title: "Start the server for TypeScript", input: { language_id: "typescript" } }],
});
