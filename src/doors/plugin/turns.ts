// The turns of an agent whose model writes files: each is closed by a verdict, and errors that it brought go back to the model.

import type { CorrectionOptions, TurnClosing } from "../../context/correction.ts";
import { CorrectionLoop } from "../../context/correction.ts";
import type { Intent } from "../../context/correction-packet.ts";
import { TurnWatch } from "../../context/turn-watch.ts";
import type { TurnWatchOptions } from "../../context/turn-watch.ts";
import type { Unsubscribe } from "../../std/emitter.ts";
import { fileEffect } from "./file-arguments.ts";
import type { FileTools } from "./file-arguments.ts";
import type { HookRegistry } from "./hooks.ts";
import type { LspClient } from "./lsp-client.ts";

export interface TurnOptions extends Omit<CorrectionOptions, "engine" | "caller" | "watch">, TurnWatchOptions {}

export interface Turns {
  /** Compares what the tools have written since the last close; the model is asked for corrections for a few rounds. */
  close(intent?: Intent): Promise<TurnClosing>;
  /** No further write is watched. */
  stop: Unsubscribe;
}

interface TurnContext {
  readonly client: LspClient;
  readonly hooks: HookRegistry;
  readonly fileTools: readonly FileTools[];
  readonly absolute: (file: string) => string;
}

/** Keeps the text of each file before a tool first writes it, by a hook before the tool is used. */
export function watchTurns(context: TurnContext, options: TurnOptions): Turns {
  const { client, hooks, fileTools, absolute } = context;
  const watch = new TurnWatch(options);
  const stop = hooks.on(
    "PreToolUse",
    async ({ tool_name, arguments: args }) => {
      const files = fileEffect(fileTools, tool_name, args)?.files ?? [];
      await watch.beforeWrite(files.map(absolute));
    },
    { name: "The watch of a turn" },
  );
  return {
    stop,
    async close(intent) {
      const { engine } = await client.open();
      const caller = { ...client.caller, allowed: ["read"] } as const;
      return new CorrectionLoop({ ...options, engine, caller, watch }).close(intent);
    },
  };
}
