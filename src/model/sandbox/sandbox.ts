// A program that runs with nothing but what it is given: what it may take, what it asks for, and how it ends.
//
// Invariant: only texts cross the border, so that no object of ours is ever in the hands of the program.

import { refuse } from "../refusal.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Deadline } from "../../std/deadline.ts";

export interface SandboxLimits {
  /** Memory of the program, in pages of 64 KiB. */
  readonly memoryPages: number;
  /** How long it may compute in all; the time in which it waits for answers does not count. */
  readonly computingMs: number;
  /** How many questions it may ask. */
  readonly calls: number;
  /** How many of them may be open at the same time. */
  readonly callsAtOnce: number;
  /** Characters of what it returns, of a question, and of what it prints in all. */
  readonly resultCharacters: number;
  readonly callCharacters: number;
  readonly printedCharacters: number;
}

export interface SandboxProgram {
  /** The body of an asynchronous function. */
  readonly code: string;
  /** Our own code, which runs before it in the same place: a function that is given the sandbox's few functions. */
  readonly prelude: string;
  readonly limits: SandboxLimits;
  readonly deadline: Deadline;
  readonly signal?: CancelSignal | undefined;
  /** Never rejects, but for a defect or a cancellation, which end the program. */
  readonly ask: (question: string) => Promise<string>;
  readonly print: (line: string) => void;
}

/** What a program ran out of. */
export type SandboxLimit = "time" | "computing" | "calls" | "memory" | "depth" | "result" | "waiting";

export type SandboxEnd =
  /** The text that the prelude made of what the program returned. */
  | { readonly kind: "returned"; readonly text: string }
  /** What the prelude says of what the program threw, or the sandbox of what it could not read. */
  | { readonly kind: "threw"; readonly text: string }
  /** `text` says where, as far as that is known. */
  | { readonly kind: "stopped"; readonly by: SandboxLimit; readonly text: string };

export interface Sandbox {
  /** Nothing of the program is left when it settles. Rejects when the call is cancelled. */
  run(program: SandboxProgram): Promise<SandboxEnd>;
}

/** Where nothing can run a program. */
export const noSandbox: Sandbox = {
  run: async () =>
    refuse({ code: "capability_missing", what: "No script can run here.", next: "Ask one question at a time." }),
};
