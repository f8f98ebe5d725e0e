// The tools of a plugin, as every agent framework can take them: a name, a schema, and a call that answers in words.

import type { Outcome } from "../../engine/engine.ts";
import type { LspTool } from "../../engine/lsp-tools.ts";
import { refusalText } from "../../engine/text/refusal-text.ts";
import type { Standing } from "../../model/standing.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { PluginFailure } from "./failures.ts";

export type PluginToolResult =
  | { readonly ok: true; readonly text: string; readonly standing: Standing }
  /** `text` tells a model what happened and what it can do next. */
  | { readonly ok: false; readonly text: string; readonly error: PluginFailure };

export interface PluginTool {
  readonly name: string;
  readonly description: string;
  /** Of zod; `schema.shape` holds the arguments one by one. */
  readonly schema: LspTool["schema"];
  /** No server has said yet that it can serve this. */
  readonly provisional: boolean;
  /** Rejects only when the call was cancelled. */
  readonly call: (args: object, signal?: CancelSignal) => Promise<PluginToolResult>;
}

export interface ToolContext {
  readonly provisional: boolean;
  readonly during: <T>(call: () => Promise<T>) => Promise<T>;
  readonly failure: (refusal: (Outcome & { ok: false })["refusal"], operation: string) => PluginFailure;
}

export function pluginTool(tool: LspTool, { provisional, during, failure }: ToolContext): PluginTool {
  const { name, description, schema, operation } = tool;
  return {
    name,
    description,
    schema,
    provisional,
    call: (args, signal) =>
      during(async () => {
        const outcome = await tool.call(args, signal);
        if (outcome.ok) return { ok: true, text: answerText(outcome), standing: outcome.standing };
        const { refusal } = outcome;
        return { ok: false, text: refusalText(refusal), error: failure(refusal, operation) };
      }),
  };
}

// — below: private, in the order they are used —

function answerText({ notice, standingLine, body }: Outcome & { ok: true }): string {
  const text = body.format === "text" ? body.text : JSON.stringify(body.json);
  return [notice, standingLine, text].filter((line) => line !== undefined).join("\n");
}
