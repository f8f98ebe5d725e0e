// References against the compilers themselves: nothing is missing and nothing too many where an answer is called complete.

import { expect, test } from "vitest";
import { randomFrom } from "../../../bench/shared/stats.ts";
import type { FoundPlace } from "./asked-package.ts";
import { AskedPackage } from "./asked-package.ts";
import { repeats } from "../../support/soak.ts";
import { hasServer } from "../installed.ts";
import { brokenSymbols } from "../consequences/oracle-go.ts";
import { checkedSymbols, hasCompiler } from "../consequences/oracle-typescript.ts";
import type { RealPackage } from "../real-package.ts";
import { checkOut, chi, compilerOptions, fetched, rxjs } from "../real-package.ts";

/** What a compiler says of one symbol. */
interface Known {
  readonly name: string;
  readonly declared: readonly FoundPlace[];
  readonly truth: ReadonlySet<string>;
}

/** So many symbols of each package; the seed makes a failure come back. */
const sample = repeats({ test: 12, soak: 80 });
/** Of so many answers at least half have to be called complete, or little was compared. */
const least = sample / 2;
const seed = 20_261_116;

test.each(fetched([rxjs]).filter(({ server }) => hasServer(server) && hasCompiler()))(
  "references of exported TypeScript symbols are those of the compiler's checker",
  async (real) => {
    const checkout = checkOut(real);
    try {
      const symbols = checkedSymbols(checkout.root, checkout.sources, compilerOptions);
      const known = symbols.map(({ references, ...symbol }) => ({ ...symbol, truth: new Set(references.map(spell)) }));
      expect(await judge(real, checkout.root, some(known), spell)).toBeGreaterThanOrEqual(least);
    } finally {
      checkout.remove();
    }
  },
);

test.each(fetched([chi]).filter(({ server }) => hasServer(server)))(
  "references of Go symbols are the lines that the compiler misses them on",
  async (real) => {
    const broken = checkOut(real);
    const whole = checkOut(real);
    try {
      const symbols = brokenSymbols(broken.root, broken.sources);
      const known = symbols.map(({ lines, ...symbol }) => ({ ...symbol, declared: [symbol.declared], truth: lines }));
      const lineOf = ({ file, line }: FoundPlace): string => `${file}:${line}`;
      expect(await judge(real, whole.root, some(known), lineOf)).toBeGreaterThanOrEqual(least);
    } finally {
      broken.remove();
      whole.remove();
    }
  },
);

/** Compares every symbol, prints how well it went, and returns how many answers were called complete. */
async function judge(
  real: RealPackage,
  root: string,
  known: readonly Known[],
  factOf: (place: FoundPlace) => string,
): Promise<number> {
  const asked = await AskedPackage.open(root, real.server);
  const count = { facts: 0, found: 0, right: 0, complete: 0 };
  const wrong: object[] = [];
  const reasons = new Set<string>();
  try {
    for (const { name, declared, truth } of known) {
      const answers = await Promise.all(declared.map((place) => asked.references(place)));
      const found = new Set(answers.flatMap(({ places }) => places.map(factOf)));
      const right = [...found].filter((fact) => truth.has(fact)).length;
      count.facts += truth.size;
      count.found += found.size;
      count.right += right;
      for (const { standing } of answers)
        for (const { code, detail } of standing.reasons) reasons.add(`${code}: ${detail}`);
      if (answers.some(({ standing }) => standing.state !== "complete")) continue;
      count.complete++;
      const missing = [...truth].filter((fact) => !found.has(fact));
      const invented = [...found].filter((fact) => !truth.has(fact));
      if (missing.length + invented.length > 0) wrong.push({ name, declared: declared.map(spell), missing, invented });
    }
  } finally {
    await asked.close();
  }
  const recall = count.right / count.facts;
  const precision = count.right / count.found;
  process.stdout.write(
    `${real.server}: ${known.length} symbols, ${count.complete} answers called complete, ${count.facts} references; ` +
      `recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}${[...reasons].map((reason) => `; ${reason}`).join("")}\n`,
  );
  expect(wrong).toEqual([]);
  return count.complete;
}

function some<T>(all: readonly T[]): T[] {
  const random = randomFrom(seed);
  const left = [...all];
  return Array.from({ length: Math.min(sample, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

function spell({ file, line, column }: FoundPlace): string {
  return `${file}:${line}:${column}`;
}
