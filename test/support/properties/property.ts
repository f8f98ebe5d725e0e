// A statement about all inputs, which a test checks with a few hundred of them and the fuzzer with as many as it can.

import fc from "fast-check";

export interface Statement {
  readonly name: string;
  /** Throws with the smallest failing input. `examples` are inputs which failed once and are tried first. */
  assert(): void;
  /** Undefined when all went well, else what fails and the seed to repeat it with. */
  search(seed: number, runs: number): string | undefined;
}

export function statement<Inputs extends [unknown, ...unknown[]]>(
  name: string,
  property: fc.IPropertyWithHooks<Inputs>,
  examples: Inputs[] = [],
): Statement {
  return {
    name,
    assert: () => fc.assert(property, { examples }),
    search: (seed, runs) => {
      const details = fc.check(property, { seed, numRuns: runs });
      return details.failed ? `seed ${seed}: ${fc.defaultReportMessage(details) ?? "it fails"}` : undefined;
    },
  };
}
