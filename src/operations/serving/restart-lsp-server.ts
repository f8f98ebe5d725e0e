// `restart_lsp_server`: ends servers and starts them anew.

import { z } from "zod";
import type { StartedServer } from "../../workspace/control.ts";
import { defineControl } from "../define.ts";
import type { StartedJson } from "./started-answer.ts";
import { startedAnswer, startedJson, startedText } from "./started-answer.ts";

const input = { root_dir: z.string().optional().describe("Only the servers of this root; else all.") };

export const restartLspServer = defineControl<
  "restart_lsp_server",
  typeof input,
  readonly StartedServer[],
  StartedJson
>({
  name: "restart_lsp_server",
  title: "Restart Language Servers",
  summary: "Stop the running language servers and start them anew.",
  guidance:
    "For a server that was given up or answers from an old state. Crashes and changed files are handled without it.",
  exposure: "full",
  cli: { command: "restart", positional: "directory" },
  needs: [],
  input,
  run: async ({ control, patience }, { root_dir }) => startedAnswer(await control.restart(root_dir, patience)),
  isEmpty: (servers) => servers.length === 0,
  toText: (servers, budget) => startedText("restarted", servers, budget),
  toJson: (servers) => startedJson("restarted", servers),
  hints: (servers) =>
    servers.length === 0
      ? [{ operation: "start_lsp", why: "to start what the root needs" }]
      : [{ operation: "get_diagnostics", why: "the diagnostics after the restart" }],
  examples: [{ title: "Restart everything", input: {} }],
});
