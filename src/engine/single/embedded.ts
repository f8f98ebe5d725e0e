// The single `Lsp` tool for an agent of one's own, in the same process.

import type { CancelSignal } from "../../std/cancel.ts";
import type { Engine, EngineStatus, Invocation } from "../engine.ts";
import type { LspSchema } from "./description.ts";
import { lspDescription, lspSchema, lspToolName } from "./description.ts";
import type { LspFailure } from "./failure.ts";
import { lspFailure } from "./failure.ts";
import { kindsServed } from "./kinds.ts";
import type { LspOutcome } from "./lsp-tool.ts";
import { askLsp } from "./lsp-tool.ts";

export interface SingleLspTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: LspSchema;
  /** Rejects only when the caller cancelled. */
  call(input: unknown, signal?: CancelSignal): Promise<Extract<LspOutcome, { readonly ok: true }> | LspFailure>;
}

/** With the kinds that the servers which run now can serve. */
export function singleLspTool(engine: Engine, now: EngineStatus, caller: Invocation["caller"]): SingleLspTool {
  const kinds = kindsServed(now);
  return {
    name: lspToolName,
    description: lspDescription(kinds),
    schema: lspSchema(kinds),
    async call(input, signal) {
      const outcome = await askLsp(engine, input, { caller, signal });
      return outcome.ok ? outcome : lspFailure(outcome.refusal);
    },
  };
}
