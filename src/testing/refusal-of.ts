// Turns a refused call into its refusal, so that a test can inspect it.

import { Refusal } from "../model/refusal.ts";

/** Throws whatever else came of the call: an answer, a cancellation, a defect. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("the call was answered");
}
