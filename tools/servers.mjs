// Installs the language servers that the tests use into a cache outside the checkout, and writes its manifest.
//
//   node tools/servers.mjs               install what is missing, at once when nothing is
//   node tools/servers.mjs --list        print what is there and what is not, install nothing
//   node tools/servers.mjs --with-rust   also build rust-analyzer, which takes minutes
//
// Invariant: a server that cannot be had never fails the run; it is named under `missing` with the reason.

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheDirectory, withLock } from "./servers/cache.mjs";
import { recipes } from "./servers/recipes.mjs";

/** Installs run beside each other; more than two only compete for the same processors and network. */
const LANES = 2;

const flags = new Set(process.argv.slice(2));
const known = new Set(["--list", "--with-rust"]);
const unknown = [...flags].filter((flag) => !known.has(flag));
if (unknown.length > 0) {
  process.stderr.write(`servers: unknown option ${unknown.join(" ")}; known are ${[...known].join(" ")}\n`);
  process.exit(2);
}

// An orderly exit ends the installers too, which run in process groups of their own.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const cache = cacheDirectory(process.env);
await mkdir(cache, { recursive: true });
const context = { cache, withRust: flags.has("--with-rust"), say };

let outcomes = await Promise.all(recipes.map((recipe) => look(recipe, context)));
const wanted = outcomes.filter((outcome) => !outcome.found && !outcome.recipe.postponed?.(context));
if (wanted.length > 0 && !flags.has("--list")) {
  say(`installing ${wanted.map((outcome) => outcome.recipe.name).join(", ")} into ${cache}`);
  await withLock(cache, say, () => inLanes(wanted, (outcome) => install(outcome, context)));
  // Another run may have filled the cache while this one waited for the lock, so everything is looked at anew.
  const reasons = new Map(outcomes.map((outcome) => [outcome.recipe.name, outcome.why]));
  outcomes = await Promise.all(recipes.map((recipe) => look(recipe, context, reasons.get(recipe.name))));
}

const manifest = toManifest(outcomes);
if (flags.has("--list")) printTable(manifest);
else {
  await writeIfChanged(join(cache, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const { id, why } of manifest.missing) say(`missing ${id}: ${why}`);
  say(`${Object.keys(manifest.servers).length} servers ready, ${manifest.missing.length} missing`);
}

// — below: private, in the order they are used —

function say(line) {
  process.stderr.write(`servers: ${line}\n`);
}

async function look(recipe, ctx, why) {
  const found = await find(recipe, ctx);
  return { recipe, found, why: why ?? recipe.postponed?.(ctx) ?? "not installed yet; run: npm run servers" };
}

/** A damaged cache counts as empty, so that the next install heals it. */
async function find(recipe, ctx) {
  try {
    return await recipe.find(ctx);
  } catch (error) {
    say(`${recipe.name} cannot be read from the cache: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function install(outcome, ctx) {
  const { recipe } = outcome;
  if (await find(recipe, ctx)) return;
  const begun = process.hrtime.bigint();
  try {
    await recipe.install(ctx);
    if (!(await find(recipe, ctx)))
      throw new Error("the install ended well, but the program is not where it should be");
    say(`${recipe.name} installed in ${(Number(process.hrtime.bigint() - begun) / 1e9).toFixed(1)} s`);
  } catch (error) {
    outcome.why = error instanceof Error ? error.message : String(error);
    say(`${recipe.name} failed: ${outcome.why}`);
  }
}

async function inLanes(items, work) {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function toManifest(all) {
  const servers = {};
  const missing = [];
  for (const { recipe, found, why } of all) {
    if (found) Object.assign(servers, found);
    else missing.push(...recipe.ids.map((id) => ({ id, why })));
  }
  return { servers, missing };
}

/** Written beside and renamed, so that a reader never meets half a manifest. */
async function writeIfChanged(path, text) {
  const before = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (before === text) return;
  const staged = `${path}.${process.pid}`;
  await writeFile(staged, text);
  await rename(staged, path);
}

function printTable({ servers, missing }) {
  const rows = [
    ...Object.entries(servers).map(([id, server]) => [id, server.version, server.command.join(" ")]),
    ...missing.map(({ id, why }) => [id, "missing", why]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
  for (const [id, version, rest] of rows) {
    process.stdout.write(`${id.padEnd(widths[0])}  ${version.padEnd(widths[1])}  ${rest}\n`);
  }
}
