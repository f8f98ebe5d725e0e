// What the programs of the oracles print, and how they are run.

import { execFile } from "node:child_process";
import { join } from "node:path";
import type { FoundPlace } from "../../test/real/reading/asked-package.ts";
import type { Fact, Proof, TrueSymbol } from "./symbols.ts";
import { factOf } from "./symbols.ts";

/** As the programs of the oracles print a symbol; places are `file:line:column`. */
export interface Printed {
  readonly name: string;
  readonly kind: string;
  readonly declared: string | readonly string[];
  readonly uses: readonly string[];
  readonly named?: readonly string[];
  readonly undecided?: readonly string[];
}

export function parsePrinted(output: string): Printed[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Printed);
}

/** Symbols of several configurations, those at one place joined. */
export function joined(printed: readonly Printed[]): TrueSymbol[] {
  const found = new Map<
    string,
    { name: string; kind: string; declared: Map<string, FoundPlace>; uses: Map<Fact, Proof>; undecided: Set<Fact> }
  >();
  for (const { name, kind, declared, uses, named = [], undecided = [] } of printed) {
    const places = [declared].flat();
    const key = places[0] ?? "";
    const known = found.get(key) ?? { name, kind, declared: new Map(), uses: new Map(), undecided: new Set() };
    found.set(key, known);
    for (const place of places) known.declared.set(place, placeOf(place));
    for (const use of named) if (!known.uses.has(lineOf(use))) known.uses.set(lineOf(use), "name");
    for (const use of uses) known.uses.set(lineOf(use), "resolved");
    for (const place of undecided) known.undecided.add(lineOf(place));
  }
  return [...found.values()].map(({ name, kind, declared, uses, undecided }) => {
    const neutral = new Set([...declared.values()].map(factOf));
    const own = [...uses].filter(([fact]) => !neutral.has(fact));
    return {
      ...{ name, kind, declared: [...declared.values()], uses: own.map(([fact, proof]) => ({ fact, proof })) },
      undecided: [...undecided].filter((fact) => !neutral.has(fact) && !uses.has(fact)),
    };
  });
}

export function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { ...options, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} failed: ${stderr.slice(-2_000)}`, { cause: error }));
    });
  });
}

export const programs = join(process.cwd(), "bench", "truth", "oracles");

// — below: private, in the order they are used —

function placeOf(place: string): FoundPlace {
  const [, file = "", line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
  return { file, line: Number(line), column: Number(column) };
}

function lineOf(place: string): Fact {
  return place.replace(/:\d+$/, "");
}
