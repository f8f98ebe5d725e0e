// Random repositories on real servers: no account calls complete what is not, names a use that is none, or keeps silent
// about one; and where every place can be verified the answer is complete.

import { describe, expect, test } from "vitest";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { repeats } from "../../support/soak.ts";
import type { Accounted } from "./accounted.ts";
import { accountAt, placesOf } from "./accounted.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";
import { grammars } from "./random-repository.ts";

/** Further seeds that failed once. */
const kept: readonly number[] = [];
const seeds = [...Array.from({ length: repeats({ test: 12, soak: 40 }) }, (_, at) => at + 1), ...kept];

describe.each(grammars.filter(({ server }) => hasServer(server)))("$language", ({ server, shared, make }) => {
  test("every account is true", async () => {
    const made = seeds.map((seed) => ({ seed, ...make(seed) }));
    const all = parseFixture(shared + made.map(({ text }) => text).join(""));
    await using acting = await Acting.open(server, all);
    const wrong: object[] = [];
    let found = 0;
    for (const { seed, text, isVerifiable } of made) {
      const fixture = parseFixture(text);
      const told = await accountAt(acting.stage, fixture.cursor);
      const marked = (name: string): string[] => placesOf(fixture, name);
      const [truth, may, doubtful] = [marked("use"), marked("may"), [...marked("possible"), ...marked("related")]];
      const faults = faultsOf(told, { truth, may, doubtful, isVerifiable });
      found += told.uses.length;
      if (faults !== undefined) wrong.push({ seed, ...faults });
    }
    expect(wrong).toEqual([]);
    // A repository that is not read at all would have no wrong account either.
    expect(found).toBeGreaterThan(5 * seeds.length);
  });
});

interface Truth {
  readonly truth: readonly string[];
  readonly may: readonly string[];
  readonly doubtful: readonly string[];
  readonly isVerifiable: boolean;
}

function faultsOf(told: Accounted, { truth, may, doubtful, isVerifiable }: Truth): object | undefined {
  const isPossible = (place: string): boolean => told.possible.some((one) => one.startsWith(`${place} `));
  const isComplete = told.reasons.length === 0;
  const missing = [...truth, ...doubtful].filter((place) => ![...told.uses, ...told.through].includes(place));
  const found = {
    untold: missing.filter((place) => told.unchecked === 0 && !isPossible(place)),
    falseUses: told.uses.filter((place) => ![...truth, ...may, ...doubtful].includes(place)),
    falseComplete: isComplete ? missing : [],
    needless: isVerifiable && !isComplete ? [...told.reasons, ...told.possible] : [],
  };
  return Object.values(found).some((list) => list.length > 0) ? found : undefined;
}
