// `execute_command`: has a server run one of its own commands, where the operator allows that very command.

import { z } from "zod";
import type { Base } from "../../model/file-path.ts";
import type { Plan } from "../../model/plan.ts";
import type { Receipt } from "../../model/receipt.ts";
import type { Answer } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { inert, inertLine } from "../../render/inert.ts";
import { defineRun } from "../define.ts";
import { quotedLines, shownPath } from "../foreign-text.ts";
import { firstNames } from "../../std/words.ts";

export interface Executed {
  readonly server: string;
  readonly command: string;
  readonly result: unknown;
  /** What the server had changed by it. */
  readonly edits: readonly Receipt[];
  readonly refusedEdits: number;
  /** Where relative paths start. */
  readonly base: Base;
}

export const executeCommand = defineRun({
  name: "execute_command",
  title: "Execute Command",
  summary: "Have a language server run one of its own commands.",
  guidance: "Only commands that the operator allows (setting commands.allow). What it edits can be undone.",
  exposure: "full",
  cli: { command: "execute", positional: "text" },
  needs: [],
  asks: ["commands", "problems"],
  input: {
    command: z.string().min(1),
    // Shown as objects, because some clients reject a list of anything.
    arguments: z
      .array(z.unknown().meta({ type: "object" }))
      .default([])
      .describe("Any JSON values."),
    file_path: z.string().min(1).optional().describe("Chooses the server."),
    server: z.string().min(1).optional().describe("Its id."),
  },
  async run({ view, patience, edits }, input): Promise<Answer<Executed>> {
    const { command, arguments: args, file_path: file, server } = input;
    const make = (plan: Plan): Promise<Receipt> => edits.commitUnseen(plan, patience);
    const { value, standing } = await view.command({ command, arguments: args, file, server }, patience, make);
    return { value: { ...value, base: view.base }, standing };
  },
  isEmpty: () => false,
  toText({ server, command, result, edits: made, refusedEdits, base }, budget) {
    const head = `${inertLine(server)} ran ${inertLine(command, 80)}`;
    const edits = [...madeText(made, base), ...(refusedEdits === 0 ? [] : [editsText(refusedEdits)])];
    const answered = result === null ? [`${head}; it returned nothing.`] : [`${head} and answered:`];
    const body = result === null ? [] : quotedLines(inert(JSON.stringify(result, null, 1)));
    const short = quotedLines(inertLine(JSON.stringify(result), 100));
    return fitting(
      [
        () => ({ text: [...answered, ...body, ...edits].join("\n") }),
        () => ({ text: [...answered, ...short, ...edits].join("\n"), leavesOut: "the result is cut: too long" }),
        () => ({ text: [`${head}.`, ...edits].join("\n"), leavesOut: "its result left out: too long" }),
        () => ({
          text: `The command ran; its result is too long to show.${made.length === 0 ? "" : " It changed files."}`,
        }),
      ],
      budget,
    );
  },
  toJson: ({ server, command, result, edits, refusedEdits }) => ({
    server,
    command,
    result,
    edits: edits.map(({ id, files }) => ({ undo_id: id, files: files.map(({ file }) => file) })),
    refused_edits: refusedEdits,
  }),
  hints: ({ edits }) => [
    { operation: "get_diagnostics", why: "whether it caused problems" },
    ...(edits.length === 0 ? [] : [{ operation: "undo_edit", why: "to undo what it changed" }]),
  ],
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

function madeText(made: readonly Receipt[], base: Base): string[] {
  return made.map(({ id, files }) => {
    const names = files.map(({ file }) => shownPath(base, file));
    return `It changed ${firstNames(names, 5)}. Undo id: ${id}`;
  });
}
