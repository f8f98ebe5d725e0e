// Lets the engine optimize code sooner than by default, in processes of the executable that have answered many calls.
//
// Why not from the start: what is optimized pays for itself after hundreds of calls, and many processes never answer as many.
// Invariant: only the executable allows it: a flag of the engine concerns all code of a process, and others embed the library.

import { setFlagsFromString } from "node:v8";

/** A process that was asked so often is likely to be asked again as often. */
const manyCalls = 100;

/** How much of its bytecode a function runs before it is judged. */
const [budget, usualBudget] = [20_000, 67_584];

/** Where optimizing goes by this budget alone, and it was measured: later versions have a tier in between, and other names. */
const knownVersion = /^11\.3\./;

export class EarlyOptimizing {
  readonly #isKnown: boolean;
  readonly #setFlags: (flags: string) => void;
  #isAllowed = false;
  #calls = 0;

  constructor(version: string, setFlags: (flags: string) => void) {
    this.#isKnown = knownVersion.test(version);
    this.#setFlags = setFlags;
  }

  allow(): void {
    this.#isAllowed = true;
  }

  /** A call came. */
  called(): void {
    this.#calls++;
    if (this.#calls === manyCalls && this.#isAllowed && this.#isKnown) this.#budget(budget);
  }

  /** Back to the flags with which a process starts: what is compiled under others is refused by the next one. */
  end(): void {
    if (this.#isKnown) this.#budget(usualBudget);
  }

  #budget(bytes: number): void {
    this.#setFlags(`--interrupt-budget=${bytes}`);
  }
}

/** That of this process. */
export const earlyOptimizing = new EarlyOptimizing(process.versions.v8, setFlagsFromString);
