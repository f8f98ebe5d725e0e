// `execute_command`: has a server run one of its own commands, where the operator allows that very command.

import { z } from "zod";
import type { Answer } from "../model/standing.ts";
import { fitting } from "../render/bound.ts";
import { inert, inertLine } from "../render/inert.ts";
import { defineRun } from "./define.ts";
import { quotedLines } from "./foreign-text.ts";

export interface Executed {
  readonly server: string;
  readonly command: string;
  readonly result: unknown;
  readonly refusedEdits: number;
}

export const executeCommand = defineRun({
  name: "execute_command",
  title: "Execute Command",
  summary: "Have a language server run one of its own commands.",
  guidance:
    "Only commands that the operator allows (setting commands.allow); edits that a server asks for are not made.",
  exposure: "full",
  cli: { command: "execute", positional: "text" },
  needs: [],
  input: {
    command: z.string().min(1),
    // Shown as objects, because some clients reject a list of anything.
    arguments: z
      .array(z.unknown().meta({ type: "object" }))
      .default([])
      .describe("Any JSON values."),
    file_path: z.string().min(1).optional().describe("Chooses the server."),
    server: z.string().min(1).optional().describe("Its id, where it runs already."),
  },
  async run({ view, patience }, input): Promise<Answer<Executed>> {
    const { command, arguments: args, file_path: file, server } = input;
    return view.command({ command, arguments: args, file, server }, patience);
  },
  isEmpty: () => false,
  toText({ server, command, result, refusedEdits }, budget) {
    const head = `${inertLine(server)} has run ${inertLine(command, 80)}`;
    const edits = refusedEdits === 0 ? [] : [editsText(refusedEdits)];
    const answered = result === null ? [`${head}; it answered nothing.`] : [`${head} and answered:`];
    const body = result === null ? [] : quotedLines(inert(JSON.stringify(result, null, 1)));
    const short = quotedLines(inertLine(JSON.stringify(result), 100));
    return fitting(
      [
        () => ({ text: [...answered, ...body, ...edits].join("\n") }),
        () => ({ text: [...answered, ...short, ...edits].join("\n"), leavesOut: "the answer is cut: too long" }),
        () => ({ text: [`${head}.`, ...edits].join("\n"), leavesOut: "its answer is left out: too long" }),
        () => ({ text: "It has been run; its answer is too long." }),
      ],
      budget,
    );
  },
  toJson: ({ server, command, result, refusedEdits }) => ({ server, command, result, refused_edits: refusedEdits }),
  hints: () => [{ operation: "get_diagnostics", why: "whether anything has become wrong" }],
  examples: [
    {
      title: "What an operator has not allowed",
      input: { command: "pyright.restartserver", file_path: "stock/inventory.py" },
      refused: "policy_denied",
    },
  ],
});

function editsText(count: number): string {
  return count === 1 ? "It asked for 1 edit, which was not made." : `It asked for ${count} edits, which were not made.`;
}
