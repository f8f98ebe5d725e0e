// The arguments that every operation takes, besides its own.

import { z } from "zod";

export const sharedInput = {
  max_tokens: z.int().min(50).optional().describe("Largest answer; shorter forms are chosen to fit."),
  wait_ms: z.int().min(0).optional().describe("How long to wait for a complete answer."),
  format: z.enum(["text", "json"]).optional(),
};

export interface SharedInput {
  readonly max_tokens?: number | undefined;
  readonly wait_ms?: number | undefined;
  readonly format?: string | undefined;
}
