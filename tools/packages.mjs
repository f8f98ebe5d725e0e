// Fetches real packages, as text to ask questions about, into a cache outside the checkout, and writes its manifest.
//
//   node tools/packages.mjs           fetch what is missing, at once when nothing is
//   node tools/packages.mjs --bench   those that the benchmark of labels asks about as well
//   node tools/packages.mjs --history the releases that the benchmark of assembled context compares as well
//
// Invariant: nothing of a package is ever run; it is unpacked and read.
// Invariant: a package that cannot be had never fails the run; it is named under `missing` with the reason.

import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packagesDirectory } from "./packages/directory.mjs";
import { benchRecipes } from "./packages/bench-recipes.mjs";
import { historyRecipes } from "./packages/history-recipes.mjs";
import { recipes as testRecipes } from "./packages/recipes.mjs";
import { readSeal, withLock, writeSeal } from "./servers/cache.mjs";

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const [more, manifest] = process.argv.includes("--bench")
  ? [benchRecipes, "bench-manifest.json"]
  : process.argv.includes("--history")
    ? [historyRecipes, "history-manifest.json"]
    : [[], "manifest.json"];
const recipes = [...testRecipes, ...more];
const cache = packagesDirectory(process.env);
await mkdir(cache, { recursive: true });
const failures = new Map();
if (!(await Promise.all(recipes.map(isThere))).every(Boolean)) {
  await withLock(cache, say, async () => {
    for (const recipe of recipes) if (!(await isThere(recipe))) await fetchOne(recipe);
  });
}

const packages = {};
const missing = [];
for (const recipe of recipes) {
  const { id, name, version } = recipe;
  if (await isThere(recipe)) packages[id] = { name, version, directory: join(homeOf(recipe), "source") };
  else missing.push({ id, why: failures.get(id) ?? "not fetched" });
}
// A list of its own for each bench, so that the next run for the tests leaves it alone.
const staged = join(cache, `${manifest}.${process.pid}`);
await writeFile(staged, `${JSON.stringify({ packages, missing }, null, 2)}\n`);
await rename(staged, join(cache, manifest));
for (const { id, why } of missing) say(`missing ${id}: ${why}`);
say(`${Object.keys(packages).length} packages ready, ${missing.length} missing`);

// — below: private, in the order they are used —

function say(line) {
  process.stderr.write(`packages: ${line}\n`);
}

async function isThere(recipe) {
  return (await readSeal(homeOf(recipe), sealOf(recipe))) !== undefined;
}

function homeOf({ id, version }) {
  return join(cache, `${id}@${version}`);
}

function sealOf({ name, version, checksum }) {
  return JSON.stringify({ name, version, checksum });
}

async function fetchOne(recipe) {
  const home = homeOf(recipe);
  const scratch = join(home, "scratch");
  await rm(home, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  try {
    await recipe.fetch(scratch, join(home, "source"));
    await writeSeal(home, sealOf(recipe));
    say(`${recipe.name} ${recipe.version} fetched`);
  } catch (error) {
    failures.set(recipe.id, error instanceof Error ? error.message : String(error));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
