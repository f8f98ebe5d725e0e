// The arguments that every operation takes, besides its own.

import { z } from "zod";

export const sharedInput = {
  max_tokens: z.int().min(50).optional().describe("Largest answer; shorter forms are chosen to fit."),
  wait_ms: z.int().min(0).optional().describe("How long to wait for a complete answer."),
  format: z.enum(["text", "json"]).optional(),
};

/** Of every query: asks it as if a draft were committed. */
export const draftInput = {
  session_id: z.string().min(1).optional().describe("Ask as if this draft were committed."),
};

export interface SharedInput {
  readonly session_id?: string | undefined;
  readonly max_tokens?: number | undefined;
  readonly wait_ms?: number | undefined;
  readonly format?: string | undefined;
}
