// No answer is called complete that is not: from the first moment of a cold start, and after anything that happens to the files.

import { describe, expect, test } from "vitest";
import type { FoundPlace } from "../reading/asked-package.ts";
import { AskedPackage } from "../reading/asked-package.ts";
import type { Dialect } from "../account/generated-repository.ts";
import { GeneratedRepository, goDialect, pythonDialect, typescriptDialect } from "../account/generated-repository.ts";
import { repeats } from "../../support/soak.ts";
import { hasServer } from "../installed.ts";

const files = repeats({ test: 200, soak: 1_000 });
const seed = 20_261_116;

interface Course {
  readonly dialect: Dialect;
  /** Rounds of changes; a server that takes seconds for an answer gets fewer. */
  readonly rounds: number;
}

const courses: readonly Course[] = [
  { dialect: typescriptDialect, rounds: 24 },
  { dialect: goDialect, rounds: 24 },
  { dialect: pythonDialect, rounds: 8 },
];

describe.each(courses.filter(({ dialect }) => hasServer(dialect.server)))("$dialect.server", ({ dialect, rounds }) => {
  test("from a cold start to a checkout of other files, complete means complete [AGL-028 F19 F56]", async () => {
    const repository = new GeneratedRepository(dialect, files, seed);
    const asked = await AskedPackage.open(repository.root, dialect.server);
    const tally = { complete: 0, partial: 0 };
    /** Asks once; what is called complete must be. Returns why an answer is not, and nothing for one that is. */
    const ask = async (name: string, happened: readonly string[], waitMs?: number): Promise<readonly unknown[]> => {
      const truth = spell(repository.references(name));
      const { places, standing } = await asked.references(repository.declared(name), waitMs);
      const isComplete = standing.state === "complete";
      tally[isComplete ? "complete" : "partial"]++;
      const claimed = isComplete ? spell(places) : truth;
      expect({ happened, name, claimed }).toEqual({ happened, name, claimed: truth });
      return isComplete ? [] : [standing.state, ...standing.reasons];
    };
    try {
      const [first = ""] = dialect.names;
      while ((await ask(first, ["cold start"], 0)).length > 0);
      for (let round = 0; round < rounds; round++) {
        const happened = happen(repository, round);
        const name = dialect.names[round % dialect.names.length] ?? first;
        await ask(name, happened, 0);
        // A caller that waits gets all of it: a product that never calls anything complete would be honest and useless.
        let whyIncomplete = await ask(name, happened);
        // A server that gets no processor takes in changes late; the answer says so, and the next one has them.
        for (let again = 0; again < 10 && whyIncomplete.length > 0; again++) whyIncomplete = await ask(name, happened);
        expect({ happened, whyIncomplete }).toEqual({ happened, whyIncomplete: [] });
      }
    } finally {
      await asked.close();
      repository.remove();
    }
    process.stdout.write(
      `${dialect.server}: ${tally.complete} complete answers, all of them true; ${tally.partial} partial\n`,
    );
  });
});

/** Every fourth round a branch is checked out; in between, one change to five. */
function happen(repository: GeneratedRepository, round: number): string[] {
  if (round % 4 === 3) return [repository.checkout(round % 8 === 3 ? "other" : "main")];
  return Array.from({ length: 1 + (round % 5) }, () => repository.change());
}

function spell(places: readonly FoundPlace[]): string[] {
  return places.map(({ file, line, column }) => `${file}:${line}:${column}`).sort();
}
