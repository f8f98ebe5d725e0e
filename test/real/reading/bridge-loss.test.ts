// The product loses and invents nothing: what it says of a real package is what the server says to a client that only sends and receives.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFrom } from "../../../bench/shared/stats.ts";
import { repeats } from "../../support/soak.ts";
import { hasInDepth } from "../installed.ts";
import { fetched, realPackages } from "../real-package.ts";
import type { Comparison, RawSymbol, Target } from "./side-by-side-facts.ts";
import { aboutFiles, aboutPlaces, ourFacts, rawFacts } from "./side-by-side-facts.ts";
import { SideBySide } from "./side-by-side.ts";

/** Files that both sides open, because what is open may be in an answer that would lack it otherwise. */
const files = repeats({ test: 5, soak: 10 });
/** Targets of each kind in them; the seed makes a failure come back. */
const sample = repeats({ test: 4, soak: 100 });
const seed = 20_261_116;
/** Questions that are under way at the same time, on each side. */
const atOnce = 12;

describe.each(fetched(realPackages).filter(({ server }) => hasInDepth(server)))("$server", (real) => {
  let sides: SideBySide;
  const random = randomFrom(seed);
  let opened: readonly string[];
  beforeAll(async () => {
    sides = await SideBySide.open(real);
    opened = some(sides.checkout.sources, files, random);
  });
  afterAll(() => sides.close());

  test.each(aboutFiles)("$title say what the server says", (row) =>
    compare(
      sides,
      row,
      opened.map((file) => ({ file, line: 0, character: 0 })),
    ),
  );

  test.each(aboutPlaces)("$title says what the server says", async (row) => {
    const targets = await targetsIn(sides, opened);
    expect(targets.length).toBeGreaterThanOrEqual(2 * sample);
    await compare(sides, row, targets);
  });
});

async function compare(sides: SideBySide, row: Comparison, targets: readonly Target[]): Promise<void> {
  const [raw, ours] = await Promise.all([
    each(targets, (target) => rawFacts(row, sides, target)),
    each(targets, (target) => ourFacts(row, sides, target)),
  ]);
  const facts = raw.reduce((sum, found) => sum + found.length, 0);
  process.stdout.write(`${sides.real.server} ${row.title}: ${facts} facts about ${targets.length} targets\n`);
  const named = (found: readonly (readonly string[])[]): object =>
    Object.fromEntries(
      targets.map(({ file, line, character }, index) => [`${file}:${line}:${character}`, found[index]]),
    );
  const isReadByUs = row.readByUs?.includes(sides.real.server) === true;
  const mayAdd = isReadByUs || row.addsTo?.includes(sides.real.server) === true;
  const kept = mayAdd ? ours.map((found, index) => found.filter((fact) => raw[index]?.includes(fact))) : ours;
  expect(named(kept)).toEqual(named(raw));
  expect(row.addsOnlyNames === true ? oddlyWritten(sides, targets, raw, ours) : []).toEqual([]);
  // Two empty sides would be equal as well.
  expect(isReadByUs || facts > 0).toBe(true);
}

/** Places that the product adds, and at which another word stands than at any place that the server names. */
function oddlyWritten(
  sides: SideBySide,
  targets: readonly Target[],
  raw: readonly (readonly string[])[],
  ours: readonly (readonly string[])[],
): string[] {
  const { root } = sides.checkout;
  const written = (fact: string): string => {
    const [, file = "", line = "", from = "", to = ""] = /^(\S+) (\d+):(\d+)-\d+:(\d+)$/.exec(fact) ?? [];
    const text = file.startsWith(`${root}/`) ? sides.text(file.slice(root.length + 1)) : "";
    return (text.split("\n")[Number(line)] ?? "").slice(Number(from), Number(to));
  };
  return targets.flatMap((_, at) => {
    const names = new Set((raw[at] ?? []).map(written));
    const added = (ours[at] ?? []).filter((fact) => raw[at]?.includes(fact) !== true);
    return names.size === 0 ? [] : added.filter((fact) => !names.has(written(fact)));
  });
}

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Declared names first, then any word of any line: uses, keywords and words in comments, where nothing is an answer too. */
async function targetsIn(sides: SideBySide, files: readonly string[]): Promise<Target[]> {
  const random = randomFrom(seed);
  const declared = await each(files, async (file) => {
    const symbols = ((await sides.raw("textDocument/documentSymbol", file)) ?? []) as readonly RawSymbol[];
    return flatten(symbols).map(({ selectionRange }) => ({ file, ...selectionRange.start }));
  });
  const words = files.flatMap((file) =>
    sides
      .text(file)
      .split("\n")
      .flatMap((text, line) =>
        [...text.matchAll(/[A-Za-z_]\w*/g)].map(({ index }) => ({ file, line, character: index })),
      ),
  );
  const chosen = [...some(declared.flat(), sample, random), ...some(words, sample, random)];
  // File by file: a server that keeps only a few syntax trees would build each of them again and again.
  return chosen.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

function flatten(symbols: readonly RawSymbol[]): RawSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...flatten(symbol.children ?? [])]);
}

function some<T>(all: readonly T[], count: number, random: () => number): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}
