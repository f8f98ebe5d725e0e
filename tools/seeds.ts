// The seeds that once made a property fail, kept in `test/seeds.json` so that they are tried in every run.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface KeptSeed {
  /** Relative to the top of the repository, with forward slashes. */
  readonly file: string;
  /** The titles of its groups and its own, joined by ` > `. */
  readonly test: string;
  readonly seed: number;
}

export function keptSeeds(root: string): readonly KeptSeed[] {
  const path = join(root, "test", "seeds.json");
  if (!existsSync(path)) return [];
  const found: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!Array.isArray(found) || !found.every(isKeptSeed)) throw new TypeError(`${path} holds something else than seeds`);
  return found;
}

/** False when it was kept before. */
export function keepSeed(root: string, seed: KeptSeed): boolean {
  const kept = keptSeeds(root);
  if (kept.some((one) => one.file === seed.file && one.test === seed.test && one.seed === seed.seed)) return false;
  const path = join(root, "test", "seeds.json");
  writeFileSync(`${path}.new`, `${JSON.stringify([...kept, seed], null, 2)}\n`);
  renameSync(`${path}.new`, path);
  return true;
}

function isKeptSeed(value: unknown): value is KeptSeed {
  if (typeof value !== "object" || value === null) return false;
  const { file, test, seed } = value as Partial<KeptSeed>;
  return typeof file === "string" && typeof test === "string" && Number.isInteger(seed);
}
